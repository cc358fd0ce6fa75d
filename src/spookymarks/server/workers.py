"""Several processes for one listening socket: started, watched, started again when they die, and ended together."""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from spookymarks.server.errors import ServerError

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[Callable[[], None]], None]

QUICK_SECONDS = 1.0
"""A worker that dies sooner is started again after a pause, which grows from death to death."""
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
STOP_SECONDS = 20.0
"""How long workers may take to end; longer than their own patience with requests under way."""

_STOPS = (signal.SIGTERM, signal.SIGINT)
_STARTED = b"+"

log = structlog.get_logger()


@dataclass(slots=True)
class _Worker:
    """`report` is where it writes that it has started, or why it could not; `said` is what has been read of that."""

    began: float
    report: int
    said: bytes = b""

    def hear(self) -> None:
        # Nothing yet is not the end.
        with suppress(BlockingIOError):
            self.said += os.read(self.report, 8192)

    @property
    def started(self) -> bool:
        return self.said.startswith(_STARTED)


def supervise(count: int, work: Work, ended: Callable[[int], None] = lambda _pid: None) -> int:
    """Run `work` in so many processes until SIGTERM or SIGINT; return the signal once all of them have ended.

    `work` is called in each process with a function to call once it has started. One that ends is replaced; `ended`
    is called with its id. Raises ServerError with the last reason when none has ever started and as many as wanted
    have failed. If this process is killed, its workers end by themselves as after SIGTERM.

    Call it in the main thread of a process without others: what they hold would be held for ever in the workers.
    """
    crew = _Crew(work, ended)
    try:
        return crew.run(count)
    finally:
        crew.close()


class _Crew:
    def __init__(self, work: Work, ended: Callable[[int], None]) -> None:
        self._work = work
        self._ended = ended
        self._workers: dict[int, _Worker] = {}
        self._due: list[float] = []
        self._pause = 0.0
        self._failures = 0
        self._any_started = False
        # The workers hold the end that is read, and hear of our death by the end that only we hold.
        self._lifeline = os.pipe()
        self._wake, self._waker = socket.socketpair()
        self._wake.setblocking(False)
        self._waker.setblocking(False)
        self._wakeup_before = signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        self._before = {
            number: signal.signal(number, lambda _number, _frame: None) for number in (*_STOPS, signal.SIGCHLD)
        }

    def run(self, count: int) -> int:
        self._due = [time.monotonic()] * count
        while True:
            for due in [due for due in self._due if due <= time.monotonic()]:
                self._due.remove(due)
                self._begin()
            stops = self._wait(min(self._due) - time.monotonic() if self._due else None)
            for pid, status in self._reap():
                self._note_end(pid, status, count)
            if stops:
                self._stop(stops[0])
                return stops[0]

    def close(self) -> None:
        """Kill who is still there, and give the signals back."""
        for pid in list(self._workers):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            self._forget(pid)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup_before)
        self._wake.close()
        self._waker.close()
        for end in self._lifeline:
            os.close(end)

    def _begin(self) -> None:
        report, reporter = os.pipe()
        # Until the worker has its own handlers, a signal to it would be taken for one to us.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, self._before)
        pid = os.fork()
        if not pid:
            os._exit(self._be_worker(reporter, mask))
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        os.close(reporter)
        os.set_blocking(report, False)
        self._workers[pid] = _Worker(time.monotonic(), report)
        log.info("worker_began", process=pid)

    def _be_worker(self, reporter: int, mask: set[int | signal.Signals]) -> int:
        """Do the work in the new process; return its exit status."""
        try:
            signal.set_wakeup_fd(-1)
            for number in self._before:
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            # Ctrl-C in the terminal is for the parent, which passes it on.
            os.setpgrp()
            os.close(self._lifeline[1])
            threading.Thread(target=_end_with, args=(self._lifeline[0],), daemon=True).start()
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            self._work(lambda: _write(reporter, _STARTED))
        except ServerError as error:
            _write(reporter, str(error).encode())
            return 1
        except KeyboardInterrupt:
            return 0
        except SystemExit as error:
            return error.code if isinstance(error.code, int) else 1
        except BaseException:
            log.exception("worker_failed")
            return 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
        return 0

    def _wait(self, seconds: float | None) -> list[int]:
        """Wait for a signal, or so long; return the signals that ask for an end."""
        select.select([self._wake], [], [], None if seconds is None else max(0, seconds))
        with suppress(BlockingIOError):
            return [number for number in self._wake.recv(1024) if number in _STOPS]
        return []

    def _reap(self) -> list[tuple[int, int]]:
        """Return the ids and exit statuses of the workers that have ended."""
        ends = [os.waitpid(pid, os.WNOHANG) for pid in self._workers]
        return [(pid, os.waitstatus_to_exitcode(status)) for pid, status in ends if pid]

    def _note_end(self, pid: int, status: int, count: int) -> None:
        for worker in self._workers.values():
            worker.hear()
            self._any_started = self._any_started or worker.started
        worker = self._forget(pid)
        seconds = time.monotonic() - worker.began
        reason = worker.said.removeprefix(_STARTED).decode(errors="replace") or f"it ended with status {status}"
        log.warning("worker_ended", process=pid, status=status, reason=reason, seconds=round(seconds, 3))
        if not worker.started:
            self._failures += 1
            if not self._any_started and self._failures >= count:
                raise ServerError(f"no worker can start: {reason}")
        quick = seconds < QUICK_SECONDS
        self._pause = min(max(FIRST_PAUSE, 2 * self._pause), LONGEST_PAUSE) if quick else 0
        self._due.append(time.monotonic() + self._pause)

    def _forget(self, pid: int) -> _Worker:
        worker = self._workers.pop(pid)
        os.close(worker.report)
        self._ended(pid)
        return worker

    def _stop(self, number: int) -> None:
        """End all workers; a signal that comes meanwhile is passed on as well."""
        end = time.monotonic() + STOP_SECONDS
        numbers = [number]
        while self._workers and time.monotonic() < end:
            for passed in numbers:
                for pid in self._workers:
                    os.kill(pid, passed)
            numbers = self._wait(end - time.monotonic())
            for pid, _ in self._reap():
                self._forget(pid)


def _end_with(lifeline: int) -> None:
    """End this process as SIGTERM does when the parent has died."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def _write(pipe: int, report: bytes) -> None:
    # Without a parent there is nobody to tell.
    with suppress(OSError):
        os.write(pipe, report[:4096])
