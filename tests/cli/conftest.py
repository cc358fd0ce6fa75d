"""The command as people run it: a process of its own, with pipes or at a pseudo-terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pexpect
import pytest
from click.testing import CliRunner, Result

import spookymarks
from spookymarks.cli import commands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMMAND = [sys.executable, "-m", "spookymarks"]
_QUIET = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "PYTHONIOENCODING")


def environment(**extra: str) -> dict[str, str]:
    """Return an environment in which the command finds this package and nothing else decides about colour."""
    source = str(Path(spookymarks.__file__).parents[1])
    plain = {name: value for name, value in os.environ.items() if name not in _QUIET}
    return {**plain, "PYTHONPATH": source, "PYTHONUTF8": "1", "TERM": "xterm-256color", **extra}


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command in an empty folder with `given` on its standard input; the environment takes `extra`."""

    def start(*arguments: str, given: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=given,
            capture_output=True,
            encoding="utf-8",
            env=environment(**extra),
            cwd=tmp_path,
            timeout=60,
            check=False,
        )

    return start


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., pexpect.spawn[str]]]:
    """Start the command at a pseudo-terminal of the given width, in an empty folder."""
    started: list[pexpect.spawn[str]] = []

    def start(*arguments: str, width: int = 80, **extra: str) -> pexpect.spawn[str]:
        child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *arguments],
            encoding="utf-8",
            env=environment(**extra),
            cwd=str(tmp_path),
            dimensions=(24, width),
            timeout=20,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run the command inside this process, which is quicker, in the same empty folder and with the same `extra`."""
    monkeypatch.chdir(tmp_path)

    def start(*arguments: str, given: str = "", **extra: str) -> Result:
        return CliRunner().invoke(commands, arguments, input=given, env=dict.fromkeys(_QUIET) | extra)

    return start


@pytest.fixture
def command() -> list[str]:
    """The words that start the command."""
    return COMMAND


@pytest.fixture
def surroundings() -> dict[str, str]:
    """The environment in which it is started."""
    return environment()
