"""Writes and reads tests/contract/analyses.jsonl: analyses that the page's solver must make from position texts.

`PYTHONPATH=tests python tests/contract/analyses.py` writes the file anew from the library's solver. What depends on
the machine and on what was asked before, `nodes` and `seconds`, is left out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from casebook import cases
from contract.documents import POSITIONS
from spookymarks.notation.text import read_game, read_position
from spookymarks.rules import RULE_SETS
from spookymarks.solver import analyze
from spookymarks.solver.document import analysis_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.rules import Position

FILE = Path(__file__).with_name("analyses.jsonl")


def analyses() -> Iterator[str]:
    """Yield one line of JSON for each position, as Python analyses it."""
    for position in dict.fromkeys(positions()):
        document = dict(analysis_document(analyze(position)))
        del document["nodes"], document["seconds"]
        yield json.dumps(document, separators=(",", ":"))


def positions() -> Iterator[Position]:
    """Yield the ends of all games in the case book, and the positions of documents.jsonl with marks."""
    for case in cases():
        yield read_game(case["game"], RULE_SETS[case["rules"]]).position
    for rules, texts in POSITIONS.items():
        yield from (read_position(text, RULE_SETS[rules]) for text in texts if text != "-")


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in analyses()), encoding="utf-8")
