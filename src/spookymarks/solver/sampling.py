"""Samples of random games of any size: played on all cores, added up, and told with their standard error."""

from __future__ import annotations

import math
from functools import reduce
from typing import TYPE_CHECKING

from spookymarks import kernel
from spookymarks.rules import STANDARD
from spookymarks.solver.parallel import Part, crew, spread

if TYPE_CHECKING:
    from spookymarks.kernel import Totals
    from spookymarks.rules import RuleSet
    from spookymarks.solver.parallel import Progress

PORTION = 20_000
"""Games that one call of the kernel plays: hundredths of a second, so that Ctrl-C is heard between two portions."""


def sample(
    games: int,
    seed: int = 0,
    rules: RuleSet = STANDARD,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Totals:
    """Play the random games 0 to `games - 1` of a seed and add them up, whatever the number of workers.

    They are the games of `kernel.simulate`: every legal action is equally likely, a measurement is a fair coin.
    `workers`: threads, one a core by default. `progress` is told how many games are done. Raises KernelError for
    rules without a name or less than one game.
    """
    if games < 1:
        raise kernel.KernelError(f"at least 1 game is needed, not {games}")

    def play(part: Part) -> Totals:
        return kernel.simulate(part.length, seed, rules, part.first)

    return reduce(_add, spread(play, games, PORTION, crew(workers), progress))


def _add(first: Totals, second: Totals) -> Totals:
    return kernel.Totals._make(a + b for a, b in zip(first, second, strict=True))


def results(totals: Totals) -> dict[tuple[float, float], int]:
    """Return how many games ended with which points, X's first.

    `Totals.others` are games in which X alone had two lines, 1.5 or 2 points: the sum of points tells them apart.
    """
    known = {
        (1.0, 0.0): totals.x_wins,
        (0.0, 1.0): totals.o_wins,
        (0.0, 0.0): totals.draws,
        (0.5, 1.0): totals.half_to_one,
        (1.0, 0.5): totals.one_to_half,
    }
    rest = totals.points_x - sum(x * count for (x, _), count in known.items())
    double = round(2 * rest - 3 * totals.others)
    return known | {(1.5, 0.0): totals.others - double, (2.0, 0.0): double}


def standard_error(totals: Totals) -> float:
    """Return the standard error of `Totals.mean`; infinite for a single game, which says nothing about the spread."""
    if totals.games == 1:
        return math.inf
    squares = sum(count * (x - o - totals.mean) ** 2 for (x, o), count in results(totals).items())
    return math.sqrt(squares / (totals.games - 1) / totals.games)
