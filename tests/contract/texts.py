"""Writes and reads tests/contract/texts.jsonl: texts in every notation, and what the page must read in each of them.

`PYTHONPATH=tests python tests/contract/texts.py` writes the file anew. A line holds format, rules and text, then either
what Python writes for it (the canonical text of the game, the record and Goff's string where they can be had) or the
first wrong token and its place.
"""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casebook import cases, refusals
from notation import test_foreign, test_goff, test_record, test_text
from notation.test_readers import CHARACTERS, written
from spookymarks.errors import InvalidPositionError, NotationError, SpookyMarksError
from spookymarks.notation import formats
from spookymarks.notation.record import Record, read_record, write_record
from spookymarks.notation.text import read_position, write_game
from spookymarks.notation.transcript import Transcript
from spookymarks.rules import RULE_SETS, Position, RuleSet
from strategies import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("texts.jsonl")
SEED = 2006
GAMES = 3
SPOILED = 12
FOREIGN = {"read_shcherbina": "shcherbina", "read_ksmanis": "ksmanis", "read_golf": "golf"}


def lines() -> Iterator[str]:
    """Yield one line of JSON for each text."""
    for name, rules, text in dict.fromkeys(texts()):
        document = {"format": name, "rules": rules, "text": text, **meaning(name, rules, text)}
        yield json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def meaning(name: str, rules: str, text: str) -> dict[str, Any]:
    """Return what Python reads in a text, or where it is wrong."""
    try:
        if name == "position":
            return {"position": str(read_position(text, RULE_SETS[rules]))}
        if name == "record":
            return {"record": write_record(read_record(text, RULE_SETS[rules]))}
        game = formats.read(name, text, RULE_SETS[rules])
    except NotationError as error:
        return {"token": error.token, "place": error.place}
    except (InvalidPositionError, SpookyMarksError):
        return {"token": None}
    found = {"game": write_game(game), "record": write_record(Record.of(game))}
    return found | ({"goff": formats.write("goff", game)} if RULE_SETS[rules].entangles else {})


def texts() -> Iterator[tuple[str, str, str]]:
    """Yield format, rules and text: those of the tests of notation, and random games, whole and spoiled."""
    yield from published()
    rng = random.Random(SEED)
    for rules in RULE_SETS.values():
        for name in formats.READABLE:
            for _ in range(GAMES if rules.entangles or name in {"game", "record"} else 1):
                game = part_of_a_game(rng, rules)
                text = written(name, game) if rules.entangles or name in {"game", "record"} else "12"
                yield name, rules.name, text
        for _ in range(GAMES):
            yield "position", rules.name, str(part_of_a_game(rng, rules).position)
    for name in (*formats.READABLE, "position"):
        for _ in range(SPOILED):
            game = part_of_a_game(rng, RULE_SETS["standard"])
            yield name, "standard", spoiled(rng, str(game.position) if name == "position" else written(name, game))


def published() -> Iterator[tuple[str, str, str]]:
    """Yield the texts that the tests of notation and the case book hold."""
    for case in cases():
        yield "game", case["rules"], case["game"]
    for case in refusals():
        yield "game", "standard", case["game"]
    for text in (*test_goff.CANONICAL, test_goff.STAR, test_goff.LONG_STEMS, *(wrong[0] for wrong in test_goff.WRONG)):
        yield "goff", "goff", text
    for rest in ("[132]; O3@X3(3)!X3(3)!O2(2)!X1(1)", "[123]; O3@O2(2)!X3(3)!X1(1)!O2(2);", "; O4!X3(3)@X1(1)"):
        yield "goff", "standard", test_goff.LOOP + rest
        yield "goff", "closer-chooses", test_goff.LOOP + rest.replace("O3@", "X3@").replace("O4!", "X5!")
        yield "goff", "coin", test_goff.LOOP + rest.replace("O3@", "@")
    for itself in ("", "; O9@X9(9)!X9(9)", "; O10!X9(9)", "; @X9(9)!X9(9); {X-1, O-0}"):
        yield "goff", "goff", test_goff.FOUR_COLLAPSES.removesuffix("; {X=1, O=0}") + itself
    for text in (test_record.CANONICAL, test_record.SHARED, *(wrong[0] for wrong in test_record.WRONG)):
        yield "record", "standard", text
    yield "record", "standard", "{a} {b}\n1. 1-9 {c} =+1.00 {d} (1-8) =0.03125 {e\n  f} {}"
    yield "record", "standard", "{a} {b}\n1. 1-9 {c} =0.03125 {d} (1-8 =-0.09375) {e 😀\n  f} {} (1-7 (1-6)) *"
    yield "record", "standard", '[Termination "resigned"] 1. 1-9 {😀} 0-1 x'
    for reader, text, *_ in (*test_foreign.GOOD, *test_foreign.BAD):
        yield FOREIGN[reader.__name__], "standard", text
    for text, *_ in test_text.WRONG_GAMES:
        yield "game", "standard", text
    for text in ("1-9, 1-5,5-9\n@5\t2-3", "1.1-9 2.1-5 3...5-9 @5 4.2-3", "X1: 1-9 O2: 1-5 X3:5–9 O: @5 O4 3-2 {end}"):
        yield "game", "standard", text
    for text, *_ in test_text.WRONG_POSITIONS:
        yield "position", "standard", text
    for text in ("1.12", "12.12.12", "9.5.1.23", "1.1", "11", "12.13.23.45"):
        yield "position", "standard", text


def part_of_a_game(rng: random.Random, rules: RuleSet) -> Transcript:
    """Return the first actions of a random game, all of them in every other case."""
    played = random_game(rng, rules)
    length = len(played) - 1 if rng.random() < 0.5 else int(rng.random() * len(played))
    actions = []
    for before, after in pairwise(played[: length + 1]):
        actions.append(next(action for action in before.legal if before.play(action) == after))
    return Transcript.of(Position.start(rules), actions)


def spoiled(rng: random.Random, text: str) -> str:
    """Return a text with some of its characters changed, lost, doubled or added."""
    for _ in range(1 + int(rng.random() * 3)):
        start = int(rng.random() * (len(text) + 1))
        end = min(len(text), start + int(rng.random() * 6))
        middle = "".join(CHARACTERS[int(rng.random() * len(CHARACTERS))] for _ in range(int(rng.random() * 4)))
        text = text[:start] + (text[start:end] * 2 if rng.random() < 0.2 else middle) + text[end:]
    return text


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
