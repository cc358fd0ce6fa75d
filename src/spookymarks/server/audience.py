"""The sockets of one live game: who is there, in all processes, and what everybody is told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spookymarks.server.hints import Who, publish
from spookymarks.server.presence import LOST_SECONDS, Presence
from spookymarks.server.protocol import Presence as PresenceMessage
from spookymarks.server.protocol import encode
from spookymarks.server.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spookymarks.server.hints import Here
    from spookymarks.server.outbox import Outbox
    from spookymarks.server.seats import Digest, GameId, Role
    from spookymarks.server.surroundings import Surroundings

PRESENCE_PAUSE = 0.05
"""Seconds in which comings and goings are gathered into one message."""


@dataclass(eq=False, slots=True)
class Member:
    """One open socket of a game; its role never changes.

    `token`: what opened its seat; None watches. `dismiss` closes the socket with a code.
    """

    role: Role
    token: Digest | None
    outbox: Outbox
    dismiss: Callable[[int], None]


class Audience:
    """The members of one game. `claim_in` says in how many milliseconds who waits may claim the game, if at all."""

    def __init__(self, game: GameId, around: Surroundings, claim_in: Callable[[], int | None]) -> None:
        self.presence = Presence(around.clock)
        self._game = game
        self._around = around
        self._claim_in = claim_in
        self._members: set[Member] = set()
        self._due = False
        self._claimable = False
        self._idle_since = around.clock()

    def __iter__(self) -> Iterator[Member]:
        return iter(list(self._members))

    def enter(self, member: Member, welcome: str) -> None:
        """Add a member: it is welcomed now and hears everything from now on."""
        if not self._members:
            publish(self._around.bus, Who(self._around.vitals.name, self._game))
        self._members.add(member)
        self.presence.enter(member.role)
        member.outbox.push(welcome)
        self.changed()

    def leave(self, member: Member, *, dropped: bool = False) -> None:
        """Forget a member, if it is one; `dropped`: its line broke."""
        if member in self._members:
            self._members.discard(member)
            self.presence.leave(member.role, dropped=dropped)
            self.touch()
            self.changed()

    def dismiss(self, members: Iterable[Member], code: int) -> None:
        """Close the sockets of members with a code."""
        for member in members:
            self.leave(member)
            member.dismiss(code)

    def announce(self, texts: Iterable[str]) -> None:
        """Tell everybody; nobody is waited for."""
        for text in texts:
            for member in self._members:
                member.outbox.push(text)

    def touch(self) -> None:
        """Count as visited: somebody is about to come in."""
        self._idle_since = self._around.clock()

    def idle_for(self) -> float:
        """Return for how many seconds nobody has been here."""
        return 0 if self._members else self._around.clock() - self._idle_since

    # Presence

    def hear(self, here: Here) -> None:
        """Take in who is connected to another process."""
        self.presence.hear(here)
        self._tell_soon(others=False)

    def changed(self) -> None:
        """Tell everybody soon who is there, in the other processes as well."""
        self._tell_soon(others=True)

    def turn_changed(self) -> None:
        """Tell everybody soon, if that changes who may claim the game."""
        if self._claimable or self._claim_in() is not None:
            self._tell_soon(others=False)

    def tell_others(self) -> None:
        """Tell the other processes who is connected here."""
        publish(self._around.bus, self.presence.mine(self._around.vitals.name, self._game))

    def _tell_soon(self, *, others: bool) -> None:
        if others and not self._due:
            asyncio.get_running_loop().call_later(PRESENCE_PAUSE, self._tell, True)
            self._due = True
        elif not others:
            asyncio.get_running_loop().call_later(PRESENCE_PAUSE, self._tell, False)

    def _tell(self, others: bool) -> None:
        if others:
            self._due = False
            self.tell_others()
        where = {seat: self.presence.where(seat) for seat in SEATS}
        claim = self._claim_in()
        self._claimable = claim is not None
        message = PresenceMessage(where["X"], where["O"], self.presence.watching, claim)
        self.announce([encode(message)])
        if "lost" in where.values():  # and later they are away
            asyncio.get_running_loop().call_later(LOST_SECONDS, self.changed)
