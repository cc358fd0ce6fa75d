"""Client processes: each runs one job, so that no client waits for another's Python."""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from multiprocessing.connection import Connection

PATIENCE = 600.0
"""Seconds after which a client that says nothing is given up."""


class Line:
    """A client process's line to the run that started it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._threads = ThreadPoolExecutor(1)

    def say(self, thing: object) -> None:
        """Send something."""
        self._connection.send(thing)

    async def hear(self) -> Any:  # noqa: ANN401 - whatever the other side says
        """Wait for something."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._connection.recv)


class Helper:
    """A process that runs a job; leaving the block ends it."""

    def __init__(self, job: Callable[[Line, Any], Coroutine[Any, Any, None]], plan: object) -> None:
        # A fork has imported everything already; this process runs no threads and no event loop meanwhile.
        context = multiprocessing.get_context("fork")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_run, args=(job, plan, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()

    def say(self, thing: object) -> None:
        """Send something to the job."""
        self._connection.send(thing)

    def hear(self, seconds: float = PATIENCE) -> Any:  # noqa: ANN401 - whatever the job says
        """Wait for something from the job."""
        if not self._connection.poll(seconds):
            raise RuntimeError(f"a client process said nothing for {seconds:g} seconds")
        try:
            return self._connection.recv()
        except EOFError:
            raise RuntimeError("a client process has failed; its own words stand above") from None


def more_descriptors() -> None:
    """Allow this process and those it starts as many open sockets as the system does."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _run(job: Callable[[Line, Any], Coroutine[Any, Any, None]], plan: object, connection: Connection) -> None:
    more_descriptors()
    asyncio.run(job(Line(connection), plan))
