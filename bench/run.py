"""Measures the rules and the kernel on this machine and prints the figures beside each other.

`python bench/run.py` takes half a minute. Speeds are the best of three runs, in processor time, so a busy machine
disturbs them little; compare ratios, not machines. The WebAssembly module runs in Node, if that is installed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.table import Table

from spookymarks import kernel
from spookymarks.cli.perft import count_in_python
from spookymarks.rules import Position

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
WASM = ROOT / "web" / "src" / "kernel" / "kernel.wasm"
RUNS = 3
PYTHON_GAMES = 3_000
KERNEL_GAMES = 1_000_000
DEPTH = 5
PYTHON_DEPTH = 4


class Speeds(NamedTuple):
    """One implementation: random games a second, and positions of a perft a second; both in millions."""

    name: str
    games: float
    nodes: float


def main() -> None:
    """Measure everything and print the table."""
    speeds = [python_speeds(), kernel_speeds()]
    if shutil.which("node"):
        speeds.append(wasm_speeds())
    native = speeds[1]
    table = Table("implementation", title="random games and perft, rule set standard, one core")
    for heading in ("M games/s", "of native", f"M leaves/s, perft({DEPTH})", "of native"):
        table.add_column(heading, justify="right")
    for each in speeds:
        table.add_row(
            each.name,
            f"{each.games:.3f}",
            f"{each.games / native.games:.1%}",
            f"{each.nodes:.1f}",
            f"{each.nodes / native.nodes:.1%}",
        )
    starts = Table("start", "ms", "goal", title="from nothing to done, best of ten")
    starts.columns[1].justify = "right"
    bare = start_milliseconds("-c", "")
    starts.add_row("python alone", f"{bare:.0f}", "")
    starts.add_row(
        "import spookymarks, above that", f"{start_milliseconds('-c', 'import spookymarks') - bare:.0f}", "60"
    )
    starts.add_row("spookymarks --help", f"{start_milliseconds('-m', 'spookymarks', '--help'):.0f}", "150")
    console = Console()
    console.print(table, starts)


def start_milliseconds(*arguments: str) -> float:
    """Return the least time that a Python process with these arguments took."""
    times = []
    for _ in range(10):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def python_speeds() -> Speeds:
    """Measure the Python rules; their perft is one ply shallower."""
    games = PYTHON_GAMES / best(play_in_python) / 1e6
    start = time.process_time()
    leaves = count_in_python(Position.start(), PYTHON_DEPTH)
    return Speeds("Python rules", games, leaves / (time.process_time() - start) / 1e6)


def play_in_python() -> None:
    """Play random games with a cheap source of numbers, so that the rules are what is measured."""
    state = 1
    for _ in range(PYTHON_GAMES):
        position = Position.start()
        while not position.over:
            legal = position.legal
            state = state * 6364136223846793005 + 1442695040888963407 & 0xFFFF_FFFF_FFFF_FFFF
            position = position.play(legal[(state >> 32) * len(legal) >> 32])


def kernel_speeds() -> Speeds:
    """Measure the shared library."""
    leaves = kernel.perft(Position.start(), DEPTH)
    return Speeds(
        "kernel, native",
        KERNEL_GAMES / best(lambda: kernel.simulate(KERNEL_GAMES)) / 1e6,
        leaves / best(lambda: kernel.perft(Position.start(), DEPTH)) / 1e6,
    )


def wasm_speeds() -> Speeds:
    """Measure the WebAssembly module in Node."""
    script = Path(__file__).with_name("wasm.mjs")
    command = ["node", str(script), str(WASM), str(KERNEL_GAMES), str(DEPTH), str(RUNS)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - the command is ours
    answer = json.loads(run.stdout)
    return Speeds("kernel, WebAssembly", answer["games"] / 1e6, answer["nodes"] / 1e6)


def best(work: Callable[[], object]) -> float:
    """Return the least processor time in seconds that the work took."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    main()
