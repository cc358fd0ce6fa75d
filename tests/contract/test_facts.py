"""The contract: the facts in facts.jsonl are those of the Python explanations; the page's tests compare its own."""

import json

from contract.facts import FILE, lines
from spookymarks.rules import RULE_SETS


def test_written_facts_are_those_of_python() -> None:
    """Python makes every line of the file, byte for byte, so the file may judge the page's explanations."""
    written = FILE.read_text(encoding="utf-8").splitlines()
    assert written == list(lines())
    assert {json.loads(line)[0] for line in written} == set(RULE_SETS)
    assert FILE.stat().st_size <= 300_000
