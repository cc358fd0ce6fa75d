"""The rule sets: each differs from the core exactly where its row of the table says."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from spookymarks.errors import IllegalActionError
from spookymarks.notation.text import read_action, read_game
from spookymarks.rules import CLASSIC, RULE_SETS, Phase, Scoring, letter
from spookymarks.rules.outcome import lines, score
from strategies import random_game

CHOOSERS = {"closer-chooses": "O", "coin": None}


def test_the_table() -> None:
    """The offered rule sets are the eight of the table, under their names."""
    assert list(RULE_SETS) == [
        "standard",
        "goff",
        "single",
        "full-board",
        "no-repeat",
        "closer-chooses",
        "coin",
        "superposition",
    ]
    assert all(rules.name == name for name, rules in RULE_SETS.items())


@pytest.mark.parametrize("name", [name for name in RULE_SETS if name not in {"no-repeat", "superposition"}])
def test_who_measures(name: str) -> None:
    """O closes a cycle: X measures, except that the closer does under closer-chooses and nobody under coin."""
    position = read_game("1-2 1-2", RULE_SETS[name]).position
    assert position.phase is Phase.MEASURE
    assert position.to_act == CHOOSERS.get(name, "X")
    after = position.play(position.legal[0])
    assert after.to_act == "X"


def test_single_pays_the_earlier_line_alone() -> None:
    """Both have a line: the later one is worth nothing."""
    position = read_game("1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5", RULE_SETS["single"]).position
    assert tuple(position.score or ()) == (0, 1)


def test_full_board_goes_on_after_a_line() -> None:
    """The game of case 24 is not over at X's line; it ends when all squares are classical."""
    position = read_game("4-5 1-7 4-6 2-3 5-6 @6", RULE_SETS["full-board"]).position
    assert position.lines
    assert position.phase is Phase.PLACE
    assert position.score is None
    rng = random.Random(3)
    for _ in range(200):
        assert random_game(rng, RULE_SETS["full-board"])[-1].open == 0


def test_no_repeat_refuses_a_repeated_pair() -> None:
    """A pair may not be repeated while it is spooky, and the error says so."""
    position = read_game("1-2", RULE_SETS["no-repeat"]).position
    assert len(position.legal) == 35
    with pytest.raises(IllegalActionError, match="may not be repeated"):
        position.play(read_action("1-2", position))


def test_no_repeat_is_a_draw_when_the_two_squares_left_are_linked() -> None:
    """No placement is legal then: the game is over without a line, 0 : 0; both ways there occur."""
    rng = random.Random(5)
    ways: Counter[str] = Counter()
    for _ in range(4000):
        game = random_game(rng, RULE_SETS["no-repeat"])
        end = game[-1]
        if end.open.bit_count() == 2 and not end.lines:
            assert end.open in end.marks
            assert tuple(end.score or ()) == (0, 0)
            ways[game[-2].phase.value] += 1
    assert set(ways) == {"place", "measure"}


def test_superposition_measures_in_rounds() -> None:
    """Four pairs in eight squares, measured in move order by the owner's opponent; then play goes on."""
    rules = RULE_SETS["superposition"]
    position = read_game("1-2 3-4 5-6 7-8", rules).position
    for number, square in ((1, "@1"), (2, "@3"), (3, "@5"), (4, "@7")):
        assert position.phase is Phase.MEASURE
        assert position.to_act == letter(number + 1)
        assert position.measured == number - 1
        assert position.cycle == ()
        position = position.play(read_action(square, position))
    assert position.phase is Phase.PLACE
    assert position.to_act == "X"
    assert str(position) == "1.3.5.7"
    with pytest.raises(IllegalActionError, match="closed"):
        position.play(read_action("1-2", position))
    shared = position.play(read_action("2-4", position))
    with pytest.raises(IllegalActionError, match="already holds a mark"):
        shared.play(read_action("4-6", shared))


def test_superposition_judges_lines_after_the_round() -> None:
    """A line that stands before the last measurement of the round does not end the game at once."""
    game = "1-2 4-5 3-6 7-8 @1 @4 @3 @7 2-9 5-8"
    position = read_game(game, RULE_SETS["superposition"]).position
    position = position.play(read_action("@2", position))
    assert position.lines
    assert position.phase is Phase.MEASURE
    position = position.play(read_action("@8", position))
    assert position.phase is Phase.OVER
    assert tuple(position.score or ()) == (1, 0)


@cache
def _boards() -> list[tuple[tuple[int, ...], int]]:
    """Return marks for every kind of full board, and how many of the 9! assignments of marks are of that kind.

    The score depends on the lines of one owner and their numbers alone, so boards that share those are of a kind.
    """
    kinds: dict[tuple[tuple[int, ...], ...], list[tuple[int, ...] | int]] = {}
    rows = CLASSIC.line_squares
    for numbers in permutations(range(1, 10)):
        kind = tuple(
            (numbers[a], numbers[b], numbers[c])
            for a, b, c in rows
            if numbers[a] % 2 == numbers[b] % 2 == numbers[c] % 2
        )
        if kind in kinds:
            kinds[kind][1] += 1  # type: ignore[operator]
        else:
            kinds[kind] = [tuple(1 << numbers.index(number) for number in range(1, 10)), 1]
    return [(marks, count) for marks, count in kinds.values()]  # type: ignore[misc]


def _shares(scoring: Scoring) -> Counter[tuple[float, float]]:
    """Score every assignment of nine marks to nine squares: 9! boards."""
    shares: Counter[tuple[float, float]] = Counter()
    for marks, count in _boards():
        shares[tuple(score(scoring, lines(CLASSIC, marks)))] += count  # type: ignore[index]
    return shares


def test_the_exact_table_of_full_boards() -> None:
    """Over all 9! boards the outcomes and the averages are the published ones: 569/1260, 437/1260, 187/630."""
    doubles = _shares(Scoring.DOUBLE)
    assert doubles == {
        (0, 0): 46080,
        (1, 0): 115200,
        (1.5, 0): 50688,
        (2, 0): 12672,
        (1, 0.5): 33696,
        (0.5, 1): 69984,
        (0, 1): 34560,
    }
    assert _mean(doubles) == Fraction(569, 1260)
    assert _mean(_shares(Scoring.HALF)) == Fraction(437, 1260)
    assert _mean(_shares(Scoring.SINGLE)) == Fraction(187, 630)


def test_random_play_on_full_boards_follows_the_exact_table() -> None:
    """Random full-board games meet the exact shares within four standard errors."""
    games = 6000
    rng = random.Random(11)
    rules = RULE_SETS["full-board"]
    seen = Counter(tuple(random_game(rng, rules)[-1].score or ()) for _ in range(games))
    for outcome, count in _shares(Scoring.DOUBLE).items():
        share = count / 362880
        assert abs(seen[outcome] / games - share) < 4 * math.sqrt(share * (1 - share) / games), outcome


def _mean(shares: Counter[tuple[float, float]]) -> Fraction:
    return sum((Fraction(x) - Fraction(o)) * count for (x, o), count in shares.items()) / sum(shares.values())
