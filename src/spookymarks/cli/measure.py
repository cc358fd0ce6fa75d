"""Measurements of this machine: the rules, the kernel, the solver, cores and starts; figures only, no output.

Times of one core are processor time, of which a busy machine takes little away; those of many cores are wall time.
"""

from __future__ import annotations

import ctypes
import json
import random
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from spookymarks import kernel
from spookymarks.cli.perft import count_in_python
from spookymarks.kernel import Depth
from spookymarks.notation.text import read_game
from spookymarks.rules import Phase, Position
from spookymarks.solver.engine import workspaces
from spookymarks.solver.parallel import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

CHECKOUT = Path(__file__).resolve().parents[3]
SCRIPT = CHECKOUT / "bench" / "wasm.mjs"
MODULE = CHECKOUT / "web" / "src" / "kernel" / "kernel.wasm"

KINDS = ("1-9", "1-3", "1-5", "2-5", "1-2", "1-6", "2-4", "2-8")
"""A first move of each of the eight kinds that differ under the symmetries of the board."""

SEED = 2006


class Effort(NamedTuple):
    """How much is done: games, plies of perft, random positions, positions for the cores, and runs."""

    games: int
    depth: int
    python_games: int
    python_depth: int
    positions: int
    batch: int
    runs: int


FULL = Effort(1_000_000, 5, 3_000, 4, 60, 4_000, 3)
QUICK = Effort(50_000, 4, 200, 3, 6, 200, 1)


class Speed(NamedTuple):
    """An implementation of the rules: random games and leaves of a perft a second."""

    name: str
    games: float
    leaves: float


class Solving(NamedTuple):
    """A question to the solver over some positions: the mean, the worst of them, and the mean of nodes.

    `seconds` are from an empty table; `worst_at` is the text of the worst position.
    """

    question: str
    positions: int
    seconds: float
    worst: float
    worst_at: str
    nodes: float


class Scaling(NamedTuple):
    """Positions a second that so many threads value together, and the processor seconds that one position costs them.

    If the second figure stays as it is for one thread, only a busy machine keeps the first from growing.
    """

    workers: int
    positions: float
    cost: float


class Browser(NamedTuple):
    """The WebAssembly module in Node: its speed, the value of the empty board, all replies to one placement."""

    speed: Speed
    solve_seconds: float
    solve_nodes: int
    replies_seconds: float


def python_speed(effort: Effort) -> Speed:
    """Measure the Python rules."""
    leaves = count_in_python(Position.start(), effort.python_depth)
    return Speed(
        "Python rules",
        effort.python_games / best(lambda: _play_in_python(effort.python_games), effort.runs),
        leaves / best(lambda: count_in_python(Position.start(), effort.python_depth), 1),
    )


def kernel_speed(effort: Effort) -> Speed:
    """Measure the library."""
    leaves = kernel.perft(Position.start(), effort.depth)
    return Speed(
        "kernel, native",
        effort.games / best(lambda: kernel.simulate(effort.games), effort.runs),
        leaves / best(lambda: kernel.perft(Position.start(), effort.depth), effort.runs),
    )


def browser(effort: Effort) -> Browser | None:
    """Measure the WebAssembly module; None outside a checkout or without Node."""
    node = shutil.which("node")
    if node is None or not SCRIPT.exists() or not MODULE.exists():
        return None
    command = [node, str(SCRIPT), str(MODULE), str(effort.games), str(effort.depth), str(effort.runs)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - the command is ours
    answer = json.loads(run.stdout)
    return Browser(
        Speed("kernel, WebAssembly", answer["games"], answer["nodes"]),
        answer["solve_seconds"],
        answer["solve_nodes"],
        answer["replies_seconds"],
    )


def root(effort: Effort) -> Solving:
    """Value the empty board."""
    return _solving("the game, from nothing", Depth.VALUE, [Position.start()], effort)


def after_one(effort: Effort) -> Solving:
    """Value all replies to a first move of each kind."""
    return _solving("all actions after one placement", Depth.VALUES, [read_game(k).position for k in KINDS], effort)


def after_three(effort: Effort) -> Solving:
    """Value all actions of random positions with three marks."""
    return _solving("all actions after three marks", Depth.VALUES, random_positions(3, effort.positions), effort)


def after_four(effort: Effort) -> Solving:
    """Value all actions of random positions with four marks."""
    return _solving("all actions after four marks", Depth.VALUES, random_positions(4, effort.positions), effort)


def scaling(effort: Effort) -> tuple[Scaling, ...]:
    """Value one batch with 1, 2, 4 … threads and with one a core. Raises SolverError without NumPy."""
    from spookymarks.solver.arrays import pack, values  # noqa: PLC0415 - NumPy is optional

    rows = pack(random_positions(4, effort.batch))
    teams = sorted({1 << power for power in range(cores().bit_length())} | {cores()})

    def measured(team: int) -> Scaling:
        seconds, cost = [], []
        for _ in range(effort.runs):
            with ExitStack() as lent:
                for _ in range(team):
                    _forget(lent.enter_context(workspaces.lend()))
            begun, busy = time.perf_counter(), time.process_time()
            values(rows, workers=team)
            seconds.append(time.perf_counter() - begun)
            cost.append(time.process_time() - busy)
        return Scaling(team, effort.batch / min(seconds), min(cost) / effort.batch)

    return tuple(map(measured, teams))


def start_seconds(effort: Effort, *arguments: str) -> float:
    """Return the least time that a Python process with these arguments took."""
    command = [sys.executable, *arguments]
    return best(
        lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL),  # noqa: S603 - the command is ours
        3 * effort.runs,
        time.perf_counter,
    )


def random_positions(marks: int, count: int) -> list[Position]:
    """Return positions with this many marks in which a placement is due, always the same ones."""
    draw = random.Random(SEED)  # noqa: S311 - a seeded sample, no secret
    found: list[Position] = []
    while len(found) < count:
        position = Position.start()
        while not position.over and (len(position.marks) < marks or position.phase is Phase.MEASURE):
            position = position.play(draw.choice(position.legal))
        if not position.over and len(position.marks) == marks:
            found.append(position)
    return found


def best(work: Callable[[], object], runs: int, clock: Callable[[], float] = time.process_time) -> float:
    """Return the least time in seconds that the work took."""
    times = []
    for _ in range(runs):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def _solving(question: str, depth: Depth, positions: Iterable[Position], effort: Effort) -> Solving:
    """Ask about each position with an empty table; of several runs the quickest counts."""
    costs: list[tuple[float, str, int]] = []
    memory = kernel.workspace()
    for position in positions:
        times = []
        for _ in range(effort.runs):
            _forget(memory)
            start = time.process_time()
            nodes = kernel.solve(position, depth, memory).nodes
            times.append(time.process_time() - start)
        costs.append((min(times), str(position), nodes))
    worst, where, _ = max(costs)
    seconds, _, visited = zip(*costs, strict=True)
    return Solving(question, len(costs), sum(seconds) / len(costs), worst, where, sum(visited) / len(costs))


def _forget(memory: ctypes.Array[ctypes.c_char]) -> None:
    """Empty a workspace. What the system does for the first touch of its pages is no part of a search."""
    ctypes.memset(memory, 0, len(memory))


def _play_in_python(games: int) -> None:
    """Play random games with a cheap source of numbers, so that the rules are what is measured."""
    state = 1
    for _ in range(games):
        position = Position.start()
        while not position.over:
            legal = position.legal
            state = state * 6364136223846793005 + 1442695040888963407 & 0xFFFF_FFFF_FFFF_FFFF
            position = position.play(legal[(state >> 32) * len(legal) >> 32])
