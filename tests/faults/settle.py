"""The final reading: when the storm is over, every client asks again what it does not know, and looks once more."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from faults.client import LOST, Client, Owner

if TYPE_CHECKING:
    from faults.history import Document, Game, Role
    from faults.proxy import Proxy

TRIES = 3
ANSWER_SECONDS = 5.0
"""In fair weather an answer has to come within this time; it takes some milliseconds."""
AT_ONCE = 16
ROLES: tuple[Role, Role, Role] = ("X", "O", "watch")


async def settle(games: list[Game], network: Proxy) -> dict[str, Document]:
    """Resolve every unknown command of all games; return the last state of each that is still there."""
    gate = asyncio.Semaphore(AT_ONCE)
    final: dict[str, Document] = {}

    async def one(game: Game) -> None:
        async with gate:
            state = await _settle(game, network)
            if state is not None:
                final[game.id] = state

    await asyncio.gather(*map(one, games))
    return final


async def _settle(game: Game, network: Proxy) -> Document | None:
    state = None
    for role in ROLES:
        unknown = [each for each in game.commands.values() if each.role == role and each.unknown]
        if (unknown or role == "watch") and not game.gone:
            client = Client(game, Owner(role, game.tokens.get(role), game.spares.get(role)), f"last {role}", network)
            client.pending = unknown
            await _ask(client)
            state = client.state
    return state


async def _ask(client: Client) -> None:
    """Resend what is pending until everything has a certain answer."""
    for _ in range(TRIES):
        with suppress(*LOST):
            async with client.online():
                for command in client.pending:
                    await client.send(command)
                async with asyncio.timeout(ANSWER_SECONDS):
                    while client.pending:
                        await client.hear(ANSWER_SECONDS)
                return
        if client.game.gone:
            return
    left = [command.id for command in client.pending]
    client.game.complain(f"{client.name} got no answer in fair weather; unanswered: {left or 'hello'}")
