"""One client socket, light enough that thousands of them leave the processor to the server they measure."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import msgspec

from spookymarks.server.protocol import PROTOCOL

if TYPE_CHECKING:
    from collections.abc import Callable

_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_REQUEST = (
    "GET /api/v1/games/{game}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: c3Bvb2t5bWFya3MgbG9hZA==\r\nSec-WebSocket-Version: 13\r\n"
    # What a browser says besides: the server keeps it, so it belongs to the memory of a socket.
    "Origin: http://127.0.0.1:{port}\r\nAccept-Language: en-GB,en;q=0.9\r\nAccept-Encoding: gzip, deflate, br\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    "Safari/537.36\r\nCache-Control: no-cache\r\nPragma: no-cache\r\n\r\n"
)


class NotOpenedError(Exception):
    """The server did not open the socket; the text says how it answered."""


class Wire(asyncio.Protocol):
    """A socket that answers pings by itself and hands every text to `heard`.

    `lost` is called once with the close code, or with 1006 when the line broke without one. Of the protocol of
    WebSockets it knows what this server sends: whole messages, never compressed.
    """

    def __init__(self, request: bytes, heard: Callable[[bytes], None], lost: Callable[[int], None]) -> None:
        self._request = request
        self._heard = heard
        self._lost = lost
        self._buffer = b""
        self._code = 1006
        self._transport: asyncio.Transport | None = None
        self.opened = asyncio.get_running_loop().create_future()

    @property
    def transport(self) -> asyncio.Transport:
        """The transport below."""
        if self._transport is None:
            raise NotOpenedError("no connection")
        return self._transport

    def send(self, text: str) -> None:
        """Send a text."""
        self._frame(_TEXT, text.encode())

    def close(self) -> None:
        """Leave, as a page does that is closed."""
        self._frame(_CLOSE, (1001).to_bytes(2, "big"))
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        if not isinstance(transport, asyncio.Transport):
            raise TypeError
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Read the answer to the request, then frames."""
        self._buffer += data
        if not self.opened.done():
            head, separator, rest = self._buffer.partition(b"\r\n\r\n")
            if not separator:
                return
            status = head.split(b"\r\n", 1)[0].decode("latin-1")
            if " 101 " not in status:
                self._give_up(status)
                return
            self._buffer = rest
            self.opened.set_result(None)
        while self._buffer:
            size = len(self._buffer)
            if size < 2:
                return
            start, length = 2, self._buffer[1]
            if length > 125:
                start = 4 if length == 126 else 10
                if size < start:
                    return
                length = int.from_bytes(self._buffer[2:start], "big")
            if size < start + length:
                return
            kind, body = self._buffer[0] & 15, self._buffer[start : start + length]
            self._buffer = self._buffer[start + length :]
            self._handle(kind, body)

    def connection_lost(self, _error: Exception | None) -> None:
        """Tell whoever waits."""
        if self.opened.done():
            self._lost(self._code)
        else:
            self._give_up("no answer")

    def _handle(self, kind: int, body: bytes) -> None:
        if kind == _TEXT:
            self._heard(body)
        elif kind == _PING:
            self._frame(_PONG, body)
        elif kind == _CLOSE:
            self._code = int.from_bytes(body[:2], "big") if len(body) >= 2 else 1005
            self._frame(_CLOSE, body[:2])
            self.transport.close()

    def _frame(self, kind: int, body: bytes) -> None:
        # A mask of zeros is a mask: it spares both sides nothing but this client's own work.
        length = len(body)
        head = bytes((0x80 | kind, 0x80 | length)) if length < 126 else _long_head(kind, length)
        self.transport.write(head + bytes(4) + body)

    def _give_up(self, reason: str) -> None:
        if not self.opened.done():
            self.opened.set_exception(NotOpenedError(reason))
        self.transport.close()


def _long_head(kind: int, length: int) -> bytes:
    """Return the head of a frame of 126 to 65535 bytes."""
    return bytes((0x80 | kind, 0xFE)) + length.to_bytes(2, "big")


async def open_wire(
    port: int,
    game: str,
    token: str | None,
    heard: Callable[[bytes], None],
    lost: Callable[[int], None],
    *,
    source: str = "127.0.0.1",
    unread: int = 0,
) -> Wire:
    """Open a socket of a game and say hello; `unread` makes its receiving buffer that small and reads nothing more.

    Raises NotOpenedError, or OSError when there is nobody.
    """
    loop = asyncio.get_running_loop()
    line = socket.socket()
    line.setblocking(False)
    try:
        if unread:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, unread)
            # Segments as small as those of a far line: for loopback's the server's kernel would buffer megabytes.
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if source != "127.0.0.1":
            if hasattr(socket, "IP_BIND_ADDRESS_NO_PORT"):
                line.setsockopt(socket.IPPROTO_IP, socket.IP_BIND_ADDRESS_NO_PORT, 1)
            line.bind((source, 0))
        await loop.sock_connect(line, ("127.0.0.1", port))
    except OSError:
        line.close()
        raise
    request = _REQUEST.format(game=game, port=port).encode()
    _transport, wire = await loop.create_connection(lambda: Wire(request, heard, lost), sock=line)
    await wire.opened
    wire.send(msgspec.json.encode({"t": "hello", "protocol": PROTOCOL, "token": token}).decode())
    if unread:
        wire.transport.pause_reading()
    return wire
