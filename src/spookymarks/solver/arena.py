"""The arena: games between computer players on all cores, their scores, and ratings with standard errors.

A game scores (own points − the other's + 1) / 2 for a player: 1 for a win alone, ¾ for the earlier of two lines, ½ for
a draw. Games are those of the rule set `standard`; the first player is X in games with an even number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from spookymarks.kernel.players import LEADS, duel, duel_memory
from spookymarks.rules import STANDARD
from spookymarks.solver.elo import Result, ratings
from spookymarks.solver.parallel import Part, Pool, crew, spread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spookymarks.solver.elo import Rating
    from spookymarks.solver.levels import Player
    from spookymarks.solver.parallel import Progress

PORTION = 50
"""Games that one call of the kernel plays: a fraction of a second, so that Ctrl-C is heard between two portions."""

SCORES = tuple((halves + 2) / 4 for halves in range(-4, 5))


@dataclass(frozen=True, slots=True)
class Match:
    """How the games of two players came out: how many gave the first one each of SCORES, as X and as O."""

    players: tuple[Player, Player]
    as_x: tuple[int, ...]
    as_o: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.as_x) + sum(self.as_o)

    @property
    def score(self) -> float:
        """The mean score of the first player."""
        return _moment(self._all, 1)

    @property
    def variance(self) -> float:
        """The variance of a single game's score; what the letters explain is not taken out."""
        return _moment(self._all, 2) - self.score**2

    @property
    def error(self) -> float:
        """The standard error of the score."""
        return math.sqrt(self.variance / self.games)

    @property
    def _all(self) -> tuple[int, ...]:
        return tuple(x + o for x, o in zip(self.as_x, self.as_o, strict=True))


def letter_score(counts: tuple[int, ...]) -> float | None:
    """Return the mean score of `Match.as_x` or `Match.as_o`; None when there were no such games."""
    return _moment(counts, 1) if any(counts) else None


def match(  # noqa: PLR0913 - all but three have a default
    one: Player,
    two: Player,
    games: int,
    seed: int = 0,
    *,
    first: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Match:
    """Play the games `first` to `first + games - 1` of a seed, whatever the number of `workers` (threads)."""
    return _play([(one, two)], games, seed, first, workers, progress)[0]


def round_robin(
    players: Sequence[Player],
    games: int,
    seed: int = 0,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Match]:
    """Let everybody play everybody; the pair k (from 0) plays the games k · `games` and up of the seed.

    In a match the player that comes later in `players` is the first one. `progress` is told how many games are done.
    """
    pairs = [(two, one) for one, two in combinations(players, 2)]
    return _play(pairs, games, seed, 0, workers, progress)


def rate(players: Sequence[Player], matches: Sequence[Match], anchor: Player) -> dict[Player, Rating]:
    """Return the Elo ratings of the players that fit their matches best; the anchor has 0."""
    place = {player: n for n, player in enumerate(players)}
    results = []
    for each in matches:
        one, two = each.players
        results.append(Result(place[one], place[two], each.games, each.score, each.variance))
    return dict(zip(players, ratings(len(players), results, place[anchor]), strict=True))


def _play(  # noqa: PLR0913, PLR0917 - the arguments of both above
    pairs: Sequence[tuple[Player, Player]],
    games: int,
    seed: int,
    begin: int,
    workers: int | None,
    progress: Progress | None,
) -> list[Match]:
    found = [[0] * (2 * LEADS) for _ in pairs]
    memories = Pool(duel_memory)

    def work(part: Part) -> list[tuple[int, tuple[int, ...]]]:
        counts = []
        with memories.lend() as memory:
            for pair, first, length in _by_pair(part, games):
                one, two = (player.number for player in pairs[pair])
                counts.append((pair, duel(STANDARD, (one, two), seed, begin + first, length, memory)))
        return counts

    for counts in spread(work, games * len(pairs), PORTION, crew(workers), progress):
        for pair, numbers in counts:
            found[pair] = [a + b for a, b in zip(found[pair], numbers, strict=True)]
    return [Match(pair, tuple(all_[:LEADS]), tuple(all_[LEADS:])) for pair, all_ in zip(pairs, found, strict=True)]


def _by_pair(part: Part, games: int) -> Iterator[tuple[int, int, int]]:
    """Split a part of all games into (pair, first game, number of games)."""
    first, end = part.first, part.first + part.length
    while first < end:
        pair = first // games
        length = min(end, (pair + 1) * games) - first
        yield pair, first, length
        first += length


def _moment(counts: tuple[int, ...], power: int) -> float:
    return sum(count * score**power for count, score in zip(counts, SCORES, strict=True)) / sum(counts)
