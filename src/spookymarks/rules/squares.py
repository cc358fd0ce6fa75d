"""Squares and sets of squares: names for people, bit masks for the rules.

Squares are numbered row by row from 0 and a set of squares is a mask: bit s stands for square s. People see the
names 1 to 9; a board of more than nine squares goes on with a, b, c ...
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Value = TypeVar("Value")

SQUARE_NAMES = "123456789abcdefghijklmnop"

Permutation = tuple[int, ...]
"""Where a symmetry carries each square."""


def mask(squares: tuple[int, ...]) -> int:
    """Return the mask of some squares."""
    return sum(1 << square for square in squares)


@lru_cache(maxsize=1 << 16)
def squares_in(squares: int) -> tuple[int, ...]:
    """Return the squares of a mask in ascending order."""
    return tuple(square for square in range(squares.bit_length()) if squares >> square & 1)


def image(squares: int, permutation: Permutation) -> int:
    """Return the mask into which a symmetry carries the given mask."""
    return sum(1 << permutation[square] for square in squares_in(squares))


class Remembered(dict[int, Value]):
    """A function of masks that remembers what it has found, so that asking again costs one look-up.

    The classic board has 512 masks; a larger one may have millions, so the memory is bounded.
    """

    def __init__(self, find: Callable[[int], Value]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, squares: int) -> Value:
        found = self._find(squares)
        if len(self) < 1 << 12:
            self[squares] = found
        return found
