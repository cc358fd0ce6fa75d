"""Moves a second at an offered rate, and how soon the opponent sees them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from load.drive import WHOLE_GAME, DrivePlan, Played, drive, games_needed
from load.helper import Helper
from load.lobby import make_games
from load.machine import fsync_probe, use_of
from load.report import Figures, Goal, Rounds, quantiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from load.servers import Servers
    from load.stores import Setup, Stores

GAMES_AT_ONCE = 200
GOALS = {
    76: Goal("p50 <= 8, p99 <= 150 ms", lambda found: found["p50 ms"] <= 8 and found["p99 ms"] <= 150),
    450: Goal("p50 <= 15 ms", lambda found: found["p50 ms"] <= 15),
    1350: Goal("all seen", lambda found: found["unseen"] == 0 and found["refused"] == 0),
}
"""The guide's goals for 100 and 500 moves a second, asked of the rates that it measured; the last one is ours."""


def measure(
    stores: Stores, setups: Sequence[Setup], rates: Sequence[int], *, rounds: int, seconds: float, at_once: int
) -> Rounds:
    """Measure every set-up at every rate, all of them in each round."""
    found = Rounds()
    for _ in range(rounds):
        for setup in setups:
            for rate in rates:
                with stores.serve(setup) as servers:
                    games = games_needed(rate, seconds, len(WHOLE_GAME), at_once)
                    made = tuple(asyncio.run(make_games(servers.ports[0], games)))
                    plan = DrivePlan(servers.ports, made, WHOLE_GAME, at_once, rate, seconds)
                    figures = play(servers, plan) | {"fsync ms": fsync_probe(stores.folder)}
                found.add(f"{rate} moves/s, {setup}", figures, GOALS.get(rate))
    return found


def play(servers: Servers, plan: DrivePlan) -> Figures:
    """Play games in a process of their own; return what came of it, and the processor time of the servers."""
    with Helper(drive, plan) as player:
        player.hear()
        before = use_of(servers.processes)
        player.say("go")
        played: Played = player.hear(plan.seconds + 60)
        after = use_of(servers.processes)
    return quantiles(played.milliseconds) | {
        "moves/s": len(played.milliseconds) / plan.seconds,
        "unseen": played.unseen,
        "refused": played.refused.total() + played.lost.total(),
        "server CPU ms/move": 1000 * (after.processor - before.processor) / max(1, played.made),
        "client CPU %": 100 * played.processor,
    }
