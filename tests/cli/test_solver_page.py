"""The page about the solver: its command lines print what it shows."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

PAGE = Path(__file__).parents[2] / "docs" / "solver.md"
EXAMPLES = re.findall(r"^```console\n\$ spookymarks (.*)\n((?:.*\n)*?)```$", PAGE.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("arguments", "expected"), EXAMPLES)
def test_a_command_line_prints_what_the_page_shows(
    invoke: Callable[..., Result], arguments: str, expected: str
) -> None:
    """Each console example is run in a terminal of 80 columns; dots stand for what differs between machines."""
    done = invoke(*shlex.split(arguments), COLUMNS="80")
    assert done.exit_code == 0
    assert doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS), done.stdout


def test_the_page_shows_commands() -> None:
    """The examples are found in the page."""
    assert [arguments.split()[0] for arguments, _ in EXAMPLES] == ["analyze", "analyze", "solve", "simulate"]
