"""Writes and reads tests/contract/ensembles.jsonl: the classical boards that the page must find for positions.

`PYTHONPATH=tests python tests/contract/ensembles.py` writes the file anew from the Python rules. Each line has the
boards as nine digits, the number of the mark in each square and 0 where none stands, in ascending order.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from contract.reference import random_game
from spookymarks.notation.text import read_position
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.rules import Position

FILE = Path(__file__).with_name("ensembles.jsonl")
SEED = 27
GAMES = 10
LARGEST = "12.45.78.23.56.89"
"""Three components of three squares, which random games seldom make: 27 boards."""


def ensembles() -> Iterator[str]:
    """Yield one line of JSON for each position of some random games of every rule set."""
    for name, rules in RULE_SETS.items():
        # Under superposition the marks of two pairs never share a square.
        if name != "superposition":
            yield line(read_position(LARGEST, rules))
        positions = {str(position): position for game in range(GAMES) for position in random_game(SEED, game, rules)}
        yield from map(line, positions.values())


def line(position: Position) -> str:
    """Return the line of a position."""
    document = {"rules": position.rules.name, "position": str(position), "boards": boards(position)}
    return json.dumps(document, separators=(",", ":"))


def boards(position: Position) -> list[str]:
    """Return the boards of a position as texts."""
    return sorted("".join(map(str, board)) for board in position.ensemble)


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in ensembles()), encoding="utf-8")
