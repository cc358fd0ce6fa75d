from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus

from server.harness import Server
from server.wire import GET, bare_socket, frame, handshake, wire
from spookymarks.server.limits import Doors, Reception
from spookymarks.server.transport import MAX_HEAD, MAX_PIPELINE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

POST = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
SLOW_READS = """
import asyncio
from spookymarks.server.rooms import Rooms
look = Rooms.look
async def slow(self, game):
    await asyncio.sleep(1)
    return await look(self, game)
Rooms.look = slow
"""


@pytest.mark.parametrize(
    "begin",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: local", GET + b"GET /",
     POST + b"Content-Length: 9\r\n\r\n{", POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"],
)  # fmt: skip
async def test_a_request_that_does_not_arrive_is_given_up(start: Callable[..., Server], begin: bytes) -> None:
    """Nothing, half a head, half a body, or half of a second request: soon closed, and no error in the log."""
    server = start(head_seconds=0.3, body_seconds=0.3)
    async with wire(server) as line:
        line.send(begin)
        if begin.startswith(GET):
            assert (await line.answer()).status == 200
        rest = await line.ended()
        assert rest == b"" or b"HTTP/1.1 400" in rest


async def test_dripping_bytes_win_no_time(start: Callable[..., Server]) -> None:
    """A head that comes byte by byte, and empty lines between requests, meet the same deadline."""
    server = start(head_seconds=0.5)
    for begin, drop in ((b"GET / HTTP/1.1\r\n", b"X"), (GET, b"\r\n")):
        async with wire(server) as line:
            line.send(begin)

            async def drip(line=line, drop=drop) -> None:  # noqa: ANN001
                while True:
                    line.send(drop)
                    await asyncio.sleep(0.05)

            dripping = asyncio.create_task(drip())
            await line.ended()
            dripping.cancel()


async def test_deadlines_are_for_requests_alone(tmp_path: Path) -> None:
    """A slow answer, a pause between two requests and an open socket outlast them all."""
    server = Server(tmp_path, SLOW_READS, head_seconds=0.4, body_seconds=0.4)
    game = await server.new_game()
    request = f"GET /api/v1/games/{game.id} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    async with server.join(game.id, game.x) as x, wire(server) as line:
        for _ in range(2):
            line.send(request)
            assert (await line.answer()).status == 200
            await asyncio.sleep(0.6)
        line.send(request + b"GET /")  # the second is given up, the first is answered
        assert (await line.answer()).status == 200
        assert await line.ended() == b""
        assert (await x.act("1-2"))["t"] == "ack"
    server.stop()


async def test_a_long_head_is_refused(server: Server) -> None:
    """One endless line, many lines, a long address: 400 in the one shape, after a fixed number of bytes."""
    long = b"x" * (MAX_HEAD + 1)
    for head in (
        b"GET / HTTP/1.1\r\nX: " + long,
        b"GET /" + long + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * MAX_HEAD,
        b"GET / HTTP/1.1\r\nX: " + long + b"\r\n\r\n",
    ):
        async with wire(server) as line:
            line.send(head)
            (await line.answer()).check(400, "bad_request")


@pytest.mark.parametrize("trailer", [b"", b"0\r\n" + b"A: b\r\n" * 100])
async def test_an_endless_body_is_cut_off(server: Server, trailer: bytes) -> None:
    """A body, or lines after it, without end is not read for long: the connection is closed."""
    sent = 0
    async with wire(server) as line:
        line.send(POST + b"Transfer-Encoding: chunked\r\n\r\n" + trailer)
        piece = b"A: b\r\n" * 1000 if trailer else b"1000\r\n" + b" " * 0x1000 + b"\r\n"
        with suppress(ConnectionError):
            while sent < 1 << 30:
                line.send(piece)
                await line.writer.drain()
                sent += len(piece)
    assert sent < 1 << 25


async def test_a_body_that_is_a_little_too_long_hears_why(server: Server) -> None:
    """A body of twice the limit is answered with 413, and the connection serves the next request."""
    async with wire(server) as line:
        line.send(POST + b"Content-Length: 32768\r\n\r\n" + b" " * 32768 + GET)
        (await line.answer()).check(413, "too_large")
        assert (await line.answer()).status == 200


async def test_few_requests_wait_on_one_connection(server: Server) -> None:
    """Requests sent ahead are answered in order; a flood of them ends the connection."""
    async with wire(server) as line:
        line.send(GET * MAX_PIPELINE)
        for _ in range(MAX_PIPELINE):
            assert (await line.answer()).status == 200
    async with wire(server) as line:
        line.send(GET * 10_000)
        assert (await line.ended()).count(b"HTTP/1.1 200") < 10_000


async def test_one_address_has_a_number_of_connections(start: Callable[..., Server]) -> None:
    """One too many hears `limit`, page or socket; whoever leaves, in whatever way, makes room."""
    server = start(connections_per_address=3)
    game = await server.new_game()
    for _ in range(3):
        async with server.join(game.id, game.x), bare_socket(server, game.id), wire(server) as line:
            line.send(GET)
            assert (await line.answer()).status == 200
            async with wire(server) as excess:
                excess.send(GET)
                (await excess.answer()).check(429, "limit")
                assert await excess.ended() == b""
            with pytest.raises(InvalidStatus) as refused:
                async with server.raw(game.id):
                    pass
            assert refused.value.response.status_code == 429
        await _all_left(server)


async def test_far_too_many_connections_are_cut_off(start: Callable[..., Server]) -> None:
    """Beyond the few that hear why, a connection costs nothing."""
    server = start(connections_per_address=3)
    async with AsyncExitStack() as stack:
        for _ in range(3 + Doors.TOLD):
            await stack.enter_async_context(wire(server))
        async with wire(server) as line:
            line.send(GET)
            assert await line.ended() == b""
    await _all_left(server)


async def _all_left(server: Server) -> None:
    """Wait until the server answers again."""
    while True:
        async with wire(server) as line:
            line.send(GET)
            with suppress(ConnectionError):
                if b"HTTP/1.1 200" in await line.reader.read(15):
                    return
        await asyncio.sleep(0.02)


async def test_a_full_server_says_so(start: Callable[..., Server]) -> None:
    """With all connections taken, sockets included, the next one hears 503 `unavailable`."""
    server = start(connections=2)
    game = await server.new_game()
    await _all_left(server)
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o):
        async with wire(server) as line:
            line.send(GET)
            (await line.answer()).check(503, "unavailable")
        with pytest.raises(InvalidStatus) as refused:
            async with server.raw(game.id):
                pass
        assert refused.value.response.status_code == 503
        assert (await x.act("1-2"))["t"] == "ack"


def test_doors_count_by_network_and_exempt_proxies() -> None:
    """IPv6 counts by household, our own proxies by nothing but the number for all."""
    doors = Doors(100, 1)
    assert [doors.enter("2001:db8::1"), doors.enter("2001:db8::2")] == [Reception.IN, Reception.ADDRESS_FULL]
    doors.leave("2001:db8::9")
    doors.leave("2001:db8::9")
    assert doors.enter("2001:db8::3") is Reception.IN
    assert not Doors(1, 1)._open


@pytest.mark.parametrize(
    "request_bytes",
    [b"nonsense\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
     b"CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\nA\0: b\r\n\r\n",
     b"GET  HTTP/1.1\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
     POST + b"Transfer-Encoding: chunked\r\n\r\nXYZ\r\n", POST + b"Content-Length: -1\r\n\r\n",
     POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
)  # fmt: skip
async def test_bytes_that_are_no_request_get_the_one_shape(server: Server, request_bytes: bytes) -> None:
    """What no route ever sees is refused with a code, a sentence and every security header."""
    async with wire(server) as line:
        line.send(request_bytes)
        answer = await line.answer()
        assert 400 <= answer.status < 500
        answer.check(answer.status, {404: "not_found", 405: "method_not_allowed"}.get(answer.status, "bad_request"))


@pytest.mark.parametrize(
    ("path", "lines", "refusal"),
    [
        ("/api/v1/games/x/socket", ["Sec-WebSocket-Version: 12"], (400, "bad_request")),
        ("/api/v1/games/x/socket", ["Sec-WebSocket-Key: another"], (400, "bad_request")),
        ("/api/v1/games/x/socket", ["X: " + "x" * 9000], (400, "bad_request")),
        ("/api/v1/games/x/socket", ["X: y"] * 200, (400, "bad_request")),
        ("/api/v1/games/x/socket", ["Origin: http://evil.example"], (403, "foreign_origin")),
        ("/", [], (404, "not_found")),
        ("/api/v1/health", [], (404, "not_found")),
        ("/api/v1/nothing", [], (404, "not_found")),
    ],
)
async def test_a_refused_socket_gets_the_one_shape(
    server: Server, path: str, lines: list[str], refusal: tuple[int, str]
) -> None:
    """Whatever refuses a socket before it opens, the library included, says so as everything else does."""
    async with wire(server) as line:
        line.send(handshake(server, path, *lines))
        (await line.answer()).check(*refusal)
        assert await line.ended() == b""


async def test_other_protocols_get_http(server: Server) -> None:
    """Whoever offers to change to HTTP/2 is answered in HTTP/1.1, without a line in the log."""
    async with wire(server) as line:
        line.send(GET.replace(b"\r\n\r\n", b"\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"))
        assert (await line.answer()).status == 200
    assert "Unsupported" not in server.log.read_text()


@pytest.mark.parametrize("piece", [frame(0x89, b"ping"), frame(0x8A), frame(0x00)])
async def test_a_socket_may_send_a_number_of_frames(start: Callable[..., Server], piece: bytes) -> None:
    """Pings, pongs and empty pieces of a message without end are a flood: 1008."""
    server = start(messages_burst=10, messages_per_second=0.1, hello_seconds=60)
    game = await server.new_game()
    async with bare_socket(server, game.id) as line:
        if piece == frame(0x00):
            line.send(frame(0x01))
        for _ in range(101):
            line.send(piece)
        assert (await line.closed())[0] == 1008
    async with bare_socket(server, game.id) as line:
        if piece == frame(0x00):
            line.send(frame(0x01))
        for _ in range(90):
            line.send(piece)
        line.send(frame(0x80 if piece == frame(0x00) else 0x81, b"x"))
        # The message arrives, and is not a hello.
        assert b"bad_message" in (await line.closed())[1]


async def test_a_forged_address_is_ignored(start: Callable[..., Server]) -> None:
    """X-Forwarded-For from anybody changes nothing, not even from this machine; the operator is told once."""
    server = start(games_burst=1, games_per_minute=0.001)
    async with server.client() as client:
        statuses = [
            (await client.post("/api/v1/games", json={}, headers={"X-Forwarded-For": f"203.0.113.{n}"})).status_code
            for n in range(3)
        ]
        assert statuses == [201, 429, 429]
        answer = await client.get("/", headers={"X-Forwarded-Proto": "https"})
        assert "Strict-Transport-Security" not in answer.headers
    assert [line["event"] for line in server.log_lines()].count("proxy_not_trusted") == 1


async def test_the_word_of_a_trusted_proxy_counts(start: Callable[..., Server]) -> None:
    """Behind our own proxy every client has its own allowances, and the nearest address we do not trust is it."""
    server = start(games_burst=1, games_per_minute=0.001, trusted_proxies='["127.0.0.0/8"]', connections_per_address=1)
    async with server.client() as client, server.client() as other:
        for forwarded, status in (
            ("203.0.113.1", 201),
            ("203.0.113.1", 429),
            ("203.0.113.2, 127.0.0.9", 201),
            ("198.51.100.7, 203.0.113.2", 429),
            ("2001:db8::1", 201),
            ("[2001:db8::2]:99", 429),
            ("nonsense", 201),
            ("more nonsense", 429),
        ):
            answer = await client.post("/api/v1/games", json={}, headers={"X-Forwarded-For": forwarded})
            assert answer.status_code == status, forwarded
        secure = await other.get("/api/v1/health", headers={"X-Forwarded-Proto": "https"})
        assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert "Strict-Transport-Security" not in (await client.get("/api/v1/health")).headers
    assert "proxy_not_trusted" not in server.log.read_text()
