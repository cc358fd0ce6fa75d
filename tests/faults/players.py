"""The people at one table: two seats, some with two tabs, somebody who watches, and one game after the other."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING

from faults.choices import OPPONENT, choose
from faults.client import LOST, Client, Owner
from faults.history import Game
from faults.lobby import move_seat, open_game
from faults.wire import secret

if TYPE_CHECKING:
    from faults.history import Document, History, Role
    from faults.proxy import Proxy
    from faults.wire import Api

PATIENCE = 1.0
"""Seconds of silence after which a client sends its command again."""
THINKING = 0.12
SEATS: tuple[Role, Role] = ("X", "O")
AFTER_THE_END = 12
"""How many times a player still looks at a finished game."""


async def sit(api: Api, network: Proxy, history: History, seed: str) -> None:
    """Play games at one table for ever, rematches where they are agreed."""
    rng = random.Random(seed)
    token = stranger = secret(rng)
    while True:
        game: Game | None = await open_game(api, history, rng)
        while game is not None:
            following = await _play(api, network, game, stranger, rng)
            token = game.tokens["X"]
            game = None if following is None else _rematch(history, game, following)
        # Only now: it opens the rematches, too.
        stranger = token


async def _play(api: Api, network: Proxy, game: Game, stranger: str, rng: random.Random) -> str | None:
    """Play one game until everybody has had enough of it; return the id of its rematch."""
    seats = [Owner(seat, game.tokens[seat], game.spares.get(seat)) for seat in SEATS]
    owners = [*seats, Owner("watch", None)]
    clients = [Client(game, owner, owner.role, network) for owner in owners]
    clients += [Client(game, owner, f"{owner.role}'", network) for owner in seats if rng.random() < 0.3]
    players = []
    for client in clients:
        twins = [other for other in clients if other.owner is client.owner and other is not client]
        players.append(_Player(client, twins, random.Random(rng.random())))
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.run())
        if not game.spares and rng.random() < 0.1:
            group.create_task(_move(api, rng.choice(seats), game, rng))
        if rng.random() < 0.2:
            group.create_task(_intrude(network, game, stranger))
    states = [client.state for client in clients if client.state is not None]
    return next((state["next"] for state in states if state["next"]), None)


def _rematch(history: History, game: Game, following: str) -> Game:
    """Return the game that follows: its seats are those of this one, with sides swapped."""
    tokens = {OPPONENT[seat]: token for seat, token in game.tokens.items()}
    # A seat that moved after the rematch was agreed has its older token there.
    spares = {OPPONENT[seat]: token for seat, token in game.spares.items()}
    rematch = Game(following, game.rules, game.takebacks, game.clock, tokens, spares, seated=True)
    return history.games.setdefault(following, rematch)


async def _move(api: Api, owner: Owner, game: Game, rng: random.Random) -> None:
    """Move a seat to another device in the middle of the game."""
    await asyncio.sleep(rng.uniform(0.2, 2))
    game.moving = True
    try:
        await move_seat(api, game, owner.role, rng)
    finally:
        game.moving = False
    owner.token = game.tokens[owner.role]


async def _intrude(network: Proxy, game: Game, token: str) -> None:
    """Come with a token that opens a seat of another game."""
    client = Client(game, Owner("X", token, stranger=True), "stranger", network)
    with suppress(*LOST):
        async with client.online():
            pass


class _Player:
    """Somebody at one client. `twins`: the other clients of the same person."""

    def __init__(self, client: Client, twins: list[Client], rng: random.Random) -> None:
        self._client = client
        self._twins = twins
        self._rng = rng
        self._looks = 0

    async def run(self) -> None:
        """Play until the game is over for this one, whatever happens to the connection."""
        while not self._done:
            with suppress(*LOST):
                async with self._client.online():
                    for command in self._client.pending:
                        await self._client.send(command)
                    while not self._done:
                        await self._go_on()
            await asyncio.sleep(self._rng.uniform(0, 0.1))

    @property
    def _done(self) -> bool:
        state = self._client.state
        if self._client.game.gone:
            return True
        if state is None or state["end"] is None or self._client.pending:
            return False
        return state["next"] is not None or self._looks > AFTER_THE_END

    async def _go_on(self) -> None:
        client, rng = self._client, self._rng
        if client.pending:
            heard = await client.hear(PATIENCE)
            if heard is None and rng.random() < 0.5:
                raise TimeoutError
            if heard is None or heard.get("code") == "unavailable":
                # Silence says nothing, and `unavailable` not much more.
                await asyncio.sleep(0.1)
                for command in client.pending:
                    await client.send(command)
        elif client.state is not None:
            await self._wish(client.state)

    async def _wish(self, state: Document) -> None:
        client, rng = self._client, self._rng
        if state["end"] is not None:
            self._looks += 1
        wish = choose(state, client.owner.role, rng)
        if wish is None:
            await client.hear(rng.uniform(0, THINKING))
            return
        copies = rng.choice((1,) * 8 + (2, 4))
        command = await client.say(wish, rng, copies)
        if self._twins and rng.random() < 0.3:
            # The same bytes on two sockets at once.
            for twin in self._twins:
                with suppress(*LOST):
                    await twin.send(command)
