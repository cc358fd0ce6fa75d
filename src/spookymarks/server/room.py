"""One live game: commands in one order, committed before they count, announced to everybody who watches."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

import structlog
from msgspec import UNSET

from spookymarks.server import metrics
from spookymarks.server.audience import Audience, Member
from spookymarks.server.errors import Code, ConflictError, NoSuchGameError, RefusedError, UnavailableError
from spookymarks.server.hints import Moved, publish
from spookymarks.server.judge import Moment, added, decide, flag
from spookymarks.server.ledger import Ledger, now
from spookymarks.server.protocol import Accept, Ack, CloseCode, Event, Refused, Welcome, encode, encode_state
from spookymarks.server.seats import SEATS, digest, matches, seat_of
from spookymarks.server.series import rematch
from spookymarks.server.snapshot import describe
from spookymarks.server.stopwatch import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence

    from msgspec import Raw

    from spookymarks.server.ledger import Entry
    from spookymarks.server.outbox import Outbox
    from spookymarks.server.protocol import Command
    from spookymarks.server.seats import Digest, Role, Seat, Secret
    from spookymarks.server.store import StoredGame
    from spookymarks.server.surroundings import Surroundings

FLAG_RETRY = 1.0
"""Seconds after which a clock that has run out is looked at again when the store does not answer."""

OWNING_ATTEMPTS = 5

T = TypeVar("T")

log = structlog.get_logger()


class Room:
    """A game in memory. Its ledger is never ahead of the store, whose keys tell when it has fallen behind.

    Raises DamagedGameError when the stored entries do not replay.
    """

    def __init__(self, game: StoredGame, around: Surroundings) -> None:
        self.id = game.id
        self.gone = False
        self._around = around
        self._store = around.store
        self._seats = game.seats
        self._series = game.series
        # Both seats of a rematch had an owner from the start, and games from before 0002 have no entry of joining.
        seated = len(game.seats) == len(SEATS) and all(entry.kind != "join" for entry in game.entries)
        self._ledger = Ledger.replay(game.terms, game.entries, seated=seated)
        self._state: Raw | None = None
        self._stopwatch = Stopwatch(self._ledger, around)
        self.audience = Audience(game.id, around, self._claim_in)
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    # Coming and going

    async def role_of(self, secret: Secret | None) -> Role | None:
        """Return the role that a secret opens; None for a wrong one, "watch" without one."""
        if secret is None:
            return "watch"
        role = seat_of(secret, self._seats)
        if role is None:  # the seat may have changed hands since the game was read
            async with self._lock:
                # With the entry that tells of it: no state may show a seat taken before that revision.
                await self._read_on()
            role = seat_of(secret, self._seats)
        return role

    def join(self, role: Role, outbox: Outbox, dismiss: Callable[[int], None], secret: Secret | None = None) -> Member:
        """Add a socket: it gets the state now and every event from now on. `dismiss` closes it with a code."""
        member = Member(role, None if secret is None else digest(secret), outbox, dismiss)
        self.audience.enter(member, encode(Welcome(role, self.state, now())))
        self._arm()
        return member

    def close(self) -> None:
        """Leave memory: no timer may act for this game any more."""
        if self._timer is not None:
            self._timer.cancel()

    # Acting

    @property
    def rev(self) -> int:
        """The number of events that memory knows."""
        return self._ledger.rev

    @property
    def state(self) -> Raw:
        """The game as it is sent to everybody, encoded once for each revision."""
        if self._state is None:
            self._state = encode_state(
                describe(self.id, self._ledger, self._seats, self._series, self._around.vitals.outages)
            )
        return self._state

    async def act(self, member: Member, command: Command, received: float | None = None) -> None:
        """Answer one command: exactly one `ack` or `refused` to its sender, and the news to everybody.

        Commands wait for each other here; this lock is the game's one queue. `received`: when the command arrived, in
        the process's own seconds; waiting here costs no player time. A sender who is given up meanwhile does not stop
        it: what is committed has to be announced to the others.
        """
        received = self._around.clock() if received is None else received
        await asyncio.shield(self._keep(self._act(member, command, received)))

    async def _act(self, member: Member, command: Command, received: float) -> None:
        async with self._lock:
            try:
                rev, news = await self._commit(member, command, received)
            except NoSuchGameError as refusal:
                self._refuse(member, command, refusal)
                self.vanish()
            except RefusedError as refusal:
                self._refuse(member, command, refusal)
            else:
                announcements = self._adopt(news, received)
                metrics.command(command.__struct_config__.tag, "ack")
                member.outbox.push(encode(Ack(command.id, rev)))
                self.audience.announce(announcements)
                if self.gone:
                    self.vanish()

    def _refuse(self, member: Member, command: Command, refusal: RefusedError) -> None:
        metrics.command(command.__struct_config__.tag, refusal.code)
        state = self.state if refusal.code is Code.STALE else UNSET
        member.outbox.push(encode(Refused(command.id, refusal.code, refusal.message, state)))

    async def _commit(self, member: Member, command: Command, received: float) -> tuple[int, Sequence[Entry]]:
        """Return the revision of a command, and the entries that it has just added to the store."""
        role = member.role
        if role == "watch":
            raise RefusedError(Code.NOT_YOURS, "Watchers cannot act.")
        if not self._owns(member):
            raise RefusedError(Code.NOT_YOURS, "This seat has a new token.")
        known = self._ledger.answered(command.id, role)
        if known is not None:
            return known, ()
        await self._flag(received)
        ledger = self._ledger
        entries = decide(ledger, command, role, self._moment(received))
        try:
            if isinstance(command, Accept) and command.what == "deletion":
                # No key of the store stands behind a deletion: the offer may have been withdrawn in another process.
                if await self._read_on():
                    return await self._commit(member, command, received)
                await self._store.delete(self.id)
                self._deleted()
                return ledger.rev, ()
            await self._append(entries)
        except ConflictError:
            # The store is ahead of memory: another process has moved, or an append that was reported as failed
            # or given up by its sender has been committed all the same. Judge the command by what is there.
            log.info("append_conflict", game=self.id, rev=entries[0].rev)
            if not await self._read_on():
                raise UnavailableError from None
            return await self._commit(member, command, received)
        return entries[0].rev, entries

    async def _append(self, entries: Sequence[Entry]) -> None:
        after = self._ledger
        for entry in entries:
            after = after.then(entry)
        ended = after.end is not None and self._ledger.end is None
        following = None
        if after.next is not None and self._ledger.next is None:
            following = rematch(after, self._seats, self._series)
        await self._store.append(self.id, entries, ended=ended, rematch=following)

    async def own(self, seat: Seat, token: Digest, old: Secret | None = None) -> bool:
        """Give a seat to a token: a free one, or the one that the `old` token owns. False when it is another's.

        A seat that the token owns already is given as well. Raises UnavailableError or NoSuchGameError.
        """
        return await asyncio.shield(self._keep(self._own(seat, token, old)))

    async def _own(self, seat: Seat, token: Digest, old: Secret | None) -> bool:
        async with self._lock:
            for _ in range(OWNING_ATTEMPTS):
                owner = self._seats.get(seat)
                if owner == token:
                    return True
                if (owner is None) != (old is None) or (owner and old and not matches(old, owner)):
                    return False
                received = self._around.clock()
                entries = added(self._ledger, self._moment(received), seat, "join" if owner is None else "token")
                write = self._store.claim if owner is None else self._store.replace_token
                try:
                    await write(self.id, seat, token, entries)
                except ConflictError:
                    await self._read_on()
                    self._know_seats(await self._store.seats(self.id))
                else:
                    self._know_seats({seat: token})
                    self.audience.announce(self._adopt(entries, received))
                    return True
        raise UnavailableError

    async def delete_alone(self) -> None:
        """Delete the game while one seat is free.

        Raises RefusedError `needs_agreement`, UnavailableError or NoSuchGameError.
        """
        async with self._lock:
            if self.gone:
                raise NoSuchGameError
            if not await self._store.delete_unjoined(self.id):
                sentence = "Both seats are taken, so both players have to agree: offer the deletion in the game."
                raise RefusedError(Code.NEEDS_AGREEMENT, sentence, 409)
            self._deleted()
            self.vanish()

    def _deleted(self) -> None:
        self.gone = True
        publish(self._around.bus, Moved(self._around.vitals.name, self.id, -1))

    def _know_seats(self, seats: Mapping[Seat, Digest]) -> None:
        """Learn who owns the seats, and close the sockets of those who no longer do."""
        self._seats = {**self._seats, **seats}
        self._state = None
        self.audience.dismiss([each for each in self.audience if not self._owns(each)], CloseCode.WRONG_TOKEN)

    def _owns(self, member: Member) -> bool:
        return member.role == "watch" or self._seats.get(member.role) == member.token

    # The other processes

    async def catch_up(self) -> None:
        """Adopt and announce what the store holds beyond memory, if anything."""
        async with self._lock:
            try:
                await self._read_on()
            except NoSuchGameError:
                self.vanish()

    def vanish(self) -> None:
        """Close every socket: the game has been deleted."""
        self.gone = True
        self.close()
        self.audience.dismiss(self.audience, CloseCode.NO_SUCH_GAME)

    async def _read_on(self) -> bool:
        """Adopt and announce what the store holds beyond memory; tell whether that was anything."""
        entries = await self._store.entries_after(self.id, self._ledger.rev)
        if any(entry.kind in {"join", "token"} for entry in entries):
            self._know_seats(await self._store.seats(self.id))
        self.audience.announce(self._adopt(entries, None))
        return bool(entries)

    def _adopt(self, entries: Iterable[Entry], received: float | None) -> list[str]:
        """Change memory by committed entries; return the announcement of each.

        `received`: when the command that made them arrived; None for entries of other processes, whose times are known
        by the wall clock alone.
        """
        announcements = []
        basis = self._ledger.basis
        for entry in entries:
            before, self._ledger = self._ledger, self._ledger.then(entry)
            self._state = None
            self._stopwatch.adopted(before, self._ledger, received)
            announcements.append(encode(Event(entry.rev, entry.actor, entry.kind, entry.what, self.state)))
        if announcements and received is not None:
            publish(self._around.bus, Moved(self._around.vitals.name, self.id, self._ledger.rev))
        if self._ledger.basis != basis:
            self._arm()
            self.audience.turn_changed()
        return announcements

    # Time

    def _moment(self, received: float) -> Moment:
        return Moment(now(), self._stopwatch.spent(received), absent=self._claim_in() == 0)

    def _claim_in(self) -> int | None:
        return self._stopwatch.claim_in(self._ledger, self.audience.presence)

    async def _flag(self, received: float) -> None:
        """End the game if the running clock has run out."""
        entries = flag(self._ledger, self._moment(received))
        if entries:
            try:
                await self._append(entries)
            except ConflictError:
                await self._read_on()
            else:
                self.audience.announce(self._adopt(entries, received))

    def _arm(self) -> None:
        """Look at the running clock when it must have run out."""
        self.close()
        due_in = self._stopwatch.due_in(self._ledger)
        if due_in is not None:
            self._look_at_clock(due_in)

    def _look_at_clock(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, lambda: self._keep(self._time_is_up()))

    async def _time_is_up(self) -> None:
        async with self._lock:
            try:
                await self._flag(self._around.clock())
                self._arm()
            except NoSuchGameError:
                self.vanish()
            except RefusedError:
                self._look_at_clock(FLAG_RETRY)

    def _keep(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Start some work that goes on when nobody waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
