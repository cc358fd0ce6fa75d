from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, insert

from spookymarks.server import tables
from spookymarks.server.database import database_url, open_database
from spookymarks.server.errors import ConflictError, NoSuchGameError, ServerError, UnavailableError
from spookymarks.server.ledger import Entry
from spookymarks.server.seats import Digest, GameId
from spookymarks.server.store import Store, StoredGame
from spookymarks.server.writer import GROUP, Writer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

GAME = StoredGame(GameId("game"), "standard", "O", Digest("join"), {"X": Digest("x")})
FIRST = Entry(1, "X", "1-2", "command-1", 123)
SECOND = Entry(2, "O", "1-3", "command-2", 456)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    store = await Store.open(str(folder / "games.sqlite"), 1000)
    try:
        yield store
    finally:
        await store.close()


async def test_a_game_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Games, seats and entries come back equal, also after the file was closed."""
    async with opened(tmp_path) as store:
        await store.create(GAME)
        await store.append(GAME.id, [FIRST])
        await store.append(GAME.id, [SECOND])
        await store.claim(GAME.id, "O", Digest("o"))
    async with opened(tmp_path) as store:
        seats = {"X": Digest("x"), "O": Digest("o")}
        expected = StoredGame(GAME.id, "standard", "O", Digest("join"), seats, (FIRST, SECOND))  # type: ignore[arg-type]
        assert await store.load(GAME.id) == expected
        assert await store.seats(GAME.id) == seats
        assert await store.entries_after(GAME.id, 1) == (SECOND,)
        with pytest.raises(NoSuchGameError):
            await store.load(GameId("none"))


@pytest.mark.parametrize(
    "entry",
    [
        Entry(1, "X", "8-9", "another-id", 0),  # the revision is taken
        Entry(3, "X", "8-9", "command-1", 0),  # the command has been stored
    ],
)
async def test_a_revision_and_a_command_are_stored_once(tmp_path: Path, entry: Entry) -> None:
    """Both keys are walls of their own, and of several entries all are kept or none."""
    async with opened(tmp_path) as store:
        await store.create(GAME)
        await store.append(GAME.id, [FIRST])
        with pytest.raises(ConflictError):
            await store.append(GAME.id, [SECOND, entry])
        assert await store.entries_after(GAME.id, 0) == (FIRST,)


async def test_a_seat_has_one_owner_and_belongs_to_a_game(tmp_path: Path) -> None:
    """The second claim of a seat, and any claim in no game, breaks a key."""
    async with opened(tmp_path) as store:
        await store.create(GAME)
        for game, seat in ((GAME.id, "X"), (GameId("none"), "O")):
            with pytest.raises(ConflictError):
                await store.claim(game, seat, Digest("thief"))  # type: ignore[arg-type]
        assert await store.seats(GAME.id) == GAME.seats


async def _write_games(folder: Path, names: list[str]) -> tuple[list[object], int]:
    """Write many games at once; return how each write ended, and the number of transactions."""
    engine = await open_database(str(folder / "games.sqlite"), 1000)
    begun: list[object] = []
    event.listen(engine.sync_engine, "begin", begun.append)
    writer = Writer(engine)

    def work(name: str) -> Callable[[AsyncConnection], Awaitable[None]]:
        async def run(connection: AsyncConnection) -> None:
            row = {"id": name, "rules": "standard", "join_seat": "X", "join_digest": "", "created_at": 0}
            await connection.execute(insert(tables.game), row)

        return run

    try:
        results = await asyncio.gather(*(writer.write(work(name)) for name in names), return_exceptions=True)
    finally:
        await writer.close()
        await engine.dispose()
    return list(results), len(begun)


async def test_work_is_committed_in_groups(tmp_path: Path) -> None:
    """What arrives while a commit is under way shares the next one."""
    results, transactions = await _write_games(tmp_path, [f"game-{number}" for number in range(3 * GROUP)])
    assert results == [None] * 3 * GROUP
    assert transactions <= 4


async def test_a_conflict_harms_only_itself(tmp_path: Path) -> None:
    """One broken key in a group does not undo its neighbours."""
    names = ["game-0" if number % 10 == 9 else f"game-{number}" for number in range(100)]
    results, _ = await _write_games(tmp_path, names)
    assert [number for number, result in enumerate(results) if isinstance(result, ConflictError)] == [
        *range(9, 100, 10)
    ]
    assert results.count(None) == 90
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file:
        assert file.execute("SELECT count(*) FROM game").fetchone() == (90,)


async def test_a_failed_commit_fails_its_whole_group_and_the_next_one_works(tmp_path: Path) -> None:
    """While the file is locked everything is unavailable and nothing is kept; afterwards writing goes on."""
    async with opened(tmp_path) as store:
        await store.create(GAME)
        with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            attempts = [store.append(GAME.id, [FIRST]), store.claim(GAME.id, "O", Digest("o"))]
            results = await asyncio.gather(*attempts, return_exceptions=True)
            assert {type(result) for result in results} == {UnavailableError}
            assert not store.healthy
            assert (await store.load(GAME.id)).entries == ()
        await store.append(GAME.id, [FIRST])
        assert store.healthy


async def test_a_bug_in_some_work_leaves_nobody_waiting(tmp_path: Path) -> None:
    """Any exception fails the group that it happened in, and the writer goes on."""
    engine = await open_database(str(tmp_path / "games.sqlite"), 1000)
    writer = Writer(engine)

    async def broken(_connection: AsyncConnection) -> None:
        raise TypeError

    async def sound(_connection: AsyncConnection) -> None:
        pass

    try:
        results = await asyncio.gather(writer.write(broken), writer.write(sound), return_exceptions=True)
        assert {type(result) for result in results} == {UnavailableError}
        await writer.write(sound)
    finally:
        await writer.close()
        await engine.dispose()


async def test_a_closed_store_is_unavailable(tmp_path: Path) -> None:
    """What comes after the end is refused, not kept waiting."""
    async with opened(tmp_path) as store:
        await store.create(GAME)
    with pytest.raises(UnavailableError):
        await store.append(GAME.id, [FIRST])


async def test_a_caller_who_gives_up_does_not_stop_the_writer(tmp_path: Path) -> None:
    """A cancelled append may be committed or not; those after it are."""
    async with opened(tmp_path) as store:
        await store.create(GAME)
        task = asyncio.create_task(store.append(GAME.id, [FIRST]))
        await asyncio.sleep(0)
        task.cancel()
        await store.claim(GAME.id, "O", Digest("o"))
        assert (await store.load(GAME.id)).entries in {(), (FIRST,)}


async def test_the_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    """A database that was brought up to date differs in nothing from the table definitions."""
    engine = await open_database(str(tmp_path / "games.sqlite"), 1000)
    try:
        async with engine.connect() as connection:
            difference = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), tables.metadata)
            )
        assert difference == []
    finally:
        await engine.dispose()
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file:
        sql = [
            row[0]
            for row in file.execute("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name != 'alembic_version'")
        ]
        assert len(sql) == 3
        assert all(text.rstrip().endswith("STRICT") for text in sql)


async def test_sqlite_is_set_up_to_survive_a_power_cut(tmp_path: Path) -> None:
    """Every connection has a write-ahead log, full synchronisation, foreign keys and patience with locks."""
    engine = await open_database(str(tmp_path / "games.sqlite"), 1234)
    try:
        async with engine.connect() as connection:
            values = {
                name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
    finally:
        await engine.dispose()
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 1234}


async def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    """An older program does not touch tables that it does not know."""
    async with opened(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file, file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ServerError, match="belongs to another version of this program"):
        await Store.open(str(tmp_path / "games.sqlite"), 1000)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """The sentence names the file and what the database said."""
    (tmp_path / "notes.txt").write_text("these are notes, not games\n" * 100)
    with pytest.raises(ServerError, match=r"notes\.txt cannot be opened: file is not a database"):
        await Store.open(str(tmp_path / "notes.txt"), 1000)
    with pytest.raises(ServerError, match="unable to open database file"):
        await Store.open(str(tmp_path / "no" / "such" / "folder"), 1000)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("games.sqlite", "sqlite+aiosqlite:///games.sqlite"),
        ("/var/games.sqlite", "sqlite+aiosqlite:////var/games.sqlite"),
        ("sqlite:///games.sqlite", "sqlite+aiosqlite:///games.sqlite"),
        ("postgresql://me:secret@host/games", "postgresql+asyncpg://me:***@host/games"),
    ],
)
def test_a_database_is_a_file_or_a_url(text: str, url: str) -> None:
    """The driver is ours to choose, and a password is not shown."""
    assert database_url(text).render_as_string() == url


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mysql://host/games", "kind 'mysql' is not supported"),
        ("sqlite://", "must be a file"),
        ("sqlite:///:memory:", "must be a file"),
        ("://", "is not a URL"),
    ],
)
def test_other_databases_are_refused_in_a_sentence(text: str, words: str) -> None:
    """The sentence says what would do."""
    with pytest.raises(ServerError, match=words):
        database_url(text)
