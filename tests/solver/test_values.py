"""The solver against the slow one: value, distance, replies, grades, order and lines, as deep as Python goes."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from solver.checks import check_agreement
from solver.slow import SlowSolver, within_reach
from spookymarks.notation.text import read_position
from spookymarks.rules import RULE_SETS, Phase, Position, Setup, is_classical, squares_in
from spookymarks.solver import analyze, evaluate
from strategies import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.rules import RuleSet

EARLY, LATE = 100_000, 2_000
"""Sequences of placements that the slow solver is asked to try at most: a third of a second, and a hundredth."""


@cache
def sample(rules: str, games: int, most: int) -> list[list[Position]]:
    """Return the ends of random games, from the first position that the slow solver bears."""
    rng = random.Random(f"{rules} {games} {most}")
    return [within_reach(random_game(rng, RULE_SETS[rules]), most) for _ in range(games)]


def check_games(games: list[list[Position]]) -> None:
    for game in games:
        slow = SlowSolver(game[0].rules)
        for position in game:
            check_agreement(position, slow)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_late_positions_agree(rules: str) -> None:
    """The last positions of sixty random games of each rule set: both solvers say the same of every action."""
    check_games(sample(rules, 60, LATE))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_earlier_positions_agree(rules: str) -> None:
    """The same, from about the sixth mark on, for a few games."""
    check_games(sample(rules, 4, EARLY))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_positions_with_the_same_marks_are_told_apart(rules: str) -> None:
    """Asked one after the other, positions whose marks have changed places in the order are not taken for each other.

    Of all that a memory could mix up, these are the most alike.
    """
    rng = random.Random(f"{rules} again")
    for position in islice(between(rng, RULE_SETS[rules]), 8):
        for other in (position, *reordered(rng, position, 6)):
            check_agreement(other, SlowSolver(other.rules))


def between(rng: random.Random, rules: RuleSet) -> Iterator[Position]:
    """Yield positions of random games in which few marks stand, but most of them for good.

    So some cannot be in a line any more, and the slow solver has little to do.
    """
    while True:
        game = within_reach(random_game(rng, rules), 5_000)
        yield from [each for each in game if each.phase is Phase.PLACE and len(each.marks) <= 6][:1]


def reordered(rng: random.Random, position: Position, most: int) -> list[Position]:
    """Return positions that a game reaches with the same marks in other orders."""
    found = []
    for _ in range(most):
        marks = rng.sample(position.marks, len(position.marks))
        setup = Setup.in_order(tuple(map(squares_in, marks)), position.rules)
        if not setup.validate():
            found.append(setup.position())
    return found


def test_rule_sets_are_told_apart() -> None:
    """Asked one after the other, the same marks are worth what each rule set makes of them."""
    for position in islice(between(random.Random(8), RULE_SETS["no-repeat"]), 8):
        for rules in RULE_SETS.values():
            other = Setup.in_order(tuple(map(squares_in, position.marks)), rules)
            if not other.validate():
                check_agreement(other.position(), SlowSolver(rules))


def test_the_order_of_measurements_matters() -> None:
    """Under superposition the numbers say who measures what and when: the same pairs in another order end otherwise."""
    rules = RULE_SETS["superposition"]
    slow = SlowSolver(rules)
    assert [slow.distance(read_position(text, rules)) for text in ("16.59.37", "37.59.16")] == [6, 4]
    for text in ("16.59", "37.59", "16.59"):
        check_agreement(read_position(text, rules), slow)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_sample_has_every_kind_of_position(rules: str) -> None:
    """The compared positions include measurements, last squares and ends, with spooky pairs left over and without."""
    games = sample(rules, 60, LATE) + sample(rules, 4, EARLY)
    positions = [position for game in games for position in game]
    assert {position.phase for position in positions} == set(Phase)
    assert any(position.at_last_square for position in positions)
    assert {len(position.marks) for position in positions} >= {6, 7, 8, 9}
    spooky = {not all(map(is_classical, position.marks)) for position in positions if position.phase is Phase.PLACE}
    assert spooky == {True, False}
    if rules == "superposition":
        in_rounds = [position for position in positions if position.phase is Phase.MEASURE]
        assert any(0 < position.measured < len(position.marks) - 1 for position in in_rounds)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_many_games_agree(rules: str) -> None:
    """The same for a hundred games of each rule set from about the sixth mark on."""
    check_games(sample(rules, 100, EARLY))


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_five_spooky_marks_agree(rules: str) -> None:
    """The same from the fifth mark on, for one game of each rule set."""
    check_games(sample(rules, 1, 36**4))


@pytest.mark.slow
def test_superposition_agrees_from_the_start() -> None:
    """The teaching step is small enough for the slow solver to know it all: X wins a full point with the seventh mark.

    The value has no other source than these two solvers.
    """
    rules = RULE_SETS["superposition"]
    found = check_agreement(Position.start(rules), SlowSolver(rules))
    assert (found.value, found.distance) == (1, 7)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_finished_game_is_worth_its_score(rules: str) -> None:
    """The end has the value of its points, no actions and nothing left to place."""
    for game in sample(rules, 60, LATE):
        end = game[-1]
        assert end.score is not None
        found = analyze(end)
        assert (found.position, found.actions) == (end, ())
        assert found.value == evaluate(end) == end.score.x - end.score.o
        assert not found.distance
