"""Making games over HTTP, many at once."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec

CONNECTIONS = 8


class Game(NamedTuple):
    """A game whose two seats are taken, and their secrets."""

    id: str
    x: str
    o: str


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: bytes


class Caller:
    """One connection for one request after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
        self._reader = reader
        self._writer = writer
        self._host = f"127.0.0.1:{port}"

    @classmethod
    async def open(cls, port: int) -> Caller:
        """Connect to a server on this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port), port)

    async def call(self, method: str, path: str, document: object = None) -> Answer:
        """Send a request and return its answer."""
        body = b"" if document is None else msgspec.json.encode(document)
        kind = "Content-Type: application/json\r\n" if body else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\n{kind}Content-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        length = next(int(line[15:]) for line in lines if line.startswith("content-length:"))
        return Answer(int(lines[0].split()[1]), await self._reader.readexactly(length))

    async def close(self) -> None:
        """Leave."""
        self._writer.close()
        await self._writer.wait_closed()


async def make_games(port: int, number: int, **terms: str) -> list[Game]:
    """Make so many games and take both seats of each; `terms` are fields of the request besides the side."""
    games: list[Game] = []
    left = iter(range(number))

    async def work() -> None:
        caller = await Caller.open(port)
        for _ in left:
            made = await _made(caller, "/api/v1/games", {"side": "X", **terms})
            claim = f"/api/v1/games/{made['game']}/seats"
            taken = await _made(caller, claim, {"join": made["join"]})
            games.append(Game(made["game"], made["token"], taken["token"]))
        await caller.close()

    await asyncio.gather(*(work() for _ in range(min(CONNECTIONS, number))))
    return games


async def counted(port: int, name: str) -> float:
    """Return a counter of a server's metrics."""
    caller = await Caller.open(port)
    answer = await caller.call("GET", "/metrics")
    await caller.close()
    return next(float(line.split()[1]) for line in answer.body.decode().splitlines() if line.startswith(f"{name} "))


async def _made(caller: Caller, path: str, document: object) -> dict[str, str]:
    answer = await caller.call("POST", path, document)
    if answer.status != 201:
        raise RuntimeError(f"POST {path} was answered {answer.status}: {answer.body.decode()[:200]}")
    return msgspec.json.decode(answer.body, type=dict[str, str])
