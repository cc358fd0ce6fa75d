"""What a game's entries mean, folded by this file alone from docs/protocol.md and the Python rules: the checker's view.

It shares no code with the server, so that a mistake of the server's own fold cannot hide itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from spookymarks.errors import SpookyMarksError
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_action
from spookymarks.rules import RULE_SETS, Position

PHRASES = frozenset({"hello", "good-luck", "nice", "oops", "moment", "thanks", "well-played", "bye"})
PHRASES_A_SEAT = 5
LAPSING = ("draw", "takeback")
OPPONENT = {"X": "O", "O": "X"}


class Fact(NamedTuple):
    """One stored entry."""

    rev: int
    actor: str
    kind: str
    what: str
    command: str | None
    clock: tuple[int, int] | None = None


class BrokenError(Exception):
    """An entry that the rules or the protocol do not allow where it stands."""


@dataclass
class Referee:
    """A game so far; feed it facts in order. `basis`: the revision of the last action, takeback or end."""

    rules: str
    takebacks: str
    seats: set[str]
    rev: int = 0
    basis: int = 0
    actions: list[tuple[str, str]] = field(default_factory=list)
    offers: list[tuple[str, str]] = field(default_factory=list)
    end: tuple[str, str | None, dict[str, float]] | None = None
    next: str | None = None
    said: dict[str, int] = field(default_factory=lambda: {"X": 0, "O": 0})

    @property
    def position(self) -> Position:
        """The board, by playing every action that stands from the start."""
        position = Position.start(RULE_SETS[self.rules])
        for _, text in self.actions:
            position = position.play(read_action(text, position))
        return position

    @property
    def on_turn(self) -> str | None:
        """Who has to act: a seat, the coin, or nobody."""
        position = self.position
        if self.end is not None or position.over:
            return None
        return position.to_act or "coin"

    def take(self, fact: Fact) -> None:
        """Add a fact; raises BrokenError, in a sentence."""
        if fact.rev != self.rev + 1:
            raise BrokenError(f"entry {fact.rev} follows entry {self.rev}")
        if self.on_turn == "coin" and fact.actor != "coin":
            raise BrokenError(f"entry {fact.rev} is {fact.actor}'s, but a coin has to be tossed")
        if fact.actor in OPPONENT and fact.actor not in self.seats and fact.kind != "join":
            raise BrokenError(f"entry {fact.rev} is by {fact.actor}, a seat without an owner")
        try:
            getattr(self, f"_{fact.kind}")(fact)
        except AttributeError:
            raise BrokenError(f"entry {fact.rev} is of an unknown kind, {fact.kind!r}") from None
        self.rev = fact.rev

    def description(self) -> dict[str, object]:
        """Return what the state at this revision has to say, without clocks and without what other games decide."""
        end = None
        if self.end is not None:
            end = {"by": self.end[0], "seat": self.end[1], "score": self.end[2]}
        return {
            "rules": self.rules,
            "rev": self.rev,
            "actions": [text for _, text in self.actions],
            "seats": {seat: seat in self.seats for seat in OPPONENT},
            "replay": replay_document(self.position),
            "takebacks": self.takebacks,
            "offers": [{"what": what, "seat": seat} for what, seat in self.offers],
            "end": end,
            "next": self.next,
        }

    def _join(self, fact: Fact) -> None:
        if fact.actor in self.seats:
            raise BrokenError(f"entry {fact.rev} gives seat {fact.actor} to a second owner")
        self.seats.add(fact.actor)

    def _act(self, fact: Fact) -> None:
        position = self.position
        if self.on_turn != fact.actor:
            raise BrokenError(f"entry {fact.rev} is an action of {fact.actor}, but {self.on_turn} was to act")
        try:
            after = position.play(read_action(fact.what, position))
        except SpookyMarksError as error:
            raise BrokenError(f"entry {fact.rev}: {error}") from None
        self.actions.append((fact.actor, fact.what))
        self._moved(fact)
        score = after.score
        if score is not None:
            self.end = ("board", None, {"X": score.x, "O": score.o})

    def _offer(self, fact: Fact) -> None:
        offer = (fact.what, fact.actor)
        if offer in self.offers:
            raise BrokenError(f"entry {fact.rev} repeats the open offer {offer}")
        if fact.what == "takeback":
            self._need_running(fact)
            if self.takebacks == "never":
                raise BrokenError(f"entry {fact.rev} is a takeback in a game that has none")
            if not any(actor == fact.actor for actor, _ in self.actions):
                raise BrokenError(f"entry {fact.rev} offers to take back an action of {fact.actor}, who has none")
            if self.takebacks == "free":
                self._take_back(fact, fact.actor)
                return
        elif fact.what == "draw":
            self._need_running(fact)
        elif fact.what == "rematch" and (self.end is None or self.next is not None):
            raise BrokenError(f"entry {fact.rev} offers a rematch of a game that has not ended or has one already")
        self.offers.append(offer)

    def _accept(self, fact: Fact) -> None:
        offer = (fact.what, OPPONENT[fact.actor])
        self._need_offer(fact, offer)
        self._need_running(fact)
        if fact.what == "takeback":
            self._take_back(fact, offer[1])
        elif fact.what == "draw":
            self._end(fact, "agreement", fact.actor, {"X": 0, "O": 0})
        else:
            raise BrokenError(f"entry {fact.rev} accepts {fact.what!r}, which leaves no such entry")

    def _decline(self, fact: Fact) -> None:
        open_ = [offer for offer in self.offers if offer[0] == fact.what]
        if not open_:
            raise BrokenError(f"entry {fact.rev} declines an offer of {fact.what} that nobody has made")
        self.offers = [offer for offer in self.offers if offer[0] != fact.what]

    def _rematch(self, fact: Fact) -> None:
        self._need_offer(fact, ("rematch", OPPONENT[fact.actor]))
        if self.end is None or self.next is not None:
            raise BrokenError(f"entry {fact.rev} is a rematch of a game that has not ended or has one already")
        self.next = fact.what
        self.offers = [offer for offer in self.offers if offer[0] != "rematch"]

    def _resign(self, fact: Fact) -> None:
        self._lose(fact, "resignation", fact.actor)

    def _claim(self, fact: Fact) -> None:
        if fact.what == "draw":
            self._end(fact, "absence", OPPONENT[fact.actor], {"X": 0, "O": 0})
        else:
            self._lose(fact, "absence", OPPONENT[fact.actor])

    def _flag(self, fact: Fact) -> None:
        if fact.actor != "clock" or fact.what != self.on_turn:
            raise BrokenError(f"entry {fact.rev} flags {fact.what}, but {self.on_turn} was to act")
        self._lose(fact, "time", fact.what)

    def _say(self, fact: Fact) -> None:
        self.said[fact.actor] += 1
        if fact.what not in PHRASES or self.said[fact.actor] > PHRASES_A_SEAT:
            raise BrokenError(f"entry {fact.rev} is phrase {self.said[fact.actor]} of {fact.actor}: {fact.what!r}")

    def _token(self, _fact: Fact) -> None:
        pass

    def _moved(self, fact: Fact) -> None:
        self.basis = fact.rev
        self.offers = [offer for offer in self.offers if offer[0] not in LAPSING]
        self.said = {"X": 0, "O": 0}

    def _take_back(self, fact: Fact, seat: str) -> None:
        while self.actions and self.actions.pop()[0] != seat:
            pass
        self._moved(fact)

    def _lose(self, fact: Fact, by: str, loser: str) -> None:
        self._end(fact, by, loser, {loser: 0, OPPONENT[loser]: 1})

    def _end(self, fact: Fact, by: str, seat: str, score: dict[str, float]) -> None:
        self._need_running(fact)
        self._moved(fact)
        self.end = (by, seat, score)

    def _need_running(self, fact: Fact) -> None:
        if self.end is not None:
            raise BrokenError(f"entry {fact.rev}, {fact.kind} {fact.what}, comes after the end of the game")

    def _need_offer(self, fact: Fact, offer: tuple[str, str]) -> None:
        if offer not in self.offers:
            raise BrokenError(f"entry {fact.rev} answers the offer {offer}, which is not open")
