"""What follows from the rules, held against random games: the consequences listed in the rules of the game."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS, STANDARD, Phase, Placement, Position, RuleSet, is_classical
from strategies import random_game

GAMES = 3000


@pytest.fixture(scope="module")
def standard_games() -> list[list[Position]]:
    rng = random.Random(20061)
    return [random_game(rng) for _ in range(GAMES)]


def test_games_are_short(standard_games: list[list[Position]]) -> None:
    """A game has at most 9 placements, 4 measurements and 13 actions, and some game has 4 measurements."""
    measurements = [sum(position.phase is Phase.MEASURE for position in game) for game in standard_games]
    assert max(len(game[-1].marks) for game in standard_games) == 9
    assert max(measurements) <= 4
    assert max(len(game) - 1 for game in standard_games) <= 13
    four = read_game("1-2 1-2 @1 4-5 4-5 @4 7-8 7-8 @8 3-6 3-6 @3 9-9")
    assert len(four.actions) == 13
    assert four.position.over


def test_a_position_has_at_most_36_placements(standard_games: list[list[Position]]) -> None:
    """The empty board has 36 legal placements and no position has more."""
    assert len(standard_games[0][0].legal) == 36
    assert all(len(position.legal) <= 36 for game in standard_games for position in game)


def test_a_forest_before_each_placement(standard_games: list[list[Position]]) -> None:
    """Where a placement is due no cycle exists, and where a measurement is due exactly one does."""
    for game in standard_games:
        for position in game:
            pairs = [mark for mark in position.marks if not is_classical(mark)]
            squares = 0
            for pair in pairs:
                squares |= pair
            # A graph with c components on v vertices has e - v + c independent cycles.
            cycles = len(pairs) - squares.bit_count() + _count_components(pairs)
            assert cycles == (1 if position.phase is Phase.MEASURE else 0)


def test_at_most_eight_spooky_marks_in_a_square(standard_games: list[list[Position]]) -> None:
    """Before the closing placement a square holds eight spooky marks at most, and it can hold eight."""
    for game in standard_games:
        for position in game:
            if position.phase is Phase.PLACE:
                halves = Counter(
                    square
                    for mark in position.marks
                    if not is_classical(mark)
                    for square in range(9)
                    if mark >> square & 1
                )
                assert max(halves.values(), default=0) <= 8
    star = Position.start()
    for square in (0, 1, 2, 3, 5, 6, 7, 8):
        star = star.play(Placement(square, 4))
    assert star.phase is Phase.PLACE
    assert len(star.marks) == 8


def test_the_earliest_lines(standard_games: list[list[Position]]) -> None:
    """X has no line before move 5 and O none before move 6."""
    first = {"X": 9, "O": 9}
    for game in standard_games:
        for line in game[-1].lines:
            first[line.owner] = min(first[line.owner], len(game[-1].marks))
            assert len(game[-1].marks) >= (5 if line.owner == "X" else 6)
    assert first == {"X": 5, "O": 6}


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_only_x_owns_two_lines(rules: RuleSet) -> None:
    """Two lines of one player are X's, and never stand beside a line of O."""
    rng = random.Random(7)
    for _ in range(GAMES // 3):
        owners = Counter(line.owner for line in random_game(rng, rules)[-1].lines)
        assert owners["O"] <= 1
        assert owners["X"] <= 2
        assert not (owners["X"] == 2 and owners["O"])


def test_only_x_owns_two_lines_on_any_full_board() -> None:
    """The same over every way in which nine marks fill the board with a line of O in it."""
    lines = Position.start().board.lines
    for o in (mask for mask in range(512) if mask.bit_count() == 4):
        x = 511 & ~o
        of_x = sum(x & line == line for line in lines)
        of_o = sum(o & line == line for line in lines)
        assert of_o <= 1
        assert of_x <= 2
        assert not (of_x == 2 and of_o)


def test_a_line_without_a_measurement_is_the_ninth_mark(standard_games: list[list[Position]]) -> None:
    """A line that arises without a measurement is completed by X9 in the last square."""
    seen = 0
    for game in standard_games:
        for before, after in pairwise(game):
            if before.phase is Phase.PLACE and len(after.lines) > len(before.lines):
                assert before.at_last_square
                assert all(line.highest == 9 for line in after.lines)
                seen += 1
    assert seen


def test_spooky_pairs_left_at_the_end_count_for_nothing(standard_games: list[list[Position]]) -> None:
    """Some games end with spooky pairs, and their score is that of the classical marks alone."""
    seen = 0
    for game in standard_games:
        end = game[-1]
        if end.components:
            seen += 1
            assert end.lines
            assert end.score is not None
            assert max(end.score) == 1
    assert seen


def test_possible_scores() -> None:
    """Each rule set yields exactly the scores that its rules name."""
    half = {(1, 0), (0, 1), (1, 0.5), (0.5, 1), (0, 0)}
    doubles = half | {(1.5, 0), (2, 0)}
    expected = {
        "standard": half,
        "goff": doubles,
        "single": {(1, 0), (0, 1), (0, 0)},
        "full-board": doubles,
        "no-repeat": half,
        "closer-chooses": half,
        "coin": half,
        # Both have a line only when move 6 ends a round, and then X's marks are the earlier ones.
        "superposition": half - {(0.5, 1)},
    }
    rng = random.Random(9)
    for name, scores in expected.items():
        seen = {tuple(random_game(rng, RULE_SETS[name])[-1].score or ()) for _ in range(GAMES // 2)}
        assert seen == scores, name


def _count_components(pairs: list[int]) -> int:
    groups: list[int] = []
    for pair in pairs:
        touching = [group for group in groups if group & pair]
        groups = [group for group in groups if not group & pair]
        for group in touching:
            pair |= group  # noqa: PLW2901 - growing it is the point
        groups.append(pair)
    return len(groups)


def test_standard_is_the_default() -> None:
    """A game starts under the standard rules unless told otherwise."""
    assert Position.start().rules is STANDARD
