"""Servers that are broken on purpose, each in one way that the checker has to see. Run inside a server process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from spookymarks.server import judge, room
from spookymarks.server.errors import UnavailableError
from spookymarks.server.ledger import Ledger
from spookymarks.server.outbox import Outbox
from spookymarks.server.protocol import Ack, Act, Event, encode, encode_state
from spookymarks.server.room import Room
from spookymarks.server.snapshot import describe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spookymarks.server.ledger import Entry

WITHOUT_COMMAND_KEY = (
    "CREATE TABLE bare AS SELECT * FROM event",
    "DROP TABLE event",
    "ALTER TABLE bare RENAME TO event",
    "CREATE UNIQUE INDEX bare_rev ON event (game_id, rev)",
)
"""Statements that leave the events in a table without the constraint that it has a command once."""


def forget_commands() -> None:
    """The ledger does not know a command again; with `WITHOUT_COMMAND_KEY` the database does not either."""
    _change(Ledger, "answered", lambda *_: None)


def acknowledge_first() -> None:
    """The answer leaves before the commit."""
    commit, append, push = Room._commit, Room._append, Outbox.push
    early: set[tuple[Outbox, str]] = set()
    asking: dict[Room, tuple[Outbox, str]] = {}

    async def committing(self: Room, member: Any, command: Any, *more: Any) -> Any:  # noqa: ANN401
        asking[self] = (member.outbox, command.id)
        return await commit(self, member, command, *more)

    async def appending(self: Room, entries: Sequence[Entry]) -> None:
        outbox, command = asking[self]
        if entries[0].command == command:
            answer = encode(Ack(command, entries[0].rev))
            push(outbox, answer)
            early.add((outbox, answer))
        await append(self, entries)

    def pushing(self: Outbox, message: str) -> None:
        if (self, message) in early:
            early.discard((self, message))
        else:
            push(self, message)

    _change(Room, "_commit", committing)
    _change(Room, "_append", appending)
    _change(Outbox, "push", pushing)


def announce_first() -> None:
    """Everybody hears of an event before the commit."""
    append = Room._append

    async def appending(self: Room, entries: Sequence[Entry]) -> None:
        ledger = self._ledger
        for entry in entries:
            ledger = ledger.then(entry)
            outages = self._around.vitals.outages
            state = encode_state(describe(self.id, ledger, self._seats, self._series, outages))
            self.audience.announce([encode(Event(entry.rev, entry.actor, entry.kind, entry.what, state))])
        await append(self, entries)

    _change(Room, "_append", appending)


def let_anybody_act() -> None:
    """Nobody asks whose turn or measurement it is."""

    def deciding(game: Ledger, command: Any, seat: Any, *more: Any) -> Any:  # noqa: ANN401
        owner = game.position.to_act
        return judge.decide(game, command, owner if isinstance(command, Act) and owner else seat, *more)

    _change(room, "decide", deciding)


def believe_failed_commits() -> None:
    """Memory goes on although the commit has failed."""
    append = Room._append

    async def appending(self: Room, entries: Sequence[Entry]) -> None:
        try:
            await append(self, entries)
        except UnavailableError:
            self._adopt(entries, None)
            raise

    _change(Room, "_append", appending)


def move_stale_commands() -> None:
    """A command is carried out on a board that its sender has not seen."""
    _change(judge, "_fresh", lambda *_: None)


def _change(owner: object, name: str, into: object) -> None:
    """Replace something of the server for good; raises AttributeError when it has no such thing any more."""
    patch.object(owner, name, into).start()
