"""A scripted client, one socket after the other: it follows the protocol and resends what was not answered."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from faults import wire
from faults.history import UNKNOWN_CODES, Command, Line

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator

    from faults.history import Document, Game, Role
    from faults.proxy import Proxy

LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)
"""How a connection through this network ends."""

NEVER = {1002, 1003, 1007, 1008, 1009, 1011}
"""Close codes that no client here has earned."""

GONE, REVOKED = 4004, 4001


@dataclass(slots=True)
class Owner:
    """Who owns a seat: the secret is replaced when it moves to another device. A watcher has none.

    `spare`: an older secret, which a rematch may have taken over. `stranger`: whether the secret is of another game.
    """

    role: Role
    token: str | None
    spare: str | None = None
    stranger: bool = False


class Client:
    """A client of one game. `state`: the newest it knows; `pending`: commands without a certain answer."""

    def __init__(self, game: Game, owner: Owner, name: str, network: Proxy) -> None:
        self.state: Document | None = None
        self.pending: list[Command] = []
        self.game = game
        self.owner = owner
        self.name = name
        self._network = network
        self._socket: ClientConnection | None = None
        self._line = Line(name, 0, straight=False)

    @asynccontextmanager
    async def online(self) -> AsyncIterator[None]:
        """Be connected and welcome; raises one of LOST when that cannot be or comes to an end."""
        token, seen = self.owner.token, self.game.newest
        address = wire.socket_address(self._network.port, self.game.id)
        patience = wire.ANSWER_SECONDS
        try:
            async with connect(
                address, proxy=None, compression=None, open_timeout=patience, close_timeout=0.5
            ) as socket:
                port = socket.local_address[1]
                self._socket = socket
                self._line = Line(f"{self.name}:{port}", port, straight=port not in self._network.mutated)
                await socket.send(json.dumps(wire.hello(token)))
                self._welcome(await asyncio.wait_for(socket.recv(), patience), seen)
                yield
        except ConnectionClosed as closed:
            self._closed(closed, token)
            raise
        finally:
            self._socket = None

    def _welcome(self, text: str | bytes, seen: int) -> None:
        # Where messages are played with, anything may come before it, and it may not come at all.
        document: Document = msgspec.json.decode(text)
        if document["t"] != "welcome":
            if self._line.straight and document["t"] != "refused":
                self.game.complain(f"{self._line.who} was greeted with {document}")
            raise EOFError
        if self.owner.stranger:
            self.game.complain(f"{self._line.who} came with the token of another game and was welcomed")
        if (document["role"], document["protocol"]) != (self.owner.role, wire.PROTOCOL):
            self.game.complain(f"{self._line.who} is {self.owner.role} and was welcomed as {document['role']}")
        rev = document["state"]["rev"]
        if rev < seen and self._network.alone:
            self.game.complain(
                f"{self._line.who} was welcomed at revision {rev}, though {seen} had been announced before"
            )
        self._show(document["state"])

    def _closed(self, closed: ConnectionClosed, token: str | None) -> None:
        code = closed.rcvd.code if closed.rcvd else None
        if code is not None:
            self.game.closes.append(code)
        if code == GONE:
            self.game.gone = True
            if not self.game.deletable:
                self.game.complain(f"{self._line.who} was told that there is no such game, which nobody has deleted")
        elif code == REVOKED:
            self._revoked(token)
        elif code in NEVER:
            self.game.complain(f"{self._line.who} was closed with {code}, {closed.rcvd and closed.rcvd.reason!r}")

    def _revoked(self, token: str | None) -> None:
        owner = self.owner
        if token != owner.token or owner.stranger or self.game.moving:
            return
        if owner.spare is None:
            self.game.complain(f"{self._line.who} was told that the token of its seat opens no seat")
        owner.token, owner.spare = owner.spare or token, None

    def _show(self, state: Document) -> None:
        self.game.state(self._line.who, state)
        if self.state is None or state["rev"] >= self.state["rev"]:
            self.state = state

    async def say(self, message: Document, rng: random.Random, copies: int = 1) -> Command:
        """Send a new command, as many times as asked."""
        command = Command(wire.secret(rng), self.owner.role, message | {})
        command.message["id"] = command.id
        self.pending.append(command)
        await self.send(command, copies)
        return command

    async def send(self, command: Command, copies: int = 1) -> None:
        """Send the same bytes, once more or more than once; a client that is offline cannot."""
        if self._socket is None:
            return
        self.game.deletable |= command.deletes
        text = json.dumps(command.message)
        for _ in range(copies):
            self.game.send(command, self._line)
            await self._socket.send(text)

    async def hear(self, within: float) -> Document | None:
        """Take in one message and return it; None when none comes in time."""
        assert self._socket is not None
        try:
            text = await asyncio.wait_for(self._socket.recv(), within)
        except TimeoutError:
            return None
        document: Document = msgspec.json.decode(text)
        self._take(document)
        return document

    def _take(self, document: Document) -> None:
        match document["t"]:
            case "event":
                self.game.event(self._line.who, document)
                # The next one, or one beyond a gap: its state has all that was missed. An old one is ignored.
                self._show(document["state"])
            case "ack" | "refused":
                self.game.answer(self._line, document)
                if "state" in document:
                    self._show(document["state"])
                if document.get("code") not in UNKNOWN_CODES:
                    self.pending = [command for command in self.pending if command.id != document["id"]]
            case "presence":
                pass
            case "welcome" if not self._line.straight:
                pass
            case _:
                self.game.complain(f"{self._line.who} heard {document}")
