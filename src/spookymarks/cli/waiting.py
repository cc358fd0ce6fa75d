"""Waiting for long work: a progress bar on standard error where that is a terminal, and Ctrl-C heard at once."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from spookymarks.solver import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")


def interruptible(work: Callable[[Stop], Result]) -> Result:
    """Return what `work` returns; an interrupt sets the Stop that it is given and goes on as KeyboardInterrupt.

    Python hears of Ctrl-C in the main thread alone, and not while that is inside the kernel, so another one works.
    """
    stop = Stop()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work, stop)
        try:
            return future.result()
        except BaseException:
            stop.set()
            raise


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], object]]:
    """Show a bar while the block runs; it yields what is to be told how much of `total` is done by now."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console  # noqa: PLC0415 - a pipe need not wait for Rich
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)
