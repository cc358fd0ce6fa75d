"""What a measured game has beside it: a spectator who never reads, and people who ask for analyses."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, NamedTuple

from load.lobby import Caller
from load.wire import open_wire
from spookymarks.rules import Position

if TYPE_CHECKING:
    from load.helper import Line

UNREAD = 4096
"""Bytes of the receiving buffer of who does not read; the least that systems allow."""


class DeafPlan(NamedTuple):
    """Which game is watched without reading."""

    port: int
    game: str


async def deaf(line: Line, plan: DeafPlan) -> None:
    """Watch and never read, until this process is ended."""
    wire = await open_wire(plan.port, plan.game, None, lambda _text: None, lambda _code: None, unread=UNREAD)
    line.say("ready")
    while not wire.transport.is_closing():
        # A line that is closed shows itself only to who reads, or writes.
        wire.send('{"t":"ping"}')
        await asyncio.sleep(1)


class AskPlan(NamedTuple):
    """How many ask at once for analyses that nobody has asked for before."""

    port: int
    at_once: int
    seed: int


async def ask_cold(line: Line, plan: AskPlan) -> None:
    """Keep so many searches waiting until anything is heard; then say how they were answered, by status."""
    answered: dict[int, int] = {}
    games = iter(cold_games(plan.seed))

    async def ask() -> None:
        caller = await Caller.open(plan.port)
        for game in games:
            answer = await caller.call("GET", analysis_of(game))
            answered[answer.status] = answered.get(answer.status, 0) + 1

    asking = [asyncio.create_task(ask()) for _ in range(plan.at_once)]
    line.say("ready")
    await line.hear()
    for task in asking:
        task.cancel()
    line.say(answered)


async def ask_warm(port: int, rate: float, seconds: float) -> list[float]:
    """Ask at a rate for analyses that were made before; return the milliseconds from when each was due."""
    caller = await Caller.open(port)
    paths = [analysis_of(text) for text in ("1-2 1-2 @2 3-5 3-5 @5", "1-2 1-2 @2 3-5 3-5 @5 4-6 4-6")]
    for path in paths:
        answer = await caller.call("GET", path)
        if answer.status != 200:
            raise RuntimeError(f"the analysis was answered {answer.status}")
    loop = asyncio.get_running_loop()
    begun, taken = loop.time(), []
    for number in range(int(rate * seconds)):
        due = begun + number / rate
        await asyncio.sleep(max(0.0, due - loop.time()))
        await caller.call("GET", paths[number % len(paths)])
        taken.append(1000 * (loop.time() - due))
    await caller.close()
    return taken


def cold_games(seed: int) -> list[str]:
    """Return many different games of two placements, whose analysis takes long."""
    start = Position.start()
    games = [f"{first} {second}" for first in start.legal for second in start.play(first).legal if first != second]
    random.Random(seed).shuffle(games)
    return games


def analysis_of(game: str) -> str:
    """Return the address of the analysis of a game."""
    return f"/api/v1/analysis?game={game.replace(' ', '+')}"
