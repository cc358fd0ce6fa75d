"""The solver: what a position is worth at perfect play, why, and for how long.

    >>> from spookymarks import Position, read_action
    >>> from spookymarks.solver import analyze
    >>> analysis = analyze(Position.start().play(read_action("1-9")).play(read_action("2-5")))
    >>> analysis.value, str(analysis.actions[0].action)
    (1.0, '1-9')

The search itself is in the native kernel (native/search.hpp); here are its answers in the words of the rules.
"""

from spookymarks.solver.analysis import ActionValue, Analysis, Grade, analyze, best, evaluate
from spookymarks.solver.engine import Depth, SolverError, Stop, StoppedError

__all__ = [
    "ActionValue",
    "Analysis",
    "Depth",
    "Grade",
    "SolverError",
    "Stop",
    "StoppedError",
    "analyze",
    "best",
    "evaluate",
]
