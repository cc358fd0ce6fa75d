"""The engine: questions to the kernel's search from any number of threads, and stopping them."""

from __future__ import annotations

import ctypes
import os
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

from spookymarks import kernel
from spookymarks.errors import SpookyMarksError
from spookymarks.kernel import Depth
from spookymarks.rules import CLASSIC, RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.rules import Position

__all__ = ["Depth", "SolverError", "Stop", "StoppedError", "solve", "workspace"]


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


_idle: deque[ctypes.Array[ctypes.c_char]] = deque(maxlen=os.cpu_count() or 1)
"""Workspaces that no search uses now. A search takes one or makes one; threads never share one at a time."""


@contextmanager
def workspace() -> Iterator[ctypes.Array[ctypes.c_char]]:
    """Lend memory for one search at a time; it comes back with what it has learnt."""
    try:
        memory = _idle.pop()
    except IndexError:
        memory = kernel.workspace()
    try:
        yield memory
    finally:
        _idle.append(memory)


def solve(position: Position, depth: Depth, stop: Stop | None = None) -> kernel.Solution:
    """Ask the kernel; the interpreter lock is released meanwhile.

    Raises SolverError for a position that it does not know, StoppedError when `stop` is set before the answer.
    """
    board = position.board
    if board != CLASSIC:
        raise SolverError(f"the solver knows the 3×3 board only, not {board.rows}×{board.columns}")
    if RULE_SETS.get(position.rules.name) != position.rules:
        raise SolverError(f"the solver knows the named rule sets only, and {position.rules.name!r} is none of them")
    with workspace() as memory:
        solution = kernel.solve(position, depth, memory, stop.word if stop else None)
    if solution.stopped:
        raise StoppedError(f"the search at {position} was stopped")
    return solution
