"""All live games. Looking a game up never makes one, and a game that nobody watches leaves memory."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from spookymarks.server import metrics
from spookymarks.server.errors import DamagedGameError, RefusedError
from spookymarks.server.hints import Here, Moved, Who, read
from spookymarks.server.room import Room

if TYPE_CHECKING:
    from spookymarks.server.seats import GameId
    from spookymarks.server.surroundings import Surroundings

POLL_SECONDS = 0.5
"""How often the store is asked for news while hints are not known to arrive."""

POLL_GAMES = 500
REPEAT_SECONDS = 10.0
"""How often the other processes are told who is connected here."""

log = structlog.get_logger()


class Rooms:
    """The rooms in memory, one a game."""

    def __init__(self, around: Surroundings, idle_seconds: float) -> None:
        self._around = around
        self._idle_seconds = idle_seconds
        self._rooms: dict[GameId, Room] = {}
        self._reread = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._rooms)

    async def open(self, game: GameId) -> Room:
        """Return the room of a game; it stays in memory long enough to be joined.

        Raises NoSuchGameError, DamagedGameError or UnavailableError.
        """
        room = self._live(game)
        if room is None:
            # While this one was read, somebody else may have opened the game: theirs is the room.
            found = await self._read(game)
            room = self._live(game) or self._rooms.setdefault(game, found)
            metrics.rooms(len(self._rooms))
        room.audience.touch()
        return room

    async def look(self, game: GameId) -> Room:
        """Return the room of a game to read its state from, without keeping it in memory; raises as `open`."""
        return self._live(game) or await self._read(game)

    def _live(self, game: GameId) -> Room | None:
        room = self._rooms.get(game)
        if room is not None and room.gone:
            del self._rooms[game]
            room = None
        return room

    async def _read(self, game: GameId) -> Room:
        stored = await self._around.store.load(game)
        try:
            return Room(stored, self._around)
        except DamagedGameError:
            log.error("game_damaged", game=game, events=len(stored.entries))  # noqa: TRY400 - known, not a bug
            raise

    # Upkeep, for as long as the server runs

    async def sweep(self) -> None:
        """Drop idle rooms, for ever."""
        while True:
            await asyncio.sleep(self._idle_seconds / 2)
            for game in [game for game, room in self._rooms.items() if room.audience.idle_for() > self._idle_seconds]:
                self._rooms.pop(game).close()
            metrics.rooms(len(self._rooms))

    def heard(self, text: str) -> None:
        """Take in a hint of another process."""
        hint = read(text)
        if hint is None or hint.process == self._around.vitals.name:
            return
        room = self._rooms.get(hint.game)  # type: ignore[call-overload]
        if room is None:
            return
        match hint:
            case Moved(rev=rev):
                if rev < 0 or rev > room.rev:
                    self._catch_up(room)
            case Here():
                room.audience.hear(hint)
            case Who():
                room.audience.tell_others()

    def deleted(self, game: GameId) -> None:
        """Close the sockets of a game that has been deleted from the store."""
        room = self._rooms.pop(game, None)
        if room is not None:
            room.vanish()

    def again(self) -> None:
        """Ask the store for news of every room: hints may have been lost."""
        self._reread.set()

    async def keep_up(self) -> None:
        """Ask the store for news of every room whenever hints may have been lost, and while they may be, for ever."""
        while True:
            metrics.bus(self._around.bus.sure)
            if self._around.bus.sure:
                try:
                    await asyncio.wait_for(self._reread.wait(), POLL_SECONDS)
                except TimeoutError:
                    continue
            else:
                await asyncio.sleep(POLL_SECONDS)
            self._reread.clear()
            try:
                await self._poll()
            except RefusedError as refusal:
                log.warning("poll_failed", reason=refusal.message)
                self._reread.set()
                await asyncio.sleep(POLL_SECONDS)

    async def _poll(self) -> None:
        games = list(self._rooms)
        for first in range(0, len(games), POLL_GAMES):
            some = games[first : first + POLL_GAMES]
            newest = await self._around.store.newest(some)
            for game in some:
                room = self._rooms.get(game)
                if room is not None and not room.gone and newest.get(game) != room.rev:
                    self._catch_up(room)

    async def repeat(self) -> None:
        """Tell the other processes now and then who is connected here, for ever."""
        while True:
            await asyncio.sleep(REPEAT_SECONDS)
            for room in list(self._rooms.values()):
                if not room.audience.idle_for():
                    room.audience.tell_others()

    def _catch_up(self, room: Room) -> None:
        task = asyncio.create_task(_caught_up(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _caught_up(room: Room) -> None:
    try:
        await room.catch_up()
    except RefusedError as refusal:
        log.warning("catch_up_failed", game=room.id, reason=refusal.message)
