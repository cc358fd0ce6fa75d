"""The store of games: every statement about games that is sent to the database stands here."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from spookymarks.server import tables
from spookymarks.server.database import open_database, reason
from spookymarks.server.errors import DamagedGameError, NoSuchGameError, UnavailableError
from spookymarks.server.ledger import Entry, now
from spookymarks.server.seats import SEATS
from spookymarks.server.terms import Control, Terms
from spookymarks.server.writer import Rows, Writer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Sequence

    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from spookymarks.server.seats import Digest, GameId, Seat

READERS = 4
"""How many read at one time: fewer than there are connections, so that a crowd never keeps the writer from its own."""
IN_LINE_SECONDS = 30.0
"""How long a read waits for its turn: after a restart everybody comes back at once, and is not to be refused."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Series:
    """What the earlier games of a series of rematches gave to the present sides, in half points."""

    halves_x: int = 0
    halves_o: int = 0
    earlier: int = 0


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the store holds it. `join_seat` is the seat that the join secret opens."""

    id: GameId
    terms: Terms
    join_seat: Seat
    join_digest: Digest
    seats: dict[Seat, Digest]
    series: Series = Series()
    entries: tuple[Entry, ...] = ()


class Store:
    """Games in a database. Every method raises UnavailableError when the database does not answer."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.writer = Writer(engine)
        self._turns = asyncio.Semaphore(READERS)

    @classmethod
    async def open(cls, database: str, busy_ms: int) -> Store:
        """Open a database, a file or a URL, and bring it up to date; raises ServerError when that fails."""
        return cls(await open_database(database, busy_ms))

    async def close(self) -> None:
        """Commit what is under way, then close."""
        await self.writer.close()
        await self.engine.dispose()

    @property
    def healthy(self) -> bool:
        """Whether the last commit succeeded."""
        return self.writer.healthy

    async def create(self, game: StoredGame) -> None:
        """Store a new game and the seats it starts with, but no events."""
        await self.writer.write(lambda connection: _create(connection, game))

    async def claim(self, game: GameId, seat: Seat, token: Digest, entries: Sequence[Entry]) -> None:
        """Give a seat to the owner of a token and add the entries that tell of it.

        Raises ConflictError when it has an owner, or as `append`.
        """

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(tables.seat), _seat_row(game, seat, token, now()))
            await _append(connection, game, entries)

        await self.writer.write(work)

    async def replace_token(self, game: GameId, seat: Seat, token: Digest, entries: Sequence[Entry]) -> None:
        """Give a seat a new token and add the entries that tell of it; raises ConflictError as `append`."""
        table = tables.seat

        async def work(connection: AsyncConnection) -> None:
            await _append(connection, game, entries)
            await connection.execute(
                update(table).where(table.c.game_id == game, table.c.seat == seat).values(token_digest=token)
            )

        await self.writer.write(work)

    async def append(
        self, game: GameId, entries: Sequence[Entry], *, ended: bool = False, rematch: StoredGame | None = None
    ) -> None:
        """Add entries to a game, all or none; say whether it ends with them, and which rematch they begin.

        Raises ConflictError when one of the revisions or command ids is in the store already, or the game is not.
        """
        if not ended and rematch is None:
            await self.writer.write(Rows(tables.event, _event_rows(game, entries)))
            return

        async def work(connection: AsyncConnection) -> None:
            if rematch is not None:
                await _create(connection, rematch)
            await _append(connection, game, entries)
            if ended:
                await connection.execute(
                    update(tables.game).where(tables.game.c.id == game).values(ended_at=entries[-1].at)
                )

        await self.writer.write(work)

    async def delete(self, game: GameId) -> None:
        """Forget a game; one that is not there is forgotten already."""
        await self.writer.write(lambda connection: delete_games(connection, [game]))

    async def delete_unjoined(self, game: GameId) -> bool:
        """Forget a game that has one owner at most; False when both seats have one."""
        joined = False

        async def work(connection: AsyncConnection) -> None:
            nonlocal joined
            # Whoever is about to take the other seat waits for this row, and then finds no game.
            await connection.execute(select(tables.game.c.id).where(tables.game.c.id == game).with_for_update())
            joined = len(await _seats(connection, game)) == len(SEATS)
            if not joined:
                await delete_games(connection, [game])

        await self.writer.write(work)
        return not joined

    async def load(self, game: GameId) -> StoredGame:
        """Return a game with all its seats and entries; raises NoSuchGameError, or DamagedGameError."""
        async with self._reading() as connection:
            found = await connection.execute(select(tables.game).where(tables.game.c.id == game))
            row = found.one_or_none()
            if row is None:
                raise NoSuchGameError
            seats = await _seats(connection, game)
            entries = await _entries(connection, game, 0)
        series = Series(row.halves_x, row.halves_o, row.earlier)
        return StoredGame(game, _terms(row), row.join_seat, row.join_digest, seats, series, entries)

    async def seats(self, game: GameId) -> dict[Seat, Digest]:
        """Return the owned seats of a game."""
        async with self._reading() as connection:
            return await _seats(connection, game)

    async def entries_after(self, game: GameId, rev: int) -> tuple[Entry, ...]:
        """Return the entries of a game after a revision; raises NoSuchGameError."""
        async with self._reading() as connection:
            entries = await _entries(connection, game, rev)
            if not entries:
                found = await connection.execute(select(tables.game.c.id).where(tables.game.c.id == game))
                if found.one_or_none() is None:
                    raise NoSuchGameError
        return entries

    async def newest(self, games: Sequence[GameId]) -> dict[GameId, int]:
        """Return the newest revision of each of some games; one that is gone is left out."""
        revision = func.coalesce(func.max(tables.event.c.rev), 0)
        async with self._reading() as connection:
            found = await connection.execute(
                select(tables.game.c.id, revision)
                .outerjoin(tables.event, tables.event.c.game_id == tables.game.c.id)
                .where(tables.game.c.id.in_(games))
                .group_by(tables.game.c.id)
            )
            return {row[0]: row[1] for row in found}

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with asyncio.timeout(IN_LINE_SECONDS):
                await self._turns.acquire()
        except TimeoutError:
            raise UnavailableError from None
        try:
            async with self.engine.connect() as connection:
                if connection.dialect.name == "postgresql":  # one picture for several statements, as in SQLite
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                yield connection
        except (SQLAlchemyError, OSError) as error:
            log.error("read_failed", reason=reason(error))  # noqa: TRY400 - the reason, not the stack
            raise UnavailableError from None
        finally:
            self._turns.release()


async def delete_games(connection: AsyncConnection, games: Sequence[GameId]) -> None:
    """Delete games with all that hangs on them, in the caller's transaction."""
    await connection.execute(delete(tables.event).where(tables.event.c.game_id.in_(games)))
    await connection.execute(delete(tables.seat).where(tables.seat.c.game_id.in_(games)))
    await connection.execute(delete(tables.game).where(tables.game.c.id.in_(games)))


async def _create(connection: AsyncConnection, game: StoredGame) -> None:
    at = now()
    terms, series = game.terms, game.series
    row = {
        "id": game.id,
        "rules": terms.rules,
        "clock": None if terms.control is None else str(terms.control),
        "takebacks": terms.takebacks,
        "join_seat": game.join_seat,
        "join_digest": game.join_digest,
        "created_at": at,
        "halves_x": series.halves_x,
        "halves_o": series.halves_o,
        "earlier": series.earlier,
    }
    await connection.execute(insert(tables.game), row)
    for seat, token in game.seats.items():
        await connection.execute(insert(tables.seat), _seat_row(game.id, seat, token, at))


async def _append(connection: AsyncConnection, game: GameId, entries: Iterable[Entry]) -> None:
    rows = _event_rows(game, entries)
    if rows:
        await connection.execute(insert(tables.event), rows)


def _event_rows(game: GameId, entries: Iterable[Entry]) -> list[dict[str, object]]:
    return [
        {
            "game_id": game,
            "rev": entry.rev,
            "actor": entry.actor,
            "kind": entry.kind,
            "what": entry.what,
            "command_id": entry.command,
            "at": entry.at,
            "clock_x": entry.clock_x,
            "clock_o": entry.clock_o,
        }
        for entry in entries
    ]


async def _seats(connection: AsyncConnection, game: GameId) -> dict[Seat, Digest]:
    table = tables.seat.c
    found = await connection.execute(select(table.seat, table.token_digest).where(table.game_id == game))
    return {row.seat: row.token_digest for row in found}


async def _entries(connection: AsyncConnection, game: GameId, after: int) -> tuple[Entry, ...]:
    table = tables.event.c
    found = await connection.execute(
        select(
            table.rev,
            table.actor,
            table.kind,
            table.what,
            table.command_id,
            table.at,
            table.clock_x,
            table.clock_o,
        )
        .where(table.game_id == game, table.rev > after)
        .order_by(table.rev)
    )
    return tuple(Entry(*row) for row in found)


def _terms(row: Row[tuple[object, ...]]) -> Terms:
    try:
        control = None if row.clock is None else Control.read(row.clock)
    except ValueError:
        raise DamagedGameError from None
    return Terms(row.rules, control, row.takebacks)


def _seat_row(game: GameId, seat: Seat, token: Digest, at: int) -> dict[str, object]:
    return {"game_id": game, "seat": seat, "token_digest": token, "claimed_at": at}
