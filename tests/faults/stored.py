"""What the store holds after a run, read by statements of this file alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from faults.rulings import Fact
from spookymarks.server.database import database_url


@dataclass
class StoredGame:
    """A game's rows. `seats`: the digest of each seat's token."""

    rules: str
    takebacks: str
    clock: str | None
    seats: dict[str, str] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)


async def read(database: str) -> dict[str, StoredGame]:
    """Return every game of a database, a file or a URL, by its id."""
    engine = create_async_engine(database_url(database))
    try:
        async with engine.connect() as connection:
            rows = await connection.execute(text("SELECT id, rules, takebacks, clock FROM game"))
            games = {row[0]: StoredGame(*row[1:]) for row in rows}
            for game, seat, token in await connection.execute(text("SELECT game_id, seat, token_digest FROM seat")):
                games[game].seats[seat] = token
            entries = await connection.execute(
                text(
                    "SELECT game_id, rev, actor, kind, what, command_id, clock_x, clock_o"
                    " FROM event ORDER BY game_id, rev"
                )
            )
            for game, rev, actor, kind, what, command, x, o in entries:
                games[game].facts.append(Fact(rev, actor, kind, what, command, None if x is None else (x, o)))
    finally:
        await engine.dispose()
    return games


def digest(token: str) -> str:
    """Return what the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
