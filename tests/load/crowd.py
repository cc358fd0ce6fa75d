"""A crowd of clients that do nothing but stay: they answer pings, and come back when the server goes."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from load.wire import NotOpenedError, open_wire

if TYPE_CHECKING:
    from load.helper import Line

AT_ONCE = 64
"""How many sockets are being opened at one time while the crowd gathers."""
SOURCES = 64
"""How many addresses the crowd comes from, 127.0.1.1 and so on: no limit for one address is meant for it."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""The pauses of the page before it comes back, in seconds: anything up to the first, doubled each time."""


class CrowdPlan(NamedTuple):
    """Who comes to which ports, in turn: game and token of each; of None, whoever watches."""

    ports: tuple[int, ...]
    seats: tuple[tuple[str, str | None], ...]


@dataclass
class Report:
    """What a crowd has seen since the last report: how many are in, what was refused and lost, and the times back."""

    here: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)


async def crowd(line: Line, plan: CrowdPlan) -> None:
    """Gather, say a Report, and then another one each time that anything is heard."""
    people = [
        Person(plan.ports[number % len(plan.ports)], game, token, f"127.0.1.{1 + number % SOURCES}")
        for number, (game, token) in enumerate(plan.seats)
    ]
    turns = asyncio.Semaphore(AT_ONCE)
    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(person.stay(turns))
        await asyncio.gather(*(person.welcome.wait() for person in people))
        await _tell(line, people)


async def _tell(line: Line, people: list[Person]) -> None:
    while True:
        report = Report()
        for person in people:
            person.tell(report)
        line.say(report)
        await line.hear()


class Person:
    """One client of the crowd."""

    def __init__(self, port: int, game: str, token: str | None, source: str) -> None:
        self._where = (port, game, token)
        self._source = source
        self.welcome = asyncio.Event()
        self._answered = asyncio.Event()
        self._gone = asyncio.Event()
        self._gone_at = 0.0
        self._news = Report()

    async def stay(self, turns: asyncio.Semaphore) -> None:
        """Come in when it is one's turn, and come back whenever the line breaks."""
        async with turns:
            await self._open()
            await self._answered.wait()
        while True:
            await self._gone.wait()
            self._gone.clear()
            await self._come_back()

    def tell(self, report: Report) -> None:
        """Add one's own news to a report, and forget them."""
        report.here += self.welcome.is_set()
        report.refused += self._news.refused
        report.lost += self._news.lost
        report.back += self._news.back
        self._news = Report()

    async def _open(self) -> None:
        await open_wire(*self._where, self._heard, self._lost, source=self._source)

    async def _come_back(self) -> None:
        limit = FIRST_PAUSE
        opened = False
        while not opened:
            await asyncio.sleep(max(FIRST_PAUSE / 5, random.random() * limit))
            limit = min(LONGEST_PAUSE, 2 * limit)
            try:
                await self._open()
                opened = True
            except NotOpenedError as error:
                self._news.refused[str(error)] += 1
            except OSError:
                continue  # nobody listens yet

    def _heard(self, text: bytes) -> None:
        if text.startswith(b'{"t":"welcome"'):
            self.welcome.set()
            self._answered.set()
            if self._gone_at:
                self._news.back.append(asyncio.get_running_loop().time() - self._gone_at)
                self._gone_at = 0.0
        elif text.startswith(b'{"t":"refused"'):
            self._news.refused[text.partition(b'"code":"')[2].partition(b'"')[0].decode()] += 1

    def _lost(self, code: int) -> None:
        self._news.lost[code] += 1
        self.welcome.clear()
        self._gone_at = self._gone_at or asyncio.get_running_loop().time()
        self._gone.set()
        self._answered.set()
