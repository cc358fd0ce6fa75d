"""The engine: questions to the kernel's search from any number of threads, and stopping them."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from spookymarks import kernel
from spookymarks.errors import SpookyMarksError
from spookymarks.kernel import Depth
from spookymarks.rules import CLASSIC
from spookymarks.solver.parallel import Pool, cores

if TYPE_CHECKING:
    from spookymarks.rules import Position, RuleSet

__all__ = ["Depth", "SolverError", "Stop", "StoppedError", "rules_number", "solve", "workspaces"]


class SolverError(SpookyMarksError):
    """The solver cannot answer: another board than 3×3, or a rule set without a name."""


class StoppedError(SolverError):
    """The search was stopped before it had an answer."""


class Stop:
    """A switch that ends every search it was given to, from any thread, within about a millisecond."""

    def __init__(self) -> None:
        self.word = ctypes.c_uint32(0)

    def set(self) -> None:
        """Stop; there is no way back."""
        self.word.value = 1

    @property
    def is_set(self) -> bool:
        """Whether it was set."""
        return bool(self.word.value)


workspaces = Pool(kernel.workspace, cores())
"""What searches remember; each uses one at a time."""


def rules_number(rules: RuleSet) -> int:
    """Return the kernel's number of a rule set; raises SolverError when it is none of the named ones."""
    try:
        return kernel.rules_number(rules)
    except kernel.KernelError:
        raise SolverError(f"the solver knows the named rule sets only, and {rules.name!r} is none of them") from None


def solve(position: Position, depth: Depth, stop: Stop | None = None) -> kernel.Solution:
    """Ask the kernel; the interpreter lock is released meanwhile.

    Raises SolverError for a position that it does not know, StoppedError when `stop` is set before the answer.
    """
    board = position.board
    if board != CLASSIC:
        raise SolverError(f"the solver knows the 3×3 board only, not {board.rows}×{board.columns}")
    rules_number(position.rules)
    with workspaces.lend() as memory:
        solution = kernel.solve(position, depth, memory, stop.word if stop else None)
    # A small question may be answered before the kernel looks at the switch.
    if solution.stopped or (stop is not None and stop.is_set):
        raise StoppedError(f"the search at {position} was stopped")
    return solution
