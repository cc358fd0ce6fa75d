"""The socket of a game: one connection from its first message to its close code."""

# FastAPI reads the annotations when the program runs, so they are not postponed here.

import asyncio
from typing import Annotated

import structlog
from fastapi import APIRouter, Depends, WebSocket
from starlette.websockets import WebSocketDisconnect

from spookymarks.server import protocol
from spookymarks.server.errors import Code, NoSuchGameError, RefusedError, error_response
from spookymarks.server.http import service_of
from spookymarks.server.limits import Bucket
from spookymarks.server.origin import origin_allowed
from spookymarks.server.outbox import Outbox
from spookymarks.server.protocol import Act, CloseCode, Hello, MessageError, Ping, Pong, Refused, encode
from spookymarks.server.room import Member, Room
from spookymarks.server.seats import GameId, Secret
from spookymarks.server.service import Service

CLOSE_SECONDS = 2.0
"""How long a socket that is being closed may take to read what was sent before."""

router = APIRouter(prefix="/api/v1")
log = structlog.get_logger()


@router.websocket("/games/{game}/socket")
async def game_socket(websocket: WebSocket, game: str, service: Annotated[Service, Depends(service_of)]) -> None:
    """Serve one socket."""
    headers = websocket.headers
    if not origin_allowed(headers.get("origin"), headers.get("host"), service.settings.allowed_origins):
        log.warning("origin_refused", origin=headers.get("origin", "")[:64], host=headers.get("host", "")[:64])
        refusal = error_response(Code.FOREIGN_ORIGIN, "This page may not open games on this server.", 403)
        await websocket.send_denial_response(refusal)
        return
    await websocket.accept()
    await Connection(websocket, service).serve(GameId(game))


class ClosedError(Exception):
    """The connection ends: with a code of ours, or None when the client has gone."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """One accepted socket. Two tasks serve it: its own one reads, the outbox's one sends."""

    def __init__(self, websocket: WebSocket, service: Service) -> None:
        self._websocket = websocket
        self._service = service
        self._deadline = asyncio.timeout(service.settings.hello_seconds)
        self._outbox = Outbox(self._give_up)
        self._slow = False
        settings = service.settings
        self._allowance = Bucket(settings.messages_burst, settings.messages_per_second)

    async def serve(self, game: GameId) -> None:
        """Answer messages until either side closes."""
        sender = asyncio.create_task(self._outbox.send_all(self._send))
        try:
            code = await self._until_closed(game)
            self._outbox.close()
            if code is not None:
                await self._close(sender, code)
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    def _give_up(self) -> None:
        """Interrupt the reading task, whatever it waits for: its client does not read."""
        self._slow = True
        self._deadline.reschedule(0)

    async def _until_closed(self, game: GameId) -> int | None:
        """Return the code to close with; None when the client has gone."""
        code = None
        try:
            async with self._deadline:
                await self._talk(game)
        except TimeoutError:
            code = CloseCode.TRY_AGAIN if self._slow else CloseCode.LIMIT
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
        room, member = await self._enter(game, secret)
        self._deadline.reschedule(None)
        try:
            while True:
                await self._answer(room, member)
        finally:
            room.leave(member)

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
            raise ClosedError(CloseCode.WRONG_TOKEN)
        return room, room.join(role, self._outbox)

    async def _answer(self, room: Room, member: Member) -> None:
        """Read one message and answer it."""
        await self._outbox.room()
        data = await self._receive()
        if not self._allowance.take():
            self._refuse(RefusedError(Code.LIMIT, "Too many messages; please reconnect later."), None)
            raise ClosedError(CloseCode.LIMIT)
        try:
            message = protocol.decode(data)
        except MessageError as error:
            self._refuse(error, error.id)
            return
        match message:
            case Act():
                await room.act(member, message)
            case Ping():
                self._outbox.push(encode(Pong()))
            case Hello():
                self._refuse(RefusedError(Code.BAD_MESSAGE, "Hello has been said already."), None)

    async def _receive(self) -> bytes:
        """Return the bytes of the next text message."""
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise ClosedError(None)
        text = message.get("text")
        if text is None:
            raise ClosedError(CloseCode.WRONG_KIND)
        return bytes(text, "utf-8")

    def _refuse(self, refusal: RefusedError, command_id: str | None) -> None:
        self._outbox.push(encode(Refused(command_id, refusal.code, refusal.message)))

    async def _send(self, text: str) -> None:
        await self._websocket.send_text(text)

    async def _close(self, sender: asyncio.Task[None], code: int) -> None:
        """Send what is left, then the close code; a client that does not read has little time for both."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                if not self._slow:
                    await sender
                await self._websocket.close(code)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            log.info("socket_closed_hard", code=code)
