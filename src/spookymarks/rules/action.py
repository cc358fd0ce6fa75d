"""Actions: the two things a player can do, their text, and their numbering on a board.

A placement puts a spooky pair in two squares. A settle decides in which square a mark stands for good: it is
the measurement, and also the last square, where both halves of a mark stand in the one square left.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from spookymarks.errors import SpookyMarksError
from spookymarks.rules.squares import SQUARE_NAMES, Remembered, squares_in


@dataclass(frozen=True, slots=True)
class Placement:
    """A spooky pair in the squares `a` < `b` (given in either order); `bits` is their mask.

    Raises SpookyMarksError when both are the same square or one is negative.
    """

    a: int
    b: int
    bits: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        a, b = self.a, self.b
        if a == b or a < 0 or b < 0:
            raise SpookyMarksError(f"a spooky pair needs two different squares of the board, not {a} and {b}")
        if a > b:
            object.__setattr__(self, "a", b)
            object.__setattr__(self, "b", a)
        object.__setattr__(self, "bits", 1 << a | 1 << b)

    def __str__(self) -> str:
        return f"{_name(self.a)}-{_name(self.b)}"


@dataclass(frozen=True, slots=True)
class Settle:
    """The measured mark settles in `square`; or both halves of the last mark stand there; `bits` is its mask.

    Raises SpookyMarksError when the square is negative.
    """

    square: int
    bits: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.square < 0:
            raise SpookyMarksError(f"a mark settles in a square of the board, not in {self.square}")
        object.__setattr__(self, "bits", 1 << self.square)

    def __str__(self) -> str:
        return f"@{_name(self.square)}"


Action = Placement | Settle


def _name(square: int) -> str:
    return SQUARE_NAMES[square] if square < len(SQUARE_NAMES) else f"({square})"


class ActionSpace:
    """All actions on `size` squares, numbered: placements in lexicographic order, then one settle a square.

    The classic board has 45: placements 0 to 35 and settles 36 to 44. `placements_within[mask]` are the placements
    with both halves in a mask, `settles_within[mask]` one settle for each of its squares, both in order.
    """

    def __init__(self, size: int) -> None:
        self.placements = tuple(Placement(a, b) for a, b in combinations(range(size), 2))
        self.settles = tuple(Settle(square) for square in range(size))
        self.all: tuple[Action, ...] = (*self.placements, *self.settles)
        self.placements_within = Remembered(
            lambda mask: tuple(action for action in self.placements if not action.bits & ~mask)
        )
        self.settles_within = Remembered(lambda mask: tuple(self.settles[square] for square in squares_in(mask)))
        self._index = {action: index for index, action in enumerate(self.all)}

    def index(self, action: Action) -> int:
        """Return an action's number; KeyError when it is not one of these."""
        return self._index[action]
