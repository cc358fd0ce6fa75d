"""Starting the server: settings, limits, socket, database and processes; what the command line calls."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import tempfile
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import structlog

from spookymarks.server.bus import open_bus
from spookymarks.server.database import database_url, prepare_database
from spookymarks.server.errors import ServerError
from spookymarks.server.guard import only_server
from spookymarks.server.logs import configure_logging
from spookymarks.server.settings import read_settings
from spookymarks.server.workers import supervise

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.server.settings import Settings

UNREAD_MILLISECONDS = 30_000
"""A peer that takes nothing for so long is gone; the kernel then frees what was meant for it."""
OTHER_FILES = 100
"""Open files of one process that are no connections: databases, the bus, libraries, and reserve."""
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where the processes of one server count together; the library reads it when it is imported."""

log = structlog.get_logger()


def serve(
    host: str,
    port: int,
    database: str | None = None,
    ready: Callable[[int], None] = lambda _port: None,
    workers: int = 1,
) -> None:
    """Serve with one process or more until a signal stops it; port 0 takes a free one.

    Without a database the settings name it. `ready` is called with the port once the address and the database are
    there. Raises ServerError, in one sentence, when something that was asked for cannot be used.
    """
    configure_logging()
    settings = _with_files(read_settings())
    database = database or settings.database
    if workers > 1:
        _check_several(database)
    stopped_by = 0
    with suppress(KeyboardInterrupt), ExitStack() as held:
        if workers > 1 and METRICS_FOLDER not in os.environ:
            os.environ[METRICS_FOLDER] = held.enter_context(tempfile.TemporaryDirectory(prefix="spookymarks-"))
        from spookymarks.server import metrics  # noqa: PLC0415 - the folder has to be known first
        from spookymarks.server.process import run_process  # noqa: PLC0415 - the same

        held.enter_context(only_server(database))
        listener = held.enter_context(_listen(host, port))
        # What cannot work is said here, once, and not by every process.
        open_bus(settings, database)
        asyncio.run(prepare_database(database, settings.busy_ms))
        address, port = listener.getsockname()[:2]
        log.info("serving", address=address, port=port, workers=workers)
        ready(port)
        if workers == 1:
            run_process(listener, settings, database)
        else:
            metrics.ended(os.getpid())  # it has counted nothing and never will
            stopped_by = supervise(
                workers, lambda started: run_process(listener, settings, database, started), metrics.ended
            )
    if stopped_by == signal.SIGTERM:
        # End as a process does that SIGTERM ends; whoever sent it may look at that.
        signal.raise_signal(signal.SIGTERM)


def _check_several(database: str) -> None:
    if database_url(database).get_backend_name() == "sqlite":
        raise ServerError(
            "several workers cannot share a SQLite file, which has one writer: use one worker, or a PostgreSQL database"
        )
    if not hasattr(os, "fork"):
        raise ServerError("this system cannot share a socket between workers: use one worker")


def _with_files(settings: Settings) -> Settings:
    """Allow the process as many open files as it has connections, or fewer connections when that is forbidden."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ModuleNotFoundError:
        return settings
    wanted = settings.connections + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):  # macOS has a limit that it does not tell
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    if soft >= wanted:
        return settings
    connections = max(1, soft - OTHER_FILES)
    log.warning(
        "few_connections",
        reason=f"the system allows a process {soft} open files, so it takes {connections} connections at once "
        f"and not {settings.connections}; raise the hard limit of open files (ulimit -Hn) for more",
    )
    return settings.model_copy(update={"connections": connections})


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
