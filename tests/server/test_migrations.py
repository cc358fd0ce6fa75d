from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from alembic.runtime.migration import HeadMaintainer
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from server.databases import RELEASED, fill, rows, run, secret
from server.harness import Server
from server.make_schema import dump, fill_new
from spookymarks.server import tables
from spookymarks.server.admin import looking_into, newest_schema, schema
from spookymarks.server.checkup import Checkup
from spookymarks.server.database import database_url, open_database
from spookymarks.server.errors import ServerError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import httpx2

    from services import Postgres

GAMES = "SELECT id, rules, join_seat, join_digest, created_at FROM game ORDER BY id"
SEATS = "SELECT game_id, seat, token_digest, claimed_at FROM seat ORDER BY game_id, seat"
EVENTS = "SELECT game_id, rev, actor, {action}, command_id, at FROM event ORDER BY game_id, rev"
NOW = EVENTS.format(action="what")
THEN = {"0001": EVENTS.format(action="action")}
"""The question for all events, today and as the older schemas have to be asked."""

PHASES = {"0001": {"over": 8, "measure": 7, "place": 12}}
"""How many games of each released schema are in which phase."""

KILLED = """
import os
from alembic.runtime.migration import HeadMaintainer
HeadMaintainer.update_to_step = lambda *_: os._exit(9)
"""
"""A server that dies when a migration has done everything but note itself down."""


async def migrate(database: str) -> None:
    await (await open_database(database, 5000)).dispose()


async def shape(database: str, make: Callable[[Connection], None] | None = None) -> dict[str, Any]:
    """Return all that the database says of its tables; `make` is done first and undone afterwards."""
    engine = create_async_engine(database_url(database))
    try:
        async with engine.connect() as connection, connection.begin() as transaction:
            if make is not None:
                await connection.run_sync(make)
            found = await connection.run_sync(_shape)
            await transaction.rollback()
    finally:
        await engine.dispose()
    return found


def _shape(connection: Connection) -> dict[str, Any]:
    look = inspect(connection)
    shape: dict[str, Any] = {}
    for name in look.get_table_names():
        shape[name] = {
            "columns": {
                each["name"]: (str(each["type"]), each["nullable"], each["default"]) for each in look.get_columns(name)
            },
            "key": look.get_pk_constraint(name)["constrained_columns"],
            "unique": sorted((str(each["name"]), each["column_names"]) for each in look.get_unique_constraints(name)),
            "checks": sorted((str(each["name"]), each["sqltext"]) for each in look.get_check_constraints(name)),
            "foreign": [(key["constrained_columns"], key["referred_table"]) for key in look.get_foreign_keys(name)],
            "indexes": sorted(map(_index, look.get_indexes(name))),
        }
    if connection.dialect.name == "sqlite":
        shape["strict"] = sorted(connection.execute(text("SELECT name, strict FROM pragma_table_list")).all())
    return shape


def _index(index: Any) -> str:  # noqa: ANN401 - SQLAlchemy's
    conditions = sorted(f"{name}={value}" for name, value in index["dialect_options"].items())
    return f"{index['name']} {index['column_names']} {index['unique']} {conditions}"


def _wanted(connection: Connection) -> None:
    tables.metadata.create_all(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))


@pytest.mark.parametrize("released", ["", *RELEASED])
async def test_every_schema_becomes_the_one_that_the_code_uses(database: str, released: str) -> None:
    """From nothing and from every release: columns, keys, checks and indexes are those of the table definitions."""
    # SQLite's driver would commit the tables that are made here.
    elsewhere = database if "://" in database else f"{database}.wanted"
    wanted = await shape(elsewhere, _wanted)
    if released:
        await fill(database, released)
    for _ in range(2):  # the second time there is nothing to do
        await migrate(database)
        assert await shape(database) == wanted
        async with looking_into(database, 1000) as engine:
            assert await schema(engine) == newest_schema()


@pytest.mark.parametrize("released", RELEASED)
async def test_a_migration_keeps_every_game(database: str, released: str) -> None:
    """Games, seats and events of a released schema are all there afterwards, and every game replays."""
    await fill(database, released)
    kept = [await rows(database, query) for query in (GAMES, SEATS, THEN.get(released, NOW))]
    await migrate(database)
    assert [await rows(database, query) for query in (GAMES, SEATS, NOW)] == kept
    assert len(kept[0]) >= 27
    async with looking_into(database, 1000) as engine:
        checkup = Checkup(engine)
        assert [fault async for fault in checkup.faults()] == []
    assert (checkup.games, checkup.events) == (len(kept[0]), len(kept[2]))


@pytest.mark.parametrize("released", RELEASED)
async def test_games_of_a_released_schema_are_played_on(database: str, released: str, tmp_path: Path) -> None:
    """A real server serves every game as it stood: its seats open, its owner acts, its end is an end."""
    await fill(database, released)
    events = await rows(database, THEN.get(released, NOW))
    server = Server(tmp_path, database=database, unfinished_days=0, unstarted_days=0)
    phases = []
    async with server.client() as client:
        for game, *_ in await rows(database, GAMES):
            phases.append(await _play_on(server, client, game, [row[3] for row in events if row[0] == game]))
    server.stop()
    assert not server.errors()
    assert {phase: phases.count(phase) for phase in set(phases)} == PHASES[released]


async def _play_on(server: Server, client: httpx2.AsyncClient, game: str, events: list[str]) -> str:
    """Take what is free in a game, then act in it or ask for a rematch; return its phase, `over` for any end."""
    state = (await client.get(f"/api/v1/games/{game}")).json()
    assert state["rev"] == len(events)
    stored = iter(events)
    assert all(action in stored for action in state["actions"])  # each of them, in this order
    phase: str = state["replay"]["phase"] if state["end"] is None else "over"
    for seat in [seat for seat, taken in state["seats"].items() if not taken]:
        claim = {"join": secret(game, "join"), "token": secret(game, seat)}
        claimed = await client.post(f"/api/v1/games/{game}/seats", json=claim)
        assert claimed.json() == {"seat": seat, "token": secret(game, seat)}
    async with server.join(game, secret(game, "X")) as x, server.join(game, secret(game, "O")) as o:
        assert (x.role, o.role) == ("X", "O")
        clients = {"X": x, "O": o}
        if phase == "over":
            assert (await x.act("1-2"))["code"] == "game_over"
            assert state["next"] or (await x.do("offer", what="rematch"))["t"] == "ack"
        else:
            # With both seats taken an offer is possible, and the one who is to act acts.
            offered = await x.do("offer", what="draw")
            actor, action = clients[x.state["replay"]["to_act"]], x.state["replay"]["legal"][-1]
            answer = await actor.act(action, rev=offered["rev"])
            assert answer == {"t": "ack", "id": answer["id"], "rev": offered["rev"] + 1}
            await x.until(lambda: x.state["rev"] >= answer["rev"])
            assert x.state["actions"][len(state["actions"])] == action
    return phase


async def test_what_this_version_leaves_behind_can_be_kept(
    database: str, postgres_server: Postgres, tmp_path: Path
) -> None:
    """The files for the next release can be made: games in all phases with known secrets, the same after a reload."""
    service = postgres_server if "://" in database else None
    await fill_new(tmp_path, database if service else None, random.Random(1))
    again = service.new_database() if service else f"{database}.again"
    await run(again, dump(database, service))
    assert await shape(again) == await shape(database)
    assert await rows(again, GAMES) == await rows(database, GAMES)
    async with looking_into(again, 1000) as engine:
        checkup = Checkup(engine)
        assert [fault async for fault in checkup.faults()] == []
    kinds = {row[0] for row in await rows(again, "SELECT DISTINCT kind FROM event")}
    assert kinds == {"accept", "act", "decline", "join", "offer", "rematch", "resign", "say", "token"}
    server = Server(tmp_path, database=again)
    for game, seat, *_ in await rows(again, SEATS):
        async with server.join(game, secret(game, seat)) as client:
            assert client.role == seat
    server.stop()
    assert not server.errors()


async def test_a_migration_that_fails_leaves_the_old_schema_whole(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence says what the database said; tables and rows are as before, and the next attempt succeeds."""
    await fill(database, RELEASED[0])
    before = await shape(database), await rows(database, THEN[RELEASED[0]])

    def fail(*_: object) -> None:
        raise OperationalError("", {}, Exception("the disk is on fire"))

    with monkeypatch.context() as patched:
        patched.setattr(HeadMaintainer, "update_to_step", fail)
        with pytest.raises(ServerError, match="cannot be opened: the disk is on fire"):
            await migrate(database)
    assert (await shape(database), await rows(database, THEN[RELEASED[0]])) == before
    await migrate(database)
    assert await rows(database, NOW) == before[1]


async def test_a_server_killed_in_a_migration_leaves_the_old_schema_whole(database: str, tmp_path: Path) -> None:
    """A process that dies at the last step of a migration has changed nothing; the next one does it all."""
    await fill(database, RELEASED[0])
    before = await shape(database), await rows(database, THEN[RELEASED[0]])
    with pytest.raises(AssertionError, match="no 'serving' in the log"):
        Server(tmp_path, KILLED, database)
    assert (await shape(database), await rows(database, THEN[RELEASED[0]])) == before
    Server(tmp_path, database=database).stop()
    assert await rows(database, NOW) == before[1]


async def test_a_database_of_a_newer_program_is_refused(database: str) -> None:
    """An older program does not touch tables that it does not know, and says why."""
    await fill(database, RELEASED[0])
    await run(database, "UPDATE alembic_version SET version_num = '9999'")
    before = await shape(database)
    with pytest.raises(ServerError, match="belongs to another version of this program"):
        await migrate(database)
    assert await shape(database) == before
