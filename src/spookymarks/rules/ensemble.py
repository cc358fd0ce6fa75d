"""The ensemble: all classical boards that the spooky pairs still allow, and the chance of each mark in each square.

A component of n squares has one board for each square r: hang the tree from r and every mark settles away from
it. Components are independent, so the boards of a position are the product, 27 at most on nine squares (Goff).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from spookymarks.rules import graph
from spookymarks.rules.outcome import is_classical
from spookymarks.rules.squares import squares_in

if TYPE_CHECKING:
    from collections.abc import Iterator

ClassicalBoard = tuple[int, ...]
"""The number of the mark in each square; 0 where a square stays without one."""


@dataclass(frozen=True, slots=True)
class Ensemble:
    """All boards that a position still allows, each equally likely.

    `size` is the board's number of squares. `choices` holds, for every component, the ways in which it can
    settle; each way lists the settled marks. `marks` are the position's.
    """

    size: int
    marks: tuple[int, ...]
    choices: tuple[tuple[tuple[graph.Settled, ...], ...], ...]

    def __len__(self) -> int:
        return prod(len(ways) for ways in self.choices)

    def __iter__(self) -> Iterator[ClassicalBoard]:
        decided = [(index, mark) for index, mark in enumerate(self.marks) if is_classical(mark)]
        for ways in product(*self.choices):
            board = [0] * self.size
            for settled in (decided, *ways):
                for index, square in settled:
                    board[square.bit_length() - 1] = index + 1
            yield tuple(board)

    def chances(self) -> tuple[dict[int, Fraction], ...]:
        """Return, for each mark in move order, the chance of each square it may settle in.

        In a tree of n squares the pair a–b ends in a with the share of the squares that lie on b's side, which
        reproduces the odds 50, 67, 75 and 83 % of Goff's figures 14 to 16 (2006).
        """
        counts: list[dict[int, int]] = [dict.fromkeys(squares_in(mark), 0) for mark in self.marks]
        totals = [1] * len(self.marks)
        for index, mark in enumerate(self.marks):
            if is_classical(mark):
                counts[index][mark.bit_length() - 1] = 1
        for ways in self.choices:
            for way in ways:
                for index, square in way:
                    counts[index][square.bit_length() - 1] += 1
                    totals[index] = len(ways)
        return tuple(
            {square: Fraction(count, total) for square, count in squares.items()}
            for squares, total in zip(counts, totals, strict=True)
        )


def ensemble(size: int, marks: tuple[int, ...], components: graph.Components, measured: int) -> Ensemble:
    """Return the ensemble of a position; `measured` is the mark that a pending measurement settles, or NOTHING.

    A component that waits for its measurement has two ways, one for each square of the measured mark.
    """
    choices = []
    for component in components:
        if measured != graph.NOTHING and marks[measured] & component:
            ways = tuple(
                tuple(graph.hang(marks, component, measured, 1 << square)) for square in squares_in(marks[measured])
            )
        else:
            ways = tuple(tuple(_hang_all(marks, component, 1 << root)) for root in squares_in(component))
        choices.append(ways)
    return Ensemble(size, marks, tuple(choices))


def _hang_all(marks: tuple[int, ...], component: int, root: int) -> list[graph.Settled]:
    """Settle a tree whose root stays empty: nothing is measured, so no mark stands in the root."""
    return graph.hang(marks, component, graph.NOTHING, root)[1:]
