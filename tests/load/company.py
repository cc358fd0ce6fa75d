"""One game alone and with something beside it: idle sockets, a spectator who never reads, cold analyses."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from load.beside import AskPlan, DeafPlan, ask_cold, ask_warm, deaf
from load.crowds import gather
from load.drive import ENDLESS_GAME, DrivePlan
from load.helper import Helper
from load.lobby import counted, make_games
from load.machine import fsync_probe
from load.moves import play
from load.report import Figures, Goal, Rounds, quantiles

if TYPE_CHECKING:
    from load.lobby import Game
    from load.servers import Servers
    from load.stores import Setup, Stores

RATE = 50
"""Moves a second of the one game: its messages fill whatever is between the server and a client that does not read."""
COLD = 8
ASKED = 50
"""Warm analyses a second."""


WARM_GOAL = Goal("p99 <= 5 ms", lambda found: found["p99 ms"] <= 5)
DEAF_GOAL = Goal(
    "p99 unchanged (<= 1.5 x alone), thrown out", lambda found: found["ratio"] <= 1.5 and found["thrown out"] >= 1
)
BESIDE_GOAL = Goal("p99 <= 2 x alone", lambda found: found["ratio"] <= 2)


def beside(stores: Stores, setup: Setup, sockets: int, rounds: int, seconds: float) -> Rounds:
    """Measure one game alone and in each company, in every round; `ratio` is of its p99 to the one alone."""
    found = Rounds()
    for number in range(rounds):
        with stores.serve(setup) as servers:
            alone = _play_one(servers, _one_game(servers), seconds)
            found.add(f"one game alone, {setup}", alone | {"fsync ms": fsync_probe(stores.folder)})

            def add(what: str, figures: Figures, goal: Goal, alone: Figures = alone) -> None:
                found.add(f"{what}, {setup}", figures | {"ratio": figures["p99 ms"] / alone["p99 ms"]}, goal)

            game = _one_game(servers)
            with Helper(deaf, DeafPlan(servers.ports[0], game.id)) as spectator:
                spectator.hear()
                figures = _play_one(servers, game, seconds)
                thrown = asyncio.run(counted(servers.ports[0], "spookymarks_outbox_overflows_total"))
                add("one that never reads", figures | {"thrown out": thrown}, DEAF_GOAL)
            with Helper(ask_cold, AskPlan(servers.ports[0], COLD, number)) as askers:
                askers.hear()
                figures = _play_one(servers, _one_game(servers), seconds)
                askers.say("stop")
                answered: dict[int, int] = askers.hear()
                add(f"{COLD} cold analyses", figures | {"answered": sum(answered.values())}, BESIDE_GOAL)
            warm = quantiles(asyncio.run(ask_warm(servers.ports[0], ASKED, seconds)))
            found.add(f"warm analyses, {setup}", warm, WARM_GOAL)
            with gather(servers, sockets) as people:
                people.hear()
                add(f"{sockets} idle", _play_one(servers, _one_game(servers), seconds), BESIDE_GOAL)
    return found


def _one_game(servers: Servers) -> Game:
    """Make a game that can go on for as long as wanted."""
    return asyncio.run(make_games(servers.ports[0], 1, takebacks="free"))[0]


def _play_one(servers: Servers, game: Game, seconds: float) -> Figures:
    return play(servers, DrivePlan(servers.ports, (game,), ENDLESS_GAME, 1, RATE, seconds))
