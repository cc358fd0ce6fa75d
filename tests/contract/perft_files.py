"""Reads tests/perft/*.perft: `rules NAME` first, then `position TEXT` lines, each followed by `DEPTH COUNT` lines."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from spookymarks.notation.text import read_position
from spookymarks.rules import RULE_SETS, Position

FOLDER = Path(__file__).resolve().parents[1] / "perft"


class Count(NamedTuple):
    """How many action sequences of one length begin in a position."""

    position: Position
    depth: int
    sequences: int

    def __str__(self) -> str:
        return f"{self.position.rules.name} {self.position} depth {self.depth}"


def all_counts() -> list[Count]:
    """Return every count of every file."""
    return [count for path in sorted(FOLDER.glob("*.perft")) for count in read_counts(path)]


def read_counts(path: Path) -> list[Count]:
    """Return the counts of one file."""
    rules, position = None, None
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match line.split():
            case ["rules", name]:
                rules = RULE_SETS[name]
            case ["position", text] if rules:
                position = read_position(text, rules)
            case [depth, sequences] if position:
                found.append(Count(position, int(depth), int(sequences)))
            case []:
                continue
            case _:
                raise AssertionError(f"{path.name}: what is {line!r}?")
    return found
