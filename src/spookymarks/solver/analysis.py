"""Analyses: the value of a position and of each of its actions, best first, with distances and principal lines.

Values are points X − O at perfect play, in steps of ½; under the rule set `coin` expected points, in steps of 1/32.

The distance is counted in placements from the position to the end of the game. Who is ahead (X when the value is above
0, O when it is below) wants the value first and then the end soon; the other side wants the value and then the end
late. A draw has no distance, and neither has a game of chance.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from spookymarks.kernel import UNIT
from spookymarks.solver.engine import Depth, SolverError, Stop, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spookymarks.kernel import Prospect
    from spookymarks.rules import Action, Position


class Grade(Enum):
    """What an action makes of the position's value, seen from the side that acts.

    BEST keeps the value and the best distance. HOLDS keeps the value but not the distance: a win comes later, or a loss
    sooner, than it must. LOSES gives some of the value away. The outcomes of a coin are no choice: both are BEST.
    """

    BEST = "best"
    HOLDS = "holds"
    LOSES = "loses"


@dataclass(frozen=True, slots=True)
class ActionValue:
    """A legal action and what follows from it at perfect play.

    `distance`: placements left from the position to the end, this action included; None in a draw, under a coin, or
    when it was not asked. `replies`: how many actions of the next to act keep the value; None when none acts or it was
    not asked. `line`: best play from here, `action` first, up to the end of the game or the throw of a coin; of equal
    actions it takes the one with the lowest number. It is empty when it was not asked.
    """

    action: Action
    value: float
    grade: Grade
    distance: int | None
    replies: int | None
    line: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position, its value and distance, and all its actions: best first for the side to act, then by number.

    `nodes` and `seconds` tell what the search cost; they depend on what was asked before, nothing else does.
    """

    position: Position
    value: float
    distance: int | None
    actions: tuple[ActionValue, ...]
    nodes: int
    seconds: float


def evaluate(position: Position, *, stop: Stop | None = None) -> float:
    """Return the value of a position, X − O in points; the score of a finished game.

    Raises SolverError for another board than 3×3 or a rule set without a name, StoppedError when stopped.
    """
    return solve(position, Depth.VALUE, stop).value / UNIT


def analyze(position: Position, *, depth: Depth = Depth.FULL, stop: Stop | None = None) -> Analysis:
    """Return what is known of a position and its actions, as much as `depth` asks for; errors as in `evaluate`."""
    begun = time.perf_counter()
    solution = solve(position, depth, stop)
    every = position.board.actions.all

    def line(numbers: Iterable[int]) -> tuple[Action, ...]:
        return tuple(every[number] for number in numbers)

    placed = len(position.marks)
    prospects = sorted(solution.prospects, key=_order({"X": 1, "O": -1, None: 0}[position.to_act]))
    actions = tuple(
        ActionValue(
            every[each.action],
            each.value / UNIT,
            _grade(each, prospects[0]) if position.to_act else Grade.BEST,
            None if each.marks is None else each.marks - placed,
            each.replies,
            line(each.line),
        )
        for each in prospects
    )
    distance = None if solution.marks is None else solution.marks - placed
    return Analysis(position, solution.value / UNIT, distance, actions, solution.nodes, time.perf_counter() - begun)


def best(position: Position, *, stop: Stop | None = None) -> Action:
    """Return the best action, of equal ones the one with the lowest number; errors as in `evaluate`.

    Raises SolverError too when there is nothing to choose: the game is over, or a coin measures.
    """
    if position.to_act is None:
        raise SolverError(f"nobody acts at {position}: the game is over or a coin measures")
    return analyze(position, depth=Depth.LINES, stop=stop).actions[0].action


def _order(sign: int) -> Callable[[Prospect], tuple[int, int, int]]:
    """Return the sort key of actions: value, then a win's soonness or a loss's lateness, then the number.

    `sign` is 1 for X, −1 for O, and 0 when a coin acts, which prefers nothing.
    """

    def key(each: Prospect) -> tuple[int, int, int]:
        gain = sign * each.value
        marks = abs(sign) * (each.marks or 0)
        return -gain, marks if gain > 0 else -marks, each.action

    return key


def _grade(each: Prospect, first: Prospect) -> Grade:
    if each.value == first.value and each.marks == first.marks:
        return Grade.BEST
    return Grade.HOLDS if each.value == first.value else Grade.LOSES
