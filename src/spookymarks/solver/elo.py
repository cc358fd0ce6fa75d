"""Ratings: the Elo numbers that explain the scores of matches best, with their standard errors.

The model is Bradley and Terry's (1952): a player who is d points ahead scores 1 / (1 + 10^(−d/400)) on average. The
fit makes the expected and the real sum of scores equal for every player. Scores may be fractions, so the errors come
from the variance that was measured, not from that of a coin.
"""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from spookymarks.errors import SpookyMarksError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Vector = list[float]
    Matrix = list[Vector]

SCALE = 400 / math.log(10)
ROUNDS = 1000
SMALL = 1e-9
LARGE = 1.0
"""The longest step of the fit, so that it cannot overshoot: a factor of e in the odds."""


class Result(NamedTuple):
    """A match of the players with these places: the first one's mean score, and the variance of a single score."""

    one: int
    two: int
    games: int
    score: float
    variance: float


class Rating(NamedTuple):
    """Elo points above the anchor, and their standard error."""

    elo: float
    error: float


def ratings(players: int, results: Sequence[Result], anchor: int) -> list[Rating]:
    """Return the ratings of that many players; the anchor, named by its place, has 0 without error.

    Raises SpookyMarksError when there is no finite answer: some players together won or lost everything against the
    others, or never met them.
    """
    if not _is_finite(players, results):
        raise SpookyMarksError("these games allow no ratings: some players won all or none of theirs; play more")
    free = [player for player in range(players) if player != anchor]
    strength = [0.0] * players
    for _ in range(ROUNDS):
        inverse = _inverse(_weights(free, results, [result.games * _slope(strength, result) for result in results]))
        missing = [0.0] * players
        for result in results:
            surplus = result.games * (result.score - _expected(strength, result))
            missing[result.one] += surplus
            missing[result.two] -= surplus
        steps = [sum(inverse[n][k] * missing[other] for k, other in enumerate(free)) for n in range(len(free))]
        longest = max(map(abs, steps))
        for player, step in zip(free, steps, strict=True):
            strength[player] += step * min(1.0, LARGE / max(longest, SMALL))
        if longest < SMALL:
            break
    # The "sandwich": what the fit makes of sums of scores that vary as they did.
    noise = _weights(free, results, [result.games * result.variance for result in results])
    size = range(len(free))
    variances = [sum(inverse[n][i] * noise[i][k] * inverse[k][n] for i, k in product(size, size)) for n in size]
    errors = dict(zip(free, map(math.sqrt, variances), strict=True))
    return [Rating(SCALE * strength[player], SCALE * errors.get(player, 0.0)) for player in range(players)]


def _is_finite(players: int, results: Sequence[Result]) -> bool:
    """Tell whether everybody is linked with everybody by scores, in both directions."""
    beaten: dict[int, set[int]] = {player: set() for player in range(players)}
    for result in results:
        if result.score > 0:
            beaten[result.one].add(result.two)
        if result.score < 1:
            beaten[result.two].add(result.one)
    beaters = {player: {other for other in beaten if player in beaten[other]} for player in beaten}
    return all(_reached(links) == set(beaten) for links in (beaten, beaters))


def _reached(links: Mapping[int, set[int]]) -> set[int]:
    """Return who is linked with the first player, at one remove or more."""
    found = {0}
    while more := {other for player in found for other in links[player]} - found:
        found |= more
    return found


def _expected(strength: Vector, result: Result) -> float:
    return 1 / (1 + math.exp(strength[result.two] - strength[result.one]))


def _slope(strength: Vector, result: Result) -> float:
    expected = _expected(strength, result)
    return expected * (1 - expected)


def _weights(free: Sequence[int], results: Sequence[Result], weights: Sequence[float]) -> Matrix:
    """Add up weights of matches: on the diagonal those of each player, elsewhere minus those of two players."""
    place = {player: n for n, player in enumerate(free)}
    found = [[0.0] * len(free) for _ in free]
    for result, weight in zip(results, weights, strict=True):
        for a, b in product((result.one, result.two), repeat=2):
            if a in place and b in place:
                found[place[a]][place[b]] += weight if a == b else -weight
    return found


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a positive definite matrix by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(n == k) for k in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        pivot = rows[n][n]
        rows[n] = [value / pivot for value in rows[n]]
        for k in range(size):
            if k != n:
                factor = rows[k][n]
                rows[k] = [value - factor * own for value, own in zip(rows[k], rows[n], strict=True)]
    return [row[size:] for row in rows]
