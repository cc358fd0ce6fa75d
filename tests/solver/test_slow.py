"""The slow solver itself, against what can be seen by hand."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from solver.slow import SlowSolver, Verdict, within_reach
from spookymarks.notation.text import read_action, read_game
from spookymarks.rules import RULE_SETS, Position
from strategies import random_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# Square 7 alone is left after this game, and X9 completes 3-5-7 there (case 15).
LAST_SQUARE = "1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6 @6"
# O8 closes a cycle; X may choose O 1 : ½ with square 9 open, or 5 (case 13).
CHOICE = "3-8 1-5 3-4 1-4 1-2 1-7 5-6 4-6"


def solve(game: str, rules: str = "standard") -> tuple[SlowSolver, Position]:
    return SlowSolver(RULE_SETS[rules]), read_game(game, RULE_SETS[rules]).position


def test_the_last_square_wins() -> None:
    """X's ninth mark completes a line: worth 1, one placement away, the only action."""
    slow, position = solve(LAST_SQUARE)
    assert (slow.value(position), slow.distance(position)) == (1, 1)
    assert slow.verdicts(position) == [Verdict(read_action("7-7", position), 1, "best", 1, None)]


@pytest.mark.parametrize(("rules", "pick"), [("standard", max), ("closer-chooses", min)])
def test_who_measures_takes_the_better_outcome(rules: str, pick: Callable[[Iterable[float]], float]) -> None:
    """A pending measurement is worth what its chooser prefers, and settling places nothing."""
    slow, position = solve(CHOICE, rules)
    values = {outcome.square: slow.value(outcome.position) for outcome in position.outcomes}
    assert values[5] == -0.5
    assert slow.value(position) == pick(values.values())


def test_a_coin_takes_the_mean() -> None:
    """Where a coin measures the value is the mean of both, without a distance and without an order."""
    slow, position = solve(CHOICE, "coin")
    values = [slow.value(outcome.position) for outcome in position.outcomes]
    assert slow.value(position) == sum(values) / 2
    assert slow.distance(position) is None
    assert [verdict.action for verdict in slow.verdicts(position)] == list(position.legal)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_best_is_never_worse_than_what_was_played(rules: str) -> None:
    """Along random games no action improves the value for who acts, and at the end it is the score."""
    rng = random.Random(7)
    for _ in range(20):
        slow = SlowSolver(RULE_SETS[rules])
        game = within_reach(random_game(rng, RULE_SETS[rules]), 2_000)
        for before, after in pairwise(game):
            assert before.to_act != "X" or slow.worth(after) <= slow.worth(before)
            assert before.to_act != "O" or slow.worth(after) >= slow.worth(before)
        score = game[-1].score
        assert score is not None
        assert slow.value(game[-1]) == score.x - score.o


def test_too_much_is_known_beforehand() -> None:
    """What is in reach begins late and goes on to the end, and more is in reach with more patience."""
    game = random_game(random.Random(1))
    assert game[0] not in within_reach(game, 50_000)
    assert within_reach(game, 50_000)[-1] == game[-1]
    assert within_reach(game, 2_000) == within_reach(game, 50_000)[-len(within_reach(game, 2_000)) :]
    assert within_reach(game, 36**9) == game
