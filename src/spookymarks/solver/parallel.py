"""Work in parts on all cores: threads, because the kernel releases the interpreter lock; results keep the order."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from spookymarks.errors import SpookyMarksError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Progress = Callable[[int], object]
    """Told, in the caller's thread, how many items are done by now."""

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 4
"""Parts a worker that may be under way or finished before their turn."""


class Part(NamedTuple):
    """The items `first` to `first + length - 1`."""

    first: int
    length: int


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def crew(workers: int | None) -> int:
    """Return how many threads to start; None is one a core. Raises SpookyMarksError for less than one."""
    if workers is None:
        return cores()
    if workers < 1:
        raise SpookyMarksError(f"at least 1 worker is needed, not {workers}")
    return workers


class Pool(Generic[Item]):
    """Lends things that one thread at a time may use, and makes another when all are out; keeps `most` of them."""

    def __init__(self, make: Callable[[], Item], most: int | None = None) -> None:
        self._make = make
        self._idle: deque[Item] = deque(maxlen=most)

    @contextmanager
    def lend(self) -> Iterator[Item]:
        """Lend one; it comes back when the block ends."""
        try:
            # Not after asking whether there is one: another thread may be quicker.
            item = self._idle.pop()
        except IndexError:
            item = self._make()
        try:
            yield item
        finally:
            self._idle.append(item)


def spread(
    work: Callable[[Part], Result],
    total: int,
    size: int,
    workers: int,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Yield `work` of every part of `total` items, `size` in a part; memory does not grow with their number.

    When the caller gives up, no further part begins, and those under way are waited for.
    """
    pool = ThreadPoolExecutor(workers, "spookymarks")
    waiting: deque[tuple[int, Future[Result]]] = deque()

    def finished() -> Result:
        done, future = waiting.popleft()
        result = future.result()
        if progress is not None:
            progress(done)
        return result

    try:
        for first in range(0, total, size):
            part = Part(first, min(size, total - first))
            waiting.append((first + part.length, pool.submit(work, part)))
            if len(waiting) == AHEAD * workers:
                yield finished()
        while waiting:
            yield finished()
    finally:
        pool.shutdown(cancel_futures=True)
