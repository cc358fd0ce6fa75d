"""Writes and reads tests/contract/documents.jsonl: documents that the page's kernel must make from position texts.

`python tests/contract/documents.py` writes the file anew from the Python rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_position
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("documents.jsonl")
POSITIONS = {
    "standard": (
        "-",
        "12",
        "12.12",
        "12.23.13",
        "12.13.14.15.16.17.18.19.23",
        "14.15.48.18",
        "14.13.58.18.36.24.58",
        "4.3.8.1.6.2.5",
        "68.13.23.45.9.7",
        "2.6.9.1.8.3.7.4",
        "5.9.8.2.6.1.3.4.7",
        "13.27.45.48.69.57.19.38.26",
    ),
    "goff": ("2.4.3.6.5.9.7.1.8", "2.9.6.3.8.1.4.7.5", "12.45.12"),
    "single": ("4.3.8.1.6.2.5", "35.14"),
    "full-board": ("1.4.2.5.3", "1.4.2.5.3.67.67", "1.4.2.5.3.6.7.8.9"),
    "no-repeat": ("12", "1.3.2.5.6.9.7.48", "1.2.3.45.56"),
    "closer-chooses": ("12.13.12", "14.15.48.18"),
    "coin": ("12.13.12", "1.2.34"),
    "superposition": ("12.34.56", "12.34.56.78", "1.34.56.78", "1.4.2.58", "1.4.2.5.89.67", "1.4.2.5.8.9.7.6"),
}


def documents() -> Iterator[str]:
    """Yield one line of JSON for each position, as the Python rules describe it."""
    for rules, texts in POSITIONS.items():
        for text in texts:
            yield json.dumps(replay_document(read_position(text, RULE_SETS[rules])), separators=(",", ":"))


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in documents()), encoding="utf-8")
