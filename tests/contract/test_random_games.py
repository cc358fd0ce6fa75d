"""The contract: the Python rules, the library and the WebAssembly module play the same random games, byte for byte."""

from __future__ import annotations

import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from contract.comparison import PART, cut, describe, differences
from contract.reference import BRIEF_SIZE, Recorder, random_game
from spookymarks import kernel
from spookymarks.rules import RULE_SETS, STANDARD

ROOT = Path(__file__).resolve().parents[2]
WASM = ROOT / "web" / "src" / "kernel" / "kernel.wasm"
SEED = 2002
WASM_PART = 20_000


def test_a_million_standard_games_agree() -> None:
    """After every ply of a million games the library says of the position what the Python rules say."""
    assert differences("standard", 1_000_000, SEED, BRIEF_SIZE) == []


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_rule_set_agrees_to_the_last_detail(rules: str) -> None:
    """Twenty thousand games of each rule set agree with roles and causal orders of every measurement."""
    assert differences(rules, 20_000, SEED + 1) == []


@pytest.mark.parametrize(
    ("rules", "games"), [(name, 1_000_000 if name == "standard" else 40_000) for name in RULE_SETS]
)
def test_web_assembly_agrees_with_the_library(rules: str, games: int) -> None:
    """The WebAssembly module leaves the same records as the library, of the same million games."""
    assert hashes_of_wasm(rules, games) == hashes_of_library(rules, games)


def test_records_of_known_games_are_told_apart() -> None:
    """The comparison is not blind: a record that differs in one place is found and named."""
    games = kernel.trace(2, SEED)
    broken = bytearray(games)
    broken[88 * 3 + 52] ^= 3
    text = describe("standard", games, bytes(broken))
    assert text.startswith("standard: ply 3, ")
    assert "to_act=1" in text
    assert "to_act=2" in text
    assert describe("standard", games, games[:-88]).endswith("the other goes on")


def test_games_can_be_played_in_any_parts() -> None:
    """A game depends on its seed and number alone, so parts put together are the whole."""
    assert kernel.trace(7, SEED) == kernel.trace(3, SEED) + kernel.trace(4, SEED, first=3)
    assert kernel.trace(7, SEED) != kernel.trace(7, SEED + 1)


def test_simulation_and_trace_play_the_same_games() -> None:
    """The totals are those of the traced games."""
    games = 2_000
    last = [position for game in range(games) for position in random_game(SEED, game, STANDARD) if position.over]
    totals = kernel.simulate(games, SEED)
    scores = [position.score for position in last if position.score]
    assert totals.games == len(scores) == games
    assert totals.points_x == sum(score.x for score in scores)
    assert totals.points_o == sum(score.o for score in scores)
    assert totals.placements == sum(len(position.marks) for position in last)
    assert totals.placements + totals.measurements == len(kernel.trace(games, SEED)) // 88
    counts = [sum(str(score) == text for score in scores) for text in ("1-0", "0-1", "0-0", "0.5-1", "1-0.5")]
    assert [*totals[5:]] == [*counts, 0]


def test_brief_records_are_the_beginnings_of_full_ones() -> None:
    """Leaving out a measurement leaves out nothing else."""
    recorder = Recorder()
    positions = list(random_game(SEED, 0, STANDARD))
    full = b"".join(map(recorder.record, positions))
    assert cut(full, BRIEF_SIZE) == b"".join(map(recorder.brief, positions))


def hashes_of_wasm(rules: str, games: int) -> list[str]:
    number = list(RULE_SETS).index(rules)
    script = Path(__file__).with_name("trace.mjs")
    arguments = [str(WASM), *map(str, (number, SEED, games, WASM_PART))]
    run = subprocess.run(["node", str(script), *arguments], capture_output=True, text=True, check=True)
    return run.stdout.split()


def hashes_of_library(rules: str, games: int) -> list[str]:
    assert games % WASM_PART == WASM_PART % PART == 0
    return [
        sha256(kernel.trace(WASM_PART, SEED, RULE_SETS[rules], first)).hexdigest()
        for first in range(0, games, WASM_PART)
    ]
