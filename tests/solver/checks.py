"""What must hold for an analysis: agreement with the slow solver, and lines that lead where they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.slow import Verdict
from spookymarks.solver import analyze, evaluate

if TYPE_CHECKING:
    from solver.slow import SlowSolver
    from spookymarks.rules import Position
    from spookymarks.solver import ActionValue, Analysis


def check_agreement(position: Position, slow: SlowSolver) -> Analysis:
    """Compare everything the two solvers say of a position, and follow every principal line with the slow one."""
    found = analyze(position)
    assert evaluate(position) == found.value, repr(position)
    expected = (slow.value(position), slow.distance(position), slow.verdicts(position))
    assert (found.value, found.distance, verdicts(found)) == expected, repr(position)
    for each in found.actions:
        worths = {slow.worth(after) for after in check_line(position, each)}
        assert len(worths) == 1, f"{position!r}: the line of {each.action} gives something away"
    return found


def verdicts(analysis: Analysis) -> list[Verdict]:
    """Return the actions of an analysis without their lines."""
    return [
        Verdict(each.action, each.value, each.grade.value, each.distance, each.replies) for each in analysis.actions
    ]


def check_line(position: Position, each: ActionValue) -> list[Position]:
    """Follow a principal line and return its positions, without the first.

    It is legal from end to end, has the stated number of placements and ends in the stated value, or where a coin
    measures.
    """
    marks = len(position.marks)
    assert each.line[0] == each.action, repr(position)
    followed = []
    after = position
    for action in each.line:
        after = after.play(action)
        followed.append(after)
    if after.score is None:
        assert after.to_act is None, f"{position!r}: the line of {each.action} stops before the end"
    else:
        assert after.score.x - after.score.o == each.value, f"{position!r}: the line of {each.action} misses its value"
    if each.distance is not None:
        assert len(after.marks) - marks == each.distance, f"{position!r}: the line of {each.action} misses its length"
    return followed
