"""The single writer: transactions from everywhere, committed one group at a time.

A commit waits for the disk. While it does, more work arrives, and all of it goes into the next commit; so the
number of moves a second does not depend on the time of one commit.
"""

from __future__ import annotations

import asyncio
import time
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import structlog
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from spookymarks.server import metrics
from spookymarks.server.database import reason, writing
from spookymarks.server.errors import ConflictError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    Work = Callable[[AsyncConnection], Awaitable[None]]

GROUP = 64
CLASHES = {"40001", "40P01"}
"""What PostgreSQL calls a group that got in the way of another process's, each holding what the other waits for."""

log = structlog.get_logger()


class Rows(NamedTuple):
    """Rows that are only to be added to a table: those of a whole group travel in one statement."""

    table: Table
    rows: Sequence[Mapping[str, object]]


class _Job(NamedTuple):
    work: Work | Rows
    done: asyncio.Future[None]


class Writer:
    """Runs pieces of work in transactions, in the order in which they are handed in.

    `healthy`: whether the last commit succeeded.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.healthy = True
        self._engine = writing(engine)
        self._queue: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    async def write(self, work: Work | Rows) -> None:
        """Run some work and return after its commit.

        Raises ConflictError when it breaks a key of the store; nothing of it is kept, the rest of its group is.
        The work may run twice, in a second transaction after the first was undone.
        Raises UnavailableError when the commit failed; then only a look into the store tells what it holds.
        """
        if self._task.done():
            raise UnavailableError
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(job)
        await job.done

    async def close(self) -> None:
        """Finish what has been handed in, then stop."""
        self._queue.put_nowait(None)
        await self._task

    async def _run(self) -> None:
        while (job := await self._queue.get()) is not None:
            group = [job]
            stop = False
            while len(group) < GROUP and not self._queue.empty() and not stop:
                following = self._queue.get_nowait()
                if following is None:
                    stop = True
                else:
                    group.append(following)
            begun = time.monotonic()
            await self._commit(group)
            metrics.commit(time.monotonic() - begun, len(group))
            if stop:
                return

    async def _commit(self, group: list[_Job]) -> None:
        try:
            async with self._engine.begin() as connection:
                for work in _merged(job.work for job in group):
                    if isinstance(work, Rows):
                        await connection.execute(insert(work.table), work.rows)
                    else:
                        await work(connection)
        except Exception as error:  # whatever it is, nobody may be left waiting
            conflict = isinstance(error, IntegrityError)
            if len(group) > 1 and (conflict or getattr(getattr(error, "orig", None), "sqlstate", None) in CLASHES):
                # Conflicts are rare, so only now is it worth a commit each to find out whose it is.
                for job in group:
                    await self._commit([job])
                return
            if conflict:
                _settle(group, ConflictError())
                return
            self.healthy = False
            ours = not isinstance(error, (SQLAlchemyError, OSError))
            log.exception("commit_failed", jobs=len(group), reason=reason(error), exc_info=ours)
            _settle(group, UnavailableError())
        else:
            self.healthy = True
            _settle(group, None)


def _merged(works: Iterable[Work | Rows]) -> Iterator[Work | Rows]:
    """Yield the works in their order, with neighbouring rows of one table put together."""
    for table, same in groupby(works, lambda work: work.table if isinstance(work, Rows) else None):
        if table is None:
            yield from same
        else:
            yield Rows(table, [row for work in same if isinstance(work, Rows) for row in work.rows])


def _settle(group: list[_Job], failure: Exception | None) -> None:
    """Tell everybody in a group who still waits how it ended."""
    for job in group:
        if not job.done.done():
            if failure is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(failure)
