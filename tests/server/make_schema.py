"""Writes what a released version leaves behind: `python tests/server/make_schema.py`, once before each release.

The two files in `schemas/` are named after the newest migration, and never changed again. They hold a game of every
rule set in every phase and every kind of event, played on a real server.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.databases import SCHEMAS, rows, run, secret
from server.harness import Client, Game, Server
from server.storm import coin_is_due
from services import Postgres, postgres
from spookymarks.rules import RULE_SETS
from spookymarks.server.admin import newest_schema
from spookymarks.server.seats import Secret, digest

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = """-- Games of every rule set and phase, as the version with schema {0} left them in {1}. Never changed again.
-- The secret of a seat is "{{game}}-{{X or O}}-secret-of-the-tests-only", that of a link has "join" for the seat.
"""
PHASES: dict[str, Callable[[Client], bool]] = {
    "begun": lambda x: len(x.state["actions"]) > 3 and x.state["replay"]["phase"] == "place",
    "measure": lambda x: x.state["replay"]["phase"] == "measure",
    "over": lambda x: x.state["replay"]["phase"] == "over",
}


async def make(server: Server, rnd: random.Random) -> None:
    """Play a game of every rule set to every phase, and one with everything that is not an action."""
    plans = [({"rules": rules}, phase) for rules in RULE_SETS for phase in PHASES]
    plans.remove(({"rules": "coin"}, "measure"))  # nobody measures there
    plans += [({"clock": clock}, "begun") for clock in ("300+5", "3d")]
    await asyncio.gather(*(_play(server, terms, PHASES[phase], rnd) for terms, phase in plans))
    await _talk(server, await server.new_game(takebacks="ask"))
    async with server.client() as client:
        for _ in range(2):
            made = (await client.post("/api/v1/games", json={"side": "X"})).json()
        async with server.join(made["game"], made["token"]) as x:
            await x.act("1-2")


async def _play(server: Server, terms: dict[str, str], reached: Callable[[Client], bool], rnd: random.Random) -> None:
    """Play until a phase is reached, in another game when one ends before."""
    game = await server.new_game(**terms)
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        while x.state["end"] is None and not reached(x):
            replay = x.state["replay"]
            answer = await {"X": x, "O": o}[replay["to_act"]].act(rnd.choice(replay["legal"]), rev=x.state["rev"])
            await x.until(lambda rev=answer["rev"]: x.state["rev"] >= rev and not coin_is_due(x))
        if reached(x):
            return
    await _play(server, terms, reached, rnd)


async def _talk(server: Server, game: Game) -> None:
    """Do once whatever can be done besides an action, and end with a rematch."""
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        rev = (await x.act("1-2"))["rev"]
        for client, kind, fields in (
            (x, "say", {"phrase": "hello"}),
            (x, "offer", {"what": "takeback"}),
            (o, "accept", {"what": "takeback"}),
            (o, "offer", {"what": "draw"}),
            (x, "decline", {"what": "draw"}),
            (x, "act", {"action": "1-3"}),
            (o, "offer", {"what": "deletion"}),
            (o, "resign", {}),
            (x, "offer", {"what": "rematch"}),
            (o, "accept", {"what": "rematch"}),
        ):
            answer = await client.do(kind, rev=rev, **fields)
            assert answer["t"] == "ack", answer
            rev = answer["rev"]
    async with server.client() as client:
        fresh = {"token": game.x, "fresh": secret(game.id, "X")}
        assert (await client.post(f"/api/v1/games/{game.id}/token", json=fresh)).status_code == 200


async def make_known(database: str) -> None:
    """Give every seat and link the secret that the tests know."""
    script = ""
    for game, seat in await rows(database, "SELECT game_id, seat FROM seat"):
        known = digest(Secret(secret(game, seat)))
        script += f"UPDATE seat SET token_digest = '{known}' WHERE game_id = '{game}' AND seat = '{seat}';"  # noqa: S608
    for (game,) in await rows(database, "SELECT id FROM game"):
        known = digest(Secret(secret(game, "join")))
        script += f"UPDATE game SET join_digest = '{known}' WHERE id = '{game}';"  # noqa: S608
    await run(database, script)


def dump(database: str, server: Postgres | None = None) -> str:
    """Return a database as statements that make it again."""
    if server is not None:
        text = server._run("pg_dump", "--inserts", "--no-owner", "--no-privileges", database)
        # Comments, commands for psql alone, and what makes a difference only to other versions of PostgreSQL.
        text = re.sub(r"^(--|\\|SET |SELECT pg_catalog).*\n", "", text, flags=re.MULTILINE)
    else:
        with closing(sqlite3.connect(database)) as connection:
            text = "\n".join(connection.iterdump()) + "\n"
    return re.sub(r"\n\s*\n+", "\n", text).lstrip()


async def fill_new(folder: Path, database: str | None, rnd: random.Random) -> str:
    """Fill a new database, by default a file in a folder; return its name."""
    server = Server(folder, database=database)
    await make(server, rnd)
    server.stop()
    database = database or str(server.database)
    await make_known(database)
    return database


def main() -> None:
    """Write both files of the present schema."""
    schema = newest_schema()
    with tempfile.TemporaryDirectory() as folder, postgres() as service:
        for kind, database, server in (("SQLite", None, None), ("PostgreSQL", service.new_database(), service)):
            name = asyncio.run(fill_new(Path(folder), database, random.Random(1)))
            target = SCHEMAS / f"{schema}.{kind.lower()}.sql"
            target.write_text(HEAD.format(schema, kind) + dump(name, server), "utf-8")


if __name__ == "__main__":
    main()
