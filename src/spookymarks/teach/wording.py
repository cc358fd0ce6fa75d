"""Wording: numbers, squares and lists as English sentences have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.notation.replay import points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spookymarks.rules import Score


def ended(score: Score) -> str:
    """Write the points of a finished game."""
    return f"X {points(score.x)}, O {points(score.o)}"


def standing(value: float) -> str:
    """Say who is ahead."""
    if value == 0:
        return "the game is level"
    return f"{'X' if value > 0 else 'O'} is ahead by {points(abs(value))}"


def placements(number: int) -> str:
    """Count placements."""
    return "1 placement" if number == 1 else f"{number} placements"


def dashed(squares: Iterable[int]) -> str:
    """Write the squares of a line or a pair."""
    return "-".join(map(str, squares))


def joined(parts: Iterable[str], last: str = "and") -> str:
    """List parts as a sentence does."""
    *most, end = [*parts] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end
