"""One server process: store, bus, analyses and application on a listening socket, until a signal ends it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from spookymarks.server import metrics, transport
from spookymarks.server.analysis import Analyses
from spookymarks.server.app import build_app
from spookymarks.server.bus import open_bus
from spookymarks.server.database import connect_database
from spookymarks.server.store import Store

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from spookymarks.server.settings import Settings

GRACE_SECONDS = 10
"""How long requests under way may take to end once the process has been told to."""


def run_process(
    listener: socket.socket, settings: Settings, database: str, started: Callable[[], None] = lambda: None
) -> None:
    """Serve a database that has been prepared; `started` is called when connections are taken.

    Raises ServerError, in one sentence, when the bus or the driver of the database cannot be used.
    """
    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(_serve(listener, settings, database, started))


class _Server(uvicorn.Server):
    """Told to stop, it stops the searches first: the requests that it then waits for are those that wait for them."""

    def __init__(self, config: uvicorn.Config, analyses: Analyses, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._analyses = analyses
        self._tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take connections, and tell of it."""
        await super().startup(sockets)
        self._tell_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse who waits for an analysis, then finish what is under way."""
        await self._analyses.close()
        await super().shutdown(sockets)


async def _serve(listener: socket.socket, settings: Settings, database: str, started: Callable[[], None]) -> None:
    metrics.begin()
    bus = open_bus(settings, database)
    store = Store(connect_database(database, settings.busy_ms))
    analyses = Analyses(settings)
    config = uvicorn.Config(
        build_app(store, analyses, settings, bus),
        **transport.options(settings),
        log_config=None,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    await _Server(config, analyses, started).serve(sockets=[listener])
