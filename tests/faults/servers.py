"""The server processes of a run: started, killed, paused and started again, each on a port of its own."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sys
import uuid
from contextlib import suppress
from functools import cache
from multiprocessing import forkserver
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from spookymarks.server.run import serve

if TYPE_CHECKING:
    import signal
    from collections.abc import Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, ForkServerProcess
    from pathlib import Path

PATIENCE = 20.0
"""Seconds in which a server has to start or to stop; far more than it needs."""


@cache
def _processes() -> ForkServerContext:
    """Return a source of processes that has imported everything once, so that a start takes 0.1 s."""
    context = multiprocessing.get_context("forkserver")
    drivers = ["aiosqlite", "asyncpg", "redis.asyncio", "sqlalchemy.dialects.postgresql.asyncpg"]
    context.set_forkserver_preload(["faults.servers", "faults.hooks", "spookymarks.server.app", *drivers])
    # Python 3.11 does not hand its path on to what it loads in advance.
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)):
        forkserver.ensure_running()
    return context


def _run(database: str, log: str, settings: dict[str, str], fault: str, ready: Connection) -> None:
    """Be a server process; `fault` is code that breaks something in it first."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    os.environ.update(settings)
    exec(fault, {})  # noqa: S102 - the tests' own text
    serve("127.0.0.1", 0, database, ready.send)


class Server:
    """One server process."""

    def __init__(self, process: ForkServerProcess, port: int) -> None:
        self.process = process
        self.port = port

    def signal(self, number: signal.Signals) -> None:
        """Send a signal; one that has died already gets none."""
        with suppress(ProcessLookupError):
            os.kill(self.process.pid or 0, number)

    async def died(self, within: float) -> bool:
        """Wait until it has died, and tell whether it has."""
        await asyncio.to_thread(self.process.join, within)
        return not self.process.is_alive()


class Fleet:
    """As many server processes as there are places, on one store. `expected`: those that a fault has ended."""

    def __init__(self, folder: Path, database: str, places: int, settings: dict[str, object]) -> None:
        self.servers: list[Server | None] = [None] * places
        self._folder = folder
        self._database = database
        self._settings = {f"SPOOKYMARKS_{name.upper()}": str(value) for name, value in settings.items()}
        self._logs: list[Path] = []

    @property
    def ports(self) -> Sequence[int]:
        """Where there is a server."""
        return [server.port for server in self.servers if server is not None and server.process.is_alive()]

    async def start(self, place: int, fault: str = "") -> None:
        """Put a new server into a place."""
        log = self._folder / f"{place}-{len(self._logs)}-{uuid.uuid4().hex[:6]}.log"
        self._logs.append(log)
        hear, say = multiprocessing.Pipe(duplex=False)
        arguments = (self._database, str(log), self._settings, fault, say)
        process = _processes().Process(target=_run, args=arguments, daemon=True)
        process.start()
        say.close()
        try:
            heard = await asyncio.to_thread(hear.poll, PATIENCE)
            port = hear.recv() if heard else None
        except EOFError:
            port = None
        finally:
            hear.close()
        if port is None:
            process.kill()
            raise AssertionError(f"a server did not start: {log.read_text()}")
        self.servers[place] = Server(process, port)

    async def kill(self, place: int) -> None:
        """End a server as a power cut would."""
        server = self.servers[place]
        if server is not None:
            self.servers[place] = None
            server.process.kill()
            assert await server.died(PATIENCE), "a killed server lives on"

    async def stop(self, place: int) -> bool:
        """End a server as an operator does; tell whether it went."""
        server = self.servers[place]
        if server is None:
            return True
        server.process.terminate()
        went = await server.died(PATIENCE)
        if not went:
            server.process.kill()
        self.servers[place] = None
        return went

    def log_lines(self) -> tuple[list[dict[str, Any]], list[str]]:
        """Return the lines of all logs that are JSON objects, and those that are not."""
        lines, others = [], []
        for log in self._logs:
            for line in log.read_text().splitlines(keepends=True):
                try:
                    lines.append(json.loads(line))
                except json.JSONDecodeError:
                    # A process that is killed may have written half a line, as its last.
                    if line.endswith("\n"):
                        others.append(line)
        return lines, others
