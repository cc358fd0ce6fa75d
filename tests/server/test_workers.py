from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE = 20.0

SCRIPT = """
import os, signal, sys, time
from spookymarks.errors import SpookyMarksError
from spookymarks.server import workers
from spookymarks.server.errors import ServerError

workers.STOP_SECONDS = {patience}

def say(*words):
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())

def work(started):
{work}

try:
    say("stopped", workers.supervise(2, work, lambda pid: say("ended", pid)))
except SpookyMarksError as error:
    say("error", error)
"""

STEADY = 'started(); say("working", os.getpid()); time.sleep(60)'


class Parent:
    """A process that supervises two workers, and what it and they said so far."""

    def __init__(self, folder: Path, work: str, patience: float) -> None:
        self._log = folder / "said"
        script = SCRIPT.format(work="    " + work.replace("\n", "\n    "), patience=patience)
        with self._log.open("w") as log:
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
            command = [sys.executable, "-c", script]
            self.process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.DEVNULL, env=environment)

    def said(self, word: str) -> list[str]:
        """Return what followed a word, in order."""
        lines = [line.partition(" ") for line in self._log.read_text().splitlines()]
        return [rest for first, _, rest in lines if first == word]

    def wait_for(self, word: str, count: int) -> list[str]:
        """Return what followed a word once it was said so often."""
        wait(lambda: len(self.said(word)) >= count)
        return self.said(word)

    def workers(self) -> list[int]:
        """Return the ids of the two workers that began first."""
        return [int(pid) for pid in self.wait_for("working", 2)]


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[Callable[[str], Parent]]:
    """Start a parent; at the end of the test it and all its workers are gone."""
    parents = []

    def start(work: str = STEADY, patience: float = 20) -> Parent:
        parents.append(Parent(tmp_path, work, patience))
        return parents[-1]

    yield start
    for each in parents:
        each.process.kill()
        each.process.wait()
        wait(lambda each=each: not any(alive(int(pid)) for pid in each.said("working")))


def wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether a process runs; one that nobody has collected does not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123 - not a file to speak of
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_worker_that_is_killed_is_replaced(parent: Callable[..., Parent]) -> None:
    """The other goes on, a new one begins, and the parent is told which one ended."""
    both = parent()
    first, second = both.workers()
    os.kill(first, signal.SIGKILL)
    *_, third = both.wait_for("working", 3)
    assert both.said("ended") == [str(first)]
    assert alive(second)
    assert alive(int(third))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_the_parent_ends_all(parent: Callable[..., Parent], number: signal.Signals) -> None:
    """Every worker gets it and ends; none is replaced; then the parent says what stopped it and goes on."""
    both = parent()
    workers = both.workers()
    both.process.send_signal(number)
    assert both.process.wait(PATIENCE) == 0
    assert both.said("stopped") == [str(int(number))]
    assert sorted(both.said("ended")) == sorted(map(str, workers))
    assert not any(map(alive, workers))
    assert len(both.said("working")) == 2


def test_a_worker_finishes_its_work_before_it_ends(parent: Callable[..., Parent]) -> None:
    """The parent waits for what workers do after the signal; a second Ctrl-C is passed on as the first was."""
    both = parent(
        'signal.signal(signal.SIGINT, lambda *_: say("asked", os.getpid()))\n'
        'started(); say("working", os.getpid()); signal.pause(); signal.pause(); say("finished", os.getpid())'
    )
    workers = sorted(both.workers())
    both.process.send_signal(signal.SIGINT)
    both.wait_for("asked", 2)
    assert both.process.poll() is None
    both.process.send_signal(signal.SIGINT)
    assert both.process.wait(PATIENCE) == 0
    assert sorted(map(int, both.said("finished"))) == workers


def test_a_worker_that_does_not_end_is_killed(parent: Callable[..., Parent]) -> None:
    """The patience of the parent ends."""
    both = parent(f"signal.signal(signal.SIGTERM, signal.SIG_IGN); {STEADY}", patience=0.2)
    workers = both.workers()
    both.process.send_signal(signal.SIGTERM)
    both.process.wait(PATIENCE)
    assert not any(map(alive, workers))


def test_workers_end_with_a_parent_that_is_killed(parent: Callable[..., Parent]) -> None:
    """Nobody would stop them, and they would hold the port: they notice and end as after SIGTERM."""
    both = parent()
    workers = both.workers()
    both.process.kill()
    wait(lambda: not any(map(alive, workers)))


def test_when_none_can_start_the_reason_is_one_sentence(parent: Callable[..., Parent]) -> None:
    """What the workers say is told once, and the parent gives up."""
    both = parent('raise ServerError("the moon is not full")')
    assert both.process.wait(PATIENCE) == 0
    assert both.said("error") == ["no worker can start: the moon is not full"]


def test_a_crash_before_the_start_is_a_failure_too(parent: Callable[..., Parent]) -> None:
    """Without words of its own, the sentence tells the exit status."""
    both = parent("os._exit(7)")
    assert both.process.wait(PATIENCE) == 0
    assert both.said("error") == ["no worker can start: it ended with status 7"]


def test_one_that_started_is_reason_enough_to_go_on(parent: Callable[..., Parent]) -> None:
    """After a start that worked, failures are tried again and again."""
    both = parent(
        'if not os.path.exists("first"):\n'
        f'    open("first", "w").close(); {STEADY}\n'
        'say("failing"); raise ServerError("not now")'
    )
    both.wait_for("failing", 3)
    assert both.process.poll() is None
    assert not both.said("error")


def test_workers_that_die_at_once_are_started_ever_more_rarely(parent: Callable[..., Parent]) -> None:
    """A worker that ends right after its start does not make the parent run in circles."""
    both = parent('started(); say("began", time.monotonic()); os._exit(1)')
    times = sorted(map(float, both.wait_for("began", 5)))
    # Two at once, and then pauses that add up.
    assert times[4] - times[0] >= 0.5 + 1
    assert both.process.poll() is None
