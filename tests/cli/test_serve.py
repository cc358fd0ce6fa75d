"""`serve`: the address that it prints is the one that answers."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING

import pytest

from spookymarks.cli.serve import address

if TYPE_CHECKING:
    from pathlib import Path


def test_the_printed_address_answers(command: list[str], surroundings: dict[str, str], tmp_path: Path) -> None:
    """The address to open is printed first; the page behind it answers; Ctrl-C ends the server with status 0."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    child = subprocess.Popen(
        [*command, "serve", "--port", str(port), "--database", str(tmp_path / "games.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env=surroundings,
        cwd=tmp_path,
    )
    with child:
        assert child.stdout is not None
        line = child.stdout.readline()
        assert line == f"Open http://127.0.0.1:{port}/ in a browser; Ctrl-C ends the server.\n"
        assert _health(f"http://127.0.0.1:{port}/api/v1/health") == 200
        child.send_signal(signal.SIGINT)
        child.stdout.read()
    assert child.returncode == 0


def _health(url: str) -> int:
    """Ask until the server answers; a server that never does fails the test."""
    deadline = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return int(answer.status)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),  # noqa: S104 - only its name is used
        ("::", "http://[::1]:8000/"),
        ("games.example", "http://games.example:8000/"),
    ],
)
def test_the_address_can_be_opened(host: str, expected: str) -> None:
    """An address that stands for all networks is replaced by one that a browser can open."""
    assert address(host, 8000) == expected


def _run(command: list[str], surroundings: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        env=surroundings,
        cwd=folder,
        timeout=60,
        check=False,
    )


def test_a_missing_extra_is_one_sentence(surroundings: dict[str, str], tmp_path: Path) -> None:
    """Without the server's packages the command says what to install."""
    # A process of its own: in this one, other tests have imported the server already.
    without = "import sys; sys.modules['uvicorn'] = None\nfrom spookymarks.cli import main\nmain()"
    done = _run([sys.executable, "-c", without, "serve", "--port", "0"], surroundings, tmp_path)
    assert done.returncode == 2
    assert "pip install 'spookymarks[server]'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_in_use_is_one_sentence(command: list[str], surroundings: dict[str, str], tmp_path: Path) -> None:
    """When another program listens there, the last line says so, and the status is 2."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = _run([*command, "serve", "--port", port], surroundings, tmp_path)
    assert done.returncode == 2
    assert port in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
