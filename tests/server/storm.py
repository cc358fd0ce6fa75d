"""Many games at once on a real server, played at random without a pause until somebody has seen enough."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from server.harness import PATIENCE
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from server.harness import Client, Game, Server


@dataclass
class Storm:
    """What has happened so far: every acknowledged command as (game, rev, id), and all games with their seats."""

    acked: list[tuple[str, int, str]] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    over: bool = False
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def more(self, count: int = 30) -> None:
        """Wait until so many more commands have been acknowledged."""
        enough = len(self.acked) + count
        async with asyncio.timeout(PATIENCE):
            while len(self.acked) < enough:
                for task in self.tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.01)


@asynccontextmanager
async def storm(server: Server, players: int = 4, seed: int = 1) -> AsyncIterator[Storm]:
    """Play games on a server, `players` at a time, until the block ends; each goes on to its end or a resignation."""
    storm = Storm()
    for number in range(players):
        rnd = random.Random(seed * 1000 + number)
        storm.tasks.append(asyncio.create_task(_play(server, storm, rnd)))
    try:
        yield storm
    finally:
        storm.over = True
        await asyncio.gather(*storm.tasks)


async def _play(server: Server, storm: Storm, rnd: random.Random) -> None:
    while not storm.over:
        game = await server.new_game(rnd.choice([*RULE_SETS]))
        storm.games.append(game)
        async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
            clients = {"X": x, "O": o}
            while not storm.over and x.state["end"] is None:
                await _act(clients, x, game, storm, rnd)


async def _act(clients: dict[str, Client], x: Client, game: Game, storm: Storm, rnd: random.Random) -> None:
    replay = x.state["replay"]
    client = clients[replay["to_act"]]
    if rnd.random() < 0.02:
        answer = await client.do("resign", rev=x.state["rev"])
    else:
        answer = await client.act(rnd.choice(replay["legal"]), rev=x.state["rev"])
    assert answer["t"] == "ack", answer
    storm.acked.append((game.id, answer["rev"], answer["id"]))
    await x.until(lambda: x.state["rev"] >= answer["rev"] and not coin_is_due(x))


def coin_is_due(client: Client) -> bool:
    """Tell whether a client has seen the placement that a coin follows, and not the coin."""
    return client.state["replay"]["phase"] == "measure" and client.state["replay"]["to_act"] is None
