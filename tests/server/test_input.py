from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from websockets.exceptions import InvalidStatus

from server.wire import bare_socket, frame, handshake, wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.harness import Server

ACT = '{"t":"act","id":"some-command","rev":0,"action":"1-2"}'
HELLO = '{"t":"hello","protocol":2,"token":null}'

BROKEN = {
    "no JSON": ("hello", "bad_message", None),
    "nothing": ("", "bad_message", None),
    "cut short": (ACT[:-1], "bad_message", None),
    "two documents": (ACT + ACT, "bad_message", None),
    "a list": ("[]", "bad_message", None),
    "null": ("null", "bad_message", None),
    "no type": ('{"id":"some-command"}', "bad_message", "some-command"),
    "type of a wrong kind": ('{"t":1}', "bad_message", None),
    "unknown type": ('{"t":"surrender","id":"some-command"}', "unknown_type", "some-command"),
    "a message of ours": ('{"t":"ack","id":"some-command","rev":1}', "unknown_type", "some-command"),
    "missing field": ('{"t":"act","id":"some-command","rev":0}', "bad_message", "some-command"),
    "unknown field": (ACT[:-1] + ',"seat":"O"}', "bad_message", "some-command"),
    "prototype": (ACT[:-1] + ',"__proto__":{"rev":0}}', "bad_message", "some-command"),
    "field twice": (ACT[:-1] + ',"rev":0}', "bad_message", "some-command"),
    "type twice": ('{"t":"ping","t":"ping"}', "bad_message", None),
    "number as text": (ACT.replace("0", '"0"'), "bad_message", "some-command"),
    "true for one": (ACT.replace("0", "true"), "bad_message", "some-command"),
    "fraction": (ACT.replace("0", "0.5"), "bad_message", "some-command"),
    "negative": (ACT.replace("0", "-1"), "bad_message", "some-command"),
    "huge": (ACT.replace("0", "9" * 3000), "bad_message", "some-command"),
    "NaN": (ACT.replace("0", "NaN"), "bad_message", None),
    "null field": (ACT.replace('"1-2"', "null"), "bad_message", "some-command"),
    "lone surrogate": (ACT.replace("1-2", "\\ud800"), "bad_message", None),
    "short id": (ACT.replace("some-command", "short"), "bad_message", None),
    "odd id": (ACT.replace("some-command", "some command\\n"), "bad_message", None),
    "id that ends in a line break": (ACT.replace("some-command", "some-command\\n"), "bad_message", None),
    "long action": (ACT.replace("1-2", "1" * 17), "bad_message", "some-command"),
    "nested": ("[" * 2000, "bad_message", None),
    "nested deeply inside": ('{"t":' + "[" * 1000 + "]" * 1000 + "}", "bad_message", None),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_a_broken_message_gets_one_coded_answer_and_the_socket_lives_on(server: Server, name: str) -> None:
    """Whatever is no message is refused by a code, with the command id where there is one, and changes nothing."""
    text, code, command = BROKEN[name]
    game = await server.new_game()
    async with server.join(game.id, game.x) as x:
        await x.socket.send(text)
        answer = await x.answer()
        assert (answer["t"], answer["code"], answer["id"]) == ("refused", code, command)
        assert "Traceback" not in answer["message"]
        assert (await x.act("1-2"))["t"] == "ack"


async def test_pings_are_answered(server: Server) -> None:
    """A page can ask whether the line is alive."""
    game = await server.new_game()
    async with server.join(game.id, None) as w:
        await w.send(t="ping")
        await w.until(lambda: w.pongs)


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (ACT, "bad_message"),
        ("nonsense", "bad_message"),
        ('{"t":"hello","protocol":2}', "bad_message"),
        ('{"t":"hello","protocol":2,"token":"short"}', "bad_message"),
        ('{"t":"hello","protocol":1,"token":null}', "wrong_protocol"),
    ],
)
async def test_the_first_message_has_to_be_a_good_hello(server: Server, first: str, code: str) -> None:
    """Anything else is refused with a code and the socket is closed."""
    game = await server.new_game()
    async with server.raw(game.id) as socket:
        await socket.send(first)
        assert json.loads(await socket.recv())["code"] == code
        await socket.wait_closed()
        assert socket.close_code == 1008


async def test_hello_is_said_once(server: Server) -> None:
    """A role is fixed with the first hello; a second one is refused."""
    game = await server.new_game()
    async with server.join(game.id, None) as w:
        await w.send(t="hello", protocol=2, token=game.x)
        assert (await w.answer())["code"] == "bad_message"
        assert (await w.act("1-2"))["code"] == "not_yours"


async def test_who_never_says_hello_is_sent_away(start: Callable[..., Server]) -> None:
    """A socket that stays silent does not stay open."""
    server = start(hello_seconds=0.2)
    game = await server.new_game()
    async with server.raw(game.id) as socket, server.join(game.id, None) as patient:
        await socket.wait_closed()
        assert socket.close_code == 1008
        await asyncio.sleep(0.3)
        await patient.send(t="ping")
        await patient.until(lambda: patient.pongs)


async def test_binary_and_oversized_messages_close_the_socket(server: Server) -> None:
    """Binary is the wrong kind (1003); 4096 bytes are read and 4097 are too big (1009)."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x:
        await x.socket.send(ACT.ljust(4096))
        assert (await x.answer())["t"] == "ack"
        await x.socket.send(ACT.ljust(4097))
        assert await x.closed() == 1009
    for before in (True, False):
        async with server.raw(game.id) as socket:
            if before:
                await socket.send(HELLO)
            await socket.send(b"{}")
            await socket.wait_closed()
            assert socket.close_code == 1003


async def test_compression_is_not_offered(server: Server) -> None:
    """A small compressed message cannot become a large one here."""
    game = await server.new_game()
    async with server.raw(game.id, compression="deflate") as socket:
        assert socket.protocol.extensions == []


async def test_a_flood_is_answered_once_and_cut_off(start: Callable[..., Server]) -> None:
    """Beyond its allowance a socket hears `limit` once and is closed with 1008; pings count as well."""
    server = start(messages_burst=20, messages_per_second=0.001)
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        # Fewer than the allowance of frames, which cuts a socket off without a word.
        for _ in range(150):
            await x.send(t="ping")
        assert await x.closed() == 1008
        assert x.pongs == 20
        assert [answer["code"] for answer in x.answers] == ["limit"]
        await o.send(t="ping")
        await o.until(lambda: o.pongs)


async def test_a_game_that_nobody_watches_leaves_memory(start: Callable[..., Server]) -> None:
    """An idle game is dropped from memory and is there again, unchanged, when somebody asks for it."""
    server = start(idle_seconds=0.1)
    game = await server.new_game()
    async with server.client() as client:

        async def rooms() -> int:
            return int((await client.get("/api/v1/health")).json()["rooms"])

        async with server.join(game.id, game.x) as x:
            await x.act("1-2")
            await asyncio.sleep(0.3)
            assert await rooms() == 1
        while await rooms():  # noqa: ASYNC110 - the server is another process
            await asyncio.sleep(0.02)
    async with server.join(game.id, game.o) as o:
        assert o.state["actions"] == ["1-2"]


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "https://127.0.0.1:{port}.evil.example",
     "http://x@127.0.0.1:{port}", "http://127.0.0.1:{port}/", "file://127.0.0.1:{port}", "http://[", ""],
)  # fmt: skip
async def test_a_page_from_elsewhere_cannot_open_a_socket(server: Server, origin: str) -> None:
    """Every Origin but the server's own host and port is refused with 403, before the socket opens."""
    game = await server.new_game()
    with pytest.raises(InvalidStatus) as refused:
        async with server.raw(game.id, additional_headers={"Origin": origin.format(port=server.port)}):
            pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["error"]["code"] == "foreign_origin"


async def test_own_and_configured_pages_can_open_sockets(start: Callable[..., Server]) -> None:
    """The server's own pages, and those of origins that the operator allows, get in."""
    server = start(allowed_origins='["https://play.example"]')
    game = await server.new_game()
    for origin in (f"http://127.0.0.1:{server.port}", f"https://127.0.0.1:{server.port}", "https://play.example"):
        async with server.raw(game.id, origin=origin) as socket:
            await socket.send(HELLO)
            assert '"welcome"' in str(await socket.recv())


FRAMES = {
    "invalid UTF-8": (frame(0x81, b"\xff\xfe"), 1007),
    "a surrogate in UTF-8": (frame(0x81, b"\xed\xa0\x80"), 1007),
    "unmasked": (b"\x81\x02{}", 1002),
    "reserved opcode": (frame(0x83), 1002),
    "reserved bit": (frame(0xA1), 1002),
    "claims 2^62 bytes": (bytes([0x81, 0xFF]) + (1 << 62).to_bytes(8, "big") + bytes(4), 1009),
    "too large in pieces": (frame(0x01, b"{" * 100) + frame(0x00, b" " * 100) * 41, 1009),
    "endless fragments": (frame(0x01, b"{") + frame(0x00, b" ") * 4096, 1008),
    "endless empty fragments": (frame(0x01) + frame(0x00) * 4096, 1008),
    "endless pings": (frame(0x89, b"x" * 100) * 4096, 1008),
    "a continuation of nothing": (frame(0x80, b"x"), 1002),
    "a fragmented ping": (frame(0x09), 1002),
    "a ping that is too long": (bytes([0x89, 0xFE, 0, 126]) + bytes(4) + bytes(126), 1002),
    "a compressed message": (frame(0xC1, b"\xaa\x56\x2a\x51\xb2\x52\x2a\xc8\xcc\x4b\x57\xaa\x05\x00"), 1002),
}


@pytest.mark.parametrize("name", FRAMES)
async def test_frames_that_break_the_standard_close_the_socket(start: Callable[..., Server], name: str) -> None:
    """The standard's close code is sent, and the process and its other sockets do not notice."""
    data, code = FRAMES[name]
    server = start(hello_seconds=60)
    server.expected_errors = {"Invalid UTF-8 sequence received from client."}
    game = await server.new_game()
    async with server.join(game.id, game.x) as x:
        async with bare_socket(server, game.id) as line:
            line.send(data)
            assert (await line.closed())[0] == code
        assert (await x.act("1-2"))["t"] == "ack"


async def test_a_watcher_who_never_reads_does_not_hold_up_the_players(server: Server) -> None:
    """A socket that takes nothing costs the players nothing."""
    game = await server.new_game()
    async with bare_socket(server, game.id) as line, server.join(game.id, game.x) as x:
        line.send(frame(0x81, HELLO.encode()))
        await x.until(lambda: x.presence.get("watch"))
        assert (await x.act("1-2"))["t"] == "ack"


@pytest.mark.parametrize(
    "name",
    ["'; DROP TABLE game; --", "' OR 1=1 --", "%", "_", "\0", "\n", "..", "../../x", "x" * 33, "\u202e", "\ud7ff",
     "__proto__"],
)  # fmt: skip
async def test_a_name_that_no_game_can_have_is_refused(server: Server, name: str) -> None:
    """Names with meanings to databases, files and scripts are no names: nothing is looked up, nothing is changed."""
    game = await server.new_game()
    path = f"/api/v1/games/{quote(name, safe='')}"
    async with server.client() as client:
        assert (await client.get(path)).status_code in {404, 422}
        assert (await client.post(f"{path}/seats", json={"join": game.join})).status_code in {404, 405, 422}
        assert (await client.get(f"/api/v1/games/{game.id}")).status_code == 200
    async with wire(server) as line:
        line.send(handshake(server, f"{path}/socket"))
        (await line.answer()).check(404, "not_found")


async def test_extra_fields_have_no_power(server: Server) -> None:
    """A command cannot say whose it is, what it makes or who wins: any field too many makes it no message."""
    game = await server.new_game()
    async with server.join(game.id, game.o) as o:
        for name in ("seat", "role", "winner", "score", "now", "clock", "state", "__proto__", "constructor"):
            answer = await o.do("act", action="1-2", **{name: "X"})
            assert (answer["code"], name in answer["message"]) == ("bad_message", True)
        assert (await o.act("1-2"))["code"] == "not_yours"
    assert [row[2] for row in server.events(game.id)] == ["join"]
