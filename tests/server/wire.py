"""Bytes on the wire, for requests and frames that no library sends."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from server.harness import PATIENCE
from spookymarks.server.edge import SECURITY_HEADERS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from server.harness import Server

GET = b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Answer(NamedTuple):
    """An answer as it came; the names of headers are in small letters."""

    status: int
    headers: dict[str, str]
    body: bytes

    def check(self, status: int, code: str) -> None:
        """Assert that this is a refusal in the one shape, with all security headers."""
        assert self.status == status
        error = json.loads(self.body)["error"]
        assert error.keys() == {"code", "message"}
        assert error["code"] == code
        assert error["message"]
        assert SECURITY_HEADERS.items() <= {name: self.headers.get(name.lower()) for name in SECURITY_HEADERS}.items()
        assert self.headers["cache-control"] == "no-store"
        assert "server" not in self.headers


class Wire:
    """One connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, data: bytes) -> None:
        """Send some bytes and wait for nothing."""
        self.writer.write(data)

    async def answer(self) -> Answer:
        """Read one answer to a request."""
        async with asyncio.timeout(PATIENCE):
            lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)}
            body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return Answer(int(lines[0].split()[1]), headers, body)

    async def ended(self) -> bytes:
        """Wait until the server ends the connection; return what it has sent before."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""

    async def closed(self) -> tuple[int, bytes]:
        """Wait until the server closes this socket; return the code and what it has sent before."""
        before = b""
        async with asyncio.timeout(PATIENCE):
            while True:
                first, size = await self.reader.readexactly(2)
                if size == 126:
                    size = int.from_bytes(await self.reader.readexactly(2), "big")
                data = await self.reader.readexactly(size)
                if first == 0x88:
                    return int.from_bytes(data[:2], "big"), before
                before += data


@asynccontextmanager
async def wire(server: Server) -> AsyncIterator[Wire]:
    """Open a connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield Wire(reader, writer)
    finally:
        writer.transport.abort()


def handshake(server: Server, path: str, *lines: str) -> bytes:
    """Return a request for a socket, with some more header lines."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *lines,
    ]
    return ("\r\n".join(head) + "\r\n\r\n").encode()


@asynccontextmanager
async def bare_socket(server: Server, game: str) -> AsyncIterator[Wire]:
    """Open the socket of a game by hand."""
    async with wire(server) as line:
        line.send(handshake(server, f"/api/v1/games/{game}/socket"))
        assert b" 101 " in await line.reader.readuntil(b"\r\n\r\n")
        yield line


def frame(first: int, data: bytes = b"") -> bytes:
    """Return a frame of less than 126 bytes as a client masks it; `first` is its first byte."""
    return bytes([first, 0x80 | len(data)]) + bytes(4) + data


def text(message: dict[str, Any]) -> bytes:
    """Return the frame of a message."""
    return frame(0x81, json.dumps(message).encode())
