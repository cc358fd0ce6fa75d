"""The two clocks of a game as a pure value. Times are milliseconds; who measures them is the room's business."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spookymarks.server.seats import Seat
    from spookymarks.server.terms import Control


@dataclass(frozen=True, slots=True)
class Clock:
    """What is left to each player. `running`: whose time has been passing `since` then (wall time); None: nobody's."""

    control: Control
    x: int
    o: int
    running: Seat | None = None
    since: int = 0

    @classmethod
    def start(cls, control: Control) -> Clock:
        """Return the clocks of a new game, which stand."""
        return cls(control, control.initial, control.initial)

    def left(self, seat: Seat) -> int:
        """Return what is left to a player, not counting the time that is passing."""
        return self.x if seat == "X" else self.o

    def charged(self, spent: int) -> Clock:
        """Return the clocks after the running one has spent some time; none goes below zero."""
        if self.running is None:
            return self
        return self._with(self.running, max(0, self.left(self.running) - spent))

    def rewarded(self, seat: Seat) -> Clock:
        """Return the clocks after a placement of a player."""
        return self._with(seat, self.left(seat) + self.control.increment)

    def switched(self, running: Seat | None, at: int) -> Clock:
        """Return the clocks with another one running from now on."""
        return replace(self, running=running, since=at)

    def _with(self, seat: Seat, left: int) -> Clock:
        return replace(self, x=left) if seat == "X" else replace(self, o=left)
