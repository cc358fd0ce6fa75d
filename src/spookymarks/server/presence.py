"""Who is connected to a game, here and in the other processes: present, lost for a moment, or away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spookymarks.server.hints import Here
from spookymarks.server.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.server.hints import Where
    from spookymarks.server.seats import Role, Seat

LOST_SECONDS = 60.0
"""For how long a player whose line broke counts as lost, and may be about to return."""

HEARD_SECONDS = 25.0
"""For how long another process's word on who is with it counts; it repeats it more often."""


@dataclass(slots=True)
class _Seat:
    """A seat's sockets in this process, and how and when it was last left."""

    sockets: int = 0
    dropped: bool = False
    left_at: float = float("-inf")


class Presence:
    """The roles that are connected. `clock`: monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seats: dict[Seat, _Seat] = {seat: _Seat() for seat in SEATS}
        self._watching = 0
        self._elsewhere: dict[str, tuple[Here, float]] = {}
        # Nothing is known of the time before, so absence is counted from now.
        self._absent_since: dict[Seat, float] = dict.fromkeys(SEATS, clock())

    def enter(self, role: Role) -> None:
        """Count a socket in."""
        if role == "watch":
            self._watching += 1
        else:
            self._seats[role].sockets += 1

    def leave(self, role: Role, *, dropped: bool) -> None:
        """Count a socket out; `dropped`: its line broke, nobody said good-bye."""
        if role == "watch":
            self._watching -= 1
            return
        seat = self._seats[role]
        seat.sockets -= 1
        seat.dropped, seat.left_at = dropped, self._clock()
        self._absent_since[role] = self._clock()

    def hear(self, here: Here) -> None:
        """Take in what another process says of its sockets."""
        for seat in SEATS:
            if self.where(seat) == "here":
                self._absent_since[seat] = self._clock()
        self._elsewhere[here.process] = here, self._clock()

    def mine(self, process: str, game: str) -> Here:
        """Return what this process can say to the others."""
        return Here(process, game, self._where_here("X"), self._where_here("O"), self._watching)

    @property
    def watching(self) -> int:
        """How many sockets watch, everywhere."""
        return self._watching + sum(here.watch for here in self._heard())

    def where(self, seat: Seat) -> Where:
        """Return where the owner of a seat is; with several sockets, the best of them counts."""
        found = {self._where_here(seat), *(_of(here, seat) for here in self._heard())}
        return "here" if "here" in found else "lost" if "lost" in found else "away"

    def absent_since(self, seat: Seat) -> float | None:
        """Return since when the owner of a seat has been absent; None when they are here."""
        return None if self.where(seat) == "here" else self._absent_since[seat]

    def _where_here(self, seat: Seat) -> Where:
        state = self._seats[seat]
        if state.sockets:
            return "here"
        return "lost" if state.dropped and self._clock() - state.left_at < LOST_SECONDS else "away"

    def _heard(self) -> list[Here]:
        now = self._clock()
        self._elsewhere = {
            process: (here, at) for process, (here, at) in self._elsewhere.items() if now - at < HEARD_SECONDS
        }
        return [here for here, _ in self._elsewhere.values()]


def _of(here: Here, seat: Seat) -> Where:
    return here.X if seat == "X" else here.O
