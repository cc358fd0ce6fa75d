"""The arena and the ratings: games that anyone can replay, the fit, and the calibration that is published."""

from __future__ import annotations

import math
import random
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest

from spookymarks.errors import SpookyMarksError
from spookymarks.rules import Position
from spookymarks.solver.arena import SCORES, letter_score, match, round_robin
from spookymarks.solver.calibration import EVERYBODY, Calibration, calibrate, calibration_document, published
from spookymarks.solver.elo import SCALE, Result, ratings
from spookymarks.solver.levels import GREEDY, LEVELS, PLAYERS, RANDOM, choose

if TYPE_CHECKING:
    from spookymarks.solver.levels import Player

PUBLISHED = published()


def replay(one: str, two: str, game: int, seed: int) -> float:
    """Play a game by asking for one choice after the other; return the first player's score."""
    letter = "O" if game % 2 else "X"
    position = Position.start()
    while not position.over:
        player = PLAYERS[one if position.to_act == letter else two]
        position = position.play(choose(position, player, seed, game))
    score = position.score
    assert score is not None
    ahead = score.x - score.o
    return ((ahead if letter == "X" else -ahead) + 1) / 2


@pytest.mark.parametrize(("one", "two"), [("3", "6"), ("9", "greedy"), ("random", "8"), ("1", "2")])
def test_a_match_is_the_games_of_its_players(one: str, two: str) -> None:
    """The kernel's games are those that come out when each player is asked in turn, X and O alternating."""
    found = match(PLAYERS[one], PLAYERS[two], 21, seed=5)
    scores = [replay(one, two, game, 5) for game in range(21)]
    assert found.as_x == tuple(scores[::2].count(score) for score in SCORES)
    assert found.as_o == tuple(scores[1::2].count(score) for score in SCORES)
    assert (found.games, found.score) == (21, pytest.approx(sum(scores) / 21))
    assert letter_score(found.as_o) == pytest.approx(sum(scores[1::2]) / 10)


def test_the_number_of_workers_changes_nothing() -> None:
    """The same seed gives the same games on one thread as on three, and other seeds give others."""
    alone = match(LEVELS[5], LEVELS[3], 300, seed=1, workers=1)
    assert match(LEVELS[5], LEVELS[3], 300, seed=1, workers=3) == alone
    assert match(LEVELS[5], LEVELS[3], 300, seed=2) != alone


def test_progress_reaches_the_end() -> None:
    """`progress` hears of more and more games, of all of them at last."""
    told: list[int] = []
    match(GREEDY, RANDOM, 230, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 230


def test_a_round_robin_has_every_pair_with_games_of_its_own() -> None:
    """Everybody meets everybody; the pair k plays the games from k times their number on, and none is played twice."""
    players = [RANDOM, LEVELS[0], GREEDY]
    found = round_robin(players, 70, seed=3)
    assert [each.players for each in found] == [(two, one) for one, two in combinations(players, 2)]
    second = [replay("greedy", "random", game, 3) for game in range(70, 140)]
    assert found[1].as_x == tuple(second[::2].count(score) for score in SCORES)


def test_the_error_is_that_of_a_mean() -> None:
    """Score and standard error of a match are mean and deviation of its games, over the root of their number."""
    found = match(LEVELS[2], RANDOM, 400)
    scores = [replay("3", "random", game, 0) for game in range(400)]
    mean = sum(scores) / 400
    variance = sum((score - mean) ** 2 for score in scores) / 400
    assert (found.score, found.error) == (pytest.approx(mean), pytest.approx(math.sqrt(variance / 400)))


def test_ratings_are_recovered() -> None:
    """From the exact expected scores of known strengths the fit finds these strengths."""
    known = [0.0, 130.0, -40.0, 700.0, 310.0]
    results = [
        Result(a, b, 100 * (a + 1), 1 / (1 + 10 ** ((known[b] - known[a]) / 400)), 0.2)
        for a, b in combinations(range(5), 2)
    ]
    found = ratings(5, results, 0)
    assert [each.elo for each in found] == pytest.approx(known, abs=1e-3)
    assert found[0].error == 0
    assert all(each.error > 0 for each in found[1:])


def test_scores_far_apart_still_have_ratings() -> None:
    """The fit does not overshoot where nearly everything was won."""
    found = ratings(3, [Result(1, 0, 1000, 0.999, 0.001), Result(2, 1, 1000, 0.999, 0.001)], 0)
    assert [each.elo for each in found] == pytest.approx([0, 1199.8, 2399.7], abs=0.1)


def test_games_that_allow_no_ratings_are_refused() -> None:
    """When two players together won everything against a third, there is no finite answer and one sentence says so."""
    won = [Result(1, 0, 10, 1, 0), Result(2, 0, 10, 1, 0), Result(2, 1, 10, 0.6, 0.2)]
    with pytest.raises(SpookyMarksError, match="these games allow no ratings"):
        ratings(3, won, 0)


def test_the_error_of_two_players_is_the_textbook_one() -> None:
    """With one match of wins and losses the error of the rating is that of the logarithm of the odds."""
    found = ratings(2, [Result(1, 0, 500, 0.7, 0.7 * 0.3)], 0)[1]
    assert found.elo == pytest.approx(400 * math.log10(0.7 / 0.3))
    assert found.error == pytest.approx(SCALE / math.sqrt(500 * 0.7 * 0.3))


def test_errors_cover_what_chance_does() -> None:
    """Over many made-up tournaments ratings scatter about as far as their errors say."""
    rng = random.Random(1)
    known = [0.0, 100.0, 250.0]
    found = []
    for _ in range(150):
        results = []
        for a, b in combinations(range(3), 2):
            chance = 1 / (1 + 10 ** ((known[b] - known[a]) / 400))
            score = sum(rng.random() < chance for _ in range(200)) / 200
            results.append(Result(a, b, 200, score, score * (1 - score)))
        found.append(ratings(3, results, 0))
    off = [(each[2].elo - known[2]) / each[2].error for each in found]
    assert 0.8 < math.sqrt(sum(value**2 for value in off) / len(off)) < 1.25


def test_the_published_calibration_is_complete() -> None:
    """All eleven players have met each other in 2,000 games or more, as many with each letter."""
    assert {frozenset(each.players) for each in PUBLISHED.matches} == set(map(frozenset, combinations(EVERYBODY, 2)))
    assert PUBLISHED.games >= 2000
    for each in PUBLISHED.matches:
        assert sum(each.as_x) == sum(each.as_o) == PUBLISHED.games / 2


@pytest.mark.parametrize(("lower", "upper"), list(pairwise(LEVELS)), ids=lambda each: each.name)
def test_each_level_beats_the_one_below(lower: Player, upper: Player) -> None:
    """The published score of a level against the one below is between 60 and 75 per cent, three errors and all."""
    standing = PUBLISHED.standings[upper, lower]
    assert standing.score - 3 * standing.error > 0.6
    assert standing.score + 3 * standing.error < 0.75
    assert PUBLISHED.ratings[lower].elo < PUBLISHED.ratings[upper].elo


def test_the_first_level_loses_to_whoever_knows_the_rules() -> None:
    """The published scores of level 1 against the random and the greedy player are clearly below one half."""
    for other in (RANDOM, GREEDY):
        standing = PUBLISHED.standings[LEVELS[0], other]
        assert standing.score + 5 * standing.error < 0.5


def test_the_last_level_never_got_less_than_the_value() -> None:
    """In all its published games level 9 was half a point ahead as X, and half a point behind at worst as O."""
    played = 0
    for each in PUBLISHED.matches:
        if LEVELS[8] in each.players:
            first = each.players[0] == LEVELS[8]
            as_x, as_o = (each.as_x, each.as_o) if first else (each.as_o[::-1], each.as_x[::-1])
            assert not any(as_x[: SCORES.index(0.75)])
            assert not any(as_o[: SCORES.index(0.25)])
            played += each.games
    assert played == 10 * PUBLISHED.games


@pytest.mark.parametrize("pair", [("2", "1"), ("4", "3"), ("greedy", "random")], ids="-".join)
def test_the_published_games_are_those_of_this_version(pair: tuple[str, str]) -> None:
    """Matches of the published round robin, played again, come out the same."""
    assert _again(pair)


@pytest.mark.slow
@pytest.mark.parametrize(
    "pair", [tuple(each.name for each in match.players) for match in PUBLISHED.matches], ids="-".join
)
def test_every_published_game_is_one_of_this_version(pair: tuple[str, str]) -> None:
    """So do all of them."""
    assert _again(pair)


def _again(pair: tuple[str, str]) -> bool:
    names = [tuple(player.name for player in each.players) for each in PUBLISHED.matches]
    number = names.index(pair)
    one, two = (PLAYERS[name] for name in pair)
    first = number * PUBLISHED.games
    return match(one, two, PUBLISHED.games, PUBLISHED.seed, first=first) == PUBLISHED.matches[number]


def test_the_document_holds_everything() -> None:
    """A calibration goes through its JSON document without loss, and the seed decides it."""
    found = calibrate(4, 6)
    document = calibration_document(found)
    assert (document["seed"], document["games"], len(document["ratings"])) == (6, 4, 11)
    again = Calibration.of(document)
    assert again == found
    assert calibrate(4, 6, workers=1) == found
