"""What is shown of a position: the board, its groups, both outcomes of a measurement, the status; rows only."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from spookymarks import render
from spookymarks.cli import words
from spookymarks.rules import mark_name, squares_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.render import Glyphs, Ink, Rows
    from spookymarks.rules import Outcome, Position

OUTCOME_NAMES = ("A", "B")


def rows(position: Position, glyphs: Glyphs, width: int, measured: bool = False) -> Rows:
    """Return everything that a player needs to see, `width` characters wide where it can be.

    `measured`: the player to act has just chosen an outcome.
    """
    board = render.board(position, glyphs)
    notes = [row for text, ink in _notes(position, measured) for row in paragraph(glyphs.words(text), width, ink)]
    if position.measured < 0:
        return (*board, *notes)
    first, second = (
        _panel(name, position, outcome, glyphs) for name, outcome in zip(OUTCOME_NAMES, position.outcomes, strict=True)
    )
    if width < 2 * render.BOARD_WIDTH + render.GAP:
        return (*board, *notes, (), *first, (), *second)
    both = render.beside(first, second)
    if width < 3 * render.BOARD_WIDTH + 2 * render.GAP:
        return (*board, *notes, (), *both)
    return (*render.beside(((("Now", "plain"),), *board), both), *notes)


def paragraph(text: str, width: int, ink: Ink = "plain", indent: int = 2) -> Rows:
    """Break a text at blanks into rows, all but the first indented; an empty text is no row."""
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False, subsequent_indent=" " * indent)
    return tuple(((line, ink),) for line in lines)


def _notes(position: Position, measured: bool) -> Iterator[tuple[str, Ink]]:
    """The lines below the board: cycle and stems or the groups, then the status or the result."""
    pending: tuple[int, ...] = ()
    if position.cycle:
        pending = (*position.cycle, *position.stems)
        yield f"Cycle *  {words.pairs(position, position.cycle)}", "cycle"
        if position.stems:
            yield f"Stems ~  {words.pairs(position, position.stems)}  (settle too, offer no choice)", "stem"
    letters = iter("ABCD")
    for component in position.components:
        numbers = tuple(n for n, mark in enumerate(position.marks, 1) if mark & component and n not in pending)
        if numbers:
            # A and B name outcomes while a measurement is pending, so groups have no letters then.
            waiting = "Untouched" if pending else "Spooky"
            label = waiting if position.measured >= 0 else f"Group {next(letters)}"
            squares = f"  (squares {' '.join(map(position.board.name, squares_in(component)))})"
            yield f"{label}  {words.pairs(position, numbers)}{squares if len(numbers) > 1 else ''}", "plain"
    if position.over:
        yield from ((sentence, "line") for sentence in words.result(position))
        return
    yield words.warning(position), "quiet"
    yield words.status(position, measured), "plain"


def _panel(name: str, position: Position, outcome: Outcome, glyphs: Glyphs) -> Rows:
    """One outcome: its letter and square, its board, and what it finishes."""
    after = outcome.position
    mark, square = mark_name(position.measured + 1), position.board.name(outcome.square)
    sentences = words.result(after) or [f"{words.line(found)}." for found in after.lines]
    if not after.over:
        sentences = [*sentences, "Play goes on." if after.measured < 0 else "The next pair is measured then."]
    below = [row for sentence in sentences for row in paragraph(glyphs.words(sentence), render.BOARD_WIDTH)]
    title = glyphs.words(f"{name}: {mark} settles in {square}")
    return (((title, "cycle"),), *render.board(after, glyphs), *below)
