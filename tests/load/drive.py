"""Playing many games at an offered rate, and the time until the opponent sees each move."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from load.wire import Wire, open_wire

if TYPE_CHECKING:
    from load.helper import Line
    from load.lobby import Game

DRAIN = 10.0
"""Seconds that the last moves may take."""
SOURCES = 16
_EVENT = b'{"t":"event","rev":'


class Step(NamedTuple):
    """Something that one seat does."""

    seat: str
    kind: Literal["act", "offer"]
    what: str


WHOLE_GAME = (
    *(
        Step(seat, "act", action)
        for pair, settled in (("1-2", "@2"), ("3-5", "@5"), ("4-6", "@6"), ("7-8", "@7"))
        for seat, action in (("X", pair), ("O", pair), ("X", settled))
    ),
    Step("X", "act", "9-9"),
)
"""The longest game there is: nine placements, four measurements, and X acts twice in a row four times."""

ENDLESS_GAME = (
    Step("X", "act", "1-5"),
    Step("O", "act", "2-3"),
    Step("O", "offer", "takeback"),
    Step("X", "offer", "takeback"),
) * 2000
"""One game that goes on for as long as wanted, where takebacks are free."""


class DrivePlan(NamedTuple):
    """Which games are played, `at_once` of them at a time, each from its first step to its last.

    X comes to the first port and O to the last. `rate`: moves a second, all games together.
    """

    ports: tuple[int, ...]
    games: tuple[Game, ...]
    steps: tuple[Step, ...]
    at_once: int
    rate: float
    seconds: float
    seed: int = 1


@dataclass
class Played:
    """What came of it: milliseconds from when each move was due until the opponent saw it, and what went wrong.

    `made`: all moves, those of the warm-up included. `processor`: the part of a processor that this process used.
    """

    milliseconds: list[float] = field(default_factory=list)
    made: int = 0
    unseen: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    processor: float = 0.0


def warm_up(seconds: float) -> float:
    """Return for how many seconds more, before those that count, games are played."""
    return min(1.0, seconds)


def games_needed(rate: float, seconds: float, steps: int, at_once: int) -> int:
    """Return how many games a drive plays, so that every slot has its next one."""
    moves = int(rate * (seconds + warm_up(seconds))) + 1
    return at_once * -(-moves // (at_once * steps))


async def drive(line: Line, plan: DrivePlan) -> None:
    """Open all sockets, say "ready", play when anything is heard, and say what was Played."""
    played = Played()
    tables = [Table(game, plan.steps, played) for game in plan.games]
    turns = asyncio.Semaphore(32)
    await asyncio.gather(*(table.open(plan.ports, number, turns) for number, table in enumerate(tables)))
    line.say("ready")
    await line.hear()
    begun, spent = asyncio.get_running_loop().time(), time.process_time()
    await _play(plan, tables, begun)
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN):
            await asyncio.gather(*(table.quiet.wait() for table in tables))
    played.unseen = sum(table.waiting for table in tables)
    played.processor = (time.process_time() - spent) / (asyncio.get_running_loop().time() - begun)
    line.say(played)


async def _play(plan: DrivePlan, tables: list[Table], begun: float) -> None:
    """Let every move become due when its time has come, whatever has become of those before it."""
    chance = random.Random(plan.seed)
    loop = asyncio.get_running_loop()
    begin = warm_up(plan.seconds)
    due, number = 0.0, 0
    while True:
        # People do not move in step: the gaps are those of independent players.
        due += chance.expovariate(plan.rate)
        if due > plan.seconds + begin:
            return
        slot, turn = number % plan.at_once, number // plan.at_once
        number += 1
        if begun + due > loop.time():
            await asyncio.sleep(begun + due - loop.time())
        counts = due > begin
        tables[slot + plan.at_once * (turn // len(plan.steps))].become_due(begun + due, counts=counts)


class Table:
    """Both players of one game: they move when a move is due and the one before it has been seen by both.

    `quiet`: set while no move is due that has not been seen.
    """

    def __init__(self, game: Game, steps: tuple[Step, ...], played: Played) -> None:
        self._game = game
        self._steps = steps
        self._played = played
        self._step = 0
        self._due: deque[tuple[float, bool]] = deque()
        self._asked: tuple[float, bool] | None = None
        self._rev = 1  # O has joined
        self._unseen = 0
        self.quiet = asyncio.Event()
        self.quiet.set()
        self._wires: dict[str, Wire] = {}
        self._clock = asyncio.get_running_loop().time

    @property
    def waiting(self) -> int:
        """How many moves are due and have not been seen."""
        return len(self._due) + (self._asked is not None)

    async def open(self, ports: tuple[int, ...], number: int, turns: asyncio.Semaphore) -> None:
        """Take both seats."""
        source = f"127.0.2.{1 + number % SOURCES}"
        async with turns:
            for seat, token, port in (("X", self._game.x, ports[0]), ("O", self._game.o, ports[-1])):
                welcome = asyncio.Event()

                def hear(text: bytes, seat: str = seat, welcome: asyncio.Event = welcome) -> None:
                    if welcome.is_set():
                        self._heard(seat, text)
                    welcome.set()

                self._wires[seat] = await open_wire(port, self._game.id, token, hear, self._lost, source=source)
                await welcome.wait()

    def become_due(self, at: float, *, counts: bool) -> None:
        """Make the next move as soon as the game allows; its time counts from `at`."""
        self._due.append((at, counts))
        self.quiet.clear()
        self._move()

    def _move(self) -> None:
        if self._asked is None and self._due:
            step = self._steps[self._step]
            self._asked = self._due.popleft()
            self._unseen = 2
            name = "action" if step.kind == "act" else "what"
            self._wires[step.seat].send(
                f'{{"t":"{step.kind}","id":"load-{self._rev:08}","rev":{self._rev},"{name}":"{step.what}"}}'
            )

    def _heard(self, seat: str, text: bytes) -> None:
        if text.startswith(_EVENT) and self._asked is not None:
            due, counts = self._asked
            if counts and seat != self._steps[self._step].seat:
                self._played.milliseconds.append(1000 * (self._clock() - due))
            self._unseen -= 1
            if not self._unseen:
                self._played.made += 1
                self._rev = int(text[len(_EVENT) :].split(b",", 1)[0])
                self._step += 1
                self._asked = None
                self._move()
                if self._asked is None:
                    self.quiet.set()
        elif text.startswith(b'{"t":"refused"'):
            self._played.refused[text.partition(b'"state"')[0].decode()] += 1

    def _lost(self, code: int) -> None:
        self._played.lost[code] += 1
