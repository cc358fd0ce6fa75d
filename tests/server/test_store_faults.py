from __future__ import annotations

import asyncio
import resource
import sqlite3
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING

import asyncpg
import pytest

from server.databases import rows, run
from server.harness import PATIENCE, Server, play
from server.storm import storm

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    import httpx2

    from services import Postgres

SLOW_BEAT = """
from spookymarks.server import vitals
vitals.BEAT_SECONDS = 0.2
"""
"""A server that looks more often whether the store answers; it does so every five seconds."""

SHORT_LOG = """
from spookymarks.server import database
from sqlalchemy import event
from sqlalchemy.pool import Pool
database.LOG_BYTES = 100_000
@event.listens_for(Pool, "connect")
def connect(connection, entry):
    cursor = connection.cursor()
    cursor.execute("PRAGMA wal_autocheckpoint = 50")
    cursor.close()
"""
"""A server whose write-ahead log is begun anew after 200 kB instead of 4 MB, and cut to 100 kB instead of 16 MB."""

PAGE_CAP = (
    SLOW_BEAT
    + """
from pathlib import Path
from sqlalchemy import event
from sqlalchemy.pool import Pool
@event.listens_for(Pool, "checkout")
def checkout(connection, entry, proxy):
    full = Path(database + ".full").exists()
    cursor = connection.cursor()
    cursor.execute("PRAGMA max_page_count = %d" % (1 if full else 100000))
    cursor.close()
"""
)
"""A server whose database cannot grow while there is a file named as it, with .full behind."""


@asynccontextmanager
async def locked(database: str) -> AsyncIterator[None]:
    """Keep everybody else from writing to a database."""
    if "://" not in database:
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
        return
    other = await asyncpg.connect(database)
    try:
        async with other.transaction():
            await other.execute("LOCK TABLE game, seat, event, process IN EXCLUSIVE MODE")
            yield
    finally:
        await other.close()


async def health(client: httpx2.AsyncClient, status: int) -> None:
    """Wait until the server says of itself what it should, without any move in between."""
    while (await client.get("/api/v1/health")).status_code != status:
        pass


async def test_a_locked_database_refuses_moves_and_recovers(database: str, tmp_path: Path) -> None:
    """While another program holds the database, moves are unavailable and nothing changes; afterwards all works."""
    server = Server(tmp_path, SLOW_BEAT, database, busy_ms=1500 if "://" in database else 200)
    server.expected_errors = {"commit_failed"}
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o, server.client() as client:
        await play({"X": x, "O": o}, ["1-2"])
        async with locked(database):
            for _ in range(3):
                answer = await o.act("2-3", command="try-again")
                assert (answer["t"], answer["code"]) == ("refused", "unavailable")
            await health(client, 503)
            made = await client.post("/api/v1/games", json={})
            assert (made.status_code, made.json()["error"]["code"]) == (503, "unavailable")
            async with server.join(game.id, None) as w:
                assert w.state["actions"] == ["1-2"]
            assert (await client.get(f"/api/v1/games/{game.id}")).json()["actions"] == ["1-2"]
        await health(client, 200)
        assert await o.act("2-3", command="try-again") == {"t": "ack", "id": "try-again", "rev": 3}
        await x.reach(3)
        await play({"X": x, "O": o}, ["1-3"], start=3)
    server.stop()
    assert not server.errors()


@pytest.fixture(params=["page cap", "file size"])
def crowded(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, Callable[[bool], None]]]:
    """A server, and a switch that fills its disk: SQLite may take no page more, or the kernel refuses longer files."""
    server = Server(tmp_path, PAGE_CAP if request.param == "page cap" else SLOW_BEAT)
    server.expected_errors = {"commit_failed"}
    flag = server.database.with_name(f"{server.database.name}.full")
    log = server.database.with_name(f"{server.database.name}-wal")

    def fill(full: bool) -> None:
        if request.param == "page cap":
            (flag.touch if full else flag.unlink)()
        else:
            length = log.stat().st_size if full else resource.RLIM_INFINITY
            resource.prlimit(server.process.pid or 0, resource.RLIMIT_FSIZE, (length, resource.RLIM_INFINITY))

    yield server, fill
    server.stop()
    assert not server.errors()


async def test_a_full_disk_refuses_moves_and_recovers(crowded: tuple[Server, Callable[[bool], None]]) -> None:
    """When the database cannot grow, moves are unavailable, games can still be read, and space mends it."""
    server, fill = crowded
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.client() as client:
        fill(True)
        made = [(await client.post("/api/v1/games", json={})).status_code for _ in range(60)]
        assert set(made) <= {201, 503}
        assert made[-1] == 503
        assert (await client.get("/api/v1/health")).status_code == 503
        assert (await client.get(f"/api/v1/games/{game.id}")).json() == x.state
        async with server.join(game.id, None) as w:
            assert w.state == x.state
        fill(False)
        await health(client, 200)
        assert (await x.act("1-2"))["t"] == "ack"
        assert (await client.post("/api/v1/games", json={})).status_code == 201
    assert server.rows("SELECT count(*) FROM game") == [(made.count(201) + 2,)]
    assert server.rows("PRAGMA integrity_check") == [("ok",)]


async def test_a_long_reader_holds_up_nobody_and_the_log_shrinks_again(tmp_path: Path) -> None:
    """Somebody who reads one old moment lets the write-ahead log grow; games go on, and afterwards it is cut again."""
    server = Server(tmp_path, SHORT_LOG)
    log = server.database.with_name(f"{server.database.name}-wal")
    async with storm(server) as played:
        with closing(sqlite3.connect(server.database, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            before = reader.execute("SELECT count(*) FROM event").fetchone()
            while log.stat().st_size < 1_500_000:
                await played.more()
            assert reader.execute("SELECT count(*) FROM event").fetchone() == before
        async with asyncio.timeout(PATIENCE):
            while log.stat().st_size > 1_000_000:
                await played.more(10)
    server.stop()
    assert not server.errors()
    assert not log.exists()


async def test_a_damaged_game_is_not_served_and_the_others_are(database: str, tmp_path: Path) -> None:
    """A game whose stored events do not replay is refused over HTTP and on the socket; the rest goes on."""
    server = Server(tmp_path, database=database)
    server.expected_errors = {"game_damaged"}
    damaged, sound = await server.new_game(), await server.new_game()
    # Taken out of memory, so that it is read again.
    server.stop()
    await run(database, f"UPDATE event SET kind = 'act', what = '1-2', actor = 'O' WHERE game_id = '{damaged.id}'")  # noqa: S608
    again = Server(tmp_path, database=database)
    again.expected_errors = {"game_damaged"}
    async with again.client() as client:
        read = await client.get(f"/api/v1/games/{damaged.id}")
        assert (read.status_code, read.json()["error"]["code"]) == (500, "damaged")
        async with again.raw(damaged.id) as socket:
            await socket.send('{"t":"hello","protocol":2,"token":null}')
            assert '"code":"damaged"' in str(await socket.recv())
            await socket.wait_closed()
            assert socket.close_code == 1011
        async with again.join(sound.id, sound.x) as x:
            assert (await x.act("1-2"))["t"] == "ack"
    again.stop()
    assert not again.errors()


async def test_a_move_by_another_process_is_adopted_not_overwritten(postgres_server: Postgres, tmp_path: Path) -> None:
    """Two servers on one database store one move for a revision: the later one learns of it and says stale."""
    database = postgres_server.new_database()
    one, two = Server(tmp_path, database=database), Server(tmp_path, database=database)
    game = await one.new_game()
    async with one.join(game.id, game.x) as here, two.join(game.id, game.x) as there, two.join(game.id, None) as w:
        assert (await here.act("1-2"))["t"] == "ack"
        answer = await there.act("3-4", rev=1)
        assert answer["code"] == "stale"
        assert answer["state"]["actions"] == ["1-2"]
        await w.reach(2)
    for server in (one, two):
        server.stop()
        assert not server.errors()
    assert await rows(database, "SELECT what FROM event WHERE kind = 'act'") == [("1-2",)]
