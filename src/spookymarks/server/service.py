"""What both edges share: making games, claiming seats, and the parts that live as long as the server."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, NamedTuple

import structlog

from spookymarks.server.errors import Code, RefusedError
from spookymarks.server.expiry import keep_clearing
from spookymarks.server.limits import Allowances
from spookymarks.server.rooms import Rooms
from spookymarks.server.seats import SEATS, digest, matches, new_game_id, new_secret, other
from spookymarks.server.store import StoredGame
from spookymarks.server.surroundings import Surroundings
from spookymarks.server.vitals import Vitals

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from spookymarks.server.bus import Bus
    from spookymarks.server.seats import GameId, Seat, Secret
    from spookymarks.server.settings import Settings
    from spookymarks.server.store import Store
    from spookymarks.server.terms import Terms

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

    def __init__(self, store: Store, bus: Bus, settings: Settings) -> None:
        self.store = store
        self.bus = bus
        self.settings = settings
        self.vitals = Vitals(store)
        self.rooms = Rooms(Surroundings(store, bus, self.vitals), settings.idle_seconds)
        self.allowances = Allowances(settings)

    async def start(self) -> None:
        """Enter this process among those that serve the store; raises UnavailableError."""
        await self.vitals.begin()
        await self.bus.start(self.rooms.heard, self.rooms.again)

    def upkeep(self) -> tuple[Coroutine[object, object, None], ...]:
        """Return what has to run beside the service, for as long as it runs."""
        rooms = self.rooms
        clearing = keep_clearing(self.store, self.settings, rooms.deleted)
        return self.vitals.beat(), rooms.sweep(), rooms.keep_up(), rooms.repeat(), clearing

    async def create(self, terms: Terms, side: Side, address: str) -> NewGame:
        """Make a game; its maker owns a seat of it.

        Raises RefusedError `limit` when the address has made too many, `unavailable` when it cannot be stored.
        """
        if not self.allowances.games.take(address):
            raise RefusedError(Code.LIMIT, "Too many new games from your address; please wait a minute.", 429)
        seat = secrets.choice(SEATS) if side == "random" else side
        new = NewGame(new_game_id(), seat, new_secret(), new_secret())
        seats = {seat: digest(new.token)}
        await self.store.create(StoredGame(new.game, terms, other(seat), digest(new.join), seats))
        log.info("game_created", game=new.game, rules=terms.rules)
        return new

    @contextmanager
    def guarded(self, address: str) -> Iterator[None]:
        """Count a wrong secret against the address that brought it; beyond its allowance it hears `limit` instead."""
        try:
            yield
        except RefusedError as refusal:
            if refusal.code is Code.WRONG_SECRET and not self.allowances.guesses.take(address):
                sentence = "Too many wrong secrets from your address; please wait a minute."
                raise RefusedError(Code.LIMIT, sentence, 429) from None
            raise

    async def claim(self, game: GameId, join: Secret, wish: Secret | None = None) -> tuple[Seat, Secret]:
        """Give the free seat of a game to whoever holds its join secret; return the seat and its token.

        The claimer may bring the token, as a `wish`: then asking again after a lost answer gives the same answer.
        Raises RefusedError: `no_such_game`, `wrong_secret`, `seat_taken` or `unavailable`.
        """
        stored = await self.store.load(game)
        if not matches(join, stored.join_digest):
            raise RefusedError(Code.WRONG_SECRET, "This link does not open a seat of the game.", 403)
        seat, token = stored.join_seat, wish or new_secret()
        room = await self.rooms.open(game)
        # The store's key decides among those who have all seen the seat free.
        if not await room.own(seat, digest(token)):
            raise RefusedError(Code.SEAT_TAKEN, "Somebody else has taken this seat.", 409)
        log.info("seat_claimed", game=game, seat=seat)
        return seat, token

    async def replace_token(self, game: GameId, token: Secret, fresh: Secret) -> Seat:
        """Give the seat of a token a fresh one, close all its sockets, and return the seat.

        Asking again after a lost answer gives the same answer. Raises RefusedError: `no_such_game`, `wrong_secret` or
        `unavailable`.
        """
        room = await self.rooms.open(game)
        for secret in (token, fresh):
            seat = await room.role_of(secret)
            if seat is not None and seat != "watch" and await room.own(seat, digest(fresh), token):
                log.info("token_replaced", game=game, seat=seat)
                return seat
        raise RefusedError(Code.WRONG_SECRET, "This token does not own a seat of the game.", 403)

    async def delete(self, game: GameId, token: Secret) -> None:
        """Delete a game whose other seat is free.

        Raises RefusedError: `no_such_game`, `wrong_secret`, `needs_agreement` or `unavailable`.
        """
        room = await self.rooms.open(game)
        if await room.role_of(token) is None:
            raise RefusedError(Code.WRONG_SECRET, "This token does not own a seat of the game.", 403)
        await room.delete_alone()
        log.info("game_deleted", game=game)
