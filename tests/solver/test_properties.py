"""What is true of every position, however early: it follows from the next ones, and all its images are alike."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.checks import check_line
from solver.renumbering import any_two, any_two_of_six, never_compared, renumberings
from solver.slow import within_reach
from spookymarks.rules import RULE_SETS, Action, Chooser, Placement, Position, RuleSet, Scoring, Settle
from spookymarks.solver import ActionValue, Depth, Grade, analyze, best, evaluate
from spookymarks.solver.parallel import cores
from strategies import positions, random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.rules import Permutation
    from spookymarks.solver import Analysis

PLAYED = [rules for rules in RULE_SETS.values() if rules.chooser is not Chooser.COIN]
HALVES = [rules for rules in PLAYED if rules.entangles and rules.scoring is Scoring.HALF]


# The value of a position follows from the values of the next ones. Together with the late positions, which the slow
# solver knows, that makes all values right, by induction over the marks.


@pytest.mark.parametrize("marks", range(9))
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_position_follows_from_the_next_ones(rules: str, marks: int) -> None:
    """After any number of marks the analysis is what the analyses after its actions make it."""
    rng = random.Random(f"{rules} {marks}")
    for position in reached(rng, RULE_SETS[rules], marks, 1 if marks < 2 else 3):
        found = analyze(position)
        assert [each.action for each in found.actions] == order(found)
        assert set(order(found)) == set(position.legal)
        assert found.value == evaluate(position) == expected_value(found)
        assert position.to_act is None or best(position) == found.actions[0].action
        for each in rng.sample(found.actions, min(len(found.actions), 4)):
            check_action(found, each.action)


def reached(rng: random.Random, rules: RuleSet, marks: int, count: int) -> Iterator[Position]:
    """Yield positions of random games with this number of marks, in play."""
    games = (random_game(rng, rules) for _ in iter(int, 1))
    met = (position for game in games for position in game if len(position.marks) == marks and not position.over)
    return islice(met, count)


def order(found: Analysis) -> list[Action]:
    """Return the actions as they should be ordered: value, then distance, then number, for who acts."""
    side = {"X": 1, "O": -1, None: 0}[found.position.to_act]
    number = found.position.board.actions.index

    def rank(action: Action) -> tuple[float, float, int]:
        each = next(each for each in found.actions if each.action == action)
        # Ahead: the nearer the better; behind: the farther the better.
        hurry = (each.distance or 0) * (1 if each.value * side > 0 else -1) * abs(side)
        return (-side * each.value, hurry, number(action))

    return sorted((each.action for each in found.actions), key=rank)


def expected_value(found: Analysis) -> float:
    values = [each.value for each in found.actions]
    if found.position.to_act is None:
        return sum(values) / len(values)
    return max(values) if found.position.to_act == "X" else min(values)


def check_action(found: Analysis, action: Action) -> None:
    """Compare what is said of an action with the analysis after it."""
    position = found.position
    each = next(each for each in found.actions if each.action == action)
    after = analyze(position.play(action), depth=Depth.LINES)
    placed = len(after.position.marks) - len(position.marks)
    assert each.value == after.value, (position, action)
    assert each.distance == (None if after.distance is None else after.distance + placed), (position, action)
    keeping = sum(reply.value == after.value for reply in after.actions)
    assert each.replies == (None if after.position.to_act is None else keeping), (position, action)
    assert each.line[1:] == (after.actions[0].line if after.position.to_act else ()), (position, action)
    if position.to_act is not None:
        keeps, hastens = each.value == found.value, each.distance == found.distance
        assert each.grade == (Grade.LOSES if not keeps else Grade.BEST if hastens else Grade.HOLDS), (position, action)
    check_line(position, each)


# Images: turned or mirrored, a position is the same.


def image_of(action: Action, permutation: Permutation) -> Action:
    if isinstance(action, Placement):
        return Placement(permutation[action.a], permutation[action.b])
    return Settle(permutation[action.square])


@given(positions())
@settings(max_examples=60)
def test_all_images_have_one_value(position: Position) -> None:
    """The eight images of a position have the same value."""
    assert {evaluate(image) for image in position.images} == {evaluate(position)}


@given(positions(), st.integers(0, 7))
@settings(max_examples=60)
def test_an_image_has_the_images_of_the_actions(position: Position, turn: int) -> None:
    """In an image the image of each action has the same value, distance, replies and grade."""
    permutation = position.board.symmetries[turn]
    here, there = analyze(position), analyze(position.image(permutation))
    assert {image_of(each.action, permutation): facts(each) for each in here.actions} == {
        each.action: facts(each) for each in there.actions
    }


def facts(each: ActionValue) -> tuple[object, ...]:
    return each.value, each.distance, each.replies, each.grade


# Numbers: they decide which of two lines is earlier, and nothing else.


@given(renumberings(st.sampled_from(HALVES), any_two))
@settings(max_examples=100)
def test_numbers_do_not_matter_for_full_points(pair: tuple[Position, Position]) -> None:
    """Whatever numbers each player's marks exchange among themselves, a full point stays forced, or not, as soon.

    Both players have a line in every game in which numbers are compared, and then nobody has a full point alone.
    """
    position, renumbered = pair
    assert full_point(position) == full_point(renumbered)


def full_point(position: Position) -> tuple[float, int | None] | None:
    found = analyze(position, depth=Depth.LINES)
    return (found.value, found.distance) if abs(found.value) == 1 else None


@given(renumberings(st.sampled_from([rules for rules in RULE_SETS.values() if rules.entangles]), any_two_of_six))
@settings(max_examples=100)
def test_early_numbers_never_matter(pair: tuple[Position, Position]) -> None:
    """While six marks or fewer stand, each player's marks may exchange their numbers under all rules that entangle.

    A line of such marks alone holds all three of its owner, so its highest number does not depend on their order; the
    highest number of any other line belongs to a later mark. Two lines of X share X9 or have different ones.
    """
    here, there = (analyze(each, depth=Depth.LINES) for each in pair)
    assert (here.value, here.distance) == (there.value, there.distance)
    assert prospects(here) == prospects(there)


@given(renumberings(st.sampled_from([*HALVES, RULE_SETS["single"], RULE_SETS["coin"]]), never_compared))
@settings(max_examples=100)
def test_numbers_do_not_matter_without_a_line_to_compare(pair: tuple[Position, Position]) -> None:
    """Marks n and n + 2 may exchange their numbers when mark n + 1, or both of them, can never be in a line.

    Such a mark has no square on a line that is free of the enemy's classical marks. Numbers of X are compared with
    numbers of O only, so the order of two marks of one owner matters only through a mark of the other in between.
    """
    here, there = (analyze(each, depth=Depth.LINES) for each in pair)
    assert (here.value, here.distance) == (there.value, there.distance)
    assert prospects(here) == prospects(there)


def prospects(analysis: Analysis) -> dict[Action, tuple[float, int | None]]:
    return {each.action: (each.value, each.distance) for each in analysis.actions}


# Self-play: who always takes the best action never loses anything.


def test_the_best_action_keeps_everything() -> None:
    """In ten thousand games that both sides play on as well as they can, nothing is ever lost.

    Every game begins somewhere in a random game, from about the third mark on.
    """
    rng = random.Random(10_000)
    play_all([rng.choice(within_reach(random_game(rng, rng.choice(PLAYED)), 36**6)) for _ in range(10_000)])


@pytest.mark.slow
@pytest.mark.parametrize("rules", PLAYED, ids=lambda rules: rules.name)
def test_the_best_action_keeps_everything_from_the_opening(rules: RuleSet) -> None:
    """The same for a hundred games of each rule set from the first or second mark on."""
    rng = random.Random(rules.name)
    play_all([random_game(rng, rules)[rng.choice((1, 2))] for _ in range(100)])


def play_all(starts: list[Position]) -> None:
    with ThreadPoolExecutor(cores()) as pool:
        for _ in pool.map(play_on, starts):
            pass


def play_on(position: Position) -> None:
    """Play the best actions to the end.

    All along the value stays, and the distance falls by one with each placement; the end has that value as its score.
    """
    found = analyze(position, depth=Depth.LINES)
    value, end = found.value, None if found.distance is None else len(position.marks) + found.distance
    while found.actions:
        position = position.play(found.actions[0].action)
        found = analyze(position, depth=Depth.LINES)
        marks = None if found.distance is None else len(position.marks) + found.distance
        assert (found.value, marks) == (value, end), repr(position)
    assert position.score is not None
    assert position.score.x - position.score.o == value, repr(position)
    assert end in {None, len(position.marks)}, repr(position)
