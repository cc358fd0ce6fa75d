"""A game as its log of events, as a pure value: what a command would add to it, and the position it leads to."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spookymarks.errors import SpookyMarksError
from spookymarks.notation.text import read_action
from spookymarks.rules import RULE_SETS, Phase, Position
from spookymarks.server.errors import Code, DamagedGameError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from spookymarks.rules import Action
    from spookymarks.server.protocol import Act
    from spookymarks.server.seats import Actor, Role, Seat

    Draw = Callable[[Sequence[Action]], Action]


@dataclass(frozen=True, slots=True)
class Entry:
    """One committed action: the `rev`-th of its game, from 1.

    `command`: the id under which it was asked for; None for the coin, which nobody asks. `at`: milliseconds
    since 1970, a label only.
    """

    rev: int
    actor: Actor
    action: str
    command: str | None
    at: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """A game so far. Make one with `replay`; it never changes."""

    position: Position
    entries: tuple[Entry, ...] = ()

    @classmethod
    def replay(cls, rules: str, entries: Iterable[Entry]) -> Ledger:
        """Return the game that stored entries make; raises DamagedGameError when they make none."""
        if rules not in RULE_SETS:
            raise DamagedGameError
        ledger = cls(Position.start(RULE_SETS[rules]))
        for entry in entries:
            ledger = ledger.then(entry)
        if _coin_is_due(ledger.position):  # it is drawn with the placement that closes the cycle, never later
            raise DamagedGameError
        return ledger

    @property
    def rev(self) -> int:
        """The number of entries."""
        return len(self.entries)

    def then(self, entry: Entry) -> Ledger:
        """Return the game after one more entry; raises DamagedGameError when it does not fit."""
        actor = "coin" if _coin_is_due(self.position) else self.position.to_act
        try:
            action = read_action(entry.action, self.position)
            position = self.position.play(action)
        except SpookyMarksError:
            raise DamagedGameError from None
        if entry.rev != self.rev + 1 or entry.actor != actor or entry.action != self.position.text(action):
            raise DamagedGameError
        return Ledger(position, (*self.entries, entry))

    def answered(self, command: str, role: Role) -> int | None:
        """Return the revision that a command of this role has made; None when it has made none.

        Raises RefusedError when another seat has used the id: its answer is nobody else's.
        """
        for entry in self.entries:
            if entry.command == command:
                if entry.actor != role:
                    raise RefusedError(Code.BAD_MESSAGE, f"The id {command!a} belongs to another command.")
                return entry.rev
        return None

    def decide(self, command: Act, seat: Seat, draw: Draw = secrets.choice) -> tuple[Entry, ...]:
        """Return what a seat's command adds: its own entry, and the coin's when that falls due.

        Raises RefusedError: `stale`, `game_over`, `not_yours` or `illegal`.
        """
        position = self.position
        if command.rev != self.rev:
            raise RefusedError(Code.STALE, f"The game is at revision {self.rev}, not at {command.rev}.")
        if position.over:
            raise RefusedError(Code.GAME_OVER, "The game is over.")
        if position.to_act != seat:
            raise RefusedError(Code.NOT_YOURS, f"It is {position.to_act}'s turn.")
        try:
            action = read_action(command.action, position)
            after = position.play(action)
        except SpookyMarksError as error:
            raise RefusedError(Code.ILLEGAL, str(error)) from None
        at = now()
        entry = Entry(self.rev + 1, seat, position.text(action), command.id, at)
        if not _coin_is_due(after):
            return (entry,)
        return (entry, Entry(entry.rev + 1, "coin", after.text(draw(after.legal)), None, at))


def now() -> int:
    """Return the wall time in milliseconds since 1970; a label, never compared."""
    return time.time_ns() // 1_000_000


def _coin_is_due(position: Position) -> bool:
    return position.phase is Phase.MEASURE and position.to_act is None
