from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from server.harness import Server
from server.wire import GET, bare_socket, frame, handshake, wire
from spookymarks.server.transport import MAX_PIPELINE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

HELLO = b'{"t":"hello","protocol":2,"token":null}'
# The number of tasks, told by the server itself.
COUNTING = """
import asyncio
from spookymarks.server import metrics
exposition = metrics.exposition
metrics.exposition = lambda: exposition() + b"tasks %d\\n" % len(asyncio.all_tasks())
"""
FREE = dict.fromkeys(("sockets_burst", "address_messages_burst", "guesses_burst"), 10_000_000)


@pytest.fixture
async def counted(tmp_path: Path) -> AsyncIterator[Server]:
    """A server that tells how many tasks it has, and must end without an error in its log."""
    server = Server(tmp_path, COUNTING, **FREE)
    yield server
    server.stop()
    assert not server.errors()


async def _held(server: Server) -> tuple[int, int]:
    """Return the numbers of descriptors and of tasks."""
    async with server.client() as client:
        text = (await client.get("/metrics", headers={"Connection": "close"})).text
    tasks = next(line.split()[1] for line in text.splitlines() if line.startswith("tasks "))
    return len(os.listdir(f"/proc/{server.process.pid}/fd")), int(tasks)  # noqa: PTH208 - a number, no paths


def _memory(server: Server) -> int:
    """Return the memory of the server in KiB."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


async def _settled(server: Server, before: tuple[int, int]) -> None:
    """Wait until the server holds no more than two descriptors and tasks above what it held before."""
    async with asyncio.timeout(20):
        while any(now > then + 2 for now, then in zip(await _held(server), before, strict=True)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def _visit(server: Server, game: str, number: int) -> None:
    """Connect and go again, in one of many ways."""
    match number % 8:
        case 0 | 1:
            async with server.raw(game) as socket:
                await socket.send(HELLO.decode())
                await socket.recv()
        case 2:
            async with bare_socket(server, game):
                pass
        case 3:
            async with bare_socket(server, game) as line:
                line.send(frame(0x81, HELLO))
                await line.reader.read(2)
        case 4:
            async with bare_socket(server, game) as line:
                line.send(frame(0x81, b"nonsense"))
        case 5:
            async with wire(server) as line:
                line.send(handshake(server, f"/api/v1/games/{game}/socket", "Origin: http://evil.example"))
                await line.answer()
        case 6:
            async with wire(server) as line:
                line.send(GET)
                await line.answer()
        case _:
            async with wire(server) as line:
                line.send(b"GET / HT")


async def _visit_again_and_again(server: Server, visits: int) -> None:
    game = await server.new_game()
    for number in range(64):
        await _visit(server, game.id, number)
    await asyncio.sleep(0.2)
    before = await _held(server)
    for number in range(visits):
        await _visit(server, game.id, number)
    await _settled(server, before)


async def test_connections_leave_no_tasks_or_descriptors(counted: Server) -> None:
    """2,000 connections that end in every way, good or bad, leave the process as it was."""
    await _visit_again_and_again(counted, 2000)


@pytest.mark.slow
async def test_connections_leave_no_tasks_or_descriptors_however_many(counted: Server) -> None:
    """The same with 5,000."""
    await _visit_again_and_again(counted, 5000)


async def _look_for_nothing(server: Server, looks: int) -> None:
    """Look for games that nobody made, some by a socket."""
    async with wire(server) as line:
        for first in range(0, looks, MAX_PIPELINE):
            for number in range(first, first + MAX_PIPELINE):
                line.send(f"GET /api/v1/games/invented{number} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            for _ in range(MAX_PIPELINE):
                (await line.answer()).check(404, "no_such_game")
            if first % 50 == 0:
                async with bare_socket(server, f"invented{first}") as socket:
                    socket.send(frame(0x81, HELLO))
                    assert (await socket.closed())[0] == 4004


async def _look_again_and_again(server: Server, looks: int) -> None:
    await _look_for_nothing(server, looks // 5)
    before, memory = await _held(server), _memory(server)
    await _look_for_nothing(server, looks)
    await _settled(server, before)
    assert _memory(server) < memory + 4096
    async with server.client() as client:
        assert (await client.get("/api/v1/health")).json()["rooms"] == 0


async def test_games_that_nobody_made_leave_no_trace(counted: Server) -> None:
    """3,000 invented ids are 404, or 4004, and cost no memory, no room and no task."""
    await _look_again_and_again(counted, 3_000)


@pytest.mark.slow
async def test_games_that_nobody_made_leave_no_trace_however_many(counted: Server) -> None:
    """The same with 100,000."""
    await _look_again_and_again(counted, 100_000)
