"""Starting the server: one process, one socket, one store; what the command line calls."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog
import uvicorn
from pydantic import ValidationError
from uvicorn.loops.auto import auto_loop_factory

from spookymarks.server.analysis import Analyses
from spookymarks.server.app import build_app
from spookymarks.server.errors import ServerError
from spookymarks.server.logs import configure_logging
from spookymarks.server.protocol import MAX_BYTES
from spookymarks.server.settings import Settings
from spookymarks.server.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

# A peer that takes nothing for so long is gone; the kernel then frees what was meant for it.
UNREAD_MILLISECONDS = 30_000
GRACE_SECONDS = 10


def serve(
    host: str, port: int, database_url: str | None = None, ready: Callable[[int], None] = lambda _port: None
) -> None:
    """Serve until a signal stops it; port 0 takes a free one. Without a database the settings name it.

    `ready` is called with the port once the address and the database are there. Raises ServerError, in one sentence,
    when the settings, the address or the database cannot be used.
    """
    configure_logging()
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in ("SPOOKYMARKS", *first["loc"])).upper()
        raise ServerError(f"the setting {name} is wrong: {first['msg']}") from None
    listener = _listen(host, port)
    with listener, suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(_serve(listener, settings, database_url or settings.database, ready))


class _Server(uvicorn.Server):
    """Told to stop, it stops the searches first: the requests that it then waits for are those that wait for them."""

    def __init__(self, config: uvicorn.Config, analyses: Analyses) -> None:
        super().__init__(config)
        self._analyses = analyses

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse who waits for an analysis, then finish what is under way."""
        await self._analyses.close()
        await super().shutdown(sockets)


async def _serve(listener: socket.socket, settings: Settings, database: str, ready: Callable[[int], None]) -> None:
    store = await Store.open(database, settings.busy_ms)
    analyses = Analyses(settings)
    server = _Server(
        uvicorn.Config(
            build_app(store, analyses, settings),
            ws="websockets-sansio",
            ws_max_size=MAX_BYTES,
            ws_per_message_deflate=False,
            access_log=False,
            log_config=None,
            server_header=False,
            limit_concurrency=settings.connections,
            timeout_graceful_shutdown=GRACE_SECONDS,
        ),
        analyses,
    )
    address, port = listener.getsockname()[:2]
    structlog.get_logger().info("serving", address=address, port=port)
    ready(port)
    await server.serve(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise ServerError(f"cannot listen on {host}, port {port}: ports are numbered from 0 to 65535")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise ServerError(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    # Accepted connections inherit both options. The event loops set this one only on sockets they open themselves;
    # without it an answer in two parts waits 40 ms for the first one's acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS)
    return listener
