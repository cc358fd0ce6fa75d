"""Who makes things go wrong: one seeded schedule of deaths, pauses, locks and full disks, and of a broken network."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from faults import hooks

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator
    from pathlib import Path

    from faults.history import History
    from faults.proxy import Proxy
    from faults.servers import Fleet, Server
    from services import Service

DEATHS = ("kill", hooks.KILL_BEFORE, hooks.KILL_AFTER)
"""How a server dies by SIGKILL: at any moment, just before and just after a commit."""

DISTURBANCES = ("term", "term", "pause", "pause", "lock", "full", "full", "cut", "cut")
"""What else goes wrong when one server has a file: restarts, SIGSTOP, a locked file, a full disk, cut lines."""

SERVICES = tuple(f"{name} {what}" for name in ("postgres", "redis") for what in ("stop", "kill", "pause"))
"""What goes wrong beyond the servers when several share PostgreSQL and Redis."""

STORE_ERRORS = frozenset({"commit_failed", "read_failed"})
"""What a server may log as an error while its store does not work."""

GRACE = 8.0
"""Seconds after a fault in which its errors may still be logged: a statement may wait so long for its turn."""

ANSWERS_A_TABLE = 2
PEACE_SECONDS = 1.5
PEACE_A_TABLE = 0.05
"""Between two faults every table gets so many answers, on the average, if that takes no longer than the longer of
some seconds and some for each table."""

COMMIT_SECONDS = 2.0
"""So long a fail point waits for a commit."""


class Step(NamedTuple):
    """One fault: what happens, after how many seconds of peace, and for how long."""

    kind: str
    pause: float
    hold: float


class Window(NamedTuple):
    """A time (wall clock) in which some errors in the logs have a known cause."""

    begin: float
    end: float
    errors: frozenset[str]


def schedule(rng: random.Random, kinds: tuple[str, ...]) -> list[Step]:
    """Return a schedule of some faults, in an order and at times of its own."""
    kinds = tuple(rng.sample(kinds, len(kinds)))
    return [Step(kind, rng.uniform(0.1, 0.6), rng.uniform(0.3, 1.2)) for kind in kinds]


@dataclass
class Nemesis:
    """Carries out a schedule.

    `tables`: how many there are. `database`: the file, if it is one; `busy`: for how many seconds a server waits for
    its lock. `windows`: when the logs may tell of errors. `deaths`: how many servers were killed.
    """

    tables: int
    folder: Path
    fleet: Fleet
    network: Proxy
    history: History
    rng: random.Random
    fault: str
    database: Path | None = None
    busy: float = 0
    services: dict[str, Service] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)
    deaths: int = 0

    async def run(self, steps: list[Step]) -> None:
        """Do everything, one fault after the other; raises AssertionError when a server ends by itself."""
        for step in steps:
            await self._peace(step.pause)
            self._look_after()
            place = self.rng.randrange(len(self.fleet.servers))
            name, _, action = step.kind.partition(" ")
            if name in self.services:
                await self._service(name, action, step.hold)
            elif step.kind in DEATHS:
                await self._kill(step.kind, place)
            else:
                await getattr(self, f"_{step.kind}")(place, step.hold)
            self._look_after()

    async def _peace(self, least: float) -> None:
        """Wait for so long, and until every table has got a few answers on the average; but not for ever."""
        answers = self._heard() + ANSWERS_A_TABLE * self.tables
        end = time.monotonic() + max(PEACE_SECONDS, PEACE_A_TABLE * self.tables)
        await asyncio.sleep(least)
        while self._heard() < answers and time.monotonic() < end:  # noqa: ASYNC110 - one of many reasons to stop
            await asyncio.sleep(0.05)

    def _heard(self) -> int:
        return sum(game.heard for game in self.history.games.values())

    def _look_after(self) -> None:
        for place, server in enumerate(self.fleet.servers):
            if server is not None and not server.process.is_alive():
                raise AssertionError(f"server {place} ended by itself with status {server.process.exitcode}")

    async def _kill(self, kind: str, place: int) -> None:
        if kind == "kill":
            self.history.fault(f"SIGKILL of server {place}")
            await self.fleet.kill(place)
        else:
            self.history.fault(f"server dies: {kind}")
            place = await self._until_one_dies(kind, place)
        self.deaths += 1
        # A while with nobody there, sometimes.
        await asyncio.sleep(self.rng.choice((0, 0, 0.3)))
        await self._start(place)

    async def _until_one_dies(self, kind: str, place: int) -> int:
        """Let the process that commits next kill itself; return its place. Without a commit it is killed."""
        (self.folder / kind).touch()
        end = time.monotonic() + COMMIT_SECONDS
        while time.monotonic() < end:
            await asyncio.sleep(0.01)
            for number, server in enumerate(self.fleet.servers):
                if server is not None and not server.process.is_alive():
                    await self.fleet.kill(number)
                    return number
        (self.folder / kind).unlink(missing_ok=True)
        await self.fleet.kill(place)
        return place

    async def _start(self, place: int) -> None:
        await self.fleet.start(place, self.fault)
        self.history.fault(f"server {place} is there again")

    async def _term(self, place: int, _hold: float) -> None:
        self.history.fault(f"SIGTERM to server {place}")
        if not await self.fleet.stop(place):
            self.history.wrong.append(f"server {place} did not end after SIGTERM")
        await self._start(place)

    async def _pause(self, place: int, hold: float) -> None:
        self.history.fault(f"server {place} stands still for {hold:.1f} s")
        server: Server | None = self.fleet.servers[place]
        assert server is not None
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(hold)
        server.signal(signal.SIGCONT)

    async def _lock(self, _place: int, hold: float) -> None:
        assert self.database is not None
        hold += self.busy
        async with self._trouble(f"the database is locked for {hold:.1f} s"):
            with closing(sqlite3.connect(self.database, timeout=0, isolation_level=None)) as connection:
                while not _locked(connection):  # noqa: ASYNC110 - nobody tells when it is free
                    await asyncio.sleep(0.005)
                await asyncio.sleep(hold)
                connection.execute("ROLLBACK")

    async def _full(self, _place: int, hold: float) -> None:
        async with self._trouble(f"the disk is full for {hold:.1f} s"):
            (self.folder / hooks.FULL).touch()
            await asyncio.sleep(hold)
            (self.folder / hooks.FULL).unlink()

    async def _cut(self, _place: int, _hold: float) -> None:
        self.history.fault("every line is cut")
        self.network.cut_all()

    async def _service(self, name: str, action: str, hold: float) -> None:
        service = self.services[name]
        async with self._trouble(f"{name}: {action} for {hold:.1f} s"):
            await asyncio.to_thread(getattr(service, action))
            await asyncio.sleep(hold)
            await asyncio.to_thread(service.resume if action == "pause" else service.start)

    @asynccontextmanager
    async def _trouble(self, text: str) -> AsyncIterator[None]:
        self.history.fault(text)
        begin = time.time()
        try:
            yield
        finally:
            self.history.fault(f"over: {text}")
            self.windows.append(Window(begin, time.time() + GRACE, STORE_ERRORS))


def _locked(connection: sqlite3.Connection) -> bool:
    """Try to lock the database for everybody else who writes."""
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        return False
    return True
