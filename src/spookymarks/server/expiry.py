"""Games that nobody will go on with: which they are, and how they leave the store without holding up play."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import and_, false, func, or_, select, tuple_
from sqlalchemy.exc import SQLAlchemyError

from spookymarks.server.database import reason
from spookymarks.server.errors import RefusedError
from spookymarks.server.ledger import now
from spookymarks.server.store import delete_games
from spookymarks.server.tables import event, game
from spookymarks.server.terms import DAY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from spookymarks.server.seats import GameId
    from spookymarks.server.settings import Settings
    from spookymarks.server.store import Store
    from spookymarks.server.writer import Work

log = structlog.get_logger()

PAUSE_SECONDS = 3600
BATCH = 50
"""Games a transaction deletes at most, so that a move waits some milliseconds and no more."""


async def keep_clearing(store: Store, settings: Settings, deleted: Callable[[GameId], None]) -> None:
    """Expire games now and then every hour or so, for ever; `deleted` is told each game that has gone."""
    while True:
        try:
            async for games in expire(store.engine, store.writer.write, settings, now()):
                log.info("games_expired", count=len(games))
                for each in games:
                    deleted(each)
        except RefusedError as refusal:
            log.warning("expiry_failed", reason=refusal.message)
        except (SQLAlchemyError, OSError) as error:
            log.warning("expiry_failed", reason=reason(error))
        # The processes that serve one store need not all come at the same time.
        await asyncio.sleep(PAUSE_SECONDS * random.uniform(0.9, 1.1))  # noqa: S311 - nobody gains by guessing it


async def expire(
    engine: AsyncEngine, write: Callable[[Work], Awaitable[None]], settings: Settings, at: int
) -> AsyncIterator[list[GameId]]:
    """Delete what has expired at a time, in milliseconds since 1970; yield the games of each committed transaction.

    Any number of processes may do this at once, beside players: what decides is looked at again inside the transaction.
    `write` commits a piece of work. What it and the database raise is passed on, and what was deleted stays deleted.
    """
    async for candidates in _candidates(engine, settings, at):
        gone: list[GameId] = []
        await write(partial(_delete, candidates, _expired(settings, at), gone))
        if gone:
            yield gone


async def expired(engine: AsyncEngine, settings: Settings, at: int) -> int:
    """Return how many games `expire` would delete."""
    async with engine.connect() as connection:
        return await connection.scalar(select(func.count()).select_from(game).where(_expired(settings, at))) or 0


async def _delete(
    candidates: list[GameId], condition: ColumnElement[bool], gone: list[GameId], connection: AsyncConnection
) -> None:
    """Delete the candidates that still meet the condition; `gone` then holds their names."""
    # Somebody who stores an event now holds the row of its game: such a game is left alone. A lock that we hold makes
    # them wait, and then they find that there is no such game. SQLite has one writer, and needs no locks.
    ours = select(game.c.id).where(game.c.id.in_(candidates)).with_for_update(skip_locked=True)
    locked = list(await connection.scalars(ours))
    gone[:] = await connection.scalars(select(game.c.id).where(game.c.id.in_(locked), condition))
    await delete_games(connection, gone)


async def _candidates(engine: AsyncEngine, settings: Settings, at: int) -> AsyncIterator[list[GameId]]:
    """Yield the games that have expired, each read in a short transaction of its own."""
    # The unfinished ones have an index by age. The finished ones are looked through in the order of their names.
    for condition, order in ((_abandoned(settings, at), game.c.created_at), (_old(settings, at), game.c.id)):
        place = tuple_(order, game.c.id)
        query = select(order, game.c.id).where(condition).order_by(order, game.c.id).limit(BATCH)
        after = query
        while True:
            async with engine.connect() as connection:
                found = (await connection.execute(after)).all()
            if not found:
                break
            yield [row[1] for row in found]
            after = query.where(place > tuple(found[-1]))


def _expired(settings: Settings, at: int) -> ColumnElement[bool]:
    return or_(_abandoned(settings, at), _old(settings, at))


def _abandoned(settings: Settings, at: int) -> ColumnElement[bool]:
    """Say which games go on but have not changed for too long; the wait is another one when nothing was ever placed."""
    of_game = event.c.game_id == game.c.id
    changed = select(func.max(event.c.at)).where(of_game).scalar_subquery()
    placed = select(event.c.rev).where(of_game, event.c.kind == "act").exists()

    def unchanged(days: int) -> ColumnElement[bool]:
        since = at - days * DAY
        return and_(game.c.created_at < since, func.coalesce(changed, 0) < since) if days else false()

    late = or_(unchanged(settings.unfinished_days), and_(unchanged(settings.unstarted_days), ~placed))
    return and_(game.c.ended_at.is_(None), late)


def _old(settings: Settings, at: int) -> ColumnElement[bool]:
    """Say which games ended too long ago."""
    days = settings.finished_days
    return game.c.ended_at < at - days * DAY if days else false()
