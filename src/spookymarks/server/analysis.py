"""Analyses on request: each position is searched once at a time, by a bounded number of threads, and kept.

A position is kept under itself, not under one of its symmetric images. An answer orders equally good actions by their
numbers, and an image orders them otherwise: mapped back, an answer would depend on which image was asked for first.
So every answer is byte for byte the same on every server and for ever, which its entity tag promises.
"""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spookymarks.server.errors import Code, RefusedError
from spookymarks.server.limits import Buckets
from spookymarks.server.workshop import Workshop
from spookymarks.solver import Stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.rules import Position
    from spookymarks.server.answer import Answer
    from spookymarks.server.settings import Settings
    from spookymarks.solver import Depth

    Work = Callable[[Position, Depth, Stop], Answer]

BUSY_PAUSE = 2
"""Seconds after which most searches under way have ended."""


class NotNowError(RefusedError):
    """A refusal that does not last: asking again may succeed after a `pause`, in seconds."""

    def __init__(self, code: Code, message: str, status: int, pause: int) -> None:
        super().__init__(code, message, status)
        self.pause = pause


class BusyError(NotNowError):
    """An analysis that cannot be made now."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.UNAVAILABLE, f"{message}; please try again later.", 503, BUSY_PAUSE)


@dataclass(eq=False, slots=True)
class _Search:
    """A search that runs or waits for its turn, and how many requests wait for it."""

    task: asyncio.Task[Answer]
    waiting: int = 0


class Analyses:
    """Makes and keeps answers. All methods belong to the event loop, none blocks it.

    `work` runs in threads; without one, they wait for processes that work.
    """

    def __init__(self, settings: Settings, work: Work | None = None) -> None:
        self._workshop = Workshop()
        self._work = work or self._workshop.answer_to
        self._allowances = Buckets(settings.analyses_burst, settings.analyses_per_minute / 60, kind="analyses")
        self._limit_pause = math.ceil(60 / settings.analyses_per_minute)
        self._seconds = settings.analysis_seconds
        self._most_kept = settings.analysis_cache
        self._most_searches = settings.analysis_workers + settings.analysis_queue
        self._turns = asyncio.Semaphore(settings.analysis_workers)
        self._threads = ThreadPoolExecutor(settings.analysis_workers, "analysis")
        self._kept: OrderedDict[tuple[Position, Depth], Answer] = OrderedDict()
        self._searches: dict[tuple[Position, Depth], _Search] = {}
        self._closed = False

    def admit(self, address: str) -> None:
        """Count one request of an address; raises NotNowError `limit` when it has made too many."""
        if not self._allowances.take(address):
            sentence = "Too many analyses for your address; please wait a minute."
            raise NotNowError(Code.LIMIT, sentence, 429, self._limit_pause)

    async def answer(self, position: Position, depth: Depth) -> Answer:
        """Return the analysis of a position: a kept one, that of a search under way, or that of a new search.

        Whoever does not want to wait longer cancels the call; a search that nobody waits for is stopped.
        Raises BusyError when too many searches wait already, when this one takes too long, and after `close`.
        """
        key = (position, depth)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        search = self._searches.get(key) or self._begin(position, depth)
        search.waiting += 1
        try:
            # Neither running out of time nor being cancelled touches the task: others may wait for it.
            await asyncio.wait({search.task}, timeout=self._seconds)
        finally:
            search.waiting -= 1
            if not search.waiting:
                del self._searches[key]
                search.task.cancel()
        if not search.task.done():
            raise BusyError(f"The analysis was not ready within {self._seconds:g} seconds")
        if search.task.cancelled():
            raise BusyError("The server stops")
        return search.task.result()

    async def close(self) -> None:
        """Stop all searches and return when their threads have ended; whoever waits for one is told."""
        self._closed = True
        tasks = [search.task for search in self._searches.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        self._threads.shutdown()
        self._workshop.close()

    def _begin(self, position: Position, depth: Depth) -> _Search:
        if self._closed:
            raise BusyError("The server stops")
        if len(self._searches) >= self._most_searches:
            raise BusyError("Too many analyses are under way")
        search = _Search(asyncio.create_task(self._search(position, depth)))
        self._searches[position, depth] = search
        return search

    async def _search(self, position: Position, depth: Depth) -> Answer:
        """Search when it is this position's turn. Cancelling this stops the search, then ends."""
        stop = Stop()
        async with self._turns:
            running = asyncio.get_running_loop().run_in_executor(self._threads, self._work, position, depth, stop)
            try:
                await asyncio.wait({running})
            except asyncio.CancelledError:
                stop.set()
                # The turn is over when the thread is free, not before.
                await asyncio.wait({running})
                running.exception()  # StoppedError as a rule, and nobody's business
                raise
        answer = running.result()
        self._kept[position, depth] = answer
        if len(self._kept) > self._most_kept:
            self._kept.popitem(last=False)
        return answer
