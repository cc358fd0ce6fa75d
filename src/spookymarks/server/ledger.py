"""A game as its log of events, as a pure value: the position, clocks, offers and end that the events lead to."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spookymarks.errors import SpookyMarksError
from spookymarks.notation.text import read_action
from spookymarks.rules import RULE_SETS, Phase, Position, Score
from spookymarks.server.clock import Clock
from spookymarks.server.errors import Code, DamagedGameError, RefusedError
from spookymarks.server.seats import SEATS, GameId, other

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spookymarks.server.protocol import EndedBy, Kind, Offered
    from spookymarks.server.seats import Actor, Role, Seat
    from spookymarks.server.terms import Terms


@dataclass(frozen=True, slots=True)
class Entry:
    """One committed event: the `rev`-th of its game, from 1; `kind` and `what` are those of docs/protocol.md.

    `command`: the id under which it was asked for; None for what nobody asks for on a socket. `at`: milliseconds
    since 1970, a label. `clock_x`, `clock_o`: milliseconds left to each after it; None in a game without a clock.
    """

    rev: int
    actor: Actor
    kind: Kind
    what: str
    command: str | None
    at: int
    clock_x: int | None = None
    clock_o: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer, made in the entry `rev`."""

    what: Offered
    seat: Seat
    rev: int


@dataclass(frozen=True, slots=True)
class End:
    """Why a game is over. `seat`: who resigned, agreed, ran out of time or was absent; None on the board."""

    by: EndedBy
    seat: Seat | None
    score: Score


@dataclass(frozen=True, slots=True)
class Step:
    """An action that stands, and the position before it."""

    actor: Actor
    action: str
    before: Position


@dataclass(frozen=True, slots=True)
class Ledger:
    """A game so far. Make one with `replay`; it never changes.

    `seated`: whether both seats have an owner. `basis`: the revision since which board and end have been as they are.
    `next`: the rematch.
    """

    terms: Terms
    position: Position
    seated: bool
    clock: Clock | None
    steps: tuple[Step, ...] = ()
    entries: tuple[Entry, ...] = ()
    offers: tuple[Offer, ...] = ()
    basis: int = 0
    end: End | None = None
    next: GameId | None = None

    @classmethod
    def replay(cls, terms: Terms, entries: Iterable[Entry], *, seated: bool = False) -> Ledger:
        """Return the game that stored entries make; raises DamagedGameError when they make none.

        `seated`: whether both seats had an owner when the game was made, as in a rematch.
        """
        if terms.rules not in RULE_SETS:
            raise DamagedGameError
        clock = None if terms.control is None else Clock.start(terms.control)
        ledger = cls(terms, Position.start(RULE_SETS[terms.rules]), seated, clock)
        for entry in entries:
            ledger = ledger.then(entry)
        if coin_is_due(ledger.position):  # it is drawn with the placement that closes the cycle, never later
            raise DamagedGameError
        return ledger

    @property
    def rev(self) -> int:
        """The number of entries."""
        return len(self.entries)

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

    def offer(self, what: str, seat: Seat) -> Offer | None:
        """Return the open offer of a seat, if there is one."""
        return next((offer for offer in self.offers if (offer.what, offer.seat) == (what, seat)), None)

    def own_step(self, seat: Seat) -> int | None:
        """Return the place of a seat's last action among the steps; a takeback returns to before it."""
        return next((place for place in reversed(range(len(self.steps))) if self.steps[place].actor == seat), None)

    # Taking in entries

    def then(self, entry: Entry) -> Ledger:
        """Return the game after one more entry; raises DamagedGameError when it does not fit."""
        if entry.rev != self.rev + 1 or coin_is_due(self.position) != (entry.actor == "coin"):
            raise DamagedGameError
        after = self._changed(entry)
        return replace(after, entries=(*self.entries, entry), clock=_clock(self, after, entry))

    def _changed(self, entry: Entry) -> Ledger:
        """Return the game with all of an entry but its clocks."""
        match entry.kind:
            case "act":
                return self._acted(entry)
            case "join" if not self.seated:
                return replace(self, seated=True)
            case "say" | "token":
                return self
            case "rematch" if self.end is not None and self.next is None:
                return replace(self, next=GameId(entry.what), offers=_without(self.offers, "rematch"))
            case "flag" if entry.actor == "clock":
                return self._ended(entry, "time", _seat(entry.what), None)
        seat = _seat(entry.actor)
        match entry.kind:
            case "offer" if entry.what == "takeback" and self.terms.takebacks == "free":
                return self._taken_back(entry, seat)
            case "offer":
                return replace(self, offers=(*self.offers, Offer(entry.what, seat, entry.rev)))  # type: ignore[arg-type]
            case "decline":
                return replace(self, offers=_without(self.offers, entry.what))
            case "accept" if self.offer(entry.what, other(seat)) is None:
                raise DamagedGameError
            case "accept" if entry.what == "takeback":
                return self._taken_back(entry, other(seat))
            case "accept" if entry.what == "draw":
                return self._ended(entry, "agreement", seat, Score(0, 0))
            case "resign":
                return self._ended(entry, "resignation", seat, None)
            case "claim":
                return self._ended(entry, "absence", other(seat), Score(0, 0) if entry.what == "draw" else None)
        raise DamagedGameError

    def _acted(self, entry: Entry) -> Ledger:
        actor = "coin" if coin_is_due(self.position) else self.position.to_act
        try:
            action = read_action(entry.what, self.position)
            position = self.position.play(action)
        except SpookyMarksError:
            raise DamagedGameError from None
        if self.end is not None or entry.actor != actor or entry.what != self.position.text(action):
            raise DamagedGameError
        score = position.score
        return replace(
            self,
            position=position,
            steps=(*self.steps, Step(entry.actor, entry.what, self.position)),
            offers=_without(self.offers, "draw", "takeback"),
            basis=entry.rev,
            end=None if score is None else End("board", None, score),
        )

    def _taken_back(self, entry: Entry, seat: Seat) -> Ledger:
        place = self.own_step(seat)
        if place is None or self.end is not None:
            raise DamagedGameError
        return replace(
            self,
            position=self.steps[place].before,
            steps=self.steps[:place],
            offers=_without(self.offers, "draw", "takeback"),
            basis=entry.rev,
        )

    def _ended(self, entry: Entry, by: EndedBy, seat: Seat, score: Score | None) -> Ledger:
        """Return the game ended by a seat, which loses unless a score is given."""
        if self.end is not None:
            raise DamagedGameError
        lost = Score(0, 1) if seat == "X" else Score(1, 0)
        return replace(
            self,
            offers=_without(self.offers, "draw", "takeback"),
            basis=entry.rev,
            end=End(by, seat, score or lost),
        )


def settled_clock(before: Ledger, after: Ledger, entry: Entry, spent: int) -> Clock | None:
    """Return the clocks after an entry: what the running one has spent is charged, and another one may run on.

    `spent`: milliseconds that the running clock has run. An entry that leaves board and seats as they are leaves the
    clocks as they are, too.
    """
    clock = before.clock
    if clock is None or (after.basis == before.basis and after.seated == before.seated):
        return clock
    if clock.control.daily and after.end is None:
        clock = Clock.start(clock.control)
    else:
        clock = clock.charged(spent)
        # The first placement only starts the clocks.
        if entry.kind == "act" and entry.actor in SEATS and before.steps and entry.what[0] != "@":
            clock = clock.rewarded(entry.actor)
    return _running(after, clock, entry.at)


def _clock(before: Ledger, after: Ledger, entry: Entry) -> Clock | None:
    """Return the clocks as an entry has them."""
    clock, x, o = after.clock, entry.clock_x, entry.clock_o
    if clock is None:
        if (x, o) != (None, None):
            raise DamagedGameError
        return None
    if x is None or o is None:
        raise DamagedGameError
    if after.basis == before.basis and after.seated == before.seated:
        return clock
    return _running(after, replace(clock, x=x, o=o), entry.at)


def _running(game: Ledger, clock: Clock, at: int) -> Clock:
    runs = game.seated and game.steps and game.end is None
    return clock.switched(game.position.to_act if runs else None, at)


def now() -> int:
    """Return the wall time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def coin_is_due(position: Position) -> bool:
    """Tell whether a cycle waits for the coin."""
    return position.phase is Phase.MEASURE and position.to_act is None


def _seat(name: str) -> Seat:
    if name not in SEATS:
        raise DamagedGameError
    return name


def _without(offers: tuple[Offer, ...], *what: str) -> tuple[Offer, ...]:
    return tuple(offer for offer in offers if offer.what not in what)
