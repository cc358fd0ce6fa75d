"""All live games. Looking a game up never makes one, and a game that nobody watches leaves memory."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from spookymarks.server.errors import DamagedGameError
from spookymarks.server.room import Room

if TYPE_CHECKING:
    from spookymarks.server.seats import Digest, GameId, Seat
    from spookymarks.server.store import Store

log = structlog.get_logger()


class Rooms:
    """The rooms in memory, one a game."""

    def __init__(self, store: Store, idle_seconds: float) -> None:
        self._store = store
        self._idle_seconds = idle_seconds
        self._rooms: dict[GameId, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def open(self, game: GameId) -> Room:
        """Return the room of a game; it stays in memory long enough to be joined.

        Raises NoSuchGameError, DamagedGameError or UnavailableError.
        """
        room = self._rooms.get(game)
        if room is None:
            # While this one was read, somebody else may have opened the game: theirs is the room.
            room = self._rooms.setdefault(game, await self._read(game))
        room.touch()
        return room

    async def look(self, game: GameId) -> Room:
        """Return the room of a game to read its state from, without keeping it in memory; raises as `open`."""
        return self._rooms.get(game) or await self._read(game)

    def seat_claimed(self, game: GameId, seat: Seat, token: Digest) -> None:
        """Tell the game, if it is in memory, of a committed claim."""
        room = self._rooms.get(game)
        if room is not None:
            room.seat_owners({seat: token})

    async def _read(self, game: GameId) -> Room:
        stored = await self._store.load(game)
        try:
            return Room(stored, self._store)
        except DamagedGameError:
            log.error("game_damaged", game=game, events=len(stored.entries))  # noqa: TRY400 - known, not a bug
            raise

    async def sweep(self) -> None:
        """Drop idle rooms, for ever."""
        while True:
            await asyncio.sleep(self._idle_seconds / 2)
            for game in [game for game, room in self._rooms.items() if room.idle_for() > self._idle_seconds]:
                del self._rooms[game]
