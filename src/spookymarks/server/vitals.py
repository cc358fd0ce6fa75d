"""The server's own heartbeat in the store, so that no player's clock is charged while no server runs."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, NamedTuple

import structlog
from sqlalchemy import delete, func, insert, select, update

from spookymarks.server import tables
from spookymarks.server.errors import RefusedError
from spookymarks.server.ledger import now

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from spookymarks.server.store import Store

BEAT_SECONDS = 5.0
RETURN_MS = 5_000
"""Milliseconds after an outage that are not charged either: players need them to come back."""

KEPT_MS = 30 * 86_400_000
log = structlog.get_logger()


class Outage(NamedTuple):
    """A time without a server, in milliseconds since 1970."""

    begin: int
    end: int


def uncharged(begin: int, outages: Iterable[Outage]) -> int:
    """Return the milliseconds of outages after `begin`."""
    return sum(max(0, outage.end - max(begin, outage.begin)) for outage in outages)


def charged(begin: int, end: int, outages: Iterable[Outage]) -> int:
    """Return the milliseconds from `begin` to `end` that lie in no outage; none if the wall clock went back."""
    return max(0, end - begin - uncharged(begin, [Outage(out.begin, min(end, out.end)) for out in outages]))


class Vitals:
    """One process's entry among those that serve a store.

    `outages`: the times without a server before this process began, newest last.
    """

    def __init__(self, store: Store) -> None:
        self.name = secrets.token_hex(8)
        self.outages: tuple[Outage, ...] = ()
        self._store = store

    async def begin(self) -> None:
        """Enter this process; if no other has run since some time, that time is an outage."""
        at = now()
        found: list[Outage] = []

        async def work(connection: AsyncConnection) -> None:
            table, outage = tables.process.c, tables.outage.c
            newest = (await connection.execute(select(func.max(table.beat_at)))).scalar()
            if newest is not None and newest < at - 2 * BEAT_SECONDS * 1000:
                await connection.execute(delete(tables.outage).where(outage.begin_at == newest))
                await connection.execute(insert(tables.outage), {"begin_at": newest, "end_at": at + RETURN_MS})
            await connection.execute(delete(tables.outage).where(outage.end_at < at - KEPT_MS))
            await connection.execute(delete(tables.process).where(table.beat_at < at - KEPT_MS))
            await connection.execute(insert(tables.process), {"id": self.name, "beat_at": at})
            rows = await connection.execute(select(outage.begin_at, outage.end_at).order_by(outage.begin_at))
            found[:] = [Outage(*row) for row in rows]

        await self._store.writer.write(work)
        self.outages = tuple(found)

    async def beat(self) -> None:
        """Say every few seconds that this process runs, for ever."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._store.writer.write(self._mark)
            except RefusedError as error:
                log.warning("beat_failed", reason=error.message)

    async def _mark(self, connection: AsyncConnection) -> None:
        table = tables.process
        await connection.execute(update(table).where(table.c.id == self.name).values(beat_at=now()))
