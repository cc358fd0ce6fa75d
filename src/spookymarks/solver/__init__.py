"""The solver: what a position is worth at perfect play, why, and for how long.

    >>> from spookymarks import read_game
    >>> from spookymarks.solver import analyze
    >>> analysis = analyze(read_game("1-9 2-5").position)
    >>> analysis.value, str(analysis.actions[0].action)
    (1.0, '5-7')

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
