from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

import pytest

from spookymarks.server.limits import MAX_ADDRESSES, Bucket, Buckets
from spookymarks.server.outbox import MAX_CHARACTERS, MAX_MESSAGES, Outbox
from spookymarks.server.service import Service
from spookymarks.server.settings import Settings
from spookymarks.server.socket import Connection
from spookymarks.server.store import Store

if TYPE_CHECKING:
    from pathlib import Path


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    """Three at once, then two a second, and never more than the burst after a pause."""
    clock = Clock()
    bucket = Bucket(3, 2, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_every_address_has_its_own_bucket_and_a_network_of_ipv6_has_one() -> None:
    """IPv4 addresses count one by one; IPv6 addresses of one household count as one."""
    buckets = Buckets(1, 0)
    assert [buckets.take(address) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")] == [True, True, False]
    assert [buckets.take(address) for address in ("2001:db8::1", "2001:db8:0:0:ffff::2", "2001:db8:0:1::1")] == [
        True, False, True,
    ]  # fmt: skip
    assert [buckets.take("unknown"), buckets.take("unknown")] == [True, False]


def test_the_number_of_buckets_is_bounded() -> None:
    """However many addresses come, memory holds a fixed number of them."""
    buckets = Buckets(1, 0)
    for number in range(MAX_ADDRESSES + 100):
        buckets.take(str(number))
    assert len(buckets._buckets) == MAX_ADDRESSES
    assert not buckets.take(str(MAX_ADDRESSES + 99))


async def test_an_outbox_sends_in_order_until_it_is_closed() -> None:
    """What was pushed before the end is sent, what comes later is not."""
    sent: list[str] = []
    outbox = Outbox(lambda: None)

    async def send(text: str) -> None:
        await asyncio.sleep(0)
        sent.append(text)

    outbox.push("1")
    task = asyncio.create_task(outbox.send_all(send))
    await asyncio.sleep(0)
    outbox.push("2")
    outbox.push("3")
    outbox.close()
    outbox.push("4")
    await task
    assert sent == ["1", "2", "3"]


@pytest.mark.parametrize(("size", "most"), [(1, MAX_MESSAGES), (MAX_CHARACTERS // 4, 4)])
def test_a_full_outbox_drops_everything_and_says_so_once(size: int, most: int) -> None:
    """The bound is on messages and on their size; after it nothing is kept."""
    overflows: list[int] = []
    outbox = Outbox(lambda: overflows.append(1))
    for _ in range(most):
        outbox.push("x" * size)
    assert not overflows
    for _ in range(3):
        outbox.push("x" * size)
    assert overflows == [1]
    assert not outbox._waiting


async def test_who_asks_waits_until_the_answers_have_left() -> None:
    """A client's own requests cannot fill its outbox: reading pauses at half and goes on when it has drained."""
    outbox = Outbox(lambda: None)
    gate = asyncio.Event()

    async def send(_text: str) -> None:
        await gate.wait()

    for _ in range(MAX_MESSAGES // 2):
        await asyncio.wait_for(outbox.room(), 1)
        outbox.push("answer")
    asking = asyncio.create_task(outbox.room())
    sending = asyncio.create_task(outbox.send_all(send))
    for _ in range(5):
        await asyncio.sleep(0)
    sending_has_begun = len(outbox._waiting) == MAX_MESSAGES // 2 - 1
    assert sending_has_begun
    assert not asking.done()
    gate.set()
    await asyncio.wait_for(asking, 5)
    outbox.close()
    await sending


class DeafSocket:
    """A client that says hello and then reads nothing."""

    def __init__(self) -> None:
        self.codes: list[int] = []
        self.ignores = asyncio.Event()
        self.messages = [{"type": "websocket.receive", "text": '{"t":"hello","protocol":1,"token":null}'}]

    async def receive(self) -> dict[str, Any]:
        """Hand over hello, then nothing."""
        if self.messages:
            return self.messages.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def send_text(self, _text: str) -> None:
        """Never finish."""
        self.ignores.set()
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        """Keep the code."""
        self.codes.append(code)


async def test_a_client_that_does_not_read_is_closed_with_1013(tmp_path: Path) -> None:
    """When its outbox overflows the connection ends, although both of its tasks wait for the client."""
    store = await Store.open(str(tmp_path / "games.sqlite"), 1000)
    try:
        service = Service(store, Settings())
        game = await service.create("standard", "X", "here")
        deaf = DeafSocket()
        serving = asyncio.create_task(Connection(cast("Any", deaf), service).serve(game.game))
        await deaf.ignores.wait()
        room = await service.rooms.open(game.game)
        (member,) = room._members
        for _ in range(MAX_MESSAGES + 2):
            member.outbox.push("news")
        await asyncio.wait_for(serving, 10)
        assert not room._members
    finally:
        await store.close()
    assert deaf.codes == [1013]
