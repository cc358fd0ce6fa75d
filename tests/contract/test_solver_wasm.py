"""The contract: library and WebAssembly module solve positions alike."""

from __future__ import annotations

import ctypes
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from struct import Struct

import pytest

from spookymarks import kernel
from spookymarks.kernel import Depth
from spookymarks.kernel.library import library
from spookymarks.kernel.solution import SOLUTION_SIZE
from spookymarks.rules import RULE_SETS, squares_in

WASM = Path(__file__).resolve().parents[2] / "web" / "src" / "kernel" / "kernel.wasm"
SEED = 2006
GAMES = 500
NODES_SIZE = 8
# How many positions with so many marks, the last one with so many or more; early ones cost a thousand times as much.
FOR_VALUES = {4: 60, 5: 340, 6: 1_600, 7: 10_500}
FOR_SOLUTIONS = {4: 10, 5: 60, 6: 200, 7: 500}

_RECORD = Struct("<16x9H16xBB36x")
_OVER = 2


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_hundred_thousand_positions_have_the_same_values(rules: str) -> None:
    """Of 12,500 positions of each rule set both find the same value, and the same values of all actions."""
    assert len(RULE_SETS) * sum(FOR_VALUES.values()) == 100_000
    assert solved_differently(rules, FOR_VALUES, Depth.VALUES) == []


@pytest.mark.parametrize("rules", RULE_SETS)
def test_whole_solutions_are_the_same(rules: str) -> None:
    """Distances, lines and counts of replies are the same too, on fewer positions."""
    assert solved_differently(rules, FOR_SOLUTIONS, Depth.FULL) == []


def test_solutions_of_different_positions_are_told_apart() -> None:
    """The comparison is not blind: other positions and other depths leave other digests."""
    texts = ["1.4.2.5.67", "1.4.2.5.68"]
    digests = [*by_library(0, texts, Depth.VALUES), *by_wasm(0, texts, Depth.LINES)]
    assert len(set(digests)) == 4


def solved_differently(rules: str, quotas: dict[int, int], depth: Depth) -> list[str]:
    """Return the positions, of a sample of random games, of which the two do not find the same."""
    number = list(RULE_SETS).index(rules)
    texts = positions(rules, quotas)
    with ThreadPoolExecutor() as pool:
        wasm = pool.submit(by_wasm, number, texts, depth)
        native = by_library(number, texts, depth)
        return [text for text, ours, theirs in zip(texts, native, wasm.result(), strict=True) if ours != theirs]


def positions(rules: str, quotas: dict[int, int]) -> list[str]:
    """Return different unfinished positions of random games, as many with each number of marks as the quotas say."""
    found: dict[str, None] = {}
    missing = Counter(quotas)
    first = 0
    while missing.total():
        for *marks, placed, phase in _RECORD.iter_unpack(kernel.trace(GAMES, SEED, RULE_SETS[rules], first)):
            group = min(placed, max(quotas))
            if phase == _OVER or not missing[group]:
                continue
            text = ".".join("".join(str(square + 1) for square in squares_in(mark)) for mark in marks[:placed])
            if text not in found:
                found[text] = None
                missing[group] -= 1
        first += GAMES
    return list(found)


def by_library(rules: int, texts: list[str], depth: Depth) -> list[str]:
    """Return the digest of the library's solution of each position."""
    position, place = ctypes.create_string_buffer(64), ctypes.c_uint32()
    memory, record = kernel.workspace(), ctypes.create_string_buffer(SOLUTION_SIZE)
    digests = []
    for text in texts:
        assert library().sm_read(rules, text.encode(), len(text), position, ctypes.byref(place)) == 0, text
        library().sm_solve(rules, position, depth, memory, None, record)
        digests.append(sha256(memoryview(record)[NODES_SIZE:]).hexdigest())
    return digests


def by_wasm(rules: int, texts: list[str], depth: Depth) -> list[str]:
    """Return the digest of the WebAssembly module's solution of each position."""
    script = Path(__file__).with_name("solve.mjs")
    command = ["node", str(script), str(WASM), str(rules), str(int(depth))]
    run = subprocess.run(command, input="\n".join(texts), capture_output=True, text=True, check=True)
    return run.stdout.split()
