"""The engine of a real PostgreSQL server, and the writer on it, under every fault that such a server has."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
import uuid
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Self

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from server.harness import PATIENCE, Server
from spookymarks.errors import SpookyMarksError
from spookymarks.server.database import connect_database, open_database, prepare_database
from spookymarks.server.errors import ConflictError, UnavailableError
from spookymarks.server.writer import Writer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from services import Postgres

BUSY_MS = 1000


class Notes:
    """A writer on a table of unique words."""

    def __init__(self, url: str, busy_ms: int) -> None:
        self.engine = connect_database(url, busy_ms)
        self.writer = Writer(self.engine)

    async def write(self, word: str, pause: asyncio.Event | None = None, done: asyncio.Event | None = None) -> None:
        """Add a word; tell when it was sent, and wait before the transaction goes on."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(text("INSERT INTO note VALUES (:word)"), {"word": word})
            if done:
                done.set()
            if pause:
                await pause.wait()

        await self.writer.write(work)

    async def outcome(self, word: str) -> str:
        """Add a word; return `ok` or how it failed."""
        try:
            await self.write(word)
        except UnavailableError:
            return "unavailable"
        except ConflictError:
            return "conflict"
        return "ok"

    async def succeed(self) -> None:
        """Add words until one gets through."""
        end = time.monotonic() + PATIENCE
        while await self.outcome(uuid.uuid4().hex) != "ok":
            assert time.monotonic() < end


@pytest.fixture
def database(postgres_server: Postgres) -> str:
    """An empty PostgreSQL database with the table of words."""
    url = postgres_server.new_database()
    postgres_server.query("CREATE TABLE note (word text PRIMARY KEY)", url)
    return url


@asynccontextmanager
async def noting(url: str, busy_ms: int = BUSY_MS) -> AsyncIterator[Notes]:
    notes = Notes(url, busy_ms)
    yield notes
    await notes.writer.close()
    await notes.engine.dispose()


@pytest.mark.parametrize("fault", ["stop", "kill", "pause"])
async def test_a_server_that_goes_away_loses_no_commit(postgres_server: Postgres, database: str, fault: str) -> None:
    """While it is away every write fails in time; whatever was reported as written is there; nothing is there twice.

    After its return the next writes succeed, on new connections, without a restart of ours.
    """
    outcomes: dict[str, str] = {}
    stopping = False

    async with noting(database) as notes:

        async def write_on() -> None:
            while not stopping:
                word = uuid.uuid4().hex
                outcomes[word] = await notes.outcome(word)
                await asyncio.sleep(0)

        writers = [asyncio.create_task(write_on()) for _ in range(5)]
        await asyncio.sleep(0.3)
        try:
            await asyncio.to_thread(getattr(postgres_server, fault))
            await asyncio.sleep(0.3)
            async with asyncio.timeout(PATIENCE):
                assert await notes.outcome("meanwhile") == "unavailable"
                with pytest.raises((OSError, SQLAlchemyError)):
                    async with notes.engine.connect() as connection:
                        await connection.execute(text("SELECT 1"))
            assert not notes.writer.healthy
        finally:
            await asyncio.to_thread(postgres_server.resume if fault == "pause" else postgres_server.start)
        await notes.succeed()
        assert notes.writer.healthy
        stopping = True
        await asyncio.gather(*writers)
    stored = postgres_server.query("SELECT word FROM note", database)
    written = {word for word, outcome in outcomes.items() if outcome == "ok"}
    assert written
    assert written <= set(stored)
    assert "conflict" not in outcomes.values()


async def test_a_restart_between_commits_is_not_noticed(postgres_server: Postgres, database: str) -> None:
    """A connection that the server has closed meanwhile is replaced before it is used."""
    async with noting(database) as notes:
        assert await notes.outcome("before") == "ok"
        await asyncio.to_thread(postgres_server.stop)
        await asyncio.to_thread(postgres_server.start)
        assert await notes.outcome("after") == "ok"


class Cutter:
    """Carries connections to a server, and cuts them right after a word has been sent to it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.word: bytes | None = None
        self.cuts = 0
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0.05)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers += [writer, there_writer]
        back = asyncio.create_task(self._copy(there_reader, writer))
        with suppress(OSError):
            while data := await reader.read(65536):
                cut = self.word is not None and self.word in data
                if cut:
                    back.cancel()
                there_writer.write(data)
                await there_writer.drain()
                if cut:
                    self.word = None
                    self.cuts += 1
                    # The server has it, and time to do it.
                    await asyncio.sleep(0.3)
                    break
        back.cancel()
        writer.transport.abort()
        there_writer.transport.abort()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
            writer.close()


async def test_a_commit_whose_answer_is_lost_fails_and_may_be_there(postgres_server: Postgres, database: str) -> None:
    """The writer does not pretend to know and does not repeat it; a look into the store tells."""
    async with Cutter(postgres_server.port) as cutter:
        url = database.replace(str(postgres_server.port), str(cutter.port))
        async with noting(url) as notes:
            assert await notes.outcome("first") == "ok"
            cutter.word = b"COMMIT"
            assert await notes.outcome("second") == "unavailable"
            assert cutter.cuts == 1
            assert await notes.outcome("third") == "ok"
        words = await asyncio.to_thread(postgres_server.query, "SELECT word FROM note ORDER BY word", database)
        assert words == ["first", "second", "third"]


async def test_a_move_whose_commit_was_cut_is_acknowledged_once(postgres_server: Postgres, tmp_path: Path) -> None:
    """The line to the database breaks after COMMIT was sent: the same command id brings the player the one answer."""
    database = postgres_server.new_database()
    async with Cutter(postgres_server.port) as cutter:
        url = database.replace(str(postgres_server.port), str(cutter.port))
        server = await asyncio.to_thread(Server, tmp_path, database=url)
        server.expected_errors |= {"commit_failed", "read_failed"}
        game = await server.new_game()
        async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
            rev = x.state["rev"]
            cutter.word = b"COMMIT"
            answer = await x.act("1-2", rev=rev, command="only-once")
            while answer["t"] == "refused":
                assert answer["code"] == "unavailable"
                answer = await x.act("1-2", rev=rev, command="only-once")
            assert (answer["t"], answer["rev"]) == ("ack", rev + 1)
            assert cutter.cuts == 1
            await o.reach(rev + 1)
            assert o.state["actions"] == ["1-2"]
        await asyncio.to_thread(server.stop)
        assert not server.errors()
    rows = await asyncio.to_thread(
        postgres_server.query, "SELECT count(*) FROM event WHERE command_id = 'only-once'", database
    )
    assert rows == ["1"]


async def test_groups_of_two_processes_that_lock_each_other_are_sorted_out(database: str) -> None:
    """Each writes what the other writes, in another order: PostgreSQL ends one, and every word still has one owner."""
    async with noting(database, 10_000) as first, noting(database, 10_000) as second:
        a, b = asyncio.Event(), asyncio.Event()
        outcomes = await asyncio.gather(
            first.write("a", pause=b, done=a),
            first.write("b"),
            second.write("b", pause=a, done=b),
            second.write("a"),
            return_exceptions=True,
        )
    failures = [type(outcome) for outcome in outcomes if outcome is not None]
    assert failures == [ConflictError, ConflictError]
    assert {(outcomes[0] is None), (outcomes[3] is None)} == {True, False}
    assert {(outcomes[1] is None), (outcomes[2] is None)} == {True, False}


async def test_a_lock_of_somebody_else_is_waited_for_only_so_long(database: str) -> None:
    """A write behind a lock fails in time, and succeeds once the lock is gone."""
    async with noting(database) as notes:
        other = await asyncpg.connect(database)
        async with other.transaction():
            await other.execute("LOCK TABLE note")
            async with asyncio.timeout(PATIENCE):
                assert await notes.outcome("locked") == "unavailable"
        await other.close()
        assert await notes.outcome("free") == "ok"


async def test_a_host_that_vanishes_in_a_transaction_blocks_nobody_for_long(database: str) -> None:
    """Its locks end with the time that one statement may take, although its connection seems to live."""
    async with noting(database) as gone, noting(database) as here:
        never, sent = asyncio.Event(), asyncio.Event()
        hanging = asyncio.create_task(gone.write("contested", pause=never, done=sent))
        await sent.wait()
        end = time.monotonic() + PATIENCE
        while await here.outcome("contested") != "ok":
            assert time.monotonic() < end
        never.set()
        with pytest.raises(UnavailableError):
            await hanging


async def test_a_host_that_vanishes_in_a_statement_blocks_nobody_for_long(
    postgres_server: Postgres, database: str
) -> None:
    """PostgreSQL does not look whether anybody waits for a statement that waits for a lock: its time is limited."""
    other = await asyncpg.connect(database)
    await other.execute("BEGIN; INSERT INTO note VALUES ('contested-b')")
    async with Cutter(postgres_server.port) as cutter, noting(database) as here:
        cutter.word = b"contested-b"
        async with noting(database.replace(str(postgres_server.port), str(cutter.port))) as gone:
            outcomes = await asyncio.gather(gone.outcome("contested-a"), gone.outcome("contested-b"))
            assert outcomes == ["unavailable"] * 2
            end = time.monotonic() + PATIENCE
            while await here.outcome("contested-a") != "ok":
                assert time.monotonic() < end
    await other.close()


async def test_several_hosts_may_start_at_once(postgres_server: Postgres) -> None:
    """All bring the tables up to date at the same moment, one after the other; nobody fails."""
    url = postgres_server.new_database()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(prepare_database(url, BUSY_MS) for _ in range(4)))
    assert postgres_server.query("SELECT count(*) FROM alembic_version", url) == ["1"]


async def test_a_migration_waits_for_another_as_long_as_it_takes(postgres_server: Postgres) -> None:
    """The patience of statements is not that of a start."""
    url = postgres_server.new_database()
    await prepare_database(url, BUSY_MS)
    other = await asyncpg.connect(url)
    async with other.transaction():
        await other.execute("LOCK TABLE alembic_version")
        waiting = asyncio.create_task(prepare_database(url, 200))
        await asyncio.sleep(1)
        assert not waiting.done()
    await waiting
    await other.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("postgres@", "nobody:secret@"), 'role "nobody" does not exist'),
        (("/test_", "/no_"), "database .* does not exist"),
        ((":", ":1"), "Connect call failed"),
    ],
)
async def test_a_database_that_cannot_be_used_is_one_sentence(
    postgres_server: Postgres, change: tuple[str, str], words: str
) -> None:
    """It names the database, says what the server said, and shows no password."""
    url = f"postgresql://postgres@127.0.0.1:{postgres_server.port}/test_none"
    before, after = change
    url = url.replace(f":{postgres_server.port}", ":1") if before == ":" else url.replace(before, after)
    with pytest.raises(SpookyMarksError, match=rf"^the database postgresql\S+ cannot be opened: .*{words}") as caught:
        await open_database(url, BUSY_MS)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_driver_is_one_sentence() -> None:
    """The sentence names the package and the extra that brings it."""
    script = (
        "import asyncio, sys; sys.modules['asyncpg'] = None\n"
        "from spookymarks.errors import SpookyMarksError\n"
        "from spookymarks.server.database import open_database\n"
        "try: asyncio.run(open_database('postgresql://host/a', 1000))\n"
        "except SpookyMarksError as error: print(error)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.endswith("needs the package asyncpg: pip install 'spookymarks[postgresql]'\n")
