"""Puzzles: what each kind asks, which answers are right, and the collection that is shipped.

The collection is data, one JSON object a line, made from the solver by `compose`; reading it solves nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, TypedDict

from spookymarks.errors import SpookyMarksError
from spookymarks.notation.replay import plain
from spookymarks.notation.text import read_action, read_game, write_game
from spookymarks.rules import RULE_SETS
from spookymarks.solver import Grade

if TYPE_CHECKING:
    from spookymarks.notation.transcript import Transcript
    from spookymarks.rules import Action, Letter, Position
    from spookymarks.solver import Analysis


class Kind(Enum):
    """What a puzzle asks of the side to act."""

    DRAW = "draw"
    """find the only action that keeps the draw"""
    WIN = "win"
    """win by force in so many placements, both sides' counted"""
    CHOICE = "choice"
    """choose in which square the measured mark settles"""
    LOOP = "loop"
    """keep what you have where every loop that could be closed gives it away, and one of them looks good"""


GRADES = range(1, 6)
"""From easy to hard."""

SHIPPED, SEED = 400, 1
"""How many puzzles are shipped, and the seed of the games they come from: `puzzle --generate 400 --seed 1`."""


class PuzzleDocument(TypedDict):
    """A puzzle as plain values; the shipped lines and `spookymarks puzzle --json` have this shape."""

    id: str
    kind: str
    grade: int
    difficulty: float
    rules: str
    game: str
    position: str
    to_act: str
    value: float
    placements: int | None
    answers: list[str]


@dataclass(frozen=True)
class Puzzle:
    """One question about the position at the end of a game.

    `value`: X − O in points at perfect play, which a right answer keeps. `placements`: for Kind.WIN the number,
    both sides' counted, in which the game is decided. `answers`: every action that is right, in action order;
    they are equally good. `difficulty` and `grade` are explained in `difficulty`. `id` depends on the position
    alone, up to symmetry and numbers, so it stays when the collection grows.
    """

    id: str
    kind: Kind
    grade: int
    difficulty: float
    transcript: Transcript
    value: float
    placements: int | None
    answers: tuple[Action, ...]

    @property
    def position(self) -> Position:
        """The position in question."""
        return self.transcript.position

    @property
    def player(self) -> Letter:
        """Who is to find the answer."""
        to_act = self.position.to_act
        if to_act is None:
            raise SpookyMarksError(f"puzzle {self.id} has nobody to act")
        return to_act

    def document(self) -> PuzzleDocument:
        """Return the puzzle as plain values."""
        position = self.position
        return {
            "id": self.id,
            "kind": self.kind.value,
            "grade": self.grade,
            "difficulty": self.difficulty,
            "rules": position.rules.name,
            "game": write_game(self.transcript),
            "position": str(position),
            "to_act": self.player,
            # Whole points are written without a decimal point, as in Replay JSON.
            "value": plain(self.value),
            "placements": self.placements,
            "answers": [position.text(action) for action in self.answers],
        }

    @classmethod
    def of(cls, document: PuzzleDocument) -> Puzzle:
        """Read a puzzle from plain values; raises NotationError for a game that is none."""
        transcript = read_game(document["game"], RULE_SETS[document["rules"]])
        return cls(
            document["id"],
            Kind(document["kind"]),
            document["grade"],
            document["difficulty"],
            transcript,
            document["value"],
            document["placements"],
            tuple(read_action(text, transcript.position) for text in document["answers"]),
        )


def answers(kind: Kind, analysis: Analysis) -> tuple[Action, ...]:
    """Return the right answers in an analysed position, in action order.

    A win has to be the quickest; everywhere else all that keeps the value is right.
    """
    right = {Grade.BEST} if kind is Kind.WIN else {Grade.BEST, Grade.HOLDS}
    found = {each.action for each in analysis.actions if each.grade in right}
    return tuple(action for action in analysis.position.legal if action in found)


def write_line(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of the collection, without its end."""
    return json.dumps(puzzle.document(), separators=(",", ":"))


@cache
def collection() -> tuple[Puzzle, ...]:
    """Return the shipped puzzles, by kind, grade and id."""
    text = resources.files("spookymarks.solver").joinpath("data", "puzzles.jsonl").read_text("utf-8")
    documents: list[Any] = [json.loads(line) for line in text.splitlines()]
    return tuple(map(Puzzle.of, documents))


def find(name: str) -> Puzzle:
    """Return the shipped puzzle with an id; raises SpookyMarksError when there is none."""
    wanted = name.strip().lower()
    for puzzle in collection():
        if puzzle.id == wanted:
            return puzzle
    raise SpookyMarksError(f"there is no puzzle {name!r}: spookymarks puzzle --list shows all")
