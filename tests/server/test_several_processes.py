"""`spookymarks serve --workers 2` on a real PostgreSQL: two processes, one port, the same games."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from typing import TYPE_CHECKING

import pytest

from server.harness import ADDRESS_LIMITS, PATIENCE, Client, Game, Server, play

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from services import Postgres, Redis

GAME = ["1-9", "1-5", "5-9", "@5", "2-3", "2-4", "3-6", "4-6"]


class _Process(subprocess.Popen[bytes]):
    """A process with the names that the harness knows."""

    def is_alive(self) -> bool:
        return self.poll() is None

    def join(self, patience: float) -> None:
        self.wait(patience)


class Crowd(Server):
    """The real command with two workers."""

    def __init__(self, folder: Path, database: str, **settings: object) -> None:
        self.log = folder / f"{uuid.uuid4().hex}.log"
        self.expected_errors = set()
        settings = {**dict.fromkeys(ADDRESS_LIMITS, 100_000), **settings}
        environment = {f"SPOOKYMARKS_{name.upper()}": str(value) for name, value in settings.items()}
        command = ["-m", "spookymarks", "serve", "--port", "0", "--database", database, "--workers", "2"]
        with self.log.open("wb") as log:
            self.process = _Process(
                [sys.executable, *command],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self.port = self._wait_for("serving")["port"]
        self.http = f"http://127.0.0.1:{self.port}"

    def workers(self) -> list[int]:
        """Return the ids of the workers that run."""
        of = {event: {line["process"] for line in self.log_lines() if line["event"] == event} for event in EVENTS}
        return sorted(of["worker_began"] - of["worker_ended"])

    async def two_workers(self) -> list[int]:
        """Return the ids of the workers once there are two and both answer."""
        end = time.monotonic() + PATIENCE
        while len(self.workers()) < 2:
            assert time.monotonic() < end
            await asyncio.sleep(0.02)
        for worker in self.workers():
            async with self.through(worker), self.client() as client:
                assert (await client.get("/api/v1/health")).status_code == 200
        return self.workers()

    @contextlib.asynccontextmanager
    async def through(self, worker: int) -> AsyncIterator[None]:
        """Freeze the other workers, so that this one takes every new connection."""
        others = [other for other in self.workers() if other != worker]
        for other in others:
            os.kill(other, signal.SIGSTOP)
        try:
            yield
        finally:
            for other in others:
                os.kill(other, signal.SIGCONT)

    @contextlib.asynccontextmanager
    async def apart(self, game: Game) -> AsyncIterator[dict[str, Client]]:
        """Join with X through the first worker, and with O through the second."""
        first, second = await self.two_workers()
        async with contextlib.AsyncExitStack() as stack:
            async with self.through(first):
                x = await stack.enter_async_context(self.join(game.id, game.x))
            async with self.through(second):
                o = await stack.enter_async_context(self.join(game.id, game.o))
            yield {"X": x, "O": o}


EVENTS = ("worker_began", "worker_ended")


@pytest.fixture(params=["postgresql", "redis"])
def crowd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Crowd]:
    """Two workers that tell each other what is new by each of the ways there are; their log stays free of errors."""
    postgres: Postgres = request.getfixturevalue("postgres_server")
    bus = request.getfixturevalue("redis_server").url if request.param == "redis" else ""
    crowd = Crowd(tmp_path, postgres.new_database(), bus=bus)
    yield crowd
    crowd.stop()
    assert not crowd.errors(), crowd.log.read_text()


async def test_players_of_two_processes_play_one_game(crowd: Crowd) -> None:
    """Each sees the other's moves and presence, in order, although they talk to different processes."""
    game = await crowd.new_game()
    async with crowd.apart(game) as seats:
        await play(seats, GAME, start=seats["X"].state["rev"])
        assert seats["X"].state == seats["O"].state
        for client in seats.values():
            await client.until(lambda client=client: (client.presence.get("X"), client.presence.get("O")) == HERE)


HERE = ("here", "here")


async def test_a_killed_worker_costs_its_players_a_reconnect(crowd: Crowd) -> None:
    """After SIGKILL of one worker the other goes on, and whoever comes back finds the same game."""
    game = await crowd.new_game()
    async with crowd.apart(game) as seats:
        await play(seats, GAME[:3], start=seats["X"].state["rev"])
        before = seats["O"].state
        os.kill(crowd.workers()[0], signal.SIGKILL)
        assert await seats["X"].closed() == 1006
        async with crowd.join(game.id, game.x) as x:
            assert x.state == before
            await play({"X": x, "O": seats["O"]}, GAME[3:], start=before["rev"])
    assert len(await crowd.two_workers()) == 2


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 0)])
async def test_a_planned_stop_reaches_every_socket(
    postgres_server: Postgres, tmp_path: Path, number: signal.Signals, status: int
) -> None:
    """One signal to the parent: sockets of both workers close with 1012, no process is left, the status is as ever."""
    crowd = Crowd(tmp_path, postgres_server.new_database())
    game = await crowd.new_game()
    async with crowd.apart(game) as seats:
        workers = crowd.workers()
        crowd.process.send_signal(number)
        assert [await client.closed() for client in seats.values()] == [1012, 1012]
    assert await asyncio.to_thread(crowd.process.wait, PATIENCE) == status
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)
    assert not crowd.errors()


@pytest.mark.parametrize("fault", ["stop", "kill", "pause"])
async def test_without_its_bus_a_game_goes_on(
    postgres_server: Postgres, redis_server: Redis, tmp_path: Path, fault: str
) -> None:
    """Redis carries hints only: while it is away, and when it is back, every move reaches the other process."""
    crowd = Crowd(tmp_path, postgres_server.new_database(), bus=redis_server.url)
    game = await crowd.new_game()
    back: Callable[[], None] = redis_server.resume if fault == "pause" else redis_server.start
    async with crowd.apart(game) as seats:
        rev = seats["X"].state["rev"]
        await play(seats, GAME[:2], start=rev)
        try:
            await asyncio.to_thread(getattr(redis_server, fault))
            await play(seats, GAME[2:5], start=rev + 2)
        finally:
            await asyncio.to_thread(back)
        await play(seats, GAME[5:], start=rev + 5)
    await asyncio.to_thread(crowd.stop)
    assert not crowd.errors()


async def test_both_survive_a_restart_of_their_database(postgres_server: Postgres, tmp_path: Path) -> None:
    """While it is away moves are refused, not lost; after it both processes play on without a restart."""
    crowd = Crowd(tmp_path, postgres_server.new_database(), busy_ms=1000)
    crowd.expected_errors |= {"commit_failed", "read_failed"}
    game = await crowd.new_game()
    async with crowd.apart(game) as seats:
        rev = seats["X"].state["rev"]
        await play(seats, GAME[:2], start=rev)
        await asyncio.to_thread(postgres_server.kill)
        try:
            refused = await seats["X"].act(GAME[2], command="patient-move")
            assert refused["code"] == "unavailable"
        finally:
            await asyncio.to_thread(postgres_server.start)
        while (answer := await seats["X"].act(GAME[2], rev=rev + 2, command="patient-move"))["t"] == "refused":
            assert answer["code"] == "unavailable"
        await play(seats, GAME[3:], start=rev + 3)
    await asyncio.to_thread(crowd.stop)
    assert not crowd.errors()


async def test_metrics_are_those_of_all_workers(crowd: Crowd) -> None:
    """Whoever is asked reports the sockets of both, and the parent, which serves nobody, adds nothing."""
    game = await crowd.new_game()
    async with crowd.apart(game), crowd.client() as client:
        end = time.monotonic() + PATIENCE
        while True:
            text = (await client.get("/metrics")).text
            if 'spookymarks_sockets{role="X"} 1.0' in text and 'spookymarks_sockets{role="O"} 1.0' in text:
                break
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(values["spookymarks_start_time_seconds"]) > time.time() - 600


def test_several_workers_need_a_database_server(tmp_path: Path) -> None:
    """A SQLite file has one writer: the sentence says so, says what to use, and nothing is made."""
    command = [sys.executable, "-m", "spookymarks", "serve", "--port", "0", "--workers", "2", "--database", "a.sqlite"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "spookymarks: several workers cannot share a SQLite file, which has one writer: "
        "use one worker, or a PostgreSQL database\n"
    )
    assert list(tmp_path.iterdir()) == []
