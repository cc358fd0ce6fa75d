"""The contract: the games in choices.jsonl are those of the Python players; the page's tests replay them."""

import json

from contract.choices import FILE, SEEDS, games
from spookymarks.rules import RULE_SETS


def test_written_games_are_those_of_the_players() -> None:
    """Python's players make every decision of the file, so the file may judge the page's."""
    assert FILE.read_text(encoding="utf-8").splitlines() == list(games())


def test_the_games_cover_what_could_differ() -> None:
    """Every rule set, level and side is there, thousands of decisions, and seeds that a page's numbers cannot hold."""
    lines = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert {(line["rules"], line[side], side) for line in lines for side in "XO"} == {
        (rules, level, side) for rules in RULE_SETS for level in range(1, 10) for side in "XO"
    }
    assert sum(len(line["actions"]) for line in lines) > 3000
    assert {int(line["seed"]) for line in lines} == set(SEEDS)
    assert max(int(line["game"]) for line in lines) > 2**63
