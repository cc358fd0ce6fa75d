from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import socket
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from server.databases import RELEASED, fill, rows, run
from server.harness import Server
from server.storm import storm
from spookymarks.cli import commands
from spookymarks.server.checkup import game_faults
from spookymarks.server.database import open_database
from spookymarks.server.ledger import Entry
from spookymarks.server.terms import DAY

if TYPE_CHECKING:
    from pathlib import Path

    from services import Postgres

SOUND = "games: 27, events: 160, faults: 0\n"
RUNNING = "K2ZWeqhFWCEP"
"""A game of the released schema 0001: four events, and goes on."""

DAMAGE = {
    "a gap": ("DELETE FROM event WHERE game_id = '{game}' AND rev = 2", ["event 2 is missing"]),
    "another action": (
        "UPDATE event SET what = '8-8' WHERE game_id = '{game}' AND rev = 3",
        ["event 3 does not fit: X act '8-8'"],
    ),
    "ended": ("UPDATE game SET ended_at = 1 WHERE id = '{game}'", ["it is marked as ended, but goes on"]),
    "no end": ("UPDATE game SET ended_at = NULL WHERE id = '{over}'", ["it has ended, but is not marked so"]),
    "no owner": (
        "DELETE FROM seat WHERE game_id = '{game}' AND seat = 'O'",
        ["event 2 is by O, whose seat nobody owns", "event 4 is by O, whose seat nobody owns"],
    ),
    "rules": (
        "UPDATE game SET rules = 'chess' WHERE id = '{game}'",
        ["the terms are unknown: rules 'chess', takebacks 'ask'"],
    ),
    "a secret": ("UPDATE game SET join_digest = 'open' WHERE id = '{game}'", ["a secret is not kept as a digest"]),
}
"""What somebody may do to a database, and what the check says of the game."""


def admin(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(commands, ["admin", *arguments], env=environment)


def line(result: Result) -> str:
    """Return the one line with which a command has failed."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("spookymarks: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def filled(database: str) -> str:
    """A database with the games of a released schema, brought up to date."""

    async def fill_in() -> None:
        await fill(database, RELEASED[0])
        await (await open_database(database, 5000)).dispose()

    asyncio.run(fill_in())
    return database


# Checking


def test_a_sound_database_passes(filled: str) -> None:
    """Every game and event is counted; as a document too, and nothing else is printed."""
    told = admin("check", "--database", filled)
    assert (told.exit_code, told.stdout, told.stderr) == (0, SOUND, "")
    document = json.loads(admin("check", "--database", filled, "--json").stdout)
    assert document == {"schema": "0002", "games": 27, "events": 160, "faults": []}


def test_the_database_may_come_from_the_settings(filled: str) -> None:
    """Without an option the setting names the database, as for `serve`."""
    assert admin("check", SPOOKYMARKS_DATABASE=filled).stdout == SOUND


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_game_is_named(filled: str, damage: str) -> None:
    """Each fault is one line with its game; the others are sound, and the exit status is 1."""
    script, sentences = DAMAGE[damage]
    over = asyncio.run(rows(filled, "SELECT min(id) FROM game WHERE ended_at IS NOT NULL"))[0][0]
    asyncio.run(run(filled, script.format(game=RUNNING, over=over)))
    game = over if "{over}" in script else RUNNING
    told = admin("check", "--database", filled)
    assert told.exit_code == 1
    *faults, total = told.stdout.splitlines()
    assert faults == [f"game {game}: {sentence}" for sentence in sentences]
    assert total.endswith(f"faults: {len(sentences)}")
    document = json.loads(admin("check", "--database", filled, "--json").stdout)
    assert document["faults"] == [{"game": game, "fault": sentence} for sentence in sentences]


def test_rows_without_a_game_are_found(filled: str) -> None:
    """Seats and events whose game is gone are faults of their own."""
    if "://" in filled:
        for table in ("seat", "event"):
            asyncio.run(run(filled, f"ALTER TABLE {table} DROP CONSTRAINT {table}_game_id_fkey"))
    script = "DELETE FROM game WHERE id = '{game}'"
    asyncio.run(run(filled, script.format(game=RUNNING)))
    told = admin("check", "--database", filled)
    assert told.exit_code == 1
    assert told.stdout.splitlines()[:-1] == [
        f"game {RUNNING}: it does not exist, but has rows in the table {table}" for table in ("seat", "event")
    ]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({3: {"command": "command-1"}}, "events 1 and 3 have the same command id"),
        ({2: {"actor": "coin"}}, "event 2 has a command id, but coin sends no commands"),
        ({2: {"kind": "dance"}}, "event 2 does not fit: O dance '1-3'"),
        ({2: {"kind": "join", "what": ""}}, None),
        ({3: {"what": "1-9\n"}}, "event 3 does not fit: X act '1-9\\n'"),
    ],
)
def test_the_events_of_a_game_are_checked_one_by_one(changes: dict[int, dict[str, str]], fault: str | None) -> None:
    """What the keys of a sound database make impossible is found too, and text of the database is escaped."""
    entries = [
        Entry(rev, seat, "act", what, f"command-{rev}", 0)  # type: ignore[arg-type]
        for rev, (seat, what) in enumerate([("X", "1-2"), ("O", "1-3"), ("X", "1-9")], 1)
    ]
    for rev, change in changes.items():
        entries[rev - 1] = replace(entries[rev - 1], **change)  # type: ignore[arg-type]
    digest = "0" * 64
    game: Any = SimpleNamespace(rules="standard", clock=None, takebacks="ask", join_digest=digest, ended_at=None)
    found = list(game_faults(game, {"X": digest, "O": digest}, entries))
    assert (fault in found) if fault else found


async def test_the_check_does_not_disturb_games_nor_they_it(database: str, tmp_path: Path) -> None:
    """While games are made, joined and finished as fast as can be, each look finds a sound store."""
    server = Server(tmp_path, database=database)
    async with storm(server) as played:
        for _ in range(3):
            await played.more()
            told = await asyncio.to_thread(admin, "check", "--database", database)
            assert (told.exit_code, told.stderr) == (0, ""), told.stdout
    server.stop()
    assert not server.errors()
    told = await asyncio.to_thread(admin, "check", "--database", database)
    assert told.stdout.startswith(f"games: {len(played.games)}, ")


@pytest.mark.parametrize("table", ["game", "event", "sqlite_autoindex_event_2"])
def test_a_damaged_file_is_told(tmp_path: Path, table: str) -> None:
    """Bytes that were overwritten are faults, not a traceback, and exit status 1."""
    file = tmp_path / "games.sqlite"

    async def fill_in() -> None:
        await fill(str(file), RELEASED[0])
        await (await open_database(str(file), 5000)).dispose()

    asyncio.run(fill_in())
    with closing(sqlite3.connect(file)) as connection:
        root, size = connection.execute(
            "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size() WHERE name = ?", [table]
        ).fetchone()
    content = bytearray(file.read_bytes())
    content[(root - 1) * size : root * size] = b"\xff" * size
    file.write_bytes(content)
    told = admin("check", "--database", str(file))
    assert (told.exit_code, told.stderr) == (1, "")
    assert "damaged" in told.stdout
    assert "Traceback" not in told.stdout


# Backing up


async def test_a_backup_is_made_while_games_go_on_and_restored(tmp_path: Path) -> None:
    """The restore, rehearsed: copies made under load hold all that was acknowledged, replay, and are played on."""
    server = Server(tmp_path)
    async with storm(server) as played:
        for number in range(3):
            await played.more()
            before = list(played.acked)
            target = tmp_path / f"backup-{number}.sqlite"
            told = await asyncio.to_thread(admin, "backup", str(target), "--database", str(server.database))
            assert (told.exit_code, told.stderr) == (0, ""), told.stdout
            assert told.stdout.endswith("faults: 0\n")
            kept = await rows(str(target), "SELECT game_id, rev, command_id FROM event")
            assert set(before) <= set(kept)
    server.stop()
    assert [name for name in listing(tmp_path) if "backup" in name] == [
        f"backup-{number}.sqlite" for number in range(3)
    ]
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(target, restored / "games.sqlite")
    again = Server(restored)
    both = "SELECT game_id FROM seat GROUP BY game_id HAVING count(*) = 2 EXCEPT SELECT id FROM game WHERE ended_at > 0"
    unfinished = {row[0] for row in again.rows(both)}
    games = {row[0] for row in again.rows("SELECT id FROM game")}
    async with again.client() as client:
        for game in games:
            assert (await client.get(f"/api/v1/games/{game}")).status_code == 200
    for game in [game for game in played.games if game.id in unfinished]:
        async with again.join(game.id, game.x) as x, again.join(game.id, game.o) as o:
            replay = x.state["replay"]
            assert (await {"X": x, "O": o}[replay["to_act"]].act(replay["legal"][0]))["t"] == "ack"
    again.stop()
    assert unfinished
    assert not again.errors()
    assert not server.errors()


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    """A file of that name, also a broken link, is kept as it was and named in the sentence."""
    asyncio.run(fill(str(tmp_path / "games.sqlite"), RELEASED[0]))
    (tmp_path / "there.sqlite").write_text("precious")
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "nowhere")
    for name in ("there.sqlite", "link.sqlite"):
        told = admin("backup", str(tmp_path / name), "--database", str(tmp_path / "games.sqlite"))
        assert f"{name}' exists already" in line(told)
    assert (tmp_path / "there.sqlite").read_text() == "precious"
    assert listing(tmp_path) == ["games.sqlite", "link.sqlite", "there.sqlite"]


def test_a_backup_that_cannot_be_made_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing folder, a file that is no database, and a copy that fails at the end are one sentence each."""
    source, target = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
    asyncio.run(fill(str(source), RELEASED[0]))
    (tmp_path / "notes.txt").write_text("these are notes, not games\n" * 100)
    assert "unable to open" in line(admin("backup", str(tmp_path / "no" / "copy"), "--database", str(source)))
    assert "not a database" in line(admin("backup", str(target), "--database", str(tmp_path / "notes.txt")))
    assert "there is no database" in line(admin("backup", str(target), "--database", str(tmp_path / "none")))

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left on device" in line(admin("backup", str(target), "--database", str(source)))
    assert listing(tmp_path) == ["games.sqlite", "notes.txt"]


def test_a_backup_of_an_old_schema_is_made_before_it_is_migrated(tmp_path: Path) -> None:
    """The copy is as old as its source, and the same in every row."""
    source, target = str(tmp_path / "games.sqlite"), str(tmp_path / "copy.sqlite")
    asyncio.run(fill(source, "0001"))
    told = admin("backup", target, "--database", source)
    assert (told.exit_code, told.stdout.startswith("copied as it was, at schema 0001;")) == (0, True)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        assert list(new.iterdump()) == list(old.iterdump())


def test_postgresql_is_backed_up_by_its_own_tool(postgres_server: Postgres, tmp_path: Path) -> None:
    """The sentence names pg_dump."""
    told = admin("backup", str(tmp_path / "copy"), "--database", postgres_server.new_database())
    assert "use pg_dump for PostgreSQL" in line(told)


def test_a_dump_of_postgresql_restores(postgres_server: Postgres) -> None:
    """What docs/operating.md says of PostgreSQL works: the dump fills an empty database, which passes the check."""
    source, target = postgres_server.new_database(), postgres_server.new_database()
    asyncio.run(fill(source, RELEASED[0]))
    assert admin("migrate", "--database", source).exit_code == 0
    postgres_server._run("pg_dump", "--format=custom", "--file=dump", source)
    postgres_server._run("pg_restore", "--exit-on-error", "--no-owner", "--dbname", target, "dump")
    assert admin("check", "--database", target).stdout == SOUND


# Clearing, migrating, counting


def test_expired_games_are_counted_and_deleted(filled: str) -> None:
    """A dry run deletes nothing; the settings decide; afterwards the check passes."""
    late = {"SPOOKYMARKS_UNFINISHED_DAYS": "30"}
    script = "UPDATE event SET at = at - {0}; UPDATE game SET created_at = created_at - {0}"
    asyncio.run(run(filled, script.format(40 * DAY)))
    for _ in range(2):
        assert admin("expire", "--dry-run", "--database", filled, **late).stdout == "games expired: 19\n"
    assert admin(
        "expire", "--database", filled, SPOOKYMARKS_UNFINISHED_DAYS="0", SPOOKYMARKS_UNSTARTED_DAYS="0"
    ).stdout == ("games deleted: 0\n")
    deleted = admin("expire", "--json", "--database", filled, **late)
    assert json.loads(deleted.stdout) == {"games": 19, "deleted": True}
    assert "games: 8, " in admin("check", "--database", filled).stdout


async def test_games_deleted_from_outside_end_on_the_server(tmp_path: Path) -> None:
    """Whoever acts in a game that `expire` has deleted under a running server hears that there is none any more."""
    server = Server(tmp_path)
    game, kept = await server.new_game(), await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(kept.id, kept.x) as other:
        script = "UPDATE game SET created_at = 1 WHERE id = '{0}'; UPDATE event SET at = 1 WHERE game_id = '{0}'"
        await run(str(server.database), script.format(game.id))
        told = await asyncio.to_thread(admin, "expire", "--database", str(server.database))
        assert told.stdout == "games deleted: 1\n"
        await x.send(t="act", id="command-1", rev=1, action="1-2")
        assert await x.closed() == 4004
        assert (await other.act("1-2"))["t"] == "ack"
    server.stop()
    assert not server.errors()


def test_an_old_database_is_migrated_on_demand(database: str) -> None:
    """Everything else asks for it first; doing it twice is no harm."""
    asyncio.run(fill(database, "0001"))
    for command in ("check", "stats", "expire"):
        assert "schema 0001, and this program wants 0002" in line(admin(command, "--database", database))
    assert admin("migrate", "--database", database).stdout == "schema 0001 is now 0002\n"
    document = json.loads(admin("migrate", "--json", "--database", database).stdout)
    assert document == {"before": "0002", "after": "0002"}
    assert admin("check", "--database", database).stdout == SOUND


async def test_a_database_is_not_migrated_under_a_running_server(tmp_path: Path) -> None:
    """The sentence says to stop the server first."""
    server = Server(tmp_path)
    told = await asyncio.to_thread(admin, "migrate", "--database", str(server.database))
    assert "stop that one first" in line(told)
    server.stop()


def test_a_store_is_counted(filled: str) -> None:
    """Games by rules, unfinished ones, those with a free seat; a table for people and a document for programs."""
    document = json.loads(admin("stats", "--json", "--database", filled).stdout)
    assert document["games"] == 27
    assert (document["unfinished"], document["open"], document["events"], document["expired"]) == (19, 3, 160, 0)
    assert document["rules"]["standard"] == {"games": 4, "unfinished": 3, "open": 1}
    assert (document["schema"], document["running"]) == ("0002", 0)
    assert document["size"] > 50_000
    table = admin("stats", "--database", filled).stdout
    assert [word for text in table.splitlines() if text.startswith(" standard ") for word in text.split()] == [
        "standard", "4", "3", "1",
    ]  # fmt: skip


async def test_running_servers_are_counted(tmp_path: Path) -> None:
    """A server that lives is seen, one that was stopped long ago is not."""
    server = Server(tmp_path)
    async with server.client() as client:
        assert (await client.get("/api/v1/health")).status_code == 200
    told = await asyncio.to_thread(admin, "stats", "--json", "--database", str(server.database))
    assert json.loads(told.stdout)["running"] == 1
    server.stop()
    await run(str(server.database), "UPDATE process SET beat_at = beat_at - 60000")
    told = await asyncio.to_thread(admin, "stats", "--json", "--database", str(server.database))
    assert json.loads(told.stdout)["running"] == 0


@pytest.mark.parametrize("command", ["check", "stats", "expire", "migrate"])
def test_what_cannot_be_opened_is_one_sentence(command: str, tmp_path: Path) -> None:
    """No file, no database, another program's database, nobody at the address, an unknown kind: never a traceback."""
    (tmp_path / "notes.txt").write_text("these are notes, not games\n" * 100)
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as other:
        other.execute("CREATE TABLE game (id INTEGER)")
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    for database, words in (
        (str(tmp_path / "none.sqlite"), "there is no database"),
        (str(tmp_path / "notes.txt"), "file is not a database"),
        (str(tmp_path / "other.sqlite"), "is not one of this program"),
        (f"postgresql://me:hush@127.0.0.1:{port}/games", f"me:***@127.0.0.1:{port}/games cannot be read"),
        ("mysql://host/games", "kind 'mysql' is not supported"),
    ):
        assert words in line(admin(command, "--database", database))
    assert not (tmp_path / "none.sqlite").exists()
    assert "SPOOKYMARKS_BUSY_MS is wrong" in line(admin(command, SPOOKYMARKS_BUSY_MS="soon"))


def test_a_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the server's packages every command says what to install."""
    monkeypatch.delitem(sys.modules, "spookymarks.server.settings", raising=False)
    monkeypatch.setitem(sys.modules, "pydantic_settings", None)
    for command in ("check", "stats", "expire", "migrate"):
        assert "pip install 'spookymarks[server]'" in line(admin(command))


def test_the_commands_are_listed() -> None:
    """`admin` alone is its help."""
    told = admin()
    assert told.exit_code == 0
    for command in ("backup", "check", "expire", "migrate", "stats"):
        assert f"  {command}" in told.stdout
