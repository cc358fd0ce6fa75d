"""One live game: commands in one order, committed before they count, announced to everybody who watches."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog
from msgspec import UNSET

from spookymarks.notation.replay import replay_document
from spookymarks.server.errors import Code, ConflictError, RefusedError, UnavailableError
from spookymarks.server.ledger import Ledger
from spookymarks.server.protocol import (
    Ack,
    Event,
    Presence,
    Refused,
    SeatsTaken,
    State,
    Welcome,
    encode,
    encode_state,
)
from spookymarks.server.seats import SEATS, seat_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from msgspec import Raw

    from spookymarks.server.ledger import Entry
    from spookymarks.server.outbox import Outbox
    from spookymarks.server.protocol import Act
    from spookymarks.server.seats import Digest, Role, Seat, Secret
    from spookymarks.server.store import Store, StoredGame

PRESENCE_PAUSE = 0.05
"""Seconds in which comings and goings are gathered into one message."""

log = structlog.get_logger()


@dataclass(eq=False, slots=True)
class Member:
    """One open socket of a game; its role never changes."""

    role: Role
    outbox: Outbox


class Room:
    """A game in memory. Its ledger is never ahead of the store, whose keys tell when it has fallen behind.

    Raises DamagedGameError when the stored entries do not replay.
    """

    def __init__(self, game: StoredGame, store: Store) -> None:
        self.id = game.id
        self._store = store
        self._seats = game.seats
        self._ledger = Ledger.replay(game.rules, game.entries)
        self._state: Raw | None = None
        self._members: set[Member] = set()
        self._lock = asyncio.Lock()
        self._presence_due = False
        self._idle_since = asyncio.get_running_loop().time()

    # Coming and going

    async def role_of(self, secret: Secret | None) -> Role | None:
        """Return the role that a secret opens; None for a wrong one, "watch" without one."""
        if secret is None:
            return "watch"
        role = seat_of(secret, self._seats)
        if role is None:  # the seat may have been claimed since the game was read
            self.seat_owners(await self._store.seats(self.id))
            role = seat_of(secret, self._seats)
        return role

    def seat_owners(self, seats: Mapping[Seat, Digest]) -> None:
        """Learn of seats that have been claimed."""
        self._seats = {**self._seats, **seats}
        self._state = None

    def join(self, role: Role, outbox: Outbox) -> Member:
        """Add a socket: it gets the state now and every event from now on."""
        member = Member(role, outbox)
        self._members.add(member)
        outbox.push(encode(Welcome(role, self.state)))
        self._presence_changed()
        return member

    def leave(self, member: Member) -> None:
        """Forget a socket."""
        self._members.discard(member)
        self.touch()
        self._presence_changed()

    def touch(self) -> None:
        """Stay in memory for a while: somebody is about to come in."""
        self._idle_since = asyncio.get_running_loop().time()

    def idle_for(self) -> float:
        """Return for how many seconds nobody has been here."""
        return 0 if self._members else asyncio.get_running_loop().time() - self._idle_since

    # Acting

    @property
    def state(self) -> Raw:
        """The game as it is sent to everybody, encoded once for each revision."""
        if self._state is None:
            self._state = encode_state(self._describe())
        return self._state

    def _describe(self) -> State:
        ledger = self._ledger
        return State(
            game=self.id,
            rules=ledger.position.rules.name,
            rev=ledger.rev,
            actions=tuple(entry.action for entry in ledger.entries),
            seats=SeatsTaken(**{seat: seat in self._seats for seat in SEATS}),
            replay=replay_document(ledger.position),
        )

    async def act(self, member: Member, command: Act) -> None:
        """Answer one command: exactly one `ack` or `refused` to its sender, and the news to everybody.

        Commands wait for each other here; this lock is the game's one queue. A sender who is given up meanwhile
        does not stop it: what is committed has to be announced to the others.
        """
        await asyncio.shield(self._act(member, command))

    async def _act(self, member: Member, command: Act) -> None:
        async with self._lock:
            try:
                rev, news = await self._commit(member.role, command)
            except RefusedError as refusal:
                state = self.state if refusal.code is Code.STALE else UNSET
                member.outbox.push(encode(Refused(command.id, refusal.code, refusal.message, state)))
                return
            announcements = self._adopt(news)
            member.outbox.push(encode(Ack(command.id, rev)))
            self._announce(announcements)

    async def _commit(self, role: Role, command: Act) -> tuple[int, tuple[Entry, ...]]:
        """Return the revision of a command, and the entries that it has just added to the store."""
        if role == "watch":
            raise RefusedError(Code.NOT_YOURS, "Watchers cannot act.")
        known = self._ledger.answered(command.id, role)
        if known is not None:
            return known, ()
        entries = self._ledger.decide(command, role)
        try:
            await self._store.append(self.id, entries)
        except ConflictError:
            # The store is ahead of memory: another process has moved, or an append that was reported as failed
            # or given up by its sender has been committed all the same. Judge the command by what is there.
            log.warning("append_conflict", game=self.id, rev=entries[0].rev)
            if not await self._catch_up():
                raise UnavailableError from None
            return await self._commit(role, command)
        return entries[0].rev, entries

    async def _catch_up(self) -> bool:
        """Adopt and announce what the store holds beyond memory; tell whether that was anything."""
        entries = await self._store.entries_after(self.id, self._ledger.rev)
        self._announce(self._adopt(entries))
        return bool(entries)

    def _adopt(self, entries: Iterable[Entry]) -> list[str]:
        """Change memory by committed entries; return the announcement of each."""
        announcements = []
        for entry in entries:
            self._ledger = self._ledger.then(entry)
            self._state = None
            announcements.append(encode(Event(entry.rev, entry.actor, entry.action, self.state)))
        return announcements

    def _announce(self, texts: Iterable[str]) -> None:
        for text in texts:
            for member in self._members:
                member.outbox.push(text)

    # Presence

    def _presence_changed(self) -> None:
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_later(PRESENCE_PAUSE, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = False
        roles = [member.role for member in self._members]
        self._announce([encode(Presence(roles.count("X"), roles.count("O"), roles.count("watch")))])
