from __future__ import annotations

import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest

from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS, Position
from spookymarks.server.answer import answer_to
from spookymarks.server.workshop import Workshop
from spookymarks.solver import Depth, Stop, StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterator

LATE = read_game("1-9 1-5 5-9 @5 2-3").position


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    """A workshop whose processes end with the test."""
    workshop = Workshop()
    yield workshop
    workshop.close()


def _children() -> set[int]:
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:  # noqa: PTH123 - no file of disk
        return {int(number) for number in file.read().split()}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_an_answer_is_the_same_from_another_process(workshop: Workshop, rules: str) -> None:
    """Byte for byte and with the same tag, under every rule set, for several questions to one process."""
    position = Position.start(RULE_SETS[rules])
    for depth in (Depth.VALUES, Depth.LINES):
        while len(position.marks) < 5 and not position.over:
            position = position.play(position.legal[-1])
        assert workshop.answer_to(position, depth, Stop()) == answer_to(position, depth)


def test_a_search_that_is_stopped_ends_its_process_and_the_next_has_another(workshop: Workshop) -> None:
    """Nothing goes on for somebody who has left, and nobody else notices."""
    before = _children()
    stop = Stop()
    ended: list[BaseException] = []

    def search() -> None:
        try:
            workshop.answer_to(Position.start(RULE_SETS["full-board"]), Depth.FULL, stop)
        except StoppedError as error:
            ended.append(error)

    thread = threading.Thread(target=search)
    thread.start()
    time.sleep(0.05)
    stop.set()
    thread.join(20)
    assert len(ended) == 1
    assert _children() == before
    assert workshop.answer_to(LATE, Depth.FULL, Stop()) == answer_to(LATE, Depth.FULL)


def test_a_process_that_dies_fails_one_question_only(workshop: Workshop) -> None:
    """Whoever asked is told; the next question is answered by a new process."""
    before = _children()
    workshop.answer_to(LATE, Depth.VALUES, Stop())
    (child,) = _children() - before
    os.kill(child, signal.SIGKILL)
    with pytest.raises(RuntimeError, match="ended at standard VALUES"):
        workshop.answer_to(LATE, Depth.VALUES, Stop())
    assert workshop.answer_to(LATE, Depth.VALUES, Stop()) == answer_to(LATE, Depth.VALUES)


def test_closing_leaves_no_process() -> None:
    """Also when several were at work at once."""
    before = _children()
    workshop = Workshop()
    threads = [threading.Thread(target=workshop.answer_to, args=(LATE, Depth.VALUES, Stop())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(_children() - before) >= 1
    workshop.close()
    assert _children() == before
