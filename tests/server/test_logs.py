from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from server.harness import Server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BUGS = """
from spookymarks.server.room import Room
from spookymarks.server.rooms import Rooms
async def act(self, member, command, received):
    raise RuntimeError("a bug")
async def look(self, game):
    raise RuntimeError("another bug")
Room.act = act
Rooms.look = look
"""


async def test_no_secret_gets_into_the_log(start: Callable[..., Server]) -> None:
    """Tokens and join secrets appear in no line, not even when a client puts them where they do not belong."""
    server = start()
    game = await server.new_game()
    secrets = (game.x, game.o, game.join)
    async with server.client() as client:
        for secret in secrets:
            await client.get(f"/api/v1/games/{game.id}", params={"token": secret})
            await client.get("/api/v1/replay", params={"game": secret})
            claim = {"join": secret, "token": secret, secret: secret}
            await client.post(f"/api/v1/games/{game.id}/seats", json=claim)
            await client.post(f"/api/v1/games/{game.id}/seats", json={"join": secret})
            header = {"Authorization": f"Bearer {secret}"}
            async with server.raw(game.id, f"?token={secret}", additional_headers=header) as socket:
                await socket.send(f'{{"t":"hello","protocol":2,"token":"{secret}","x":1}}')
                await socket.wait_closed()
    async with server.join(game.id, game.x) as x:
        await x.act(game.o)
    server.stop()
    text = server.log.read_text()
    assert "game_created" in text
    for secret in secrets:
        assert secret not in text


async def test_no_secret_of_a_whole_game_gets_out(start: Callable[..., Server]) -> None:
    """Two joins, a new token, commands, deletion: the secrets are in no log, no stored byte, no message on a socket."""
    server = start()
    game = await server.new_game()
    fresh = "f" * 40
    heard: list[str] = []
    async with server.client() as client, server.join(game.id, game.x) as x, server.join(game.id, None) as w:
        claim = {"join": game.join, "token": game.o}
        assert (await client.post(f"/api/v1/games/{game.id}/seats", json=claim)).status_code == 201
        async with server.join(game.id, game.o) as o:
            change = {"token": game.o, "fresh": fresh}
            assert (await client.post(f"/api/v1/games/{game.id}/token", json=change)).status_code == 200
            assert await o.closed() == 4001
        async with server.join(game.id, fresh) as o:
            assert (await o.do("say", phrase="hello"))["t"] == "ack"
            for rev, (player, kind, fields) in enumerate(
                [
                    (x, "act", {"action": "1-2"}),
                    (o, "offer", {"what": "draw"}),
                    (x, "decline", {"what": "draw"}),
                    (o, "resign", {}),
                    (x, "offer", {"what": "deletion"}),
                    (o, "accept", {"what": "deletion"}),
                ],
                3,
            ):
                await player.reach(rev)
                answer = await player.do(kind, **fields)
                assert answer["t"] == "ack", (kind, answer)
            heard = [json.dumps([*person.events, person.state, person.answers]) for person in (x, o, w)]
        assert (await client.get(f"/api/v1/games/{game.id}")).status_code == 404
    server.stop()
    stored = b"".join(path.read_bytes() for path in server.database.parent.glob("games.sqlite*"))
    log = server.log.read_text()
    assert "game_created" in log
    for secret in (game.x, game.o, game.join, fresh):
        assert secret not in log
        assert secret.encode() not in stored
        assert all(secret not in text for text in heard)


async def test_text_from_outside_cannot_forge_a_line(start: Callable[..., Server]) -> None:
    """Line breaks and terminal codes from outside stay inside one JSON line."""
    server = start()
    game = await server.new_game()
    nasty = 'x\x1b[2J"}\u2028{"event":"forged","level":"error"}'
    async with server.client() as client:
        await client.get("/api/v1/games/" + quote(nasty))
        await client.get("/api/v1/replay", params={"game": nasty, "rules": nasty})
        await client.post("/api/v1/games", json={"rules": nasty, nasty: nasty})
    async with server.join(game.id, game.x) as x:
        await x.send(t="act", id=nasty, rev=0, action=nasty)
        await x.answer()
    server.stop()
    assert {line["event"] for line in server.log_lines()} == {"serving", "game_created", "seat_claimed", "stopped"}
    assert "\x1b" not in server.log.read_text()


async def test_a_bug_is_logged_and_told_to_nobody(tmp_path: Path) -> None:
    """An unforeseen exception is a traceback in one line of the log, and outside only a code."""
    server = Server(tmp_path, BUGS)
    server.expected_errors = {"socket_failed", "request_failed"}
    game = await server.new_game()
    async with server.client() as client:
        answer = await client.get(f"/api/v1/games/{game.id}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
        assert "bug" not in answer.text
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    async with server.join(game.id, game.x) as x:
        await x.send(t="act", id="some-command", rev=0, action="1-2")
        assert await x.closed() == 1011
        assert x.answers == []
    server.stop()
    failures = [line for line in server.log_lines() if line["level"] == "error"]
    assert [line["event"] for line in failures] == ["request_failed", "socket_failed"]
    assert all("RuntimeError" in line["exception"] for line in failures)
    assert game.x not in server.log.read_text()
