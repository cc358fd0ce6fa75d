"""A game as it is sent to everybody: from its ledger to the state of docs/protocol.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.notation.replay import replay_document
from spookymarks.server.protocol import ClockState, End, Match, OpenOffer, Points, SeatsTaken, State
from spookymarks.server.seats import SEATS
from spookymarks.server.vitals import uncharged

if TYPE_CHECKING:
    from collections.abc import Collection

    from spookymarks.server.ledger import Ledger
    from spookymarks.server.seats import GameId, Seat
    from spookymarks.server.store import Series
    from spookymarks.server.vitals import Outage


def describe(
    game: GameId, ledger: Ledger, seats: Collection[Seat], series: Series, outages: Collection[Outage]
) -> State:
    """Return the state of a game whose taken seats are given; its clock stood still in the outages."""
    clock, end = ledger.clock, ledger.end
    if clock is not None:
        clock = clock.switched(clock.running, clock.since + uncharged(clock.since, outages))
    return State(
        game=game,
        rules=ledger.terms.rules,
        rev=ledger.rev,
        actions=tuple(step.action for step in ledger.steps),
        seats=SeatsTaken(**{seat: seat in seats for seat in SEATS}),
        replay=replay_document(ledger.position),
        takebacks=ledger.terms.takebacks,
        clock=None if clock is None else ClockState(str(clock.control), clock.x, clock.o, clock.running, clock.since),
        offers=tuple(OpenOffer(offer.what, offer.seat) for offer in ledger.offers),
        end=None if end is None else End(end.by, end.seat, Points(end.score.x, end.score.o)),
        match=Match(series.halves_x / 2, series.halves_o / 2, series.earlier),
        next=ledger.next,
    )
