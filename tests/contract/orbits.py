"""Writes and reads tests/contract/orbits.jsonl: the legal actions of positions, those together that a symmetry joins.

`PYTHONPATH=tests python tests/contract/orbits.py` writes the file anew: two actions of a position belong together when
a symmetry of the board carries what follows from the one onto what follows from the other.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

from spookymarks.notation.text import read_position
from spookymarks.rules import RULE_SETS, Position
from strategies import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("orbits.jsonl")
SEED = 2002
GAMES = 3
SYMMETRIC = ("-", "19", "15", "28", "12", "19.37", "15.59", "19.19", "13.37.79.19", "5.9.1", "1.9.5", "28.46.28")


def lines() -> Iterator[str]:
    """Yield one line of JSON for each position: its rules, its text and its orbits."""
    for position in dict.fromkeys(positions()):
        document = {"rules": position.rules.name, "position": str(position), "orbits": orbits(position)}
        yield json.dumps(document, separators=(",", ":"))


def orbits(position: Position) -> list[list[str]]:
    """Return the texts of the legal actions, in order, by what they lead to up to symmetry."""
    found: dict[str, list[str]] = {}
    for action in position.legal:
        kind = min(str(image) for image in position.play(action).images)
        found.setdefault(kind, []).append(position.text(action))
    return list(found.values())


def positions() -> Iterator[Position]:
    """Yield positions that symmetries leave alone, and the first ones of random games under all rules."""
    yield from (read_position(text) for text in SYMMETRIC)
    rng = random.Random(SEED)
    for rules in RULE_SETS.values():
        for _ in range(GAMES):
            yield from random_game(rng, rules)[:6]


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
