"""What an operator does with a store from outside: look into it without changing it, count it, migrate and clear it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from alembic.script import ScriptDirectory
from sqlalchemy import Integer, cast, event, func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from spookymarks.server import migrations, tables
from spookymarks.server.database import connect_database, database_url, prepare_database, reason, writing
from spookymarks.server.errors import ServerError
from spookymarks.server.expiry import expire, expired
from spookymarks.server.guard import only_server
from spookymarks.server.ledger import now
from spookymarks.server.vitals import BEAT_SECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy import URL, Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
    from sqlalchemy.pool import ConnectionPoolEntry

    from spookymarks.server.settings import Settings
    from spookymarks.server.writer import Work


class Tally(NamedTuple):
    """How many games there are: in all, going on, and of these with a free seat."""

    games: int
    unfinished: int
    open: int


class Stats(NamedTuple):
    """What is in a store. `size`: bytes on disk. `running`: server processes that have just been alive.

    `expired`: games that the next expiry deletes.
    """

    schema: str
    size: int
    running: int
    events: int
    expired: int
    rules: dict[str, Tally]

    @property
    def total(self) -> Tally:
        """The sum over all rule sets."""
        return (
            Tally(*(sum(column) for column in zip(*self.rules.values(), strict=True))) if self.rules else Tally(0, 0, 0)
        )


@asynccontextmanager
async def looking_into(database: str, busy_ms: int) -> AsyncIterator[AsyncEngine]:
    """Open an existing database, up to date or not, in a way that cannot change it.

    Every transaction sees one moment, and servers may go on beside it. Raises ServerError, in one sentence, when the
    database is not there or not of this program, and whenever it does not answer.
    """
    url = existing(database)
    shown = url.render_as_string(hide_password=True)
    try:
        engine = _read_only(url, busy_ms)
    except ImportError as error:
        raise ServerError(
            f"the database {shown} needs the package {error.name}: pip install 'spookymarks[postgresql]'"
        ) from None
    try:
        async with engine.connect() as connection:
            if not await connection.run_sync(_is_ours):
                raise ServerError(f"the database {shown} is not one of this program")
        yield engine
    except (SQLAlchemyError, OSError) as error:
        raise ServerError(f"the database {shown} cannot be read: {reason(error)}") from None
    finally:
        await engine.dispose()


def existing(database: str) -> URL:
    """Return the URL of a database; raises ServerError for a SQLite file that is not there."""
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise ServerError(f"there is no database {url.database!r}")
    return url


async def schema(engine: AsyncEngine) -> str:
    """Return the number of the newest migration that a database has seen."""
    async with engine.connect() as connection:
        return str(await connection.scalar(text("SELECT version_num FROM alembic_version")))


def newest_schema() -> str:
    """Return the number of the newest migration of this program."""
    return str(ScriptDirectory(str(Path(migrations.__path__[0]))).get_current_head())


def must_be_current(theirs: str) -> None:
    """Raise ServerError, saying what to do, unless a schema is the one that this program leaves."""
    ours = newest_schema()
    if theirs < ours:
        raise ServerError(
            f"the database is at schema {theirs}, and this program wants {ours}; back it up, stop the servers, "
            "then run: spookymarks admin migrate"
        )
    if theirs > ours:
        raise ServerError(f"the database is at schema {theirs}, newer than this program, which knows {ours}")


async def migrate(database: str, busy_ms: int) -> tuple[str, str]:
    """Bring an existing database up to date; return the numbers of its schema before and after.

    Raises ServerError and leaves the database as it was when that fails, and when a server has the file open.
    """
    async with looking_into(database, busy_ms) as engine:
        before = await schema(engine)
    with only_server(database):
        await prepare_database(database, busy_ms)
    return before, newest_schema()


async def clear(database: str, settings: Settings, *, dry: bool) -> int:
    """Delete what has expired, or with `dry` nothing; return how many games that is. Servers may run."""
    async with looking_into(database, settings.busy_ms) as engine:
        must_be_current(await schema(engine))
        if dry:
            return await expired(engine, settings, now())
    engine = connect_database(database, settings.busy_ms)

    async def write(work: Work) -> None:
        async with writing(engine).begin() as connection:
            await work(connection)

    try:
        return sum([len(games) async for games in expire(engine, write, settings, now())])
    except (SQLAlchemyError, OSError) as error:
        raise ServerError(f"the database cannot be written: {reason(error)}") from None
    finally:
        await engine.dispose()


async def stats(engine: AsyncEngine, settings: Settings) -> Stats:
    """Count what is in an up-to-date store."""
    at = now()
    game, process = tables.game.c, tables.process.c
    goes_on = game.ended_at.is_(None)
    seats = select(func.count()).where(tables.seat.c.game_id == game.id).scalar_subquery()
    columns = (func.count(), *(func.sum(cast(each, Integer)) for each in (goes_on, goes_on & (seats < 2))))
    alive = process.beat_at > at - 3 * BEAT_SECONDS * 1000
    async with engine.connect() as connection:
        rules = await connection.execute(select(game.rules, *columns).group_by(game.rules).order_by(game.rules))
        return Stats(
            await schema(engine),
            await _size(connection),
            await connection.scalar(select(func.count()).select_from(tables.process).where(alive)) or 0,
            await connection.scalar(select(func.count()).select_from(tables.event)) or 0,
            await expired(engine, settings, at),
            {name: Tally(*counts) for name, *counts in rules},
        )


async def _size(connection: AsyncConnection) -> int:
    if connection.dialect.name == "postgresql":
        return await connection.scalar(text("SELECT pg_database_size(current_database())")) or 0
    pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    return await connection.scalar(text(pages)) or 0


def _is_ours(connection: Connection) -> bool:
    return connection.dialect.has_table(connection, "alembic_version")


def _read_only(url: URL, busy_ms: int) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        engine = create_async_engine(url, hide_parameters=True)
        return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    file = Path(url.database or "").absolute().as_uri()
    engine = create_async_engine(url.set(database=file, query={"mode": "ro", "uri": "true"}), hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # The driver would not begin a transaction for reading: `begin` below does it.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {busy_ms}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
