"""The bad network: a TCP proxy before the servers that delays, cuts, stops reading, and plays with messages."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from faults.frames import Splitter
from faults.weather import CALM, Weather, draw

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

PIECE = 16_384
HOLD_SECONDS = 0.5
"""After so long without another one, a message that was to be swapped is sent all the same."""

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """Carries connections to one of the servers that run, each in the weather that the seed has for it.

    `mutated`: the client ports of the connections whose messages may have been lost, repeated or out of order.
    `calm`: from now on all new connections are left in peace. `alone`: whether there is one server only, so that
    nobody may be shown less than anybody was shown before.
    """

    def __init__(self, servers: Callable[[], Sequence[int]], seed: str, *, alone: bool) -> None:
        self.alone = alone
        self.mutated: set[int] = set()
        self.calm = False
        self.port = 0
        self._servers = servers
        self._seed = seed
        self._count = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_server(self._welcome, "127.0.0.1", 0, backlog=1000)
        self.port = self._listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listener is not None
        self._listener.close()
        self.cut_all()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # Sockets are closed one round of the loop after they are aborted.
        await asyncio.sleep(0.01)

    def cut_all(self) -> None:
        """Break every line."""
        for task in self._tasks:
            task.cancel()

    def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._carry((reader, writer)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # Whatever ends it, even before it has begun: as a broken line, with what has not been taken lost.
        task.add_done_callback(lambda _: writer.transport.abort())

    async def _carry(self, client: Line) -> None:
        rng = random.Random(f"{self._seed}/{self._count}")
        self._count += 1
        weather = CALM if self.calm else draw(rng)
        if weather.mutates:
            self.mutated.add(client[1].get_extra_info("peername")[1])
        servers = self._servers()
        if not servers:
            return
        with suppress(OSError):
            server = await asyncio.open_connection("127.0.0.1", rng.choice(servers), limit=PIECE)
            try:
                await _until_cut(client, server, weather, rng)
            finally:
                server[1].transport.abort()


async def _until_cut(client: Line, server: Line, weather: Weather, rng: random.Random) -> None:
    """Carry both ways until one way ends or breaks."""
    up = asyncio.create_task(_pipe(client[0], server[1], weather.delay, weather.cut_up))
    if weather.mutates:
        down = asyncio.create_task(_mutate(server[0], client[1], weather, rng))
    else:
        deaf = _deaf(weather) if weather.deaf_after is not None else None
        down = asyncio.create_task(_pipe(server[0], client[1], weather.delay, weather.cut_down, deaf))
    try:
        await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        if down.done() and weather.cut_down is None:
            # An end, not a cut: what the server has said last is on its way.
            with suppress(OSError, TimeoutError):
                await asyncio.wait_for(client[1].drain(), 0.2)
            client[1].close()
            with suppress(OSError, TimeoutError):
                await asyncio.wait_for(client[1].wait_closed(), 0.2)
    finally:
        up.cancel()
        down.cancel()
        await asyncio.gather(up, down, return_exceptions=True)


def _deaf(weather: Weather) -> Callable[[int], Awaitable[None]]:
    waited = False

    async def wait(carried: int) -> None:
        nonlocal waited
        if not waited and weather.deaf_after is not None and carried >= weather.deaf_after:
            waited = True
            await asyncio.sleep(weather.deaf_for)

    return wait


async def _pipe(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    delay: float,
    cut: int | None,
    deaf: Callable[[int], Awaitable[None]] | None = None,
) -> None:
    """Carry bytes one way; return when they end or the line is to be cut."""
    carried = 0
    while data := await reader.read(PIECE):
        if delay:
            await asyncio.sleep(delay)
        if deaf is not None:
            await deaf(carried)
        if cut is not None and carried + len(data) >= cut:
            writer.write(data[: cut - carried])
            await writer.drain()
            return
        writer.write(data)
        await writer.drain()
        carried += len(data)


async def _mutate(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, weather: Weather, rng: random.Random
) -> None:
    """Carry frames from a server; text messages may be lost, come twice, or come after the next one."""
    splitter = Splitter()
    held = b""
    while True:
        try:
            data = await asyncio.wait_for(reader.read(PIECE), HOLD_SECONDS)
        except TimeoutError:
            writer.write(held)
            held = b""
            continue
        if not data:
            writer.write(held + splitter.rest)
            return
        for frame in splitter.feed(data):
            if not frame.text:
                writer.write(held + frame.data)
                held = b""
            elif rng.random() < weather.drop:
                continue
            elif not held and rng.random() < weather.swap:
                held = frame.data
            else:
                times = 2 if rng.random() < weather.double else 1
                writer.write(frame.data * times + held)
                held = b""
        await writer.drain()
