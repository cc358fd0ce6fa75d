from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert, text

from server.databases import rows, run
from server.harness import Server
from spookymarks.server import tables
from spookymarks.server.errors import ConflictError
from spookymarks.server.expiry import BATCH, expire, expired
from spookymarks.server.ledger import Entry, now
from spookymarks.server.seats import Digest, GameId
from spookymarks.server.settings import Settings
from spookymarks.server.store import Store, StoredGame
from spookymarks.server.terms import DAY, Terms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

NOW = 100 * DAY
GAMES = {
    "young": {"created": 0.1},
    "unstarted": {"created": 6.9},
    "unstarted-late": {"created": 7.1},
    "unstarted-joined": {"created": 20, "join": 6.9},
    "unstarted-joined-late": {"created": 20, "join": 7.1},
    "unfinished": {"created": 90, "act": 29.9},
    "unfinished-late": {"created": 90, "act": 30.1},
    "unfinished-talk": {"created": 90, "act": 60, "say": 29.9},
    "finished": {"created": 90, "act": 50, "ended": 49.9},
    "finished-late": {"created": 90, "act": 50, "ended": 50.1},
}
"""Games by name: how many days ago they were made, what happened in them when, and when they ended."""

LATE = ["unfinished-late", "unstarted-joined-late", "unstarted-late"]
"""Those that the usual settings delete."""

IMPATIENT = """
from spookymarks.server import expiry
expiry.PAUSE_SECONDS = 0.1
"""


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = await Store.open(database, 20_000)
    try:
        yield store
    finally:
        await store.close()


async def make(store: Store, games: dict[str, dict[str, float]], at: int = NOW) -> None:
    """Store games with the given ages, each with both seats taken."""

    async def fill(name: GameId, ages: dict[str, float]) -> None:
        seats = {"X": Digest("x"), "O": Digest("o")}
        await store.create(StoredGame(name, Terms("standard"), "O", Digest("join"), seats))  # type: ignore[arg-type]
        for rev, kind in enumerate([kind for kind in ("join", "act", "say") if kind in ages], 1):
            entry = Entry(rev, "X", kind, "1-2", f"command-{rev}", at - int(ages[kind] * DAY))  # type: ignore[arg-type]
            await store.append(name, [entry])

    await asyncio.gather(*(fill(GameId(name), ages) for name, ages in games.items()))

    async def date(connection: Any) -> None:  # noqa: ANN401 - SQLAlchemy's
        statement = text("UPDATE game SET created_at = :created, ended_at = :ended WHERE id = :id")
        for name, ages in games.items():
            times = {each: at - int(ages[each] * DAY) if each in ages else None for each in ("created", "ended")}
            await connection.execute(statement, {"id": name, **times})

    await store.writer.write(date)


async def names(database: str) -> list[str]:
    return [row[0] for row in await rows(database, "SELECT id FROM game ORDER BY id")]


async def expire_now(store: Store, settings: Settings | None = None, at: int = NOW) -> list[GameId]:
    batches = [batch async for batch in expire(store.engine, store.writer.write, settings or Settings(), at)]
    assert all(batches)
    return [game for batch in batches for game in batch]


@pytest.mark.parametrize(
    ("settings", "late"),
    [
        ({}, LATE),
        ({"unfinished_days": 0}, ["unstarted-joined-late", "unstarted-late"]),
        ({"unstarted_days": 0}, ["unfinished-late"]),
        ({"finished_days": 50}, ["finished-late", *LATE]),
        ({"unfinished_days": 0, "unstarted_days": 0}, []),
        ({"unfinished_days": 59, "unstarted_days": 0}, []),
        ({"unfinished_days": 1}, ["unfinished", "unfinished-late", "unfinished-talk", "unstarted", "unstarted-joined",
                                  "unstarted-joined-late", "unstarted-late"]),
    ],
)  # fmt: skip
async def test_games_expire_by_the_documented_rule(database: str, settings: dict[str, int], late: list[str]) -> None:
    """Exactly the games that the settings name are deleted, with their rows, and the count beforehand is right."""
    chosen = Settings(**settings)  # type: ignore[arg-type]
    async with opened(database) as store:
        await make(store, GAMES)
        assert await expired(store.engine, chosen, NOW) == len(late)
        assert sorted(await expire_now(store, chosen)) == sorted(late)
        assert await expired(store.engine, chosen, NOW) == 0
        assert await expire_now(store, chosen) == []
    left = sorted(set(GAMES) - set(late))
    assert await names(database) == left
    for query in ("SELECT DISTINCT game_id FROM seat", "SELECT DISTINCT game_id FROM event"):
        assert {row[0] for row in await rows(database, query)} <= set(left)


async def test_expiry_leaves_room_for_moves(database: str) -> None:
    """Many games are deleted a few at a time, each once, and a move handed in meanwhile is stored before the last."""
    many = {f"late-{number:03}": {"created": 50.0 + number % 3} for number in range(4 * BATCH + 1)}
    async with opened(database) as store:
        await make(store, many | {"young": {"created": 0.1}})
        gone: list[GameId] = []
        move = None
        async for batch in expire(store.engine, store.writer.write, Settings(), NOW):
            assert 0 < len(batch) <= BATCH
            gone += batch
            if move is None:
                move = asyncio.create_task(store.append(GameId("young"), [Entry(1, "X", "act", "1-2", "command-1", 0)]))
            elif len(gone) < len(many):
                assert move.done()
        assert sorted(gone) == sorted(many)
        assert await store.newest([GameId("young")]) == {"young": 1}


async def test_processes_expire_together(database: str) -> None:
    """Two processes that clear one store at once delete each game once between them."""
    many = {f"late-{number:03}": {"created": 50.0} for number in range(4 * BATCH)}
    async with opened(database) as one, opened(database) as two:
        await make(one, many)
        gone = [game for games in await asyncio.gather(expire_now(one), expire_now(two)) for game in games]
    assert sorted(gone) == sorted(many)
    assert await names(database) == []


async def test_a_move_that_comes_first_saves_its_game(database: str) -> None:
    """A game that was chosen for deletion and then changed is kept: the rule is looked at again in the transaction."""
    async with opened(database) as store:
        await make(store, {"one": {"created": 50}, "two": {"created": 50}})

        async def write(work: Any) -> None:  # noqa: ANN401 - the writer's
            await store.append(GameId("one"), [Entry(1, "X", "act", "1-2", "command-1", NOW)])
            await store.writer.write(work)

        assert [batch async for batch in expire(store.engine, write, Settings(), NOW)] == [["two"]]
        assert (await store.load(GameId("one"))).entries


async def test_a_move_that_is_being_stored_saves_its_game(postgres_server: Any) -> None:  # noqa: ANN401
    """In PostgreSQL a game whose new event is not committed yet is left alone, without waiting for it."""
    database = postgres_server.new_database()
    async with opened(database) as store:
        await make(store, {"one": {"created": 50}, "two": {"created": 50}})
        async with store.engine.begin() as connection:
            event = {"game_id": "one", "rev": 1, "actor": "X", "what": "1-2", "command_id": "command-1", "at": NOW}
            await connection.execute(insert(tables.event), event)
            assert await expire_now(store) == ["two"]
        assert await expire_now(store) == []
        assert await names(database) == ["one"]


async def test_a_move_that_comes_too_late_is_told_so(postgres_server: Any) -> None:  # noqa: ANN401
    """In PostgreSQL a move that waits for a game's deletion is a conflict afterwards, and leaves no row behind."""
    database = postgres_server.new_database()
    async with opened(database) as store:
        await make(store, {"one": {"created": 50}})
        deleting, go_on = asyncio.Event(), asyncio.Event()

        async def write(work: Any) -> None:  # noqa: ANN401 - the writer's
            async with store.engine.begin() as connection:
                await work(connection)
                deleting.set()
                await go_on.wait()

        async def clear() -> list[list[GameId]]:
            return [batch async for batch in expire(store.engine, write, Settings(), NOW)]

        clearing = asyncio.create_task(clear())
        await deleting.wait()
        move = asyncio.create_task(store.append(GameId("one"), [Entry(1, "X", "act", "1-2", "command-1", NOW)]))
        await asyncio.sleep(0.2)
        assert not move.done()
        go_on.set()
        with pytest.raises(ConflictError):
            await move
        assert await clearing == [["one"]]
    assert await rows(database, "SELECT count(*) FROM event") == [(0,)]


async def test_a_server_clears_its_store(database: str, tmp_path: Path) -> None:
    """A running server deletes expired games by itself, closes their sockets with 4004, and keeps the others."""
    server = Server(tmp_path, IMPATIENT, database)
    game, kept = await server.new_game(), await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(kept.id, kept.x) as other, server.client() as client:
        assert (await other.act("1-2"))["t"] == "ack"
        await other.reach(2)
        script = "UPDATE game SET created_at = {0}; UPDATE event SET at = {0} WHERE kind = 'join'"
        await run(database, script.format(now() - 40 * DAY))
        assert await x.closed() == 4004
        assert (await client.get(f"/api/v1/games/{game.id}")).status_code == 404
        assert (await other.act("3-4"))["code"] == "not_yours"
    server.stop()
    assert not server.errors()
    assert await names(database) == [kept.id]
    assert [line["count"] for line in server.log_lines() if line["event"] == "games_expired"] == [1]
