"""Writes and reads tests/contract/drawings.jsonl: pictures that the page must draw as the server does.

`python tests/contract/drawings.py` writes the file anew from the Python drawing.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spookymarks.drawing import film, svg
from spookymarks.notation.text import read_game_from, read_position
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("drawings.jsonl")
WIDTH, TITLE, DESCRIPTION = 480, "a <title>", "\"quotes\" & 'so on'"
GAMES = (
    ("standard", "-", ""),
    ("standard", "-", "1-2 2-5 7-8 8-9 3-6 4-6"),
    ("standard", "-", "1-4 1-5 4-8 2-6 1-8"),
    ("standard", "-", "1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5"),
    ("standard", "-", "1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6 @6 7-7"),
    ("standard", "-", "1-2 1-3 1-4 1-5 1-6 1-7 1-8 1-9 8-9"),
    ("coin", "12.12", "@1 3-4 3-4 @4"),
    ("full-board", "-", "3-5 4-6 7-8 1-3 5-9 3-4 1-5 @1 2-7 2-8 @8"),
    ("superposition", "-", "1-2 3-4 5-6 7-8 @1 @3 @5"),
)


def drawings() -> Iterator[dict[str, Any]]:
    """Yield the drawing of the last position of each game, and a digest of every frame of its film."""
    for theme in ("light", "dark"):
        for rules, start, game in GAMES:
            frames = film(read_game_from(game, read_position(start, RULE_SETS[rules])))
            pictures = [svg(frame.scene, theme, WIDTH, TITLE, DESCRIPTION) for frame in frames]
            yield {
                "rules": rules,
                "start": start,
                "game": game,
                "theme": theme,
                "times": [frame.time for frame in frames],
                "digests": [hashlib.sha256(each.encode()).hexdigest()[:16] for each in pictures],
                "svg": pictures[-1],
            }


def stored() -> list[dict[str, Any]]:
    """Return what the file holds."""
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    FILE.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in drawings()), "utf-8")
