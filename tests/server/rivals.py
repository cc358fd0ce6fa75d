"""Processes that write to one store at the same time, each as a server does it; run by test_store."""

from __future__ import annotations

import asyncio
import random
import uuid
from typing import TYPE_CHECKING

from spookymarks.server.errors import ConflictError, UnavailableError
from spookymarks.server.ledger import Entry
from spookymarks.server.store import Store

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from spookymarks.server.seats import GameId

MOVES = 40


def rival(database: str, games: list[GameId], seed: int, line: Connection) -> None:
    """Add MOVES events to each game at whatever revision is next; send (game, rev, command) of those acknowledged."""
    line.send("ready")
    line.recv()
    line.send(asyncio.run(_write_all(database, games, random.Random(seed))))


async def _write_all(database: str, games: list[GameId], rnd: random.Random) -> list[tuple[GameId, int, str]]:
    store = await Store.open(database, 20_000)
    acked: list[tuple[GameId, int, str]] = []

    async def write(game: GameId) -> None:
        rev = 0
        for _ in range(MOVES):
            command = uuid.UUID(int=rnd.getrandbits(128)).hex
            while True:
                await asyncio.sleep(rnd.random() / 200)
                try:
                    await store.append(game, [Entry(rev + 1, "X", "say", "hello", command, 0)])
                except (ConflictError, UnavailableError):
                    found = await store.entries_after(game, rev)
                    rev += len(found)
                    if any(entry.command == command for entry in found):
                        break
                else:
                    rev += 1
                    acked.append((game, rev, command))
                    break

    try:
        await asyncio.gather(*(write(game) for game in games))
    finally:
        await store.close()
    return acked
