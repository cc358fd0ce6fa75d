"""A store in memory that is slow and fails on demand, its surroundings, and listeners that keep what they hear."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from spookymarks.server.bus import NoBus
from spookymarks.server.errors import ConflictError, NoSuchGameError, UnavailableError
from spookymarks.server.ledger import Entry, Ledger
from spookymarks.server.seats import Digest, GameId, digest
from spookymarks.server.store import StoredGame
from spookymarks.server.surroundings import Surroundings
from spookymarks.server.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spookymarks.server.audience import Member
    from spookymarks.server.bus import Bus
    from spookymarks.server.outbox import Outbox
    from spookymarks.server.room import Room
    from spookymarks.server.seats import Role, Seat, Secret
    from spookymarks.server.store import Store
    from spookymarks.server.vitals import Outage, Vitals

GAME = GameId("game")
SECRETS: dict[Seat, Secret] = {"X": cast("Secret", "x" * 32), "O": cast("Secret", "o" * 32)}
OWNERS: dict[Seat, Digest] = {seat: digest(secret) for seat, secret in SECRETS.items()}
FAULTS = ["none", "none", "none", "lost", "unclear", "overtaken", "unreadable"]


class SlowStore:
    """A store in memory that takes its time and fails as it is told.

    `lost`: the commit fails. `unclear`: it succeeds and is reported as failed. `overtaken`: another process is
    first. `unreadable`: the commit fails, and so does the next attempt to look.
    """

    def __init__(self, faults: Sequence[str] = (), pauses: Sequence[int] = ()) -> None:
        self.entries: list[Entry] = []
        self.owners: dict[Seat, Digest] = dict(OWNERS)
        self.terms = Terms("standard")
        self.made: list[StoredGame] = []
        self.ended = False
        self.deleted = False
        self.reads_fail = False
        self.loads = 0
        self._faults = iter(faults)
        self._pauses = iter(pauses)

    async def _pause(self) -> None:
        for _ in range(next(self._pauses, 1)):
            await asyncio.sleep(0)

    async def append(
        self, _game: GameId, entries: Sequence[Entry], *, ended: bool = False, rematch: StoredGame | None = None
    ) -> None:
        """Store entries, or fail as told; like the real writer, go on when nobody waits any more."""
        await asyncio.shield(asyncio.ensure_future(self._append(entries)))
        self.ended = self.ended or ended
        if rematch is not None:
            self.made.append(rematch)

    async def claim(self, _game: GameId, seat: Seat, token: Digest, entries: Sequence[Entry]) -> None:
        """Give away a free seat."""
        if seat in self.owners:
            raise ConflictError
        await self._append(entries)
        self.owners[seat] = token

    async def replace_token(self, _game: GameId, seat: Seat, token: Digest, entries: Sequence[Entry]) -> None:
        """Give a seat another owner."""
        await self._append(entries)
        self.owners[seat] = token

    async def delete(self, _game: GameId) -> None:
        """Forget the game."""
        await self._pause()
        self.deleted = True

    async def delete_unjoined(self, _game: GameId) -> bool:
        """Forget the game unless both seats are taken."""
        await self._pause()
        self.deleted = len(self.owners) < 2
        return self.deleted

    async def _append(self, entries: Sequence[Entry]) -> None:
        await self._pause()
        fault = next(self._faults, "none")
        if fault == "overtaken":
            ledger = Ledger.replay(self.terms, self.entries, seated=True)
            if ledger.end is None:
                action = ledger.position.text(ledger.position.legal[0])
                actor = cast("Seat", ledger.position.to_act)
                self.entries.append(Entry(ledger.rev + 1, actor, "act", action, f"other-process-{ledger.rev}", 0))
        if fault in {"lost", "unreadable"}:
            self.reads_fail = fault == "unreadable"
            raise UnavailableError
        if self.deleted or entries[0].rev != len(self.entries) + 1:
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
        if self.deleted:
            raise NoSuchGameError
        return tuple(self.entries[rev:])

    async def newest(self, games: Sequence[GameId]) -> dict[GameId, int]:
        """Return the newest revision."""
        return {} if self.deleted else dict.fromkeys(games, len(self.entries))

    async def seats(self, _game: GameId) -> dict[Seat, Digest]:
        """Return the owned seats."""
        return dict(self.owners)

    async def load(self, game: GameId) -> StoredGame:
        """Return the one game there is."""
        await self._pause()
        self.loads += 1
        if game != GAME or self.deleted:
            raise NoSuchGameError
        return self.game

    @property
    def game(self) -> StoredGame:
        """The one game as it is stored."""
        return StoredGame(GAME, self.terms, "O", Digest(""), dict(self.owners), entries=tuple(self.entries))

    @property
    def as_store(self) -> Store:
        """The same object, for functions that want a store."""
        return cast("Store", self)


def around(store: SlowStore, bus: Bus | None = None, outages: Sequence[Outage] = ()) -> Surroundings:
    """Return the surroundings of rooms over a store, by default in a process alone; `clock` can be replaced."""
    vitals = cast("Vitals", SimpleNamespace(name="this-process", outages=tuple(outages)))
    return Surroundings(store.as_store, bus or NoBus(), vitals)


class Listener:
    """An outbox that keeps what it is sent, decoded; `code`: with which its socket has been closed."""

    def __init__(self, room: Room, role: Role, secret: Secret | None = None) -> None:
        self.heard: list[dict[str, Any]] = []
        self.code: int | None = None
        secret = secret or (None if role == "watch" else SECRETS[role])
        self.member: Member = room.join(role, cast("Outbox", self), self._closed, secret)

    def _closed(self, code: int) -> None:
        self.code = code

    def push(self, text: str) -> None:
        """Keep a message."""
        self.heard.append(json.loads(text))

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of one type."""
        return [message for message in self.heard if message["t"] == kind]
