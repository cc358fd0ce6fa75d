"""A store in memory that is slow and fails on demand, and listeners that keep what they hear."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, cast

from spookymarks.server.errors import ConflictError, NoSuchGameError, UnavailableError
from spookymarks.server.ledger import Entry, Ledger
from spookymarks.server.seats import Digest, GameId
from spookymarks.server.store import StoredGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spookymarks.server.outbox import Outbox
    from spookymarks.server.room import Member, Room
    from spookymarks.server.seats import Role, Seat
    from spookymarks.server.store import Store

GAME = GameId("game")
FAULTS = ["none", "none", "none", "lost", "unclear", "overtaken", "unreadable"]


class SlowStore:
    """A store in memory that takes its time and fails as it is told.

    `lost`: the commit fails. `unclear`: it succeeds and is reported as failed. `overtaken`: another process is
    first. `unreadable`: the commit fails, and so does the next attempt to look.
    """

    def __init__(self, faults: Sequence[str] = (), pauses: Sequence[int] = ()) -> None:
        self.entries: list[Entry] = []
        self.claimed: dict[Seat, Digest] = {}
        self.reads_fail = False
        self.loads = 0
        self._faults = iter(faults)
        self._pauses = iter(pauses)

    async def _pause(self) -> None:
        for _ in range(next(self._pauses, 1)):
            await asyncio.sleep(0)

    async def append(self, _game: GameId, entries: Sequence[Entry]) -> None:
        """Store entries, or fail as told; like the real writer, go on when nobody waits any more."""
        await asyncio.shield(asyncio.ensure_future(self._append(entries)))

    async def _append(self, entries: Sequence[Entry]) -> None:
        await self._pause()
        fault = next(self._faults, "none")
        if fault == "overtaken":
            ledger = Ledger.replay("standard", self.entries)
            if not ledger.position.over:
                action = ledger.position.text(ledger.position.legal[0])
                actor = cast("Seat", ledger.position.to_act)
                self.entries.append(Entry(ledger.rev + 1, actor, action, f"other-process-{ledger.rev}", 0))
        if fault in {"lost", "unreadable"}:
            self.reads_fail = fault == "unreadable"
            raise UnavailableError
        if entries[0].rev != len(self.entries) + 1:
            raise ConflictError
        self.entries.extend(entries)
        await self._pause()
        if fault == "unclear":
            raise UnavailableError

    async def entries_after(self, _game: GameId, rev: int) -> tuple[Entry, ...]:
        """Return later entries, or fail once as told."""
        await self._pause()
        if self.reads_fail:
            self.reads_fail = False
            raise UnavailableError
        return tuple(self.entries[rev:])

    async def seats(self, _game: GameId) -> dict[Seat, Digest]:
        """Return the owned seats."""
        return self.claimed

    async def load(self, game: GameId) -> StoredGame:
        """Return the one game there is."""
        await self._pause()
        self.loads += 1
        if game != GAME:
            raise NoSuchGameError
        return StoredGame(GAME, "standard", "O", Digest(""), dict(self.claimed), tuple(self.entries))

    @property
    def as_store(self) -> Store:
        """The same object, for functions that want a store."""
        return cast("Store", self)


class Listener:
    """An outbox that keeps what it is sent, decoded."""

    def __init__(self, room: Room, role: Role) -> None:
        self.heard: list[dict[str, Any]] = []
        self.member: Member = room.join(role, cast("Outbox", self))

    def push(self, text: str) -> None:
        """Keep a message."""
        self.heard.append(json.loads(text))

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of one type."""
        return [message for message in self.heard if message["t"] == kind]
