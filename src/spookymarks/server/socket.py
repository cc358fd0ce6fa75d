"""The socket of a game: one connection from its first message to its close code."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog
from starlette.datastructures import Headers
from starlette.websockets import WebSocket, WebSocketDisconnect

from spookymarks.server import metrics, protocol
from spookymarks.server.errors import Code, NoSuchGameError, RefusedError, error_response
from spookymarks.server.http import address_of
from spookymarks.server.limits import Bucket
from spookymarks.server.origin import origin_allowed
from spookymarks.server.outbox import Outbox
from spookymarks.server.protocol import CloseCode, Hello, MessageError, Ping, Pong, Refused, encode
from spookymarks.server.seats import GameId, Secret

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

    from spookymarks.server.audience import Member
    from spookymarks.server.room import Room
    from spookymarks.server.service import Service

CLOSE_SECONDS = 2.0
"""How long a socket that is being closed may take to read what was sent before."""

_ADDRESS = re.compile(r"/api/v1/games/(?P<game>[A-Za-z0-9]{1,32})/socket")

log = structlog.get_logger()


class Sockets:
    """Answers the sockets of games and hands everything else on.

    It stands before the framework, which would keep a dozen suspended calls and three exit stacks for each idle
    socket: 13 KiB of the 41 that one took.
    """

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        match = _ADDRESS.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if match is None:
            await self._app(scope, receive, send)
        else:
            await self._serve(WebSocket(scope, receive, send), GameId(match["game"]))

    async def _serve(self, websocket: WebSocket, game: GameId) -> None:
        refusal = self._refusal(websocket)
        if refusal is not None:
            await websocket.send_denial_response(refusal)
            return
        await websocket.accept()
        await Connection(websocket, self._service).serve(game)

    def _refusal(self, websocket: WebSocket) -> Response | None:
        # Not the socket's own headers: it would keep them.
        headers = Headers(scope=websocket.scope)
        if not origin_allowed(headers.get("origin"), headers.get("host"), self._service.settings.allowed_origins):
            metrics.foreign_origin()
            log.warning("origin_refused", origin=headers.get("origin", "")[:64], host=headers.get("host", "")[:64])
            return error_response(Code.FOREIGN_ORIGIN, "This page may not open games on this server.", 403)
        if not self._service.allowances.sockets.take(address_of(websocket)):
            return error_response(Code.LIMIT, "Too many sockets from your address; please wait a minute.", 429)
        return None


class ClosedError(Exception):
    """The connection ends: with a code of ours, or None when the client has gone."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """One accepted socket. Its own task reads; while there is something to send, the outbox's one sends."""

    def __init__(self, websocket: WebSocket, service: Service) -> None:
        self._websocket = websocket
        self._service = service
        self._address = address_of(websocket)
        self._deadline = asyncio.timeout(service.settings.hello_seconds)
        self._outbox = Outbox(self._send, self._give_up)
        self._slow = False
        self._dropped = True
        self._dismissed: int = CloseCode.LIMIT
        settings = service.settings
        self._allowance = Bucket(settings.messages_burst, settings.messages_per_second)

    async def serve(self, game: GameId) -> None:
        """Answer messages until either side closes."""
        try:
            code = await self._until_closed(game)
            self._outbox.close()
            if code is not None:
                await self._close(code)
        finally:
            await self._outbox.cancel()

    def _give_up(self) -> None:
        """End the connection: its client does not read."""
        self._slow = True
        self._dismiss(CloseCode.TRY_AGAIN)

    def _dismiss(self, code: int) -> None:
        """Interrupt the reading task, whatever it waits for, and close with a code."""
        self._dismissed = code
        self._deadline.reschedule(0)

    async def _until_closed(self, game: GameId) -> int | None:
        """Return the code to close with; None when the client has gone."""
        code = None
        try:
            async with self._deadline:
                await self._talk(game)
        except TimeoutError:
            code = self._dismissed
        except ClosedError as closed:
            code = closed.code
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("socket_failed", game=game[:32])
            code = CloseCode.OUR_BUG
        return code

    async def _talk(self, game: GameId) -> None:
        secret = await self._hello()
        # Whoever has spoken in time does not pay for a crowd before it.
        self._deadline.reschedule(None)
        room, member = await self._enter(game, secret)
        metrics.entered(member.role)
        try:
            while True:
                await self._answer(room, member)
        finally:
            metrics.left(member.role)
            room.audience.leave(member, dropped=self._dropped)

    async def _hello(self) -> Secret | None:
        """Return the secret in the first message, which has to be a hello."""
        try:
            message = protocol.decode(await self._receive())
        except MessageError as error:
            self._refuse(error, error.id)
            raise ClosedError(CloseCode.LIMIT) from None
        if not isinstance(message, Hello):
            self._refuse(RefusedError(Code.BAD_MESSAGE, "The first message has to be hello."), None)
            raise ClosedError(CloseCode.LIMIT)
        if message.protocol != protocol.PROTOCOL:
            sentence = f"This server speaks protocol {protocol.PROTOCOL}; please reload the page."
            self._refuse(RefusedError(Code.WRONG_PROTOCOL, sentence), None)
            raise ClosedError(CloseCode.LIMIT)
        return None if message.token is None else Secret(message.token)

    async def _enter(self, game: GameId, secret: Secret | None) -> tuple[Room, Member]:
        try:
            room = await self._service.rooms.open(game)
            role = await room.role_of(secret)
        except NoSuchGameError:
            raise ClosedError(CloseCode.NO_SUCH_GAME) from None
        except RefusedError as refusal:
            self._refuse(refusal, None)
            damaged = refusal.code is Code.DAMAGED
            raise ClosedError(CloseCode.OUR_BUG if damaged else CloseCode.TRY_AGAIN) from None
        if role is None:
            guessed = self._service.allowances.guesses.take(self._address)
            raise ClosedError(CloseCode.WRONG_TOKEN if guessed else CloseCode.LIMIT)
        return room, room.join(role, self._outbox, self._dismiss, secret)

    async def _answer(self, room: Room, member: Member) -> None:
        """Read one message and answer it."""
        await self._outbox.room()
        data = await self._receive()
        received = asyncio.get_running_loop().time()
        if not (self._allowance.take() and self._service.allowances.messages.take(self._address)):
            self._refuse(RefusedError(Code.LIMIT, "Too many messages; please reconnect later."), None)
            raise ClosedError(CloseCode.LIMIT)
        try:
            message = protocol.decode(data)
        except MessageError as error:
            self._refuse(error, error.id)
            return
        match message:
            case Ping():
                self._outbox.push(encode(Pong()))
            case Hello():
                self._refuse(RefusedError(Code.BAD_MESSAGE, "Hello has been said already."), None)
            case command:
                await room.act(member, command, received)

    async def _receive(self) -> bytes:
        """Return the bytes of the next text message."""
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            self._dropped = message.get("code") not in {1000, 1001}
            raise ClosedError(None)
        text = message.get("text")
        if text is None:
            raise ClosedError(CloseCode.WRONG_KIND)
        return bytes(text, "utf-8")

    def _refuse(self, refusal: RefusedError, command_id: str | None) -> None:
        metrics.command("none", refusal.code)
        self._outbox.push(encode(Refused(command_id, refusal.code, refusal.message)))

    async def _send(self, text: str) -> None:
        # When the client has gone, whoever reads from it hears of it.
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._websocket.send_text(text)

    async def _close(self, code: int) -> None:
        """Send what is left, then the close code; a client that does not read has little time for both."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                if not self._slow:
                    await self._outbox.sent()
                await self._websocket.close(code)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            log.info("socket_closed_hard", code=code)
