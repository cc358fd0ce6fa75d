"""The native kernel: the rules of the classic board in compiled code, for work on many positions at once.

The Python rules stay the rules; this package answers the same questions about whole batches, a few hundred times
faster. The library is loaded at the first call, never at import. The calls release the interpreter lock.
"""

from spookymarks.kernel.calls import (
    MOST_PLIES,
    Totals,
    perft,
    play,
    read,
    rules_number,
    simulate,
    solve,
    trace,
    view,
    workspace,
)
from spookymarks.kernel.errors import KernelError, KernelMissingError, KernelRefusalError
from spookymarks.kernel.library import KERNEL_ABI
from spookymarks.kernel.refusals import Refusal
from spookymarks.kernel.solution import UNIT, Depth, Prospect, Solution
from spookymarks.kernel.view import View, ViewLine

__all__ = [
    "KERNEL_ABI",
    "MOST_PLIES",
    "UNIT",
    "Depth",
    "KernelError",
    "KernelMissingError",
    "KernelRefusalError",
    "Prospect",
    "Refusal",
    "Solution",
    "Totals",
    "View",
    "ViewLine",
    "perft",
    "play",
    "read",
    "rules_number",
    "simulate",
    "solve",
    "trace",
    "view",
    "workspace",
]
