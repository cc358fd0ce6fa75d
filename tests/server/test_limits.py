from __future__ import annotations

import asyncio
import json
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, cast

import pytest
from starlette.datastructures import Address
from websockets.exceptions import InvalidStatus

from spookymarks.server.bus import NoBus
from spookymarks.server.limits import MAX_ADDRESSES, Bucket, Buckets
from spookymarks.server.outbox import MAX_CHARACTERS, MAX_MESSAGES, Outbox
from spookymarks.server.service import Service
from spookymarks.server.settings import Settings
from spookymarks.server.socket import Connection
from spookymarks.server.store import Store
from spookymarks.server.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from server.harness import Server


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
    buckets = Buckets(1, 0, "games")
    assert [buckets.take(address) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")] == [True, True, False]
    assert [buckets.take(address) for address in ("2001:db8::1", "2001:db8:0:0:ffff::2", "2001:db8:0:1::1")] == [
        True, False, True,
    ]  # fmt: skip
    # Where IPv4 is spoken inside IPv6, the addresses of IPv4 still count one by one.
    assert [buckets.take(address) for address in ("::ffff:192.0.2.3", "::ffff:192.0.2.1")] == [True, False]
    assert [buckets.take("unknown"), buckets.take("x" * 10_000)] == [True, False]


def test_the_number_of_buckets_is_bounded() -> None:
    """However many addresses come, memory holds a fixed number of them."""
    buckets = Buckets(1, 0, "games")
    for number in range(MAX_ADDRESSES + 100):
        buckets.take(str(ip_address(number)))
    assert len(buckets._buckets) == MAX_ADDRESSES
    assert not buckets.take(str(ip_address(MAX_ADDRESSES + 99)))


async def test_an_outbox_sends_in_order_until_it_is_closed() -> None:
    """What was pushed before the end is sent, what comes later is not."""
    sent: list[str] = []

    async def send(text: str) -> None:
        await asyncio.sleep(0)
        sent.append(text)

    outbox = Outbox(send, lambda: None)
    outbox.push("1")
    await asyncio.sleep(0)
    outbox.push("2")
    outbox.push("3")
    outbox.close()
    outbox.push("4")
    await outbox.sent()
    assert sent == ["1", "2", "3"]


@pytest.mark.parametrize(("size", "most"), [(1, MAX_MESSAGES), (MAX_CHARACTERS // 4, 4)])
async def test_a_full_outbox_drops_everything_and_says_so_once(size: int, most: int) -> None:
    """The bound is on messages and on their size; after it nothing is kept."""
    overflows: list[int] = []

    async def send(_text: str) -> None:
        raise AssertionError

    outbox = Outbox(send, lambda: overflows.append(1))
    for _ in range(most):
        outbox.push("x" * size)
    assert not overflows
    for _ in range(3):
        outbox.push("x" * size)
    assert overflows == [1]
    await outbox.sent()


async def test_who_asks_waits_until_the_answers_have_left() -> None:
    """A client's own requests cannot fill its outbox: reading pauses at half and goes on when it has drained."""
    gate = asyncio.Event()

    async def send(_text: str) -> None:
        await gate.wait()

    outbox = Outbox(send, lambda: None)
    for _ in range(1 + MAX_MESSAGES // 2):  # one is on its way
        await asyncio.wait_for(outbox.room(), 1)
        outbox.push("answer")
    asking = asyncio.create_task(outbox.room())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not asking.done()
    gate.set()
    await asyncio.wait_for(asking, 5)
    outbox.close()
    await outbox.sent()


class DeafSocket:
    """A client that says hello and then reads nothing."""

    client = Address("192.0.2.1", 1)

    def __init__(self) -> None:
        self.codes: list[int] = []
        self.ignores = asyncio.Event()
        self.messages = [{"type": "websocket.receive", "text": '{"t":"hello","protocol":2,"token":null}'}]

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
        service = Service(store, NoBus(), Settings())
        await service.start()
        game = await service.create(Terms("standard"), "X", "here")
        deaf = DeafSocket()
        serving = asyncio.create_task(Connection(cast("Any", deaf), service).serve(game.game))
        await deaf.ignores.wait()
        room = await service.rooms.open(game.game)
        (member,) = room.audience
        for _ in range(MAX_MESSAGES + 2):
            member.outbox.push("news")
        await asyncio.wait_for(serving, 10)
        assert not list(room.audience)
    finally:
        await store.close()
    assert deaf.codes == [1013]


async def test_one_address_opens_a_number_of_sockets(start: Callable[..., Server]) -> None:
    """Beyond it a socket is refused with 429 before it opens; those that are open go on."""
    server = start(sockets_burst=2, sockets_per_minute=0.001)
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o):
        with pytest.raises(InvalidStatus) as refused:
            async with server.raw(game.id):
                pass
        assert refused.value.response.status_code == 429
        assert b'"limit"' in (refused.value.response.body or b"")
        assert (await x.act("1-2"))["t"] == "ack"


async def test_the_sockets_of_one_address_share_an_allowance(start: Callable[..., Server]) -> None:
    """Many sockets cannot send more together than one address may: one message more, and its socket is closed."""
    server = start(address_messages_burst=5, address_messages_per_second=0.001)
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        for client, pongs in ((x, 1), (o, 1), (x, 2), (o, 2), (x, 3)):
            await client.send(t="ping")
            while client.pongs < pongs:
                await client.hear()
        await o.send(t="ping")
        assert await o.closed() == 1008
        assert [answer["code"] for answer in o.answers] == ["limit"]


async def test_guesses_are_limited_and_right_secrets_are_not(start: Callable[..., Server]) -> None:
    """Wrong secrets hear 403, or 4001, until there were too many; the owner of a seat gets in all the same."""
    server = start(guesses_burst=4, guesses_per_minute=0.001)
    game = await server.new_game()
    wrong = "w" * 32
    codes = []
    async with server.client() as client:
        for path, body in (
            ("seats", {"join": wrong}),
            ("token", {"token": wrong, "fresh": wrong}),
            ("deletion", {"token": wrong}),
        ):
            answer = await client.post(f"/api/v1/games/{game.id}/{path}", json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong_secret")
        for _ in range(2):
            async with server.raw(game.id) as socket:
                await socket.send(json.dumps({"t": "hello", "protocol": 2, "token": wrong}))
                await socket.wait_closed()
                codes.append(socket.close_code)
        assert codes == [4001, 1008]
        answer = await client.post(f"/api/v1/games/{game.id}/seats", json={"join": wrong})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "limit")
        claim = {"join": game.join, "token": game.o}
        assert (await client.post(f"/api/v1/games/{game.id}/seats", json=claim)).status_code == 201
    async with server.join(game.id, game.x) as x:
        assert (await x.act("1-2"))["t"] == "ack"
