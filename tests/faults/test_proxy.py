from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from faults.frames import Splitter
from faults.proxy import Proxy
from faults.weather import CALM, Weather, draw

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from websockets.asyncio.client import ClientConnection
    from websockets.asyncio.server import ServerConnection

TEXTS = [f"message number {number:02}" for number in range(40)]


async def count(socket: ServerConnection) -> None:
    """Answer one message with many."""
    await socket.recv()
    for text in TEXTS:
        await socket.send(text)


@asynccontextmanager
async def through(weather: Weather) -> AsyncIterator[tuple[Proxy, ClientConnection]]:
    """Connect to a server that counts, in some weather."""
    async with serve(count, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with patch("faults.proxy.draw", lambda _: weather):
            async with (
                Proxy(lambda: [port], "seed", alone=True) as proxy,
                connect(f"ws://127.0.0.1:{proxy.port}", proxy=None, compression=None, close_timeout=1) as socket,
            ):
                yield proxy, socket


async def hear(weather: Weather) -> list[str]:
    """Return all that a client hears until its line ends."""
    heard = []
    async with through(weather) as (proxy, socket):
        assert (socket.local_address[1] in proxy.mutated) is weather.mutates
        await socket.send("go")
        try:
            while True:
                heard.append(str(await socket.recv()))
        except ConnectionClosed:
            return heard


@pytest.mark.parametrize("weather", [CALM, Weather(delay=0.01), Weather(deaf_after=150, deaf_for=0.1)])
async def test_slow_weather_loses_nothing(weather: Weather) -> None:
    """A calm, a delaying and an unread line all bring every message once and in order."""
    assert await hear(weather) == TEXTS


async def test_a_line_is_cut_where_the_weather_says() -> None:
    """After so many bytes from the server nothing comes any more; what came before is whole and in order."""
    heard = await hear(Weather(cut_down=400))
    assert 0 < len(heard) < len(TEXTS)
    assert heard == TEXTS[: len(heard)]


async def test_a_line_is_cut_by_what_the_client_sends() -> None:
    """After so many bytes from the client the server never gets the rest."""
    async with through(Weather(cut_up=2000)) as (_, socket):
        await socket.send("x" * 4000)
        with pytest.raises(ConnectionClosed):
            await socket.recv()


async def test_messages_are_dropped_doubled_and_swapped() -> None:
    """Each of the three does what it is called, to whole messages only, and the close still arrives."""
    dropped = await hear(Weather(drop=0.3))
    assert dropped == [text for text in TEXTS if text in dropped]
    assert len(dropped) < len(TEXTS)
    doubled = await hear(Weather(double=0.3))
    assert len(doubled) > len(TEXTS)
    assert list(dict.fromkeys(doubled)) == TEXTS
    swapped = await hear(Weather(swap=0.3))
    assert sorted(swapped) == sorted(TEXTS)
    assert swapped != TEXTS


async def test_every_line_can_be_cut_at_once() -> None:
    """The nemesis breaks all lines; new ones are carried."""
    async with through(CALM) as (proxy, socket):
        proxy.cut_all()
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        again = connect(f"ws://127.0.0.1:{proxy.port}", proxy=None, compression=None, close_timeout=1)
        async with again as second:
            await second.send("go")
            assert await second.recv() == TEXTS[0]


def test_frames_are_cut_apart_however_they_arrive() -> None:
    """Pieces of any size give the same frames: the handshake as it is, short, middle and long messages, a close."""
    frames = [
        b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
        b"\x81\x05hello",
        b"\x81\x7e\x01\x00" + b"x" * 256,
        b"\x81\x7f" + (70_000).to_bytes(8, "big") + b"y" * 70_000,
        b"\x88\x02\x03\xe8",
    ]
    stream = b"".join(frames)
    for size in (1, 7, 1000, len(stream)):
        splitter = Splitter()
        found = [
            frame for place in range(0, len(stream), size) for frame in splitter.feed(stream[place : place + size])
        ]
        assert [frame.data for frame in found] == frames
        assert [frame.text for frame in found] == [False, True, True, True, False]
        assert splitter.rest == b""


def test_the_weather_comes_from_the_seed() -> None:
    """The same seed draws the same weather, and all kinds of it occur."""
    drawn = [draw(random.Random(f"seed/{number}")) for number in range(300)]
    assert drawn == [draw(random.Random(f"seed/{number}")) for number in range(300)]
    assert drawn.count(CALM) > 75
    for kind in ("delay", "cut_up", "cut_down", "deaf_for", "drop", "double", "swap"):
        assert sum(bool(getattr(weather, kind)) for weather in drawn) > 5


async def test_a_proxy_without_servers_hangs_up() -> None:
    """While no server runs, a connection is broken and not kept waiting."""
    async with Proxy(list, "seed", alone=True) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        with suppress(ConnectionResetError):
            assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()
