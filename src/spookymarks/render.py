"""Text boards: positions drawn with characters, as rows of spans; colours and terminals are the caller's affair.

A square holds nine slots, three by three, and mark n always stands in slot n; a classical mark fills the square.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from spookymarks.rules import is_classical, letter, squares_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spookymarks.rules import Position

Ink = Literal["plain", "quiet", "grid", "x", "o", "cycle", "stem", "line", "wrong"]
"""What a span is, for whoever colours it."""

Span = tuple[str, Ink]
Row = tuple[Span, ...]
Rows = tuple[Row, ...]

SQUARE_WIDTH = 10
GAP = 3
BOARD_WIDTH = 3 * SQUARE_WIDTH + 4

SIGNS: Mapping[Ink, str] = {"cycle": "*", "stem": "~", "line": "*"}
"""What stands before a mark, so that colour is never alone."""

_MARK = re.compile(r"\b([XO])([1-9])\b")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters to draw with.

    `digits` write the numbers of marks. `edges` are the corners and crossings of the top, the middle and the bottom
    of the grid. `x` and `o` are the large letters, three rows of five.
    """

    digits: str
    across: str
    down: str
    edges: tuple[str, str, str]
    x: tuple[str, str, str]
    o: tuple[str, str, str]

    def mark(self, number: int) -> str:
        """Return the name of a mark, X₁ or X1."""
        return letter(number) + self.digits[number]

    def words(self, text: str) -> str:
        """Return a sentence with the names of its marks written in these characters."""
        return _MARK.sub(lambda match: match[1] + self.digits[int(match[2])], text)

    @property
    def everything(self) -> str:
        """All characters that are used, to ask an encoding whether it has them."""
        return "".join((self.digits, self.across, self.down, *self.edges, *self.x, *self.o))


UNICODE = Glyphs(
    "₀₁₂₃₄₅₆₇₈₉", "─", "│", ("┌┬┐", "├┼┤", "└┴┘"), (" ╲ ╱ ", "  ╳  ", " ╱ ╲ "), ("╭───╮", "│   │", "╰───╯")
)
ASCII = Glyphs(
    "0123456789", "-", "|", ("+++", "+++", "+++"), (r" \ / ", "  X  ", r" / \ "), (".---.", "|   |", "'---'")
)


def board(position: Position, glyphs: Glyphs = UNICODE) -> Rows:
    """Draw a position of the 3×3 board, BOARD_WIDTH wide: square names in the grid, cycle and stems with signs."""
    inks = _inks(position)
    rows: list[Row] = []
    for top in (0, 3, 6):
        squares = range(top, top + 3)
        rows.append(_edge(glyphs, glyphs.edges[min(top, 1)], [position.board.name(square) for square in squares]))
        drawn = [_square(position, square, inks, glyphs) for square in squares]
        bar: Span = (glyphs.down, "grid")
        rows.extend((bar, *left, bar, *middle, bar, *right, bar) for left, middle, right in zip(*drawn, strict=True))
    rows.append(_edge(glyphs, glyphs.edges[2], [glyphs.across] * 3))
    return tuple(rows)


def beside(left: Sequence[Row], right: Sequence[Row]) -> Rows:
    """Put two pictures next to each other, their first rows level, GAP characters apart."""
    width = max(map(row_width, left)) + GAP
    height = max(len(left), len(right))
    padded = [*left, *[()] * (height - len(left))]
    others = [*right, *[()] * (height - len(right))]
    return tuple(
        (*one, (" " * (width - row_width(one)), "plain"), *other) for one, other in zip(padded, others, strict=True)
    )


def row_width(row: Row) -> int:
    """Return the number of characters in a row."""
    return sum(len(text) for text, _ in row)


def row_text(row: Row) -> str:
    """Return a row without its inks and without blanks at its end."""
    return "".join(text for text, _ in row).rstrip()


def _inks(position: Position) -> dict[int, Ink]:
    """Return what each mark is, by its number: measured or on the cycle, a stem, in a line, or just X's or O's."""
    in_lines = {square for line in position.lines for square in line.squares}
    inks: dict[int, Ink] = {}
    for number, mark in enumerate(position.marks, 1):
        in_line = is_classical(mark) and squares_in(mark)[0] in in_lines
        inks[number] = "line" if in_line else "x" if letter(number) == "X" else "o"
    inks.update(dict.fromkeys(position.stems, "stem"))
    measured = (position.measured + 1,) if position.measured >= 0 else ()
    inks.update(dict.fromkeys((*position.cycle, *measured), "cycle"))
    return inks


def _edge(glyphs: Glyphs, crossings: str, names: Sequence[str]) -> Row:
    middle = crossings[1].join(name + glyphs.across * (SQUARE_WIDTH - 1) for name in names)
    return ((crossings[0] + middle + crossings[2], "grid"),)


def _square(position: Position, square: int, inks: Mapping[int, Ink], glyphs: Glyphs) -> Rows:
    here = {number: mark for number, mark in enumerate(position.marks, 1) if mark >> square & 1}
    for number, mark in here.items():
        if is_classical(mark):
            return _large(number, inks[number], glyphs)
    return tuple(
        (*(_slot(number, number in here, inks, glyphs) for number in numbers), (" ", "plain"))
        for numbers in ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    )


def _slot(number: int, taken: bool, inks: Mapping[int, Ink], glyphs: Glyphs) -> Span:
    if not taken:
        return ("   ", "plain")
    return (SIGNS.get(inks[number], " ") + glyphs.mark(number), inks[number])


def _large(number: int, ink: Ink, glyphs: Glyphs) -> Rows:
    first, second, third = glyphs.x if letter(number) == "X" else glyphs.o
    name = SIGNS.get(ink, " ") + glyphs.mark(number)
    return (((f" {first}    ", ink),), ((f" {second}{name} ", ink),), ((f" {third}    ", ink),))
