"""The calibration: the published round robin of all computer players, and the document that it is kept in.

The published one is solver/data/levels.json, made by `spookymarks arena --all --games 10000 --save FILE`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from spookymarks.rules import STANDARD
from spookymarks.solver.arena import Match, rate, round_robin
from spookymarks.solver.levels import GREEDY, LEVELS, PLAYERS, RANDOM

if TYPE_CHECKING:
    from spookymarks.solver.elo import Rating
    from spookymarks.solver.levels import Player
    from spookymarks.solver.parallel import Progress

EVERYBODY = (RANDOM, *LEVELS, GREEDY)
"""The players of the round robin; the random one is the anchor of the ratings."""


class Standing(NamedTuple):
    """A mean score and its standard error."""

    score: float
    error: float


@dataclass(frozen=True)
class Calibration:
    """A round robin of EVERYBODY: its seed, the games of each pair, and how they came out."""

    seed: int
    games: int
    matches: tuple[Match, ...]

    @classmethod
    def of(cls, document: dict[str, Any]) -> Calibration:
        """Read a `calibration_document`; ratings and scores are worked out anew."""
        matches = tuple(
            Match((PLAYERS[each["players"][0]], PLAYERS[each["players"][1]]), tuple(each["as_x"]), tuple(each["as_o"]))
            for each in document["matches"]
        )
        return cls(document["seed"], document["games"], matches)

    @cached_property
    def ratings(self) -> dict[Player, Rating]:
        """Elo ratings that fit the scores best; the random player has 0."""
        return rate(EVERYBODY, self.matches, RANDOM)

    @cached_property
    def standings(self) -> dict[tuple[Player, Player], Standing]:
        """The score of each player against each other one."""
        found = {}
        for match in self.matches:
            one, two = match.players
            found[one, two] = Standing(match.score, match.error)
            found[two, one] = Standing(1 - match.score, match.error)
        return found


def calibrate(games: int, seed: int, *, workers: int | None = None, progress: Progress | None = None) -> Calibration:
    """Play the round robin."""
    return Calibration(seed, games, tuple(round_robin(EVERYBODY, games, seed, workers=workers, progress=progress)))


def published() -> Calibration:
    """Return the calibration that comes with this version."""
    return Calibration.of(json.loads((files("spookymarks.solver") / "data" / "levels.json").read_text("utf-8")))


def calibration_document(calibration: Calibration) -> dict[str, Any]:
    """Return a round robin as JSON values.

    `as_x` and `as_o` count the games in which the first player of a match was ahead by −4, −3 … 4 half points.
    """
    return {
        "rules": STANDARD.name,
        "seed": calibration.seed,
        "games": calibration.games,
        "ratings": [
            {"player": player.name, "elo": round(rating.elo, 1), "error": round(rating.error, 1)}
            for player, rating in calibration.ratings.items()
        ],
        "matches": [match_document(match) for match in calibration.matches],
    }


def match_document(match: Match) -> dict[str, Any]:
    """Return a match as JSON values."""
    return {
        "players": [player.name for player in match.players],
        "score": round(match.score, 4),
        "error": round(match.error, 4),
        "as_x": match.as_x,
        "as_o": match.as_o,
    }
