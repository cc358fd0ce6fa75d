"""The store of games: every statement that is sent to the database stands here."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import insert, select
from sqlalchemy.exc import SQLAlchemyError

from spookymarks.server import tables
from spookymarks.server.database import open_database, reason
from spookymarks.server.errors import NoSuchGameError, UnavailableError
from spookymarks.server.ledger import Entry, now
from spookymarks.server.writer import Writer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from spookymarks.server.seats import Digest, GameId, Seat

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the store holds it. `join_seat` is the seat that the join secret opens."""

    id: GameId
    rules: str
    join_seat: Seat
    join_digest: Digest
    seats: dict[Seat, Digest]
    entries: tuple[Entry, ...] = ()


class Store:
    """Games in a database. Every method raises UnavailableError when the database does not answer."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = Writer(engine)

    @classmethod
    async def open(cls, database: str, busy_ms: int) -> Store:
        """Open a database, a file or a URL, and bring it up to date; raises ServerError when that fails."""
        return cls(await open_database(database, busy_ms))

    async def close(self) -> None:
        """Commit what is under way, then close."""
        await self._writer.close()
        await self._engine.dispose()

    @property
    def healthy(self) -> bool:
        """Whether the last commit succeeded."""
        return self._writer.healthy

    async def create(self, game: StoredGame) -> None:
        """Store a new game and the seats it starts with, but no events."""

        async def work(connection: AsyncConnection) -> None:
            at = now()
            row = {
                "id": game.id,
                "rules": game.rules,
                "join_seat": game.join_seat,
                "join_digest": game.join_digest,
                "created_at": at,
            }
            await connection.execute(insert(tables.game), row)
            for seat, token in game.seats.items():
                await connection.execute(insert(tables.seat), _seat_row(game.id, seat, token, at))

        await self._writer.write(work)

    async def claim(self, game: GameId, seat: Seat, token: Digest) -> None:
        """Give a seat to the owner of a token; raises ConflictError when it has an owner."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(tables.seat), _seat_row(game, seat, token, now()))

        await self._writer.write(work)

    async def append(self, game: GameId, entries: Sequence[Entry]) -> None:
        """Add entries to a game, all or none.

        Raises ConflictError when one of the revisions or command ids is in the store already.
        """

        async def work(connection: AsyncConnection) -> None:
            for entry in entries:
                row = {
                    "game_id": game,
                    "rev": entry.rev,
                    "actor": entry.actor,
                    "action": entry.action,
                    "command_id": entry.command,
                    "at": entry.at,
                }
                await connection.execute(insert(tables.event), row)

        await self._writer.write(work)

    async def load(self, game: GameId) -> StoredGame:
        """Return a game with all its seats and entries; raises NoSuchGameError."""
        async with self._reading() as connection:
            found = await connection.execute(select(tables.game).where(tables.game.c.id == game))
            row = found.one_or_none()
            if row is None:
                raise NoSuchGameError
            seats = await _seats(connection, game)
            entries = await _entries(connection, game, 0)
        return StoredGame(game, row.rules, row.join_seat, row.join_digest, seats, entries)

    async def seats(self, game: GameId) -> dict[Seat, Digest]:
        """Return the owned seats of a game."""
        async with self._reading() as connection:
            return await _seats(connection, game)

    async def entries_after(self, game: GameId, rev: int) -> tuple[Entry, ...]:
        """Return the entries of a game after a revision."""
        async with self._reading() as connection:
            return await _entries(connection, game, rev)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            log.error("read_failed", reason=reason(error))  # noqa: TRY400 - the reason, not the stack
            raise UnavailableError from None


async def _seats(connection: AsyncConnection, game: GameId) -> dict[Seat, Digest]:
    table = tables.seat.c
    found = await connection.execute(select(table.seat, table.token_digest).where(table.game_id == game))
    return {row.seat: row.token_digest for row in found}


async def _entries(connection: AsyncConnection, game: GameId, after: int) -> tuple[Entry, ...]:
    table = tables.event.c
    found = await connection.execute(
        select(table.rev, table.actor, table.action, table.command_id, table.at)
        .where(table.game_id == game, table.rev > after)
        .order_by(table.rev)
    )
    return tuple(Entry(*row) for row in found)


def _seat_row(game: GameId, seat: Seat, token: Digest, at: int) -> dict[str, object]:
    return {"game_id": game, "seat": seat, "token_digest": token, "claimed_at": at}
