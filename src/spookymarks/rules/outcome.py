"""Lines of classical marks, and what they are worth.

Marks are given as in `Position.marks`: one mask a mark in move order, one bit when it is classical.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from spookymarks.rules.ruleset import Scoring

if TYPE_CHECKING:
    from spookymarks.rules.board import Board

Letter = Literal["X", "O"]


def letter(number: int) -> Letter:
    """Return whose mark has this number: odd numbers are X's, even ones O's."""
    return "X" if number & 1 else "O"


def mark_name(number: int) -> str:
    """Return the mark's name, its letter and number: X1, O2, X3 …."""
    return f"{letter(number)}{number}"


def is_classical(mark: int) -> bool:
    """Tell whether a mark's mask is a single square."""
    return not mark & (mark - 1)


def classical_squares(marks: tuple[int, ...]) -> tuple[int, int]:
    """Return the masks of the squares that hold classical marks of X and of O."""
    x = o = 0
    for index, mark in enumerate(marks):
        if not mark & (mark - 1):
            if index & 1:
                o |= mark
            else:
                x |= mark
    return x, o


@dataclass(frozen=True, slots=True)
class Line:
    """A finished line: its owner, its squares in ascending order, and the highest number in it."""

    owner: Letter
    squares: tuple[int, ...]
    highest: int


class Score(NamedTuple):
    """Points of a finished game, in steps of one half."""

    x: float
    o: float

    def __str__(self) -> str:
        return f"{self.x:g}-{self.o:g}"


def lines(board: Board, marks: tuple[int, ...]) -> tuple[Line, ...]:
    """Return every line of classical marks, the earliest (lowest highest number) first."""
    x, o = classical_squares(marks)
    if not (board.has_line[x] or board.has_line[o]):
        return ()
    owners: tuple[tuple[Letter, int], ...] = (("X", x), ("O", o))
    found = []
    for line, squares in zip(board.lines, board.line_squares, strict=True):
        for owner, owned in owners:
            if owned & line == line:
                highest = max(marks.index(1 << square) for square in squares) + 1
                found.append(Line(owner, squares, highest))
    return tuple(sorted(found, key=lambda line: (line.highest, line.squares)))


def score(scoring: Scoring, found: tuple[Line, ...]) -> Score:
    """Return the points for the lines of a finished game, given earliest first; no line is a draw, 0 : 0."""
    if not found:
        return Score(0, 0)
    first = found[0]
    others = [line for line in found if line.owner != first.owner]
    if others:
        winner, loser = 1.0, 0.0 if scoring is Scoring.SINGLE else 0.5
    elif scoring is Scoring.DOUBLE and len(found) > 1:
        winner, loser = (2.0 if found[1].highest == first.highest else 1.5), 0.0
    else:
        winner, loser = 1.0, 0.0
    return Score(winner, loser) if first.owner == "X" else Score(loser, winner)
