"""`play` at a pseudo-terminal: colour, width, Ctrl-C and the end of the input."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    import pexpect

    Terminal = Callable[..., pexpect.spawn[str]]

COLOUR = re.compile(r"\x1b\[[0-9;]+m")


def type_lines(child: pexpect.spawn[str], *lines: str) -> str:
    """Type each line when a prompt stands there; return everything shown, up to the last prompt."""
    shown = ""
    for line in (*lines, None):
        child.expect(r"(two squares|A or B|Enter|or quit): ")
        shown += str(child.before)
        if line is not None:
            child.sendline(line)
    return shown


def end(child: pexpect.spawn[str]) -> str:
    """Wait for the end and return the rest of the output."""
    rest = str(child.read()).replace("\r\n", "\n")
    child.close()
    return rest


def test_a_game_in_colour(terminal: Terminal) -> None:
    """A whole game with a measurement, a takeback and an end is played in colour; quit leaves with 0."""
    child = terminal("play")
    shown = type_lines(child, "4-5", "1-7", "4 6", "23", "5-6", "undo", "5-6", "X5 6")
    assert COLOUR.search(shown)
    assert "closes a cycle: O measures." in shown
    assert "X line 4-5-6, highest number 5." in shown
    child.sendline("quit")
    assert end(child).endswith("4-5 1-7 4-6 2-3 5-6 @6\n")
    assert child.exitstatus == 0


@pytest.mark.parametrize("how", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_colour_can_be_declined(terminal: Terminal, how: dict[str, str]) -> None:
    """NO_COLOR, a dumb terminal and --no-color each give the same game without any colour."""
    child = terminal("play", *([] if how else ["--no-color"]), **how)
    shown = type_lines(child, "1-9", "1-5", "nonsense", "5-9", "A")
    assert not COLOUR.search(shown)
    assert "Cycle *" in shown


def test_colour_can_be_demanded(terminal: Terminal) -> None:
    """--color outweighs NO_COLOR."""
    assert COLOUR.search(type_lines(terminal("play", "--color", NO_COLOR="1"), "1-9"))


def test_the_end_of_the_input_leaves_cleanly(terminal: Terminal) -> None:
    """Ctrl-D ends with status 0 and prints the unsaved game."""
    child = terminal("play", "--no-color")
    type_lines(child, "1-9", "1-5")
    child.sendeof()
    assert end(child).endswith("This game was not saved; here it is:\n1-9 1-5\n")
    assert (child.exitstatus, child.signalstatus) == (0, None)


def test_an_interrupt_leaves_cleanly(terminal: Terminal) -> None:
    """Ctrl-C ends with status 130 and prints the unsaved game."""
    child = terminal("play", "--no-color")
    type_lines(child, "1-9", "1-5", "5-9")
    child.sendintr()
    rest = end(child)
    assert rest.endswith("This game was not saved; here it is:\n1-9 1-5 5-9\n")
    assert "Traceback" not in rest
    assert (child.exitstatus, child.signalstatus) == (130, None)


def test_an_interrupt_in_a_question_leaves_cleanly(terminal: Terminal) -> None:
    """Ctrl-C at the question whether to overwrite is no yes."""
    child = terminal("play", "--no-color")
    type_lines(child, "1-9", "save game.txt", "1-5")
    child.sendline("save game.txt")
    child.expect("Overwrite it")
    child.kill(signal.SIGINT)
    assert end(child).endswith("1-9 1-5\n")
    assert child.exitstatus == 130


@pytest.mark.parametrize(("width", "beside"), [(40, 1), (80, 2), (120, 3)])
def test_boards_stand_beside_each_other_where_they_fit(terminal: Terminal, width: int, beside: int) -> None:
    """One, two or three boards a row, by the width of the terminal, and no line is wider than it."""
    shown = type_lines(terminal("play", "--no-color", width=width), "1-9", "1-5", "5-9").replace("\r", "")
    measured = shown[shown.index("closes a cycle") :]
    assert max(line.count("┌1") for line in measured.splitlines()) == beside
    assert max(len(line) for line in measured.splitlines()) <= width
