from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, insert

from server.databases import rows
from server.harness import _processes
from server.rivals import MOVES, rival
from spookymarks.server import tables
from spookymarks.server.database import database_url, open_database
from spookymarks.server.errors import ConflictError, DamagedGameError, NoSuchGameError, ServerError, UnavailableError
from spookymarks.server.ledger import Entry
from spookymarks.server.seats import Digest, GameId
from spookymarks.server.store import Series, Store, StoredGame
from spookymarks.server.terms import Control, Terms
from spookymarks.server.writer import GROUP, Writer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

GAME = StoredGame(GameId("game"), Terms("standard"), "O", Digest("join"), {"X": Digest("x")})
REMATCH = StoredGame(GameId("rematch"), Terms("standard"), "O", Digest("join"), {"X": Digest("o"), "O": Digest("x")})
FIRST = Entry(1, "X", "act", "1-2", "command-1", 123)
SECOND = Entry(2, "O", "act", "1-3", "command-2", 456)
JOIN = Entry(2, "O", "join", "", None, 456)
CONFLICTS = {
    "revision": Entry(1, "X", "act", "8-9", "another-id", 0),
    "command": Entry(3, "X", "act", "8-9", "command-1", 0),
}
"""Entries that cannot follow FIRST: their revision, or their command, is in the store."""


@asynccontextmanager
async def opened(database: str, busy_ms: int = 20_000) -> AsyncIterator[Store]:
    store = await Store.open(database, busy_ms)
    try:
        yield store
    finally:
        await store.close()


async def test_a_game_is_read_as_it_was_written(database: str) -> None:
    """Terms, series, seats and entries come back equal, also after the database was closed."""
    game = replace(GAME, terms=Terms("goff", Control(300_000, 5000), "never"), series=Series(3, 2, 4))
    entries = (replace(FIRST, clock_x=299_000, clock_o=300_000), replace(SECOND, actor="coin", command=None))
    async with opened(database) as store:
        await store.create(game)
        await store.append(game.id, entries[:1])
        await store.append(game.id, entries[1:])
    async with opened(database) as store:
        assert await store.load(game.id) == replace(game, entries=entries)
        assert await store.entries_after(game.id, 1) == entries[1:]
        assert await store.entries_after(game.id, 2) == ()


async def test_what_is_not_there_is_not_found(database: str) -> None:
    """Reading a game that the store does not hold says so, and makes nothing."""
    async with opened(database) as store:
        await store.create(GAME)
        for read in (store.load(GameId("none")), store.entries_after(GameId("none"), 0)):
            with pytest.raises(NoSuchGameError):
                await read
        assert await store.seats(GameId("none")) == {}
        assert await store.newest([GAME.id, GameId("none")]) == {GAME.id: 0}


async def test_a_game_is_made_once(database: str) -> None:
    """A second game of the same name breaks a key, and the first keeps its seats."""
    async with opened(database) as store:
        await store.create(GAME)
        with pytest.raises(ConflictError):
            await store.create(replace(GAME, seats={"O": Digest("thief")}))
        assert await store.load(GAME.id) == GAME


@pytest.mark.parametrize("entry", CONFLICTS.values(), ids=CONFLICTS)
async def test_a_revision_and_a_command_are_stored_once(database: str, entry: Entry) -> None:
    """Both keys are walls of their own, and of several entries all are kept or none."""
    async with opened(database) as store:
        await store.create(GAME)
        await store.append(GAME.id, [FIRST])
        with pytest.raises(ConflictError):
            await store.append(GAME.id, [SECOND, entry], ended=True)
        assert await store.entries_after(GAME.id, 0) == (FIRST,)
    assert await rows(database, "SELECT ended_at FROM game") == [(None,)]


async def test_entries_belong_to_a_game(database: str) -> None:
    """An event of no game breaks a key."""
    async with opened(database) as store:
        with pytest.raises(ConflictError):
            await store.append(GAME.id, [FIRST])


async def test_commands_of_different_games_may_have_one_id(database: str) -> None:
    """An id names a command of its own game only, so no player can use up another's."""
    async with opened(database) as store:
        for game in (GAME, REMATCH):
            await store.create(game)
            await store.append(game.id, [FIRST])
        assert await store.newest([GAME.id, REMATCH.id]) == {GAME.id: 1, REMATCH.id: 1}


async def test_a_seat_and_the_news_of_it_are_stored_together(database: str) -> None:
    """A claim leaves both the owner and the entry."""
    async with opened(database) as store:
        await store.create(GAME)
        await store.append(GAME.id, [FIRST])
        await store.claim(GAME.id, "O", Digest("o"), [JOIN])
        assert await store.load(GAME.id) == replace(
            GAME, seats={"X": Digest("x"), "O": Digest("o")}, entries=(FIRST, JOIN)
        )


async def test_a_seat_has_one_owner_and_belongs_to_a_game(database: str) -> None:
    """The second claim of a seat, and any claim in no game, breaks a key and leaves no entry."""
    async with opened(database) as store:
        await store.create(GAME)
        for game, seat in ((GAME.id, "X"), (GameId("none"), "O")):
            with pytest.raises(ConflictError):
                await store.claim(game, seat, Digest("thief"), [replace(JOIN, rev=1)])  # type: ignore[arg-type]
        assert await store.load(GAME.id) == GAME
    assert await rows(database, "SELECT count(*) FROM event") == [(0,)]


@pytest.mark.parametrize("entry", CONFLICTS.values(), ids=CONFLICTS)
async def test_a_claim_at_a_stale_revision_takes_no_seat(database: str, entry: Entry) -> None:
    """When the entry of a claim cannot be stored, the seat stays free."""
    async with opened(database) as store:
        await store.create(GAME)
        await store.append(GAME.id, [FIRST])
        with pytest.raises(ConflictError):
            await store.claim(GAME.id, "O", Digest("o"), [entry])
        assert await store.seats(GAME.id) == {"X": Digest("x")}
        await store.claim(GAME.id, "O", Digest("o"), [JOIN])


async def test_a_token_and_the_news_of_it_are_replaced_together(database: str) -> None:
    """A new token comes with its entry, or the old one stays; the other seat and other games keep theirs."""
    async with opened(database) as store:
        for game in (GAME, REMATCH):
            await store.create(game)
        await store.claim(GAME.id, "O", Digest("o"), [replace(JOIN, rev=1)])
        for seat, digest, rev in (("X", "fresh", 2), ("O", "late", 2)):
            news = [Entry(rev, seat, "token", "", None, 0)]  # type: ignore[arg-type]
            try:
                await store.replace_token(GAME.id, seat, Digest(digest), news)  # type: ignore[arg-type]
            except ConflictError:
                assert seat == "O"
        assert await store.seats(GAME.id) == {"X": "fresh", "O": "o"}
        assert await store.newest([GAME.id]) == {GAME.id: 2}
        assert await store.seats(REMATCH.id) == REMATCH.seats


async def test_the_end_is_marked_with_the_entry_that_makes_it(database: str) -> None:
    """A finished game has the time of its last entry; a later phrase does not move it."""
    async with opened(database) as store:
        for game in (GAME, REMATCH):
            await store.create(game)
        await store.append(GAME.id, [FIRST, SECOND], ended=True)
        await store.append(GAME.id, [Entry(3, "X", "say", "bye", "command-3", 789)])
    assert await rows(database, "SELECT id, ended_at FROM game ORDER BY id") == [("game", 456), ("rematch", None)]


async def test_a_rematch_is_made_with_the_entry_that_begins_it(database: str) -> None:
    """Both are there afterwards, with both seats of the new game taken."""
    async with opened(database) as store:
        await store.create(GAME)
        news = Entry(1, "X", "rematch", REMATCH.id, "command-1", 1)
        await store.append(GAME.id, [news], rematch=REMATCH)
        assert await store.load(REMATCH.id) == REMATCH
        assert await store.entries_after(GAME.id, 0) == (news,)


async def test_a_rematch_that_comes_too_late_is_not_made(database: str) -> None:
    """When its entry conflicts there is no new game; when the new game does, there is no entry."""
    async with opened(database) as store:
        await store.create(GAME)
        await store.append(GAME.id, [FIRST])
        for rev, rematch in ((1, REMATCH), (2, replace(REMATCH, id=GAME.id))):
            with pytest.raises(ConflictError):
                await store.append(GAME.id, [Entry(rev, "X", "rematch", "", "late", 1)], rematch=rematch)
        with pytest.raises(NoSuchGameError):
            await store.load(REMATCH.id)
        assert await store.load(GAME.id) == replace(GAME, entries=(FIRST,))


async def test_a_deleted_game_is_gone_with_all_that_hung_on_it(database: str) -> None:
    """Neither rows nor keys of it are left, others keep theirs, and deleting again changes nothing."""
    async with opened(database) as store:
        for game in (GAME, REMATCH):
            await store.create(game)
            await store.append(game.id, [FIRST])
        for _ in range(2):
            await store.delete(GAME.id)
        with pytest.raises(NoSuchGameError):
            await store.load(GAME.id)
        for write in (store.append(GAME.id, [SECOND]), store.claim(GAME.id, "O", Digest("o"), [])):
            with pytest.raises(ConflictError):
                await write
        assert await store.load(REMATCH.id) == replace(REMATCH, entries=(FIRST,))
    for count in ("SELECT count(*) FROM seat", "SELECT count(*) FROM event"):
        assert await rows(database, f"{count} WHERE game_id = 'game'") == [(0,)]


async def test_a_game_is_deleted_alone_or_joined_and_never_both(database: str) -> None:
    """Of a claim and a deletion at the same time, through two connections, one wins and the other is told so."""
    async with opened(database) as store, opened(database) as elsewhere:
        for number in range(20):
            game = replace(GAME, id=GameId(f"race{number}"), seats={"X": Digest("x")})
            await store.create(game)
            claim, deleted = await asyncio.gather(
                elsewhere.claim(game.id, "O", Digest("o"), []), store.delete_unjoined(game.id), return_exceptions=True
            )
            assert isinstance(claim, ConflictError) == deleted
            if not deleted:
                assert (await store.load(game.id)).seats == {"X": "x", "O": "o"}
                assert not await store.delete_unjoined(game.id)


async def test_a_game_with_a_broken_time_control_is_damaged(database: str) -> None:
    """What no program wrote is refused, not guessed."""
    async with opened(database) as store:
        await store.create(GAME)
    await rows(database, "UPDATE game SET clock = 'an hour'")
    async with opened(database) as store:
        with pytest.raises(DamagedGameError):
            await store.load(GAME.id)


async def _write_games(database: str, names: list[str]) -> tuple[list[object], int]:
    """Write many games at once; return how each write ended, and the number of transactions."""
    engine = await open_database(database, 20_000)
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


async def test_work_is_committed_in_groups(database: str) -> None:
    """What arrives while a commit is under way shares the next one."""
    results, transactions = await _write_games(database, [f"game-{number}" for number in range(3 * GROUP)])
    assert results == [None] * 3 * GROUP
    assert transactions <= 4


async def test_a_conflict_harms_only_itself(database: str) -> None:
    """One broken key in a group does not undo its neighbours."""
    names = ["game-0" if number % 10 == 9 else f"game-{number}" for number in range(100)]
    results, _ = await _write_games(database, names)
    assert [number for number, result in enumerate(results) if isinstance(result, ConflictError)] == [
        *range(9, 100, 10)
    ]
    assert results.count(None) == 90
    assert await rows(database, "SELECT count(*) FROM game") == [(90,)]


async def test_a_failed_commit_fails_its_whole_group_and_the_next_one_works(tmp_path: Path) -> None:
    """While the file is locked everything is unavailable and nothing is kept; afterwards writing goes on."""
    async with opened(str(tmp_path / "games.sqlite"), 1000) as store:
        await store.create(GAME)
        with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            attempts = [store.append(GAME.id, [FIRST]), store.claim(GAME.id, "O", Digest("o"), [JOIN])]
            results = await asyncio.gather(*attempts, return_exceptions=True)
            assert {type(result) for result in results} == {UnavailableError}
            assert not store.healthy
            assert (await store.load(GAME.id)).entries == ()
        await store.append(GAME.id, [FIRST])
        assert store.healthy


async def test_a_bug_in_some_work_leaves_nobody_waiting(database: str) -> None:
    """Any exception fails the group that it happened in, and the writer goes on."""
    engine = await open_database(database, 20_000)
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


async def test_a_closed_store_is_unavailable(database: str) -> None:
    """What comes after the end is refused, not kept waiting."""
    async with opened(database) as store:
        await store.create(GAME)
    with pytest.raises(UnavailableError):
        await store.append(GAME.id, [FIRST])


async def test_a_caller_who_gives_up_does_not_stop_the_writer(database: str) -> None:
    """A cancelled append may be committed or not; those after it are."""
    async with opened(database) as store:
        await store.create(GAME)
        task = asyncio.create_task(store.append(GAME.id, [FIRST]))
        await asyncio.sleep(0)
        task.cancel()
        await store.claim(GAME.id, "O", Digest("o"), [])
        assert (await store.load(GAME.id)).entries in {(), (FIRST,)}


async def test_processes_that_write_at_once_store_one_event_a_revision(database: str) -> None:
    """Two processes race for the revisions of four games: all acknowledged events are there once, without a gap."""
    games = [GameId(f"game-{number}") for number in range(4)]
    async with opened(database) as store:
        for game in games:
            await store.create(replace(GAME, id=game))
    context = _processes()
    lines, processes = [], []
    for seed in (1, 2):
        here, there = context.Pipe()
        processes.append(context.Process(target=rival, args=(database, games, seed, there), daemon=True))
        lines.append(here)
        processes[-1].start()
    for line in lines:
        assert line.recv() == "ready"
    for line in lines:
        line.send("go")
    acked = [row for line in lines for row in line.recv()]
    for process in processes:
        process.join()
    stored = await rows(database, "SELECT game_id, rev, command_id FROM event")
    assert {(game, rev) for game, rev, _ in stored} == {(game, rev + 1) for game in games for rev in range(2 * MOVES)}
    assert len({command for _, _, command in stored}) == len(stored) == 8 * MOVES
    assert set(acked) <= set(stored)


async def test_sqlite_is_set_up_to_survive_a_power_cut(tmp_path: Path) -> None:
    """Every connection has a write-ahead log, full synchronisation, foreign keys and patience with locks."""
    engine = await open_database(str(tmp_path / "games.sqlite"), 1234)
    try:
        async with engine.connect() as connection:
            values = {
                name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "journal_size_limit")
            }
    finally:
        await engine.dispose()
    assert values.pop("journal_size_limit") > 0
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 1234}


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
