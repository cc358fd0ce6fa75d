"""Analyses on request: one search for equal requests, bounded threads, answers that stay."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spookymarks import kernel
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS, Position
from spookymarks.server.analysis import Analyses, BusyError
from spookymarks.server.answer import EFFORT, Answer, answer_to
from spookymarks.server.settings import Settings
from spookymarks.solver import Depth, Stop, StoppedError, analyze, engine
from spookymarks.solver.document import analysis_document
from spookymarks.solver.parallel import Pool

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

START = Position.start()
FIRST = START.legal
PATIENCE = 20.0
"""Seconds after which a test that waits for something fails; far more than anything needs."""


class Desk:
    """Work that counts its calls, and takes until it is let go, or stopped as the solver is stopped."""

    def __init__(self) -> None:
        self.begun: list[Position] = []
        self.stopped: list[Position] = []
        self.at_once = self.most_at_once = 0
        self.fails = False
        self.open = threading.Event()
        self._lock = threading.Lock()

    def work(self, position: Position, depth: Depth, stop: Stop) -> Answer:
        """Make an answer that names what it answers."""
        with self._lock:
            self.begun.append(position)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            while not self.open.wait(0.001):
                if stop.is_set:
                    self.stopped.append(position)
                    raise StoppedError
        finally:
            with self._lock:
                self.at_once -= 1
        if self.fails:
            raise ZeroDivisionError
        return Answer(f"{position} {depth.name}".encode(), "tag")


@asynccontextmanager
async def opened(desk: Desk, **settings: Any) -> AsyncIterator[Analyses]:  # noqa: ANN401
    analyses = Analyses(Settings(**{"analysis_workers": 2, "analysis_seconds": PATIENCE, **settings}), desk.work)
    try:
        yield analyses
    finally:
        desk.open.set()  # when a test has failed, threads may still be at work
        await analyses.close()


def ask(analyses: Analyses, number: int = 0, depth: Depth = Depth.FULL) -> asyncio.Task[Answer]:
    """Ask for the position after the first move of this number."""
    return asyncio.create_task(analyses.answer(after(number), depth))


def after(number: int) -> Position:
    return START.play(FIRST[number])


async def until(condition: Any) -> None:  # noqa: ANN401
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - threads bring it about
            await asyncio.sleep(0.001)


async def leave(request: asyncio.Task[Answer]) -> None:
    request.cancel()
    with suppress(asyncio.CancelledError):
        await request


async def test_equal_requests_at_once_are_searched_once() -> None:
    """Ten who ask for one position at one time cost one search, and all get its answer."""
    desk = Desk()
    async with opened(desk) as analyses:
        requests = [ask(analyses) for _ in range(10)]
        await until(lambda: desk.begun)
        desk.open.set()
        answers = await asyncio.gather(*requests)
    assert desk.begun == [after(0)]
    assert {answer.body for answer in answers} == {b"12 FULL"}


async def test_a_kept_answer_needs_no_search() -> None:
    """Asking again is answered from memory; another detail is another question."""
    desk = Desk()
    desk.open.set()
    async with opened(desk) as analyses:
        assert (await ask(analyses)).body == (await ask(analyses)).body == b"12 FULL"
        assert len(desk.begun) == 1
        assert (await ask(analyses, depth=Depth.VALUES)).body == b"12 VALUES"
        assert len(desk.begun) == 2


async def test_positions_of_different_rules_are_different_questions() -> None:
    """The same marks under other rules are searched anew."""
    desk = Desk()
    desk.open.set()
    async with opened(desk) as analyses:
        for rules in RULE_SETS.values():
            await analyses.answer(Position.start(rules), Depth.FULL)
    assert len(desk.begun) == len(RULE_SETS)


async def test_memory_keeps_the_answers_that_were_asked_for_last() -> None:
    """The number of kept answers is bounded; the one nobody has asked for longest goes first."""
    desk = Desk()
    desk.open.set()
    async with opened(desk, analysis_cache=2) as analyses:
        for number in (0, 1, 0, 2, 0, 1):
            await ask(analyses, number)
        assert desk.begun == [after(0), after(1), after(2), after(1)]
        assert len(analyses._kept) == 2


async def test_who_leaves_takes_the_answer_from_nobody_else() -> None:
    """Of three who wait for one search the first two leave; it goes on for the third."""
    desk = Desk()
    async with opened(desk) as analyses:
        first, second, third = (ask(analyses) for _ in range(3))
        await until(lambda: desk.begun)
        await leave(first)
        await leave(second)
        desk.open.set()
        assert (await third).body == b"12 FULL"
    assert (len(desk.begun), desk.stopped) == (1, [])


async def test_a_search_that_nobody_waits_for_is_stopped() -> None:
    """When the last has left the thread is free; whoever asks later gets a search of their own."""
    desk = Desk()
    async with opened(desk, analysis_workers=1) as analyses:
        requests = [ask(analyses) for _ in range(2)]
        await until(lambda: desk.begun)
        for request in requests:
            await leave(request)
        await until(lambda: desk.stopped)
        again = ask(analyses)
        await until(lambda: len(desk.begun) == 2)
        desk.open.set()
        assert (await again).body == b"12 FULL"
    assert desk.stopped == [after(0)]


async def test_the_real_search_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stop reaches the kernel: a search of a second, from nothing, ends without an answer."""
    monkeypatch.setattr(engine, "workspaces", Pool(kernel.workspace))
    begun, stopped = threading.Event(), threading.Event()

    def work(position: Position, depth: Depth, stop: Stop) -> Answer:
        begun.set()
        try:
            return answer_to(position, depth, stop)
        except StoppedError:
            stopped.set()
            raise

    analyses = Analyses(Settings(), work)
    request = asyncio.create_task(analyses.answer(Position.start(RULE_SETS["full-board"]), Depth.FULL))
    await until(begun.is_set)
    await leave(request)
    await until(stopped.is_set)
    await analyses.close()


async def test_no_more_searches_run_at_once_than_there_are_workers() -> None:
    """Eight positions and two workers: all are answered, never more than two at a time."""
    desk = Desk()
    async with opened(desk) as analyses:
        requests = [ask(analyses, number) for number in range(8)]
        await until(lambda: desk.at_once == 2)
        desk.open.set()
        await asyncio.gather(*requests)
    assert (len(desk.begun), desk.most_at_once) == (8, 2)


async def test_beyond_the_queue_requests_are_refused_at_once() -> None:
    """One runs and two wait; the fourth position is refused, but not who asks for one of the three."""
    desk = Desk()
    async with opened(desk, analysis_workers=1, analysis_queue=2) as analyses:
        requests = [ask(analyses, number) for number in range(3)]
        await until(lambda: desk.begun)
        with pytest.raises(BusyError, match="Too many analyses"):
            await ask(analyses, 3)
        requests += [ask(analyses, number) for number in range(3)]
        desk.open.set()
        await asyncio.gather(*requests)
        assert (await ask(analyses, 3)).body == b"15 FULL"
    assert len(desk.begun) == 4


async def test_who_leaves_the_queue_makes_room() -> None:
    """A position whose turn has not come is never searched when nobody waits for it, and its place is free."""
    desk = Desk()
    async with opened(desk, analysis_workers=1, analysis_queue=1) as analyses:
        running, waiting = ask(analyses, 0), ask(analyses, 1)
        await until(lambda: desk.begun)
        await leave(waiting)
        late = ask(analyses, 2)
        await asyncio.sleep(0)
        desk.open.set()
        await asyncio.gather(running, late)
    assert desk.begun == [after(0), after(2)]


async def test_who_has_waited_too_long_is_refused_and_the_search_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time in the queue counts; the thread is free afterwards."""
    desk = Desk()
    async with opened(desk, analysis_workers=1, analysis_seconds=0.05) as analyses:
        async with asyncio.timeout(PATIENCE):
            results = await asyncio.gather(ask(analyses, 0), ask(analyses, 1), return_exceptions=True)
        assert [str(result) for result in results] == [
            "The analysis was not ready within 0.05 seconds; please try again later."
        ] * 2
        await until(lambda: not desk.at_once)
        assert set(desk.stopped) == set(desk.begun)
        desk.open.set()
        monkeypatch.setattr(analyses, "_seconds", PATIENCE)
        assert (await ask(analyses, 0)).body == b"12 FULL"


async def test_a_late_comer_has_the_whole_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the first gives up, the search goes on for whoever came later."""
    desk = Desk()
    async with opened(desk) as analyses:
        monkeypatch.setattr(analyses, "_seconds", 0.05)
        hasty = ask(analyses)
        await asyncio.sleep(0)
        monkeypatch.setattr(analyses, "_seconds", PATIENCE)
        patient = ask(analyses)
        with pytest.raises(BusyError):
            await asyncio.wait_for(hasty, PATIENCE)
        desk.open.set()
        assert (await patient).body == b"12 FULL"
    assert desk.stopped == []


async def test_a_failed_search_fails_for_all_who_wait_and_is_not_kept() -> None:
    """A mistake of ours reaches everybody who waits; the next request tries anew."""
    desk = Desk()
    desk.fails = True
    async with opened(desk) as analyses:
        requests = [ask(analyses) for _ in range(3)]
        desk.open.set()
        results = await asyncio.gather(*requests, return_exceptions=True)
        assert [type(result) for result in results] == [ZeroDivisionError] * 3
        desk.fails = False
        assert (await ask(analyses)).body == b"12 FULL"


async def test_closing_stops_every_search_and_tells_who_waits() -> None:
    """Running and waiting searches end, their requests are refused, and so are later ones; no thread is left."""
    desk = Desk()
    async with opened(desk, analysis_workers=1) as analyses:
        requests = [ask(analyses, number) for number in (0, 0, 1, 2)]
        await until(lambda: desk.begun)
        await asyncio.wait_for(analyses.close(), PATIENCE)
        results = await asyncio.gather(*requests, ask(analyses, 3), return_exceptions=True)
    assert [str(result) for result in results] == ["The server stops; please try again later."] * 5
    assert desk.begun == desk.stopped == [after(0)]
    assert desk.at_once == 0
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("analysis")]


@pytest.mark.parametrize("depth", [Depth.VALUES, Depth.LINES, Depth.FULL])
def test_an_answer_is_the_analysis_without_its_effort(depth: Depth) -> None:
    """The bytes are those of the library's own document; what differs from search to search is left out."""
    position = read_game("1-9 1-5 5-9 @5 2-3").position
    document = dict(analysis_document(analyze(position, depth=depth)))
    for name in EFFORT:
        del document[name]
    assert msgspec.json.decode(answer_to(position, depth, Stop()).body) == document


def test_the_entity_tag_is_that_of_the_bytes() -> None:
    """The same position gives the same bytes and tag each time; another detail or position gives others."""
    position = read_game("1-9 1-5 5-9 @5 2-3").position
    first, again = (answer_to(position, Depth.FULL, Stop()) for _ in range(2))
    assert first == again
    others = [
        answer_to(position, Depth.VALUES, Stop()),
        answer_to(position.play(position.legal[0]), Depth.FULL, Stop()),
    ]
    assert len({first.tag, *(other.tag for other in others)}) == 3
