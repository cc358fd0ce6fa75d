"""Many sockets: what they cost while nothing happens, and how they come back after a restart."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from load.crowd import CrowdPlan, Report, crowd
from load.helper import Helper
from load.lobby import make_games
from load.machine import fsync_probe, use_of
from load.report import Goal, Rounds, quantiles

if TYPE_CHECKING:
    from load.lobby import Game
    from load.servers import Servers
    from load.stores import Setup, Stores

MEMORY_GOAL, PROCESSOR_GOAL = 350.0, 10.0
IDLE_GOAL = Goal(
    "10,000: <= 350 MiB, <= 10 % CPU",
    lambda found: found["MiB"] <= MEMORY_GOAL and found["CPU %"] <= PROCESSOR_GOAL and found["lost"] == 0,
)
BACK_SECONDS = 60.0
STORM_GOAL = Goal(
    "all back <= 60 s, none refused",
    lambda found: found["last s"] <= BACK_SECONDS and found["refused"] == 0 and found["missing"] == 0,
)


def seats_of(games: list[Game]) -> tuple[tuple[str, str | None], ...]:
    """Return both seats of each game."""
    return tuple((game.id, token) for game in games for token in (game.x, game.o))


def gather(servers: Servers, sockets: int) -> Helper:
    """Return a crowd, not yet heard, in both seats of half as many games."""
    games = asyncio.run(make_games(servers.ports[0], -(-sockets // 2)))
    return Helper(crowd, CrowdPlan(servers.ports, seats_of(games)[:sockets]))


def idle(stores: Stores, setup: Setup, sockets: int, rounds: int, seconds: float) -> Rounds:
    """Measure memory and processor time of sockets that only answer pings.

    `MiB` is the server's resident memory, everything included; `KiB each` the growth a socket, its half of a game
    included.
    """
    found = Rounds()
    for _ in range(rounds):
        with stores.serve(setup) as servers:
            empty = use_of(servers.processes)
            begun = time.monotonic()
            with gather(servers, sockets) as people:
                people.hear()
                opened = time.monotonic() - begun
                before = use_of(servers.processes)
                time.sleep(seconds)
                after = use_of(servers.processes)
                people.say("report")
                report: Report = people.hear()
        figures = {
            "MiB": after.memory,
            "KiB each": 1024 * (after.memory - empty.memory) / sockets,
            "CPU %": 100 * (after.processor - before.processor) / seconds,
            "lost": report.lost.total(),
            "opened in s": opened,
            "fsync ms": fsync_probe(stores.folder),
        }
        found.add(f"{sockets} idle sockets, {setup}", figures, IDLE_GOAL)
    return found


def storm(stores: Stores, setup: Setup, sockets: int, rounds: int) -> Rounds:
    """Stop and start the server below a crowd, and measure how long each client is away."""
    found = Rounds()
    for _ in range(rounds):
        with stores.serve(setup) as servers, gather(servers, sockets) as people:
            people.hear()
            servers.stop()
            begun = time.monotonic()
            servers.start()
            started = time.monotonic() - begun
            total = Report()
            while total.here < sockets and time.monotonic() < begun + 2 * BACK_SECONDS:
                time.sleep(0.5)
                people.say("report")
                report: Report = people.hear()
                total = Report(report.here, total.refused + report.refused, total.lost, total.back + report.back)
            seconds = sorted(total.back) or [float("nan")]
            figures = {
                "last s": seconds[-1],
                "p50 s": quantiles(seconds)["p50 ms"],
                "start s": started,
                "refused": total.refused.total(),
                "missing": sockets - total.here,
                "fsync ms": fsync_probe(stores.folder),
            }
        for answer, times in total.refused.items():
            figures[f"refused: {answer}"] = times
        found.add(f"restart below {sockets} sockets, {setup}", figures, STORM_GOAL)
    return found
