"""Whole batches in NumPy arrays: positions in rows, random games as records, exact values of many positions.

A row of positions is nine masks (uint16), the squares of each mark in move order: bit s for the square s + 1, and 0
where there is no mark yet. NumPy is the optional extra `arrays` and is imported when a function is called.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from spookymarks.errors import InvalidPositionError
from spookymarks.kernel.library import library
from spookymarks.rules import CLASSIC, STANDARD, Position, Setup, mark_name, squares_in
from spookymarks.solver.engine import SolverError, Stop, StoppedError, rules_number, workspaces
from spookymarks.solver.parallel import Part, crew, spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

    from spookymarks.rules import RuleSet
    from spookymarks.solver.parallel import Progress

    Rows = NDArray[np.uint16]
    Games = NDArray[np.void]
    Values = NDArray[np.float64]

PORTION = 20_000
"""Random games that one call of the kernel plays: hundredths of a second."""

MOST_POSITIONS = 64
"""Positions that one call of the kernel values: with few marks a second's work, with many too little to notice."""

LEAST_PARTS = 8
"""Parts that a worker gets of a smaller batch, so that they end together."""

_GAME = {"names": ["x", "o", "placements", "measurements"], "formats": ["<f4", "<f4", "u1", "u1"]}


def simulate(
    games: int,
    seed: int = 0,
    rules: RuleSet = STANDARD,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Games:
    """Play the random games 0 to `games - 1` of a seed: records of points `x`, `o`, `placements` and `measurements`.

    They are the games of `kernel.simulate`, whatever the number of `workers` (threads, one a core by default):
    every legal action is equally likely. `progress` is told how many games are done. Raises SolverError for rules
    without a name, fewer than 0 games, or when NumPy is missing.
    """
    np = _numpy()
    number = rules_number(rules)
    if games < 0:
        raise SolverError(f"the number of games is 0 or more, not {games}")
    table: Games = np.empty(games, np.dtype(_GAME, align=True))

    def play(part: Part) -> None:
        library().sm_simulate_games(number, seed, part.first, part.length, table[part.first :].ctypes.data)

    for _ in spread(play, games, PORTION, crew(workers), progress):
        pass
    return table


def values(
    positions: Sequence[Position] | NDArray[Any],
    rules: RuleSet = STANDARD,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Values:
    """Return the exact values of positions or of rows, X − O in points, in their order (float64).

    Every position is checked before any is solved. `workers`: threads, one a core by default; they change no value.
    `progress` is told how many positions are done. Raises SolverError naming the first position that is not one of the
    rule set or the first row that no game reaches, StoppedError when `stop` is set. A call that is interrupted, or ends
    early for another reason, sets `stop` itself.
    """
    np = _numpy()
    given: Any = positions
    rows = _checked(given if isinstance(given, np.ndarray) else _packed(given, rules), rules)
    number, team, switch = rules_number(rules), crew(workers), stop or Stop()
    found: Values = np.empty(len(rows))

    def work(part: Part) -> None:
        here, there = rows[part.first :].ctypes.data, found[part.first :].ctypes.data
        with workspaces.lend() as memory:
            done = library().sm_values(number, here, part.length, memory, ctypes.byref(switch.word), there)
        if done < part.length:
            raise StoppedError(f"the search was stopped at position {part.first + done}")

    size = max(1, min(MOST_POSITIONS, len(rows) // (LEAST_PARTS * team)))
    try:
        for _ in spread(work, len(rows), size, team, progress):
            pass
    except BaseException:
        switch.set()
        raise
    return found


def pack(positions: Iterable[Position]) -> Rows:
    """Return positions of the classic board as rows; their rule sets are not part of it.

    Raises SolverError naming the first position on another board.
    """
    np = _numpy()
    rows = []
    for index, position in enumerate(positions):
        if position.board != CLASSIC:
            raise SolverError(f"position {index} is not on the 3×3 board")
        rows.append(position.marks + (0,) * (CLASSIC.size - len(position.marks)))
    packed: Rows = np.array(rows, np.uint16).reshape(-1, CLASSIC.size)
    return packed


def unpack(rows: NDArray[Any], rules: RuleSet = STANDARD) -> list[Position]:
    """Return rows as positions under a rule set; raises SolverError naming the first row that no game reaches."""
    checked = _checked(rows, rules)
    marks = (tuple(int(mark) for mark in row if mark) for row in checked)
    return [Position.from_marks(each, rules) for each in marks]


def _packed(positions: Sequence[Position], rules: RuleSet) -> Rows:
    for index, position in enumerate(positions):
        if not isinstance(position, Position):
            raise SolverError(f"position {index} is {type(position).__name__}, no Position; rows are a NumPy array")
        if position.rules != rules:
            raise SolverError(f"position {index} is one of {position.rules.name}, not of {rules.name}: name its rules")
    return pack(positions)


def _checked(rows: NDArray[Any], rules: RuleSet) -> Rows:
    """Return rows as the kernel reads them, every one a position that some game reaches."""
    np = _numpy()
    given = np.asarray(rows)
    if given.ndim != 2 or given.shape[1] != CLASSIC.size or given.dtype.kind not in "iu":
        raise SolverError(
            f"positions are rows of {CLASSIC.size} whole numbers, not {given.dtype} of the shape {given.shape}"
        )
    # What does not even fit is cut off here, before the kernel sees something else.
    wrong = np.flatnonzero(((given < 0) | (given > 0xFFFF)).any(axis=1))
    checked: Rows = np.ascontiguousarray(given[: wrong[0]] if wrong.size else given, np.uint16)
    bad = int(library().sm_first_wrong_row(rules_number(rules), checked.ctypes.data, len(checked)))
    if bad < len(given):
        raise SolverError(f"row {bad}: {_fault([int(mark) for mark in given[bad]], rules)}")
    return checked


def _fault(row: list[int], rules: RuleSet) -> str:
    """Say why a row is no position."""
    count = max(index + 1 for index, mark in enumerate(row) if mark)
    for number, mark in enumerate(row[:count], 1):
        if not 0 <= mark <= CLASSIC.full:
            return f"{mark_name(number)} is {mark}, which is no set of the nine squares"
        if not mark:
            return f"{mark_name(number)} is missing before {mark_name(count)}"
    setup = Setup.in_order(tuple(tuple(squares_in(mark)) for mark in row[:count]), rules)
    return str(InvalidPositionError(str(setup), setup.validate()))


def _numpy() -> ModuleType:
    try:
        import numpy as np  # noqa: PLC0415 - an optional dependency
    except ImportError:
        raise SolverError("arrays need NumPy: pip install 'spookymarks[arrays]'") from None
    return np
