"""Opening a database: from what an operator writes to an engine whose tables are up to date."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from spookymarks.server.errors import ServerError

if TYPE_CHECKING:
    from sqlalchemy import URL
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.ext.asyncio import AsyncEngine
    from sqlalchemy.pool import ConnectionPoolEntry

CONNECTIONS = 8
"""How many connections one process keeps to a database server; one writes, the others read."""
LOG_BYTES = 16 << 20
"""How long a write-ahead log of SQLite may stay once nobody reads what is older."""
MIGRATION_LOCK = 7_660_681_171
"""The number of the lock that a migration takes in PostgreSQL; any number, as long as it stays the same."""

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_EXTRAS = {"sqlite": "server", "postgresql": "postgresql"}


def database_url(text: str) -> URL:
    """Return the URL of a database: the text is one (sqlite: or postgresql:), or names a SQLite file.

    Raises ServerError for any other URL, and for a SQLite database in memory, which would forget every game.
    """
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = make_url(text)
    except ArgumentError:
        raise ServerError(f"the database {text!r} is not a URL") from None
    kind = url.get_backend_name()
    if kind not in _DRIVERS:
        raise ServerError(f"a database of kind {kind!r} is not supported; use sqlite: or postgresql:")
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise ServerError("the database must be a file: one in memory would forget every game")
    return url.set(drivername=_DRIVERS[kind])


async def open_database(text: str, busy_ms: int) -> AsyncEngine:
    """Return the engine of a database after bringing its tables up to date.

    Raises ServerError, in one sentence, when the database cannot be opened or is newer than this program.
    """
    await prepare_database(text, busy_ms)
    return connect_database(text, busy_ms)


def connect_database(text: str, busy_ms: int) -> AsyncEngine:
    """Return the engine of a database that has been prepared; it connects when it is used.

    Whatever the database does not answer within `busy_ms` fails. Raises ServerError when its driver is missing.
    """
    seconds = busy_ms / 1000
    url = database_url(text)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, busy_ms, pool_timeout=seconds)
    return _engine(
        url,
        pool_timeout=seconds,
        # A connection that a restarted server has closed is found before it is used.
        pool_pre_ping=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        connect_args={
            "timeout": seconds,
            # The server ends a statement that waits for a lock; the driver one that the server says nothing about.
            "command_timeout": seconds,
            "server_settings": {
                "application_name": "spookymarks",
                "statement_timeout": str(busy_ms),
                # Of a host that vanished in the middle of a transaction no lock remains.
                "idle_in_transaction_session_timeout": str(busy_ms),
            },
        },
    )


async def prepare_database(text: str, busy_ms: int) -> None:
    """Bring the tables of a database up to date, one process after the other; raises ServerError as `open_database`."""
    url = database_url(text)
    shown = url.render_as_string(hide_password=True)
    if url.get_backend_name() == "sqlite":
        try:
            _open_file(url.database or "", busy_ms)
        except sqlite3.Error as error:
            raise ServerError(f"the database {shown} cannot be opened: {error}") from None
        engine = _sqlite(url, busy_ms)
    else:
        engine = _engine(url, connect_args={"timeout": busy_ms / 1000})
    try:
        async with writing(engine).begin() as connection:
            await connection.run_sync(_migrate)
    except CommandError as error:
        raise ServerError(f"the database {shown} belongs to another version of this program: {error}") from None
    except (SQLAlchemyError, OSError) as error:
        raise ServerError(f"the database {shown} cannot be opened: {reason(error)}") from None
    finally:
        await engine.dispose()


def writing(engine: AsyncEngine) -> AsyncEngine:
    """Return the same engine for transactions that write."""
    return engine.execution_options(writes=True)


def reason(error: Exception) -> str:
    """Return what the database itself said, without the statement around it."""
    said: BaseException | None = getattr(error, "orig", None)
    # The adapter of asyncpg puts the name of a class before the words of the driver, which it keeps as the cause.
    said = (said.__cause__ or said) if said else error
    return str(said) or type(said).__name__


def _engine(url: URL, **options: Any) -> AsyncEngine:  # noqa: ANN401 - what the library takes
    try:
        # hide_parameters: a failed statement is logged without the values of players.
        return create_async_engine(url, hide_parameters=True, **options)
    except ModuleNotFoundError as error:
        shown = url.render_as_string(hide_password=True)
        extra = _EXTRAS[url.get_backend_name()]
        raise ServerError(
            f"the database {shown} needs the package {error.name}: pip install 'spookymarks[{extra}]'"
        ) from None


def _sqlite(url: URL, busy_ms: int, **options: Any) -> AsyncEngine:  # noqa: ANN401 - what the library takes
    engine = _engine(url, **options)
    _prepare_sqlite(engine, busy_ms)
    return engine


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # Another host may start at the same moment; and what a migration does may take its time.
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _open_file(path: str, busy_ms: int) -> None:
    """Make the file, or see that it is a database; its journal mode stays with it.

    The asynchronous driver would leave a thread behind when this fails.
    """
    with closing(sqlite3.connect(path, timeout=busy_ms / 1000)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def _prepare_sqlite(engine: AsyncEngine, busy_ms: int) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # The driver would begin transactions late, and not at all for reads and tables: `begin` below does it.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout = {busy_ms}",
            # FULL: an acknowledged move survives a power cut, not only a killed process.
            "synchronous = FULL",
            "foreign_keys = ON",
            # A long reader lets the write-ahead log grow; afterwards the disk gets it back.
            f"journal_size_limit = {LOG_BYTES}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A deferred transaction that turns to writing can fail at once instead of waiting its turn.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
