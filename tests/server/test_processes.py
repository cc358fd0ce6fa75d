"""Two processes on one PostgreSQL database: commands sent to both, races between them, and how late news may be."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from server.harness import Server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from server.harness import Client, Game
    from services import Postgres, Redis

BEHIND_SECONDS = 2.0
"""How far behind a client may be whatever happens to the bus."""


@pytest.fixture
def start(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: Postgres, redis_server: Redis
) -> Iterator[Callable[..., Server]]:
    """Start processes that serve one database, with hints by PostgreSQL itself or, on wish, by Redis."""
    database = postgres_server.new_database()
    folder = tmp_path_factory.mktemp("processes")
    servers: list[Server] = []

    def start(*, by_redis: bool = False) -> Server:
        servers.append(Server(folder, database=database, bus=redis_server.url if by_redis else ""))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()
        assert not server.errors(), server.log.read_text()


@asynccontextmanager
async def _apart(one: Server, two: Server, game: Game) -> AsyncIterator[tuple[Client, Client]]:
    async with one.join(game.id, game.x) as x, two.join(game.id, game.o) as o:
        yield x, o


async def _sure(*servers: Server) -> None:
    """Wait until the processes hear each other."""
    async with asyncio.timeout(20):
        for server in servers:
            while not await _heard(server):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)


async def _heard(server: Server) -> bool:
    async with server.client() as client:
        return "spookymarks_bus_sure 1.0" in (await client.get("/metrics")).text


async def _play_on(x: Client, o: Client, actions: list[str], rev: int) -> float:
    """Play actions across processes; return the longest time until the other side saw one."""
    worst = 0.0
    for action in actions:
        for client in (x, o):
            await client.reach(rev)
        actor, other = (x, o) if x.turn == "X" else (o, x)
        sent = time.monotonic()
        assert (await actor.act(action))["t"] == "ack"
        rev += 1
        await other.reach(rev)
        worst = max(worst, time.monotonic() - sent)
        await actor.reach(rev)
    return worst


async def test_commands_cross_and_count_once(start: Callable[..., Server]) -> None:
    """Offers, takebacks, presence and deletion reach the other process; a command sent to both has one effect."""
    one, two = start(), start()
    await _sure(one, two)
    game = await one.new_game()
    async with _apart(one, two, game) as (x, o):
        await x.until(lambda: x.presence.get("O") == "here")
        await o.until(lambda: o.presence.get("X") == "here")
        assert await _play_on(x, o, ["1-9", "1-5", "5-9", "@5", "2-3"], 1) < BEHIND_SECONDS
        await o.do("offer", what="takeback")
        await x.reach(7)
        await x.do("accept", what="takeback")
        for client in (x, o):
            await client.reach(8)
        assert x.state == o.state
        async with one.join(game.id, game.o) as copy:
            for client in (o, copy):
                await client.send(t="act", id="sent-to-both", rev=8, action="2-4")
            answers = [await client.answer() for client in (o, copy)]
            assert answers == [{"t": "ack", "id": "sent-to-both", "rev": 9}] * 2
        await x.do("offer", rev=9, what="deletion")
        await o.reach(10)
        await o.do("accept", what="deletion")
        assert [await client.closed() for client in (x, o)] == [4004, 4004]


async def test_both_processes_race_for_every_revision(start: Callable[..., Server]) -> None:
    """Two tabs of one player on two processes act at once, again and again: one event a revision, one winner."""
    one, two = start(), start()
    game = await one.new_game()
    async with _apart(one, two, game) as (x, o), two.join(game.id, game.x) as x2, one.join(game.id, game.o) as o2:
        rev = 1
        while x.state["replay"]["phase"] != "over":
            tabs = (x, x2) if x.turn == "X" else (o, o2)
            legal = x.state["replay"]["legal"]
            answers = await asyncio.gather(tabs[0].act(legal[0]), tabs[1].act(legal[-1]))
            acks = [answer for answer in answers if answer["t"] == "ack"]
            assert len(acks) == 1
            rev += 1
            assert acks[0]["rev"] == rev
            for client in (x, o, x2, o2):
                await client.reach(rev)
        assert x.state == o.state == x2.state == o2.state


@pytest.mark.parametrize("fault", ["kill", "pause"])
async def test_nobody_stays_behind_when_the_bus_fails(
    start: Callable[..., Server], redis_server: Redis, fault: str
) -> None:
    """Redis is killed or hangs, and returns: moves cross all the while, at most two seconds late."""
    one, two = start(by_redis=True), start(by_redis=True)
    await _sure(one, two)
    game = await one.new_game("full-board")
    actions = ["1-2", "1-3", "2-3", "@2", "4-5", "4-6", "5-6", "@5", "7-8"]
    fail, mend = {
        "kill": (redis_server.kill, redis_server.start),
        "pause": (redis_server.pause, redis_server.resume),
    }[fault]
    async with _apart(one, two, game) as (x, o):
        await _play_on(x, o, actions[:1], 1)
        fail()
        try:
            worst = await _play_on(x, o, actions[1:5], 2)
        finally:
            mend()
        worst = max(worst, await _play_on(x, o, actions[5:], 6))
        assert worst <= BEHIND_SECONDS
