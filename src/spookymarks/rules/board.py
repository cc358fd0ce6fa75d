"""Boards: squares, lines, symmetries and actions as tables; no marks and no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from spookymarks.rules.action import ActionSpace
from spookymarks.rules.squares import SQUARE_NAMES, Permutation, Remembered, mask, squares_in


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of `rows` × `columns` squares on which `run` marks in a row make a line.

    Sides run from 1 to 5 (ours: more squares than names would leave some unnamed); the published game is
    `CLASSIC`, 3 × 3 with lines of three. `has_line[mask]` tells whether a mask contains a whole line. Raises ValueError
    for other sizes.
    """

    rows: int
    columns: int
    run: int
    size: int = field(init=False, repr=False, compare=False)
    full: int = field(init=False, repr=False, compare=False)
    line_squares: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    lines: tuple[int, ...] = field(init=False, repr=False, compare=False)
    has_line: Remembered[bool] = field(init=False, repr=False, compare=False)
    symmetries: tuple[Permutation, ...] = field(init=False, repr=False, compare=False)
    actions: ActionSpace = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rows, columns, run = self.rows, self.columns, self.run
        if not (1 <= rows <= 5 and 1 <= columns <= 5 and 1 <= run <= max(rows, columns)):
            raise ValueError(f"a board of {rows}×{columns} with lines of {run} is not offered")
        line_squares = _line_squares(rows, columns, run)
        lines = tuple(mask(line) for line in line_squares)
        for name, value in {
            "size": rows * columns,
            "full": (1 << rows * columns) - 1,
            "line_squares": line_squares,
            "lines": lines,
            "has_line": Remembered(lambda squares: any(squares & line == line for line in lines)),
            "symmetries": _symmetries(rows, columns),
            "actions": ActionSpace(rows * columns),
        }.items():
            object.__setattr__(self, name, value)

    def name(self, square: int) -> str:
        """Return the one-character name that people use for a square."""
        return SQUARE_NAMES[square]

    def names(self, squares: int) -> str:
        """Return the names of a mask's squares in ascending order, without separators."""
        return "".join(SQUARE_NAMES[square] for square in squares_in(squares))

    def __reduce__(self) -> tuple[object, ...]:
        return board, (self.rows, self.columns, self.run)


@cache
def board(rows: int, columns: int, run: int) -> Board:
    """Return a board; the same object each time, so that its tables are made once."""
    return Board(rows, columns, run)


def _line_squares(rows: int, columns: int, run: int) -> tuple[tuple[int, ...], ...]:
    """Return every line once, as ascending squares: rows, columns, then both diagonals."""
    # With run 1 every direction names the same line; the set removes the copies but keeps the order.
    found: dict[tuple[int, ...], None] = {}
    for step_row, step_column in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(rows):
            for column in range(columns):
                cells = [(row + step_row * k, column + step_column * k) for k in range(run)]
                if all(r < rows and 0 <= c < columns for r, c in cells):
                    found[tuple(sorted(r * columns + c for r, c in cells))] = None
    return tuple(found)


def _symmetries(rows: int, columns: int) -> tuple[Permutation, ...]:
    """Return the board's symmetries, the identity first: eight for a square, four for a rectangle."""
    found: dict[Permutation, None] = {}
    for transposed in (False, True) if rows == columns else (False,):
        for flip_row in (False, True):
            for flip_column in (False, True):
                images = []
                for row in range(rows):
                    for column in range(columns):
                        r = rows - 1 - row if flip_row else row
                        c = columns - 1 - column if flip_column else column
                        images.append(c * columns + r if transposed else r * columns + c)
                found[tuple(images)] = None
    return tuple(found)


CLASSIC = board(3, 3, 3)
