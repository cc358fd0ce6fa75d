"""The contract: the boards in ensembles.jsonl are those of the Python rules; the page's tests find the same."""

import json

from contract.ensembles import FILE, ensembles
from spookymarks.rules import RULE_SETS


def test_written_boards_are_those_of_the_rules() -> None:
    """Python finds every board of the file and no other, so the file may judge the page."""
    assert FILE.read_text(encoding="utf-8").splitlines() == list(ensembles())


def test_the_positions_cover_what_could_differ() -> None:
    """Every rule set is there, and ensembles of one board as well as of many."""
    lines = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert {line["rules"] for line in lines} == set(RULE_SETS)
    assert {len(line["boards"]) for line in lines} >= {1, 2, 3, 4, 6, 9, 18, 27}
