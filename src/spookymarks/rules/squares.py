"""Squares and sets of squares: names for people, bit masks for the rules.

Squares are numbered row by row from 0 and a set of squares is a mask: bit s stands for square s. People see the
names 1 to 9; a board of more than nine squares goes on with a, b, c ...
"""

from __future__ import annotations

from functools import lru_cache

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
