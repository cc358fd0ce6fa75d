"""How long the running clock of a live game has run, and how long its player has been absent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.server.ledger import now
from spookymarks.server.terms import GRACE_WITHOUT_CLOCK
from spookymarks.server.vitals import charged

if TYPE_CHECKING:
    from spookymarks.server.ledger import Ledger
    from spookymarks.server.presence import Presence
    from spookymarks.server.surroundings import Surroundings

FLAG_MARGIN = 0.02
"""Seconds after which a clock that must have run out is looked at."""


class Stopwatch:
    """Measures in the process's own seconds; the wall clock counts only for what other processes have stored."""

    def __init__(self, game: Ledger, around: Surroundings) -> None:
        self._around = around
        self._turn_from = around.clock()
        self._clock_from = self._from_wall(game)

    def adopted(self, before: Ledger, after: Ledger, received: float | None) -> None:
        """Start anew where an event has started another clock or turn.

        `received`: when the command that made it arrived; None for an event of another process.
        """
        if after.clock != before.clock:
            self._clock_from = self._from_wall(after) if received is None else received
        if after.basis != before.basis:
            self._turn_from = self._around.clock()

    def spent(self, received: float) -> int:
        """Return for how many milliseconds the running clock had run when something arrived."""
        return max(0, round((received - self._clock_from) * 1000))

    def due_in(self, game: Ledger) -> float | None:
        """Return in how many seconds the running clock has run out; None when none runs."""
        clock = game.clock
        if clock is None or clock.running is None:
            return None
        due = self._clock_from + clock.left(clock.running) / 1000 + FLAG_MARGIN
        return max(due - self._around.clock(), FLAG_MARGIN)

    def claim_in(self, game: Ledger, presence: Presence) -> int | None:
        """Return in how many milliseconds the player who waits may claim the game; None while nobody may."""
        seat = game.position.to_act
        # While hints are not known to arrive, the absent may be present in another process.
        if game.end is not None or not game.seated or seat is None or not self._around.bus.sure:
            return None
        absent_since = presence.absent_since(seat)
        if absent_since is None:
            return None
        control = game.terms.control
        if control is None:
            if not game.entries:
                return None
            began = game.entries[max(0, game.basis - 1)].at
            return max(0, GRACE_WITHOUT_CLOCK - max(0, now() - began))
        if control.grace is None:
            return None
        absent = self._around.clock() - max(absent_since, self._turn_from)
        return max(0, control.grace - round(absent * 1000))

    def _from_wall(self, game: Ledger) -> float:
        """Return when the running clock began, judged by the wall clock and without outages."""
        clock = game.clock
        if clock is None or clock.running is None:
            return self._around.clock()
        return self._around.clock() - charged(clock.since, now(), self._around.vitals.outages) / 1000
