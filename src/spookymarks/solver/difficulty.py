"""How hard a puzzle is: a number from exact data, and the grade from 1 to 5 that it falls into.

    difficulty = bits + 2 × temptation + depth ÷ 2 + breadth ÷ 4

    bits         log2(legal actions ÷ right answers): what a guess lacks
    temptation   the share of wrong actions that look as good at a glance as the best-looking right answer
    depth        the placements one has to look ahead: to the end of the win; otherwise, on average over the tempting
                 wrong actions (over all when none tempts), to the end of the game that best play makes of them
    breadth      log2 of the mean number of legal actions after a right answer; 0 when it ends the game

A glance sees one ply: the points of a game that is over; of a closed cycle the mean of both outcomes, for it
forgets who chooses; of anything else only which lines hold no enemy mark. The weights and bounds are ours.
"""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from spookymarks.rules import Phase
from spookymarks.rules.outcome import classical_squares

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from spookymarks.rules import Action, Letter, Position
    from spookymarks.solver import ActionValue, Analysis

BOUNDS = (3.0, 5.0, 7.0, 9.0)
"""A difficulty below the first bound has grade 1, one from the last bound on has grade 5."""

HOPE = 1 / 32
"""What a line without an enemy mark counts at a glance, in points; eight of them are less than the least lead."""


def difficulty(analysis: Analysis, answers: Collection[Action], placements: int | None) -> float:
    """Return how hard it is to find one of the right answers, rounded to a hundredth.

    `placements`: in how many the game is won, when that is what is asked. The analysis has lines, and at least one
    of its actions is right and one wrong.
    """
    position = analysis.position
    wrong = [each for each in analysis.actions if each.action not in answers]
    tempting = _tempting(position, answers, wrong)
    bits = log2(len(analysis.actions) / len(answers))
    depth = placements or _mean([_placements(position, each.line) for each in tempting or wrong])
    breadth = _mean([len(position.play(answer).legal) for answer in answers])
    return round(bits + 2 * len(tempting) / len(wrong) + depth / 2 + log2(max(breadth, 1)) / 4, 2)


def grade(difficulty: float) -> int:
    """Return the grade of a difficulty, 1 to 5."""
    return 1 + sum(difficulty >= bound for bound in BOUNDS)


def glance(position: Position, action: Action, actor: Letter) -> float:
    """Return what an action looks worth to its player at a glance, in points."""
    following = position.play(action)
    if following.phase is not Phase.MEASURE:
        return _look(following, actor)
    return _mean([_look(outcome.position, actor) for outcome in following.outcomes])


def _tempting(position: Position, answers: Collection[Action], wrong: list[ActionValue]) -> list[ActionValue]:
    actor = position.to_act
    if actor is None:
        return []
    best = max(glance(position, answer, actor) for answer in answers)
    return [each for each in wrong if glance(position, each.action, actor) >= best]


def _look(position: Position, actor: Letter) -> float:
    """Return the points of a finished game, or a little for each line that one side alone can still make."""
    sign = 1 if actor == "X" else -1
    if position.score:
        return sign * (position.score.x - position.score.o)
    x, o = classical_squares(position.marks)
    lines = position.board.lines
    return sign * HOPE * (sum(not line & o for line in lines) - sum(not line & x for line in lines))


def _placements(position: Position, line: Sequence[Action]) -> int:
    """Count the marks that a line of actions places."""
    before = len(position.marks)
    for action in line:
        position = position.play(action)
    return len(position.marks) - before


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
