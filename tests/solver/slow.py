"""A second solver, slow and obvious: plain minimax over the rules with a memory, and nothing else.

A game ends with a value (X − O in points) after a number of marks. X wants a high value and O a low one; among equal
values the side that is ahead wants few marks at the end and the other side many. So an end is worth a pair, of which
X takes the highest and O the lowest:

    (value, haste)    haste = −marks when X is ahead, +marks when O is ahead, 0 when nobody is

Distances count placements, and every placement makes a mark: the distance is the marks at the end minus those there
are. Under `coin` nobody knows the end, so there are values alone.
"""

from __future__ import annotations

from itertools import dropwhile
from math import comb, prod
from typing import NamedTuple

from spookymarks.rules import Action, Chooser, Position, RuleSet


class Worth(NamedTuple):
    """What a position comes to at perfect play; pairs are compared as X likes them, the last best."""

    value: float
    haste: int


class Verdict(NamedTuple):
    """What is to be known of an action; the fields are those of `ActionValue` with the same names."""

    action: Action
    value: float
    grade: str
    distance: int | None
    replies: int | None


class SlowSolver:
    """Values, distances and replies under one rule set; remembers every position it has met."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._by_chance = rules.chooser is Chooser.COIN
        self._memory: dict[tuple[int, ...], Worth] = {}

    def worth(self, position: Position) -> Worth:
        """Return value and haste at perfect play."""
        known = self._memory.get(position.marks)
        if known is None:
            known = self._memory[position.marks] = self._minimax(position)
        return known

    def _minimax(self, position: Position) -> Worth:
        if position.over:
            return self._end(position)
        worths = [self.worth(position.play(action)) for action in position.legal]
        if position.to_act is None:
            return Worth(sum(worth.value for worth in worths) / len(worths), 0)
        return max(worths) if position.to_act == "X" else min(worths)

    def _end(self, position: Position) -> Worth:
        score = position.score
        assert score is not None
        value = score.x - score.o
        if value == 0 or self._by_chance:
            return Worth(value, 0)
        marks = len(position.marks)
        return Worth(value, -marks if value > 0 else marks)

    def value(self, position: Position) -> float:
        """Return X − O in points at perfect play: the expected points where a coin measures."""
        return self.worth(position).value

    def distance(self, position: Position) -> int | None:
        """Return how many placements are left at perfect play; None in a draw and under `coin`."""
        value, haste = self.worth(position)
        return None if value == 0 or self._by_chance else abs(haste) - len(position.marks)

    def replies(self, position: Position) -> int | None:
        """Return how many actions keep the value; None when nobody acts."""
        if position.to_act is None:
            return None
        value = self.value(position)
        return sum(self.value(position.play(action)) == value for action in position.legal)

    def verdicts(self, position: Position) -> list[Verdict]:
        """Return every legal action, best first for the side to act; equal ones in the order of their numbers.

        Where a coin measures, nobody chooses: nothing is lost by either outcome, and none comes first.
        """
        worths = {action: self.worth(position.play(action)) for action in position.legal}
        ordered = list(position.legal)
        if position.to_act is not None:
            ordered.sort(key=lambda action: worths[action], reverse=position.to_act == "X")
        return [self._verdict(position, action) for action in ordered]

    def _verdict(self, position: Position, action: Action) -> Verdict:
        after = position.play(action)
        if position.to_act is None or self.worth(after) == self.worth(position):
            grade = "best"
        else:
            grade = "holds" if self.value(after) == self.value(position) else "loses"
        left = self.distance(after)
        placed = len(after.marks) - len(position.marks)
        return Verdict(action, self.value(after), grade, None if left is None else left + placed, self.replies(after))


def within_reach(game: list[Position], most: int) -> list[Position]:
    """Return the end of a game, from the first position that has about `most` sequences of placements left."""
    return list(dropwhile(lambda position: _sequences(position) > most, game))


def _sequences(position: Position) -> int:
    if position.over:
        return 0
    if position.outcomes:
        return max(_sequences(outcome.position) for outcome in position.outcomes)
    pairs = comb(position.open.bit_count(), 2)
    return prod(pairs for _ in range(len(position.marks), position.board.size))
