"""The same position with other numbers: marks of one owner that have exchanged theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import assume
from hypothesis import strategies as st

from spookymarks.rules import Position, RuleSet
from spookymarks.rules.graph import NOTHING
from spookymarks.rules.outcome import classical_squares
from strategies import random_game

if TYPE_CHECKING:
    from collections.abc import Callable

    Exchanges = Callable[[Position], list[int]]


@st.composite
def renumberings(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet], exchanges: Exchanges) -> tuple[Position, Position]:
    """Draw a position in play and the same one after marks have exchanged their numbers, as often as drawn.

    `exchanges` returns the indices i such that the marks i and i + 2, which are of one owner, may be exchanged.
    """
    game = random_game(draw(st.randoms(use_true_random=False)), draw(rules))
    fitting = [position for position in game if not position.over and exchanges(position)]
    assume(fitting)
    position = renumbered = draw(st.sampled_from(fitting))
    for _ in range(draw(st.integers(1, 6))):
        first = draw(st.sampled_from(exchanges(renumbered)))
        marks = list(renumbered.marks)
        marks[first], marks[first + 2] = marks[first + 2], marks[first]
        renumbered = Position.from_marks(tuple(marks), position.rules)
    return position, renumbered


def any_two(position: Position) -> list[int]:
    """Return the first index of every two neighbouring marks of one owner; a mark to be measured keeps its number."""
    count = len(position.marks) if position.measured == NOTHING else position.measured
    return list(range(count - 2))


def any_two_of_six(position: Position) -> list[int]:
    """Return what `any_two` does when there are six marks or fewer, else nothing."""
    return any_two(position) if len(position.marks) <= 6 else []


def never_compared(position: Position) -> list[int]:
    """Return those of `any_two` between which no enemy's mark can be in a line, or which cannot be in one themselves.

    A mark cannot be in a line when each of its squares is only on lines that hold a classical mark of the enemy.
    """
    dead = [_is_dead(position, index) for index in range(len(position.marks))]
    return [first for first in any_two(position) if dead[first + 1] or (dead[first] and dead[first + 2])]


def _is_dead(position: Position, index: int) -> bool:
    x, o = classical_squares(position.marks)
    enemy = x if index & 1 else o
    return not any(line & position.marks[index] and not line & enemy for line in position.board.lines)
