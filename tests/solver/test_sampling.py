"""Samples: the same games in any parts, how they ended, and the standard error of their mean."""

from __future__ import annotations

import math
import statistics
import threading

import pytest

from contract.reference import random_game
from spookymarks import kernel
from spookymarks.errors import SpookyMarksError
from spookymarks.rules import RULE_SETS, RuleSet
from spookymarks.solver.parallel import Part, spread
from spookymarks.solver.sampling import PORTION, results, sample, standard_error

GAMES = 2 * PORTION + 17


@pytest.mark.parametrize("workers", [None, 1, 3])
def test_a_sample_is_the_games_of_its_seed(workers: int | None) -> None:
    """In portions over any number of threads the totals are those of one call."""
    assert sample(GAMES, 5, workers=workers) == kernel.simulate(GAMES, 5)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_results_and_error_are_those_of_the_single_games(rules: RuleSet) -> None:
    """Counts by points, two double lines told apart, and the error agree with games played by the Python rules."""
    totals = sample(800, 9, rules)
    scores = [tuple(random_game(9, game, rules))[-1].score for game in range(800)]
    assert results(totals) == {pair: scores.count(pair) for pair in results(totals)}
    differences = [score.x - score.o for score in scores]
    assert totals.mean == pytest.approx(statistics.fmean(differences))
    assert standard_error(totals) == pytest.approx(statistics.stdev(differences) / math.sqrt(800))


def test_one_game_has_no_error() -> None:
    """A single game says nothing about the spread."""
    assert standard_error(sample(1)) == math.inf


def test_no_game_and_no_worker_are_refused() -> None:
    """A sample has one game and one worker at least."""
    with pytest.raises(SpookyMarksError, match="at least 1 game is needed, not 0"):
        sample(0)
    with pytest.raises(SpookyMarksError, match="at least 1 worker is needed, not 0"):
        sample(1, workers=0)


def test_progress_is_told_in_order() -> None:
    """After each portion the number of finished games is told, the last time all of them."""
    told: list[int] = []
    sample(GAMES, workers=2, progress=told.append)
    assert told == [PORTION, 2 * PORTION, GAMES]


def test_parts_cover_everything_once_and_in_order() -> None:
    """Parts follow each other, the last is shorter, and their results keep the order although many threads work."""
    parts = list(spread(lambda part: part, 1003, 10, 4))
    assert parts == [Part(first, min(10, 1003 - first)) for first in range(0, 1003, 10)]


def test_as_many_parts_are_at_work_as_there_are_workers() -> None:
    """Three parts that wait for each other all come to their end with three workers."""
    together = threading.Barrier(3, timeout=20)

    def work(part: Part) -> int:
        together.wait()
        return part.first

    assert list(spread(work, 6, 1, 3)) == [0, 1, 2, 3, 4, 5]


def test_no_part_begins_after_the_caller_has_left() -> None:
    """Whoever stops listening, or is interrupted, waits for the parts under way alone; few are handed out ahead."""
    begun: list[int] = []
    leaving = threading.Event()

    def work(part: Part) -> int:
        begun.append(part.first)
        if part.first:
            leaving.wait()
        return part.first

    answers = spread(work, 10**9, 1, 2)
    assert next(answers) == 0
    threading.Timer(0.5, leaving.set).start()
    answers.close()
    assert sorted(begun) == [0, 1, 2][: len(begun)]
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("spookymarks")] == []


def test_an_error_of_a_part_arrives() -> None:
    """What goes wrong in a thread is raised where the results are taken."""

    def work(part: Part) -> int:
        if part.first == 20:
            raise SpookyMarksError("part 20")
        return part.first

    with pytest.raises(SpookyMarksError, match="part 20"):
        list(spread(work, 100, 10, 2))
