"""Histories: games and random play, counted without squares."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial

import pytest

from spookymarks.errors import SpookyMarksError
from spookymarks.rules import CLASSIC, RULE_SETS, STANDARD, Position, Score
from spookymarks.solver.figures import ONE_EACH
from spookymarks.solver.histories import full_boards, histories, totals

GAMES = {"standard": 18_227_289_232_224, "full-board": 18_539_269_580_160}
FULL = RULE_SETS["full-board"]


@pytest.mark.parametrize("rules", GAMES)
def test_the_known_number_of_games(rules: str) -> None:
    """There are as many complete games as the census counts, split by points or by who has a line."""
    found = totals(RULE_SETS[rules])
    assert sum(found.games.values()) == GAMES[rules]
    assert sum(weight.games for weight in found.owners.values()) == GAMES[rules]


@pytest.mark.parametrize("rules", [*GAMES, "goff"])
def test_every_random_game_ends(rules: str) -> None:
    """The chances of all scores, and of all owners of lines, add up to exactly one."""
    found = totals(RULE_SETS[rules])
    assert sum(found.chances.values()) == 1
    assert sum(weight.chance for weight in found.owners.values()) == 1


def test_random_play_to_a_full_board_is_that_of_random_numbers() -> None:
    """On a full board every numbering is equally likely, so the means are those of the 9! numberings."""
    assert totals(FULL).mean == Fraction(569, 1260)
    assert totals(ONE_EACH).mean == Fraction(437, 1260)
    assert totals(FULL).placements == 9


def test_random_play_under_standard() -> None:
    """The exact mean, shares and lengths round to the sampled ones that are published."""
    found = totals(STANDARD)
    assert round(float(found.mean), 4) == 0.3161
    assert round(float(totals(RULE_SETS["goff"]).mean), 4) == 0.3751
    assert found.chances[Score(0, 0)] == Fraction(8, 63)
    assert round(float(found.placements), 3) == 8.414
    assert round(float(found.measurements), 3) == 1.854


def test_chooser_and_scoring_leave_the_games_as_they_are() -> None:
    """Who measures and what lines are worth changes no game, so it changes no count and no length."""
    standard = totals(STANDARD)
    for name in ("goff", "single", "closer-chooses", "coin"):
        other = totals(RULE_SETS[name])
        assert other.owners == standard.owners
        assert (other.placements, other.measurements) == (standard.placements, standard.measurements)


def test_all_numberings_are_counted() -> None:
    """The lines of the full boards come from 9! numberings, as many without a line as the rules find."""
    boards = full_boards()
    assert sum(boards.values()) == factorial(9)
    assert boards[()] == Fraction(8, 63) * factorial(9)


def test_histories_begin_as_games_do() -> None:
    """The first measurements after two and three placements are as frequent as in games played by the rules."""
    played: Counter[int] = Counter()
    for first in Position.start().legal:
        for second in Position.start().play(first).legal:
            two = Position.start().play(first).play(second)
            played[2] += len(two.outcomes)
            if not two.outcomes:
                played[3] += sum(len(two.play(third).outcomes) for third in two.legal)
    found = {2: 0, 3: 0}
    for stages, weight in histories().items():
        if len(stages) == 1 and stages[0].bit_length() - 1 in found:
            found[stages[0].bit_length() - 1] += weight.games
    assert found == played


@pytest.mark.parametrize("rules", ["no-repeat", "superposition"])
def test_rules_of_other_counts_are_refused(rules: str) -> None:
    """Where pairs may not be repeated or do not entangle, there is a sentence and no number."""
    with pytest.raises(SpookyMarksError, match=f"not under {rules}"):
        totals(RULE_SETS[rules])


def test_the_board_is_the_classic_one() -> None:
    """Nine numbers on nine squares are what is counted."""
    assert {len(stages) for stages in histories()} == {1, 2, 3, 4, 5}
    assert max(sum(stages) for stages in histories()) == sum(1 << n for n in range(1, CLASSIC.size + 1))
