"""The terminal: its colours, its width, its characters, and the line that a person types."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from spookymarks import render
from spookymarks.cli.scene import paragraph
from spookymarks.errors import SpookyMarksError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from spookymarks.render import Ink, Row

STYLES: Mapping[Ink, str] = {
    "plain": "",
    "quiet": "dim",
    "grid": "dim",
    "x": "bold cyan",
    "o": "bold yellow",
    "cycle": "bold magenta",
    "stem": "blue",
    "line": "bold green",
    "wrong": "red",
}


class Screen:
    """Standard output for people, and standard input.

    `color`: None for colour where the terminal has it and NO_COLOR and TERM do not object. `glyphs` are the
    characters that the output's encoding has.
    """

    def __init__(self, color: bool | None = None) -> None:
        if color is None:
            color = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self._console = Console(
            color_system="standard" if color else None,
            # What is asked for outweighs NO_COLOR, which has been looked at above.
            no_color=False,
            highlight=False,
            markup=False,
            emoji=False,
        )
        self.glyphs = render.UNICODE if _can_write(render.UNICODE.everything) else render.ASCII

    @property
    def width(self) -> int:
        """How many characters fit in a line now; never fewer than a board needs."""
        return max(shutil.get_terminal_size().columns, render.BOARD_WIDTH)

    def show(self, rows: Iterable[Row]) -> None:
        """Print rows as they are."""
        for row in rows:
            text = Text.assemble(*((span, STYLES[ink]) for span, ink in row))
            text.rstrip()
            self._console.print(text, soft_wrap=True)

    def say(self, sentence: str, ink: Ink = "plain", indent: int = 2) -> None:
        """Print a sentence, broken at the width."""
        self.show(paragraph(sentence, self.width, ink, indent))

    def put(self, text: str) -> None:
        """Print a text unchanged on a line of its own, to be copied."""
        self.show((((text, "plain"),),))

    def gap(self) -> None:
        """Print an empty line."""
        self.show(((),))

    def ask(self, prompt: str) -> str:
        """Return the line typed after a prompt; raises EOFError at the end of the input.

        What does not come from a terminal is printed after its prompt, so that the output reads as a dialogue.
        """
        try:
            line = input(prompt)
        except EOFError:
            self.gap()
            raise
        if not sys.stdin.isatty():
            self.put(line)
        return line

    def converse(self, prompt: Callable[[], str], obey: Callable[[str], bool]) -> None:
        """Ask for lines until `obey` says that one was the last; what it refuses is said. Raises EOFError as `ask`."""
        while True:
            line = self.ask(prompt())
            try:
                if not obey(line):
                    return
            except SpookyMarksError as error:
                self.say(str(error), "wrong")


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def prepare_input() -> None:
    """Make reading of lines safe from wrong bytes and, at a terminal, let them be edited."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty() and sys.stdout.isatty():
        # Windows has no readline and edits lines by itself.
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - its import is its effect
