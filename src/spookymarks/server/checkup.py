"""Looking through a store for everything that should not be there: every game is replayed under the rules."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select, text
from sqlalchemy.exc import DatabaseError, InterfaceError, OperationalError

from spookymarks.rules import RULE_SETS
from spookymarks.server import tables
from spookymarks.server.database import reason
from spookymarks.server.errors import DamagedGameError
from spookymarks.server.ledger import Entry, Ledger, coin_is_due
from spookymarks.server.seats import SEATS
from spookymarks.server.terms import TAKEBACKS, Control, Terms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping, Sequence

    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

BATCH = 100
"""Games read at once: the memory taken does not grow with the store, and no transaction lasts long."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


class Fault(NamedTuple):
    """Something that should not be. `game` is empty when it belongs to no game."""

    game: str
    fault: str

    def __str__(self) -> str:
        return f"game {self.game}: {self.fault}" if self.game else self.fault


@dataclass(slots=True)
class Checkup:
    """One look through an up-to-date store; `games` and `events` count what has been looked at."""

    engine: AsyncEngine
    games: int = 0
    events: int = 0

    async def faults(self) -> AsyncIterator[Fault]:
        """Yield every fault as it is found. Nothing is changed, and servers may go on."""
        last = ""
        try:
            async with self.engine.connect() as connection:
                for fault in await _of_the_file(connection):
                    yield fault
            async with self.engine.connect() as connection:
                for fault in await _orphans(connection):
                    yield fault
            while True:
                async with self.engine.connect() as connection:
                    games, seats, events = await _batch(connection, last)
                if not games:
                    return
                for row in games:
                    self.games += 1
                    self.events += len(events[row.id])
                    for sentence in game_faults(row, seats[row.id], events[row.id]):
                        yield Fault(row.id, sentence)
                last = games[-1].id
        except (OperationalError, InterfaceError):
            raise  # the database does not answer, which says nothing about what it holds
        except DatabaseError as error:
            place = f" after game {last}" if last else ""
            yield Fault("", f"the database is damaged, and reading ended{place}: {reason(error)}")


def game_faults(game: Row[tuple[object, ...]], seats: Mapping[str, str], entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what is wrong with one game: its row, the digests of its seats, and its entries in order."""
    try:
        terms = Terms(game.rules, None if game.clock is None else Control.read(game.clock), game.takebacks)
    except ValueError as error:
        yield str(error)
        return
    if terms.rules not in RULE_SETS or terms.takebacks not in TAKEBACKS:
        yield f"the terms are unknown: rules {terms.rules!a}, takebacks {terms.takebacks!a}"
        return
    if not seats:
        yield "nobody owns a seat"
    if not all(_DIGEST.fullmatch(each) for each in (*seats.values(), game.join_digest)):
        yield "a secret is not kept as a digest"
    yield from _command_faults(entries)
    joined = any(entry.kind == "join" for entry in entries)
    ledger = Ledger.replay(terms, (), seated=len(seats) == len(SEATS) and not joined)
    for entry in entries:
        if entry.rev != ledger.rev + 1:
            yield f"event {ledger.rev + 1} is missing"
            return
        if entry.actor in SEATS and entry.actor not in seats:
            yield f"event {entry.rev} is by {entry.actor}, whose seat nobody owns"
        try:
            ledger = ledger.then(entry)
        except DamagedGameError:
            yield f"event {entry.rev} does not fit: {entry.actor} {entry.kind} {entry.what!a}"
            return
    if coin_is_due(ledger.position):
        yield "a cycle waits for the coin, which is thrown together with the placement that closes it"
    if ledger.seated != (len(seats) == len(SEATS)):
        yield "the seats that are owned are not those that were taken"
    if (ledger.end is None) != (game.ended_at is None):
        yield "it is marked as ended, but goes on" if ledger.end is None else "it has ended, but is not marked so"


def _command_faults(entries: Sequence[Entry]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for entry in entries:
        if entry.command is None:
            continue
        if entry.actor not in SEATS:
            yield f"event {entry.rev} has a command id, but {entry.actor} sends no commands"
        first = seen.setdefault(entry.command, entry.rev)
        if first != entry.rev:
            yield f"events {first} and {entry.rev} have the same command id"


async def _of_the_file(connection: AsyncConnection) -> list[Fault]:
    """Return what SQLite itself finds; PostgreSQL has no such question."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(row[0]) for row in await connection.execute(text("PRAGMA integrity_check"))]
    return [Fault("", f"the file is damaged: {' '.join(each.split())}") for each in found if each != "ok"]


async def _orphans(connection: AsyncConnection) -> list[Fault]:
    """Return the rows that belong to no game, one fault a game that is missing."""
    faults = []
    for table in (tables.seat, tables.event):
        missing = ~select(tables.game.c.id).where(tables.game.c.id == table.c.game_id).exists()
        found = await connection.scalars(select(table.c.game_id).where(missing).distinct().order_by(table.c.game_id))
        faults += [Fault(name, f"it does not exist, but has rows in the table {table.name}") for name in found]
    return faults


async def _batch(
    connection: AsyncConnection, after: str
) -> tuple[Sequence[Row[tuple[object, ...]]], dict[str, dict[str, str]], dict[str, list[Entry]]]:
    """Return the next games with the digests of their seats and their entries, all of one moment."""
    game, seat, event = tables.game.c, tables.seat.c, tables.event.c
    games = (await connection.execute(select(tables.game).where(game.id > after).order_by(game.id).limit(BATCH))).all()
    names = [row.id for row in games]
    seats: dict[str, dict[str, str]] = defaultdict(dict)
    for row in await connection.execute(select(tables.seat).where(seat.game_id.in_(names))):
        seats[row.game_id][row.seat] = row.token_digest
    entries: dict[str, list[Entry]] = defaultdict(list)
    columns = (event.actor, event.kind, event.what, event.command_id, event.at, event.clock_x, event.clock_o)
    found = (
        select(event.game_id, event.rev, *columns).where(event.game_id.in_(names)).order_by(event.game_id, event.rev)
    )
    for name, *values in await connection.execute(found):
        entries[name].append(Entry(*values))
    return games, seats, entries
