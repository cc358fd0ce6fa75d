from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from server.harness import Server, play

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FULL_DISK = """
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


async def test_a_locked_database_refuses_moves_and_recovers(start: Callable[..., Server]) -> None:
    """While another program holds the database, moves are unavailable and nothing changes; afterwards all works."""
    server = start(busy_ms=100)
    server.expected_errors = {"commit_failed"}
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o, server.client() as client:
        await play({"X": x, "O": o}, ["1-2"])
        with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = await o.act("2-3", command="try-again")
            assert (answer["t"], answer["code"]) == ("refused", "unavailable")
            assert (await client.get("/api/v1/health")).status_code == 503
            made = await client.post("/api/v1/games", json={})
            assert (made.status_code, made.json()["error"]["code"]) == (503, "unavailable")
            async with server.join(game.id, None) as w:
                assert w.state["actions"] == ["1-2"]
        assert await o.act("2-3", command="try-again") == {"t": "ack", "id": "try-again", "rev": 2}
        assert (await client.get("/api/v1/health")).json()["status"] == "ok"
        await x.reach(2)
        await play({"X": x, "O": o}, ["1-3"], start=2)


async def test_a_full_disk_refuses_moves_and_recovers(tmp_path: Path) -> None:
    """When the database cannot grow, moves are unavailable, games can still be read, and space mends it."""
    server = Server(tmp_path, FULL_DISK)
    server.expected_errors = {"commit_failed"}
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.client() as client:
        full = server.database.with_name(server.database.name + ".full")
        full.touch()
        refusals = 0
        for _ in range(60):
            made = await client.post("/api/v1/games", json={})
            refusals += made.status_code == 503
        assert refusals
        assert (await client.get(f"/api/v1/games/{game.id}")).json() == x.state
        full.unlink()
        assert (await x.act("1-2"))["t"] == "ack"
        assert (await client.post("/api/v1/games", json={})).status_code == 201
    server.stop()
    assert not server.errors()


async def test_a_damaged_game_is_not_served_and_the_others_are(start: Callable[..., Server]) -> None:
    """A game whose stored events do not replay is refused over HTTP and on the socket; the rest goes on."""
    server = start()
    server.expected_errors = {"game_damaged"}
    damaged = await server.new_game()
    sound = await server.new_game()
    with closing(sqlite3.connect(server.database)) as other, other:
        row = (damaged.id, 1, "O", "1-2", "somebody-else", 0)  # X begins
        other.execute("INSERT INTO event (game_id, rev, actor, action, command_id, at) VALUES (?, ?, ?, ?, ?, ?)", row)
    async with server.client() as client:
        read = await client.get(f"/api/v1/games/{damaged.id}")
        assert (read.status_code, read.json()["error"]["code"]) == (500, "damaged")
        async with server.raw(damaged.id) as socket:
            await socket.send('{"t":"hello","protocol":1,"token":null}')
            assert '"code":"damaged"' in str(await socket.recv())
            await socket.wait_closed()
            assert socket.close_code == 1011
        async with server.join(sound.id, sound.x) as x:
            assert (await x.act("1-2"))["t"] == "ack"


async def test_a_move_by_another_process_is_adopted_not_overwritten(start: Callable[..., Server]) -> None:
    """Two servers on one file store one move for a revision: the later one learns of it and says stale."""
    one, two = start(), start()
    game = await one.new_game()
    async with one.join(game.id, game.x) as here, two.join(game.id, game.x) as there, two.join(game.id, None) as w:
        assert (await here.act("1-2"))["t"] == "ack"
        answer = await there.act("3-4", rev=0)
        assert answer["code"] == "stale"
        assert answer["state"]["actions"] == ["1-2"]
        await w.reach(1)
    assert [row[2] for row in one.events(game.id)] == ["1-2"]
