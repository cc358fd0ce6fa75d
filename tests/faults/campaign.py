"""One run from its seed to its verdict: servers, network, players, nemesis, final reading, check."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from faults import stored
from faults.checker import Finding, check, check_logs
from faults.history import History
from faults.nemesis import Nemesis, schedule
from faults.players import sit
from faults.proxy import Proxy
from faults.servers import Fleet
from faults.settle import settle
from faults.story import tell
from faults.wire import Api

if TYPE_CHECKING:
    from pathlib import Path

    from services import Service

BUSY_SECONDS = 3.0
"""How long a server waits for a lock; shorter than in production, so that a lock need not last so long to matter."""

SETTINGS: dict[str, object] = {
    # The clients send more than people do, and all from one address.
    "busy_ms": int(BUSY_SECONDS * 1000),
    "games_burst": 1_000_000,
    "guesses_burst": 1_000_000,
    "sockets_burst": 1_000_000,
    "connections_per_address": 10_000,
    "messages_burst": 1_000_000,
    "address_messages_burst": 1_000_000,
}


@dataclass(frozen=True)
class Plan:
    """What a run consists of. Its course is drawn from the seed; the times at which things meet are not.

    `tables`: how many games are played at once. `faults`: what goes wrong, in an order of the seed's own.
    `mutant`: code that breaks a rule of the server in its process, and `sabotage`: statements that break its file, for
    the proofs that the checker sees it.
    """

    seed: str
    folder: Path
    tables: int
    faults: tuple[str, ...]
    database: str = ""
    places: int = 1
    settings: dict[str, object] = field(default_factory=dict)
    services: dict[str, Service] = field(default_factory=dict)
    mutant: str = ""
    sabotage: tuple[str, ...] = ()
    pause: float = 0.01

    @property
    def fault(self) -> str:
        """The code that a server process runs before it serves."""
        hooks = f"from faults import hooks\nhooks.install({str(self.folder)!r}, {self.seed!r}, {self.pause})\n"
        return hooks + self.mutant


@dataclass(frozen=True)
class Verdict:
    """How a run ended: what is wrong, as sentences and as a story, and how much was done."""

    findings: list[Finding]
    story: str
    games: int
    commands: int
    acked: int
    unknown: int
    events: int
    deaths: int
    closes: Counter[int]
    seconds: float

    @property
    def summary(self) -> str:
        """One line of figures."""
        return (
            f"{self.games} games, {self.commands} commands "
            f"({self.acked} acknowledged, {self.unknown} unknown until the end), "
            f"{self.events} events seen, {self.deaths} kills, {self.seconds:.0f} s: {len(self.findings)} findings"
        )


async def run(plan: Plan) -> Verdict:
    """Carry out a plan; raises AssertionError when a server does not start or ends by itself."""
    begin = time.monotonic()
    database = plan.database or str(plan.folder / "games.sqlite")
    fleet = Fleet(plan.folder, database, plan.places, SETTINGS | plan.settings)
    history = History()
    try:
        await asyncio.gather(*(fleet.start(place, plan.fault) for place in range(plan.places)))
        if plan.sabotage:
            with closing(sqlite3.connect(database, isolation_level=None)) as connection:
                connection.executescript(";".join(plan.sabotage))
        async with Proxy(lambda: fleet.ports, plan.seed, alone=plan.places == 1) as network:
            rng = random.Random(plan.seed)
            file = None if plan.database else plan.folder / "games.sqlite"
            nemesis = Nemesis(
                plan.tables, plan.folder, fleet, network, history, rng, plan.fault, file, BUSY_SECONDS, plan.services
            )
            await _storm(plan, network, history, nemesis)
            unknown = sum(1 for game in history.games.values() for each in game.commands.values() if each.unknown)
            network.calm = True
            await _restart(fleet, plan.mutant)
            final = await settle(list(history.games.values()), network)
    finally:
        await asyncio.gather(*(fleet.stop(place) for place in range(plan.places)))
    rows = await stored.read(database)
    findings = [*check(history, rows, final), *check_logs(*fleet.log_lines(), nemesis.windows)]
    commands = [command for game in history.games.values() for command in game.commands.values()]
    return Verdict(
        findings=findings,
        story=tell(findings, history, rows, plan.seed) if findings else "",
        games=len(history.games),
        commands=len(commands),
        acked=sum(command.ok is not None for command in commands),
        unknown=unknown,
        events=sum(len(game.events) for game in history.games.values()),
        deaths=nemesis.deaths,
        closes=Counter(code for game in history.games.values() for code in game.closes),
        seconds=time.monotonic() - begin,
    )


async def _storm(plan: Plan, network: Proxy, history: History, nemesis: Nemesis) -> None:
    """Let everybody play until the nemesis has done all it wanted."""
    api = Api(network.port)
    steps = schedule(nemesis.rng, plan.faults)
    tables = [asyncio.create_task(sit(api, network, history, f"{plan.seed}/{table}")) for table in range(plan.tables)]
    faults = asyncio.create_task(nemesis.run(steps))
    try:
        # A table never ends by itself; one that does has met a mistake of these tests.
        done, _ = await asyncio.wait([faults, *tables], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in (faults, *tables):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
        await api.close()


async def _restart(fleet: Fleet, fault: str) -> None:
    """End every server as an operator does, and start it again without fail points."""
    places = range(len(fleet.servers))
    await asyncio.gather(*(fleet.stop(place) for place in places))
    await asyncio.gather(*(fleet.start(place, fault) for place in places))
