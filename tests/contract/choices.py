"""Writes and reads tests/contract/choices.jsonl: whole games between the levels, which the page must play as well.

`PYTHONPATH=tests python tests/contract/choices.py` writes the file anew from the library's players. Each line is a game
of a seed between two levels, from the empty board to its end; under `coin` the coin falls at random.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

from spookymarks.rules import RULE_SETS, Position
from spookymarks.solver.levels import LARGEST_SEED, LEVELS, choose

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("choices.jsonl")
SEEDS = (0, 7, 2**31, 2**53 + 1, 2**63, LARGEST_SEED)
"""Among them those that a page's numbers cannot hold, or would hold as negative ones."""


def games() -> Iterator[str]:
    """Yield one line of JSON for each game: every level four times on each side, under every rule set."""
    rng = random.Random(2011)
    count = len(LEVELS)
    for rules in RULE_SETS.values():
        for x in range(1, count + 1):
            for distance in (0, 1, 3, 8):
                o = (x - 1 + distance) % count + 1
                seed = SEEDS[int(rng.random() * len(SEEDS))]
                game = rng.getrandbits(64) if distance == 1 else int(rng.random() * 100)
                actions = []
                position = Position.start(rules)
                while not position.over:
                    if position.to_act is None:
                        action = position.legal[int(rng.random() * len(position.legal))]
                    else:
                        action = choose(position, x if position.to_act == "X" else o, seed, game)
                    actions.append(position.text(action))
                    position = position.play(action)
                # As texts, because JSON's readers round such numbers.
                line = {"rules": rules.name, "X": x, "O": o, "seed": str(seed), "game": str(game), "actions": actions}
                yield json.dumps(line, separators=(",", ":"))


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in games()), encoding="utf-8")
