"""The bus by way of PostgreSQL: LISTEN and NOTIFY on a connection of its own."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import asyncpg

from spookymarks.server.bus import LINE_SECONDS, LineBus

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from sqlalchemy import URL

CHANNEL = "spookymarks"


class PostgresBus(LineBus):
    """A bus for the processes that use one database."""

    def __init__(self, url: URL) -> None:
        # The same reading of the URL, options included, as the store's.
        _, options = url.get_dialect()().create_connect_args(url)
        super().__init__(lambda heard: _open(options, heard))


class _Line:
    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self._ended = asyncio.Event()
        connection.add_termination_listener(lambda _connection: self._ended.set())

    async def send(self, texts: Sequence[str]) -> None:
        await self._connection.execute("SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text", CHANNEL, texts)

    async def listen(self) -> None:
        await self._ended.wait()
        raise ConnectionError("the connection was closed")


@asynccontextmanager
async def _open(options: Mapping[str, Any], heard: Callable[[str], None]) -> AsyncIterator[_Line]:
    connection = await asyncpg.connect(
        **options,
        timeout=LINE_SECONDS,
        command_timeout=LINE_SECONDS,
        # A notification changes nothing that a power cut could lose: no commit of it waits for the disk.
        server_settings={"application_name": "spookymarks bus", "synchronous_commit": "off"},
    )
    try:
        await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, text: heard(str(text)))
        yield _Line(connection)
    finally:
        # A server that does not answer is left without a word.
        with suppress(Exception):
            await connection.close(timeout=LINE_SECONDS)
