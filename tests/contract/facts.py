"""Writes and reads tests/contract/facts.jsonl: what the page's explanations must find, from positions and actions.

`PYTHONPATH=tests python tests/contract/facts.py` writes the file anew from the Python explanations. Each line is
a list: rule set, position, action, a digest of the facts and, in one line of `WHOLE`, the facts themselves without
their English sentences, for those who want to see what differs.
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spookymarks.rules import RULE_SETS, Phase
from spookymarks.teach import explain
from strategies import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.rules import Action, Position, RuleSet
    from spookymarks.teach import Fact

FILE = Path(__file__).with_name("facts.jsonl")
SEED = 2006
# How many questions of each rule set with so many marks, the last one with so many or more: early ones take seconds.
QUOTAS = {2: 1, 3: 2, 4: 20, 5: 70, 6: 120, 7: 187}
WHOLE = 40
DIGITS = 8


def lines() -> Iterator[str]:
    """Yield one line of JSON for each question."""
    for rules in RULE_SETS.values():
        for number, (position, action) in enumerate(questions(rules)):
            facts = [fields(fact) for fact in explain(position, action)]
            text = json.dumps(facts, separators=(",", ":"))
            digest = sha256(text.encode()).hexdigest()[:DIGITS]
            whole = [facts] if number % WHOLE == 0 else []
            line = [rules.name, str(position), position.text(action), digest, *whole]
            yield json.dumps(line, separators=(",", ":"))


def questions(rules: RuleSet) -> Iterator[tuple[Position, Action]]:
    """Yield positions of random games with an action each; a third are measurements, half of the rest close a cycle."""
    rng = random.Random(f"{SEED} {rules.name}")
    missing = dict(QUOTAS)
    asked = 0
    while any(missing.values()):
        wanted = Phase.MEASURE if asked % 3 == 0 else Phase.PLACE
        groups = [(position, min(len(position.marks), max(QUOTAS))) for position in random_game(rng, rules)]
        fitting = [each for each in groups if each[0].phase is wanted and missing.get(each[1])]
        asked += 1
        if fitting:
            position, group = rng.choice(fitting)
            missing[group] -= 1
            legal = position.closing if asked % 2 and position.closing else position.legal
            yield position, rng.choice(legal)


def fields(fact: Fact) -> dict[str, Any]:
    """Return the document of a fact without its sentence, whole numbers written as such."""
    document = fact.document()
    del document["text"]
    return {name: _plain(value) for name, value in document.items()}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
