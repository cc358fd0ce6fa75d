"""Databases of both kinds for the tests: spoken to without the program, and filled with games of released schemas."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

SCHEMAS = Path(__file__).parent / "schemas"
RELEASED = sorted({path.name.split(".")[0] for path in SCHEMAS.glob("*.sql")})
"""The schemas that some released version left behind, oldest first."""


async def rows(database: str, query: str) -> list[tuple[Any, ...]]:
    """Ask a database itself; statements that return nothing give no rows."""
    if _is_file(database):
        with closing(sqlite3.connect(database)) as connection, connection:
            return connection.execute(query).fetchall()
    connection = await asyncpg.connect(database)
    try:
        return [tuple(row) for row in await connection.fetch(query)]
    finally:
        await connection.close()


async def run(database: str, script: str) -> None:
    """Run any number of statements, ended by semicolons."""
    if _is_file(database):
        with closing(sqlite3.connect(database)) as connection:
            connection.executescript(script)
        return
    connection = await asyncpg.connect(database)
    try:
        await connection.execute(script)
    finally:
        await connection.close()


async def fill(database: str, schema: str) -> None:
    """Make the tables of a released schema and games in all phases, as that version left them."""
    kind = "sqlite" if _is_file(database) else "postgresql"
    await run(database, (SCHEMAS / f"{schema}.{kind}.sql").read_text("utf-8"))


def secret(game: str, what: str) -> str:
    """Return the secret of a seat, `X` or `O`, or of the link, `join`, of a game that `fill` has made."""
    return f"{game}-{what}-secret-of-the-tests-only"


def _is_file(database: str) -> bool:
    return "://" not in database
