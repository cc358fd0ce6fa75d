"""The connections below the application: how many, how slow and how large they may be, and what they are told."""

from __future__ import annotations

import logging
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.exceptions import ProtocolError
from websockets.http11 import Response
from websockets.server import ServerProtocol

from spookymarks.server import metrics
from spookymarks.server.edge import SECURITY_HEADERS, add_headers
from spookymarks.server.errors import Code, error_response
from spookymarks.server.limits import Bucket, Doors, Reception
from spookymarks.server.protocol import MAX_BYTES, CloseCode

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from starlette.types import Message, Receive, Scope, Send
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
    from websockets.frames import Frame
    from websockets.typing import StatusLike

    from spookymarks.server.settings import Settings

MAX_HEAD = 32 * 1024
"""Bytes of a request before its body, and of what may follow it."""
MAX_REQUEST = 160 * 1024
"""Bytes of a whole request: the largest body in the smallest pieces, and a head."""
MAX_PIPELINE = 8
"""Requests on one connection that wait for the answers to earlier ones; browsers send none."""
FRAMES_A_MESSAGE = 10
"""How many times the allowance of messages a socket may send in frames: pieces, pings and pongs count."""


def options(settings: Settings) -> dict[str, Any]:
    """Return what `uvicorn.Config` has to be told about connections."""
    trusted = sorted(str(network) for network in settings.trusted_proxies)
    doors = Doors(settings.connections, settings.connections_per_address, settings.trusted_proxies)
    return {
        "http": partial(Connection, doors, settings),
        "ws": "websockets-sansio",
        "ws_max_size": MAX_BYTES,
        "ws_per_message_deflate": False,
        # An empty list, because None would trust this machine, and the environment.
        "proxy_headers": bool(trusted),
        "forwarded_allow_ips": trusted,
        "server_header": False,
        # It prints queries, and somebody may put a secret there.
        "access_log": False,
    }


class Connection(HttpToolsProtocol):
    """A connection that speaks HTTP: let in or refused, and closed when a request is too slow or too large.

    While a request is under way a deadline runs: for its head, then for its body. Between requests uvicorn's own limit
    on idle connections holds.
    """

    def __init__(self, doors: Doors, settings: Settings, **arguments: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(**arguments)
        self._doors = doors
        self._settings = settings
        self._reception = Reception.IN
        self._address: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._has_head = False
        self._received = 0
        self._named = 0
        self._answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection in."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._reception = self._doors.enter(self._address)
        if self._reception is not Reception.IN:
            metrics.turned_away(self._reception.value)
        if self._reception is Reception.CUT:
            transport.abort()
        else:
            self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        self._await(None)
        self._leave()
        self._forget()
        super().connection_lost(exc)

    def _end(self) -> None:
        self._forget()
        self.transport.close()

    def _forget(self) -> None:
        # uvicorn tells the newest request alone that its connection is lost, which need not be the one in work.
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _leave(self) -> None:
        if self._address is not None:
            self._doors.leave(self._address)
            self._address = None

    # Deadlines and sizes

    def _begin(self) -> None:
        self._has_head = False
        self._received = self._named = 0
        self._await(self._settings.head_seconds)

    def _await(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        metrics.turned_away("slow")
        if not self._has_head and self._answering is not None and not self._answering.response_complete:
            # The answer to an earlier request is under way: it becomes the last one.
            self._answering.keep_alive = False
        else:
            self._end()

    def data_received(self, data: bytes) -> None:
        """Take in bytes of a request."""
        if self._deadline is None:
            self._begin()
        self._received += len(data)
        super().data_received(data)
        if self._deadline is None or self.transport.is_closing():
            return
        if not self._has_head and self._received > MAX_HEAD:
            self.send_400_response("The head of the request is too long.")
        elif self._received > MAX_REQUEST:
            metrics.turned_away("large")
            self._end()

    def on_message_begin(self) -> None:
        """Note that a request begins, perhaps the next one in the same bytes."""
        if self._deadline is None:
            self._begin()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a line of the head, or of what follows the body."""
        self._named += len(name) + len(value)
        if self._named + len(self.url) > MAX_HEAD:
            raise ValueError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to answer the request."""
        self._has_head = True
        self._await(self._settings.body_seconds)
        if len(self.pipeline) >= MAX_PIPELINE or len(self.url) > MAX_HEAD:
            raise ValueError("too many requests at once, or too long an address")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        self._await(None)
        super().on_message_complete()

    # Refusals

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:  # noqa: ANN401 - uvicorn's own type
        self._answering = cycle
        super()._start_asgi_task(
            cycle, app if self._reception is Reception.IN else partial(_one_too_many, self._reception)
        )

    def _should_upgrade(self) -> bool:
        return self._reception is Reception.IN and super()._should_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """Write no line: everybody may ask for other protocols, and gets HTTP."""

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are no request."""
        metrics.turned_away("malformed")
        # In the middle of an answer to an earlier request another one would be taken for a part of it.
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_refusal(HTTPStatus.BAD_REQUEST, msg, Code.BAD_REQUEST))
        self._end()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a socket, and keep nothing of it."""
        self._await(None)
        leave = partial(self._doors.leave, self._address or "")
        self.ws_protocol_class = partial(Socket, leave, self._settings)  # type: ignore[assignment]
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]


class Socket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    def __init__(self, leave: Callable[[], None], settings: Settings, **arguments: Any) -> None:  # noqa: ANN401
        super().__init__(**arguments)
        self._leave = leave
        frames = Bucket(
            FRAMES_A_MESSAGE * settings.messages_burst, FRAMES_A_MESSAGE * settings.messages_per_second, self.loop.time
        )
        self.conn = _Frames(frames)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        self._leave()
        super().connection_lost(exc)

    def start_keepalive(self) -> None:
        """Begin to ask whether the line is alive; of the request, which is answered now, nothing is kept."""
        super().start_keepalive()
        self.request.headers.clear()
        self.response.headers.clear()
        self.scope["headers"] = []

    def data_received(self, data: bytes) -> None:
        """Take in the head of the request, which comes as a whole, or frames."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            # The library has found fault with the head, keeps it to itself, and would wait for ever.
            metrics.turned_away("malformed")
            self.transport.write(_refusal(HTTPStatus.BAD_REQUEST, "The request is not valid.", Code.BAD_REQUEST))
            self.transport.close()


class _Frames(ServerProtocol):
    """The WebSocket protocol with a limit on frames, and with refusals in our one shape."""

    def __init__(self, allowance: Bucket) -> None:
        super().__init__(max_size=MAX_BYTES, logger=logging.getLogger("uvicorn.error"))
        self._allowance = allowance

    def recv_frame(self, frame: Frame) -> None:
        """Take in a frame; empty pieces of a message and pings cost something too."""
        if not self._allowance.take():
            metrics.limited("frames")
            self.fail(CloseCode.LIMIT, "too many frames")
            raise ProtocolError("too many frames")
        super().recv_frame(frame)

    def reject(self, status: StatusLike, text: str) -> Response:
        """Return the refusal of a handshake."""
        status = HTTPStatus(status)
        code = Code.INTERNAL if status >= HTTPStatus.INTERNAL_SERVER_ERROR else Code.BAD_REQUEST
        lines = _lines(text.strip() or "The request is not valid.", code)
        return Response(status.value, status.phrase, Headers(lines[0]), lines[1])


async def _one_too_many(reception: Reception, scope: Scope, receive: Receive, send: Send) -> None:
    """Tell a connection that there are too many: an application, in place of the real one."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            add_headers(scope, message)
        await send(message)

    if reception is Reception.FULL:
        answer = error_response(Code.UNAVAILABLE, "The server has too many connections; please try again.", 503)
    else:
        answer = error_response(Code.LIMIT, "Your address has too many connections; please close some.", 429)
    answer.headers["Connection"] = "close"
    await answer(scope, receive, send_with_headers)


def _lines(message: str, code: Code) -> tuple[dict[str, str], bytes]:
    """Return headers and body of a refusal that ends its connection."""
    body = bytes(error_response(code, message, 400).body)
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "Connection": "close",
        **SECURITY_HEADERS,
    }
    return headers, body


def _refusal(status: HTTPStatus, message: str, code: Code) -> bytes:
    headers, body = _lines(message, code)
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status.value} {status.phrase}\r\n{head}\r\n".encode("ascii") + body
