"""What both edges share: making games, claiming seats, and the parts that live as long as the server."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Literal, NamedTuple

import structlog

from spookymarks.server.errors import Code, ConflictError, RefusedError
from spookymarks.server.limits import Buckets
from spookymarks.server.rooms import Rooms
from spookymarks.server.seats import SEATS, digest, matches, new_game_id, new_secret, other
from spookymarks.server.store import StoredGame

if TYPE_CHECKING:
    from spookymarks.server.seats import GameId, Seat, Secret
    from spookymarks.server.settings import Settings
    from spookymarks.server.store import Store

Side = Literal["X", "O", "random"]
log = structlog.get_logger()


class NewGame(NamedTuple):
    """A game that has just been made: its maker's seat and token, and the secret that opens the other seat."""

    game: GameId
    seat: Seat
    token: Secret
    join: Secret


class Service:
    """The server without its edges."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.rooms = Rooms(store, settings.idle_seconds)
        self._creations = Buckets(settings.games_burst, settings.games_per_minute / 60)

    async def create(self, rules: str, side: Side, address: str) -> NewGame:
        """Make a game; its maker owns a seat of it.

        Raises RefusedError `limit` when the address has made too many, `unavailable` when it cannot be stored.
        """
        if not self._creations.take(address):
            raise RefusedError(Code.LIMIT, "Too many new games from your address; please wait a minute.", 429)
        seat = secrets.choice(SEATS) if side == "random" else side
        new = NewGame(new_game_id(), seat, new_secret(), new_secret())
        seats = {seat: digest(new.token)}
        await self.store.create(StoredGame(new.game, rules, other(seat), digest(new.join), seats))
        log.info("game_created", game=new.game, rules=rules)
        return new

    async def claim(self, game: GameId, join: Secret, wish: Secret | None = None) -> tuple[Seat, Secret]:
        """Give the free seat of a game to whoever holds its join secret; return the seat and its token.

        The claimer may bring the token, as a `wish`: then asking again after a lost answer gives the same answer.
        Raises RefusedError: `no_such_game`, `wrong_secret`, `seat_taken` or `unavailable`.
        """
        stored = await self.store.load(game)
        if not matches(join, stored.join_digest):
            raise RefusedError(Code.WRONG_SECRET, "This link does not open a seat of the game.", 403)
        seat, token, owners = stored.join_seat, wish or new_secret(), stored.seats
        if seat not in owners:
            try:
                # The store's key decides among those who have all seen the seat free.
                await self.store.claim(game, seat, digest(token))
            except ConflictError:
                owners = await self.store.seats(game)
            else:
                self.rooms.seat_claimed(game, seat, digest(token))
                log.info("seat_claimed", game=game, seat=seat)
                return seat, token
        if not matches(token, owners[seat]):
            raise RefusedError(Code.SEAT_TAKEN, "Somebody else has taken this seat.", 409)
        return seat, token
