from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest
from structlog.testing import capture_logs

from services import Postgres, Redis
from spookymarks.errors import SpookyMarksError
from spookymarks.server.bus import MAX_WAITING, Bus, NoBus, open_bus
from spookymarks.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

PATIENCE = 20.0

PEER = """
import asyncio, sys
from spookymarks.server.bus import open_bus
from spookymarks.server.settings import Settings
async def main():
    bus = open_bus(Settings(bus=sys.argv[2]), sys.argv[1])
    await bus.start(print, lambda: None)
    while not bus.sure:
        await asyncio.sleep(0.01)
    bus.publish("peer")
    await asyncio.sleep(60)
asyncio.run(main())
"""


class Carrier(NamedTuple):
    """A service that carries texts, and how a bus over it is opened."""

    service: Postgres | Redis
    database: str
    setting: str

    def bus(self) -> Bus:
        """Return a bus that is not started."""
        return open_bus(Settings(bus=self.setting), self.database)

    def lines(self) -> int:
        """Return how many connections the service has from buses."""
        if isinstance(self.service, Postgres):
            query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'spookymarks bus'"
            return int(self.service.query(query)[0])
        return len(self._redis("CLIENT LIST").splitlines()) - 1

    def cut(self) -> None:
        """Break the lines and leave the service as it is."""
        if isinstance(self.service, Postgres):
            query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'spookymarks bus'"
            self.service.query(query)
        else:
            self._redis("CLIENT KILL TYPE pubsub")

    def _redis(self, command: str) -> str:
        port = str(self.service.port)
        done = subprocess.run(["redis-cli", "-p", port, *command.split()], check=True, capture_output=True, text=True)
        return done.stdout


@pytest.fixture(params=["postgresql", "redis"])
def carrier(request: pytest.FixtureRequest) -> Carrier:
    """Each of the services that can carry a bus; a test may end it, if it starts it again."""
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres_server")
        return Carrier(postgres, postgres.new_database(), "")
    redis: Redis = request.getfixturevalue("redis_server")
    return Carrier(redis, "unused.sqlite", redis.url)


class Ear:
    """A started bus and what it heard."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.heard: list[str] = []
        self.agains = 0

    def again(self) -> None:
        """Count that something may have been lost."""
        self.agains += 1


@asynccontextmanager
async def listening(carrier: Carrier, count: int = 2) -> AsyncIterator[list[Ear]]:
    ears = [Ear(carrier.bus()) for _ in range(count)]
    for ear in ears:
        await ear.bus.start(ear.heard.append, ear.again)
    await until(lambda: all(ear.bus.sure for ear in ears))
    # Each knows of the others.
    await asyncio.sleep(0.6)
    yield ears
    for ear in ears:
        await ear.bus.close()


async def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def get_through(ears: list[Ear]) -> None:
    """Publish until everybody has heard it: on a busy machine a line that was just mended may break once more."""
    end = time.monotonic() + PATIENCE
    while not all("hello" in ear.heard for ear in ears):
        assert time.monotonic() < end
        ears[0].bus.publish("hello")
        await asyncio.sleep(0.2)


async def test_texts_arrive_everywhere_and_in_order(carrier: Carrier) -> None:
    """Every process hears each text once, the one that sent it included, and of two of one sender the earlier first."""
    texts = [f"text {number}: ' \" ½ ✓" for number in range(MAX_WAITING - 10)] + ["x" * 1000]
    async with listening(carrier) as (first, second):
        for text in texts:
            first.bus.publish(text)
        await until(lambda: len(first.heard) >= len(texts) <= len(second.heard))
        assert first.heard == second.heard == texts


async def test_what_could_not_be_sent_is_owned_up_to(carrier: Carrier) -> None:
    """More texts than may wait are dropped, never kept; the other process is told to look for itself."""
    async with listening(carrier) as (first, second):
        agains = second.agains
        for number in range(3 * MAX_WAITING):
            first.bus.publish(str(number))
        await until(lambda: second.agains > agains)
        assert second.heard == [str(number) for number in range(MAX_WAITING)]


@pytest.mark.parametrize("fault", ["stop", "kill", "pause"])
async def test_a_service_that_goes_away_is_noticed_and_so_is_its_return(carrier: Carrier, fault: str) -> None:
    """Everybody soon is unsure, nothing raises, and when the service is back everybody looks again and is sure."""
    down, up = getattr(carrier.service, fault), carrier.service.resume if fault == "pause" else carrier.service.start
    with capture_logs() as logs:
        async with listening(carrier) as ears:
            try:
                await asyncio.to_thread(down)
                await until(lambda: not any(ear.bus.sure for ear in ears))
                agains = [ear.agains for ear in ears]
                for number in range(3 * MAX_WAITING):
                    ears[0].bus.publish(str(number))
                await asyncio.sleep(1)
                assert not any(ear.bus.sure for ear in ears)
            finally:
                await asyncio.to_thread(up)
            await until(lambda: all(ear.bus.sure for ear in ears))
            assert all(ear.agains > before for ear, before in zip(ears, agains, strict=True))
            assert len(ears[1].heard) <= MAX_WAITING
            await get_through(ears)
    told = [(line["event"], line["log_level"]) for line in logs]
    # Once each time, however often the line was tried; on a busy machine there may be more such times.
    assert told.count(("bus_unsure", "warning")) == told.count(("bus_sure_again", "info")) >= 2


async def test_a_cut_line_is_mended_and_both_ends_look_again(carrier: Carrier) -> None:
    """A line that breaks under a service that goes on is opened again, and may have lost something."""
    async with listening(carrier) as ears:
        await asyncio.to_thread(carrier.cut)
        await until(lambda: all(ear.agains >= 2 and ear.bus.sure for ear in ears))
        await get_through(ears)


async def test_a_process_that_falls_silent_makes_the_others_unsure(carrier: Carrier) -> None:
    """What it commits may never be told: frozen, it is missed; back again, it is trusted after another look."""
    async with listening(carrier, 1) as (ear,):
        peer = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PEER, carrier.database, carrier.setting),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            await until(lambda: ear.heard == ["peer"])
            await asyncio.sleep(0.6)
            agains = ear.agains
            peer.send_signal(signal.SIGSTOP)
            await until(lambda: not ear.bus.sure)
            await asyncio.sleep(1)
            peer.send_signal(signal.SIGCONT)
            await until(lambda: ear.bus.sure and ear.agains > agains)
        finally:
            peer.kill()
            await peer.wait()
        await until(lambda: not ear.bus.sure)


async def test_a_farewell_is_not_taken_for_a_silence(carrier: Carrier) -> None:
    """A process that ends as planned still sends what waits, and the others stay sure."""
    async with listening(carrier) as (first, second):
        first.bus.publish("last words")
        await first.bus.close()
        await until(lambda: second.heard == ["last words"])
        # Longer than a silence takes to be noticed, and shorter than one is remembered.
        await asyncio.sleep(2)
        await until(lambda: second.bus.sure)


@pytest.mark.parametrize("fault", ["stop", "pause", None])
async def test_closing_leaves_nothing_behind(carrier: Carrier, fault: str | None) -> None:
    """No task and no connection is left, whether the service answers or not, and closing takes seconds at most."""
    tasks = asyncio.all_tasks()
    try:
        async with listening(carrier):
            if fault:
                await asyncio.to_thread(getattr(carrier.service, fault))
            begun = time.monotonic()
        assert time.monotonic() - begun < 10
        await until(lambda: asyncio.all_tasks() == tasks)
    finally:
        if fault == "stop":
            await asyncio.to_thread(carrier.service.start)
        elif fault:
            carrier.service.resume()
    end = time.monotonic() + PATIENCE
    while await asyncio.to_thread(carrier.lines):
        assert time.monotonic() < end


async def test_a_bus_that_was_never_started_can_be_closed(carrier: Carrier) -> None:
    """Nothing happens, and nothing is left."""
    await carrier.bus().close()


async def test_a_bus_starts_before_its_service(carrier: Carrier) -> None:
    """A process starts although nobody carries its texts yet, says so, and is sure later."""
    carrier.service.stop()
    ear = Ear(carrier.bus())
    try:
        with capture_logs() as logs:
            await ear.bus.start(ear.heard.append, ear.again)
            await until(lambda: bool(logs))
        assert [line["event"] for line in logs] == ["bus_unsure"]
        assert not ear.bus.sure
        assert not ear.agains
    finally:
        await asyncio.to_thread(carrier.service.start)
    await until(lambda: ear.bus.sure and ear.agains > 0)
    await ear.bus.close()


def test_one_process_alone_needs_no_bus() -> None:
    """With a SQLite file and no other wish, the bus is one that always is sure."""
    bus = open_bus(Settings(bus=""), "games.sqlite")
    assert isinstance(bus, NoBus)
    bus.publish("nobody hears this")
    assert bus.sure


@pytest.mark.parametrize("setting", ["kafka://127.0.0.1", "redis://127.0.0.1:port", "redis"])
def test_a_wrong_bus_is_one_sentence(setting: str) -> None:
    """The sentence names the variable."""
    with pytest.raises(SpookyMarksError, match=r"^the setting SPOOKYMARKS_BUS is wrong: .+"):
        open_bus(Settings(bus=setting), "games.sqlite")


@pytest.mark.parametrize(
    ("setting", "database", "package", "extra"),
    [("redis://127.0.0.1", "games.sqlite", "redis", "redis"), ("", "postgresql://host/a", "asyncpg", "postgresql")],
)
def test_a_missing_package_is_one_sentence(setting: str, database: str, package: str, extra: str) -> None:
    """The sentence names the package and the extra that brings it."""
    hide = f"import sys; sys.modules[{package!r}] = None\n"
    script = hide + (
        "from spookymarks.errors import SpookyMarksError\n"
        "from spookymarks.server.bus import open_bus\n"
        "from spookymarks.server.settings import Settings\n"
        f"try: open_bus(Settings(bus={setting!r}), {database!r})\n"
        "except SpookyMarksError as error: print(error)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True)
    assert done.stdout == f"the bus needs the package {package}: pip install 'spookymarks[{extra}]'\n"
