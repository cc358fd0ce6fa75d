"""Making a game and taking its seats over HTTP, with the lost answers and the races that this network has."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from faults import wire
from faults.history import Game
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from faults.history import Document, History
    from faults.wire import Api, Reply

CLAIMERS = 3
PAUSE = 0.05
_RULES = [rules.name for rules in RULE_SETS.values()]
_CLOCKS: Sequence[str | None] = (None, None, "10+0", "300+5", "3d")


async def certain(api: Api, path: str, body: Document) -> Reply:
    """Ask until an answer is certain."""
    while True:
        reply = await api.post(path, body)
        if not isinstance(reply, wire.Unknown):
            return reply
        await asyncio.sleep(PAUSE)


async def open_game(api: Api, history: History, rng: random.Random) -> Game:
    """Make a game and let several people race for its free seat; the game has two owners then."""
    game, join = await _make(api, history, rng)
    if rng.random() < 0.05:
        await _delete(api, game)
        game, join = await _make(api, history, rng)
    await _race(api, game, join, rng)
    return game


async def _make(api: Api, history: History, rng: random.Random) -> tuple[Game, str]:
    """Make a game; return it and the secret of its free seat."""
    side = rng.choice(("X", "O"))
    rules, clock = rng.choice(("standard", "standard", "coin", *_RULES)), rng.choice(_CLOCKS)
    takebacks = rng.choice(("never", "ask", "free"))
    terms = {"rules": rules, "side": side, "clock": clock, "takebacks": takebacks}
    # A game whose making was not answered is lost, and nobody plays it.
    made = await certain(api, "/games", terms)
    if made.status != 201:
        raise AssertionError(f"a game could not be made: {made}")
    game = Game(made.body["game"], rules, takebacks, clock, {side: made.body["token"]})
    history.games[game.id] = game
    return game, made.body["join"]


async def _delete(api: Api, game: Game) -> None:
    """Delete a game that nobody has joined; asking again after a lost answer finds none."""
    game.deletable = True
    reply = await certain(api, f"/games/{game.id}/deletion", {"token": next(iter(game.tokens.values()))})
    game.gone = True
    if reply.status not in {200, 404}:
        game.complain(f"a game with a free seat could not be deleted: {reply}")


async def _race(api: Api, game: Game, join: str, rng: random.Random) -> None:
    """Claim the free seat with several tokens at once: one has it in the end, and the others are told so."""
    tokens = [wire.secret(rng) for _ in range(CLAIMERS)]
    claims = [certain(api, f"/games/{game.id}/seats", {"join": join, "token": token}) for token in tokens]
    replies = await asyncio.gather(*claims)
    won = [(reply.body["seat"], token) for reply, token in zip(replies, tokens, strict=True) if reply.status == 201]
    lost = [reply for reply in replies if reply.status != 201]
    if len(won) != 1 or any(reply.status != 409 for reply in lost):
        game.complain(f"{len(won)} of {CLAIMERS} claimers got the seat, the others heard {lost}")
    game.tokens.update(won)


async def move_seat(api: Api, game: Game, seat: str, rng: random.Random) -> None:
    """Give a seat a new token, as its owner does on another device."""
    fresh = wire.secret(rng)
    # Until the answer is certain the seat may have either.
    game.spares[seat] = fresh
    reply = await certain(api, f"/games/{game.id}/token", {"token": game.tokens[seat], "fresh": fresh})
    if reply.status == 200:
        game.spares[seat] = game.tokens[seat]
        game.tokens[seat] = fresh
    elif reply.status != 404 or not game.deletable:
        game.complain(f"{seat} could not get a new token: {reply}")
