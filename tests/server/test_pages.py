"""What the readers of links are told: previews of games, which take no seat, tell no secret and never fail a page."""

from __future__ import annotations

import asyncio
import io
import time
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from server.harness import Server, play

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BOTS = (
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "WhatsApp/2.23.20.0",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
)
PLAIN = "<!doctype html><head><title>the page</title></head>"
STUCK = """
from spookymarks.server import previews, store
import asyncio
async def load(self, game):
    await asyncio.sleep(60)
store.Store.load = load
previews.SECONDS = 0.2
"""
DOWN = """
from spookymarks.server import store
from spookymarks.server.errors import UnavailableError
async def load(self, game):
    raise UnavailableError
store.Store.load = load
"""


class _Tags(HTMLParser):
    """Collects the properties of a document, and every element that is no meta tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.elements: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "meta" and found.get("property"):
            self.properties[str(found["property"])] = found["content"] or ""
        elif tag != "meta":
            self.elements.append(tag)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A small built page."""
    (tmp_path / "index.html").write_text(PLAIN)
    return tmp_path


async def look(server: Server, path: str, **headers: str) -> tuple[dict[str, str], Any]:
    """Return the properties that a document tells, and the answer."""
    async with server.client() as client:
        answer = await client.get(path, headers=headers)
    assert answer.status_code == 200
    tags = _Tags(answer.text)
    assert tags.elements == ["head", "title"]
    return tags.properties, answer


async def test_a_preview_follows_the_game(start: Callable[..., Server], page: Path) -> None:
    """Title, description and picture are those of the position now; the picture's address changes with it and works."""
    server = start(page=page)
    game = await server.new_game()
    seen, _ = await look(server, f"/g/{game.id}")
    assert seen["og:title"] == "Quantum Tic-Tac-Toe: X to place"
    assert seen["og:url"] == f"{server.http}/g/{game.id}"
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, "1-4 1-5 4-8 2-6 1-8".split())
        after, answer = await look(server, f"/g/{game.id}")
        assert after["og:title"] == "Quantum Tic-Tac-Toe: O to choose"
        assert "X1 in 1 and 4" in after["og:description"]
        assert after["og:image"] == f"{server.http}/api/v1/picture.png?shape=card&game=1-4,1-5,4-8,2-6,1-8"
        assert after["og:image"] != seen["og:image"]
        assert answer.headers["X-Robots-Tag"] == "noindex"
        assert answer.headers["Cache-Control"] == "no-cache"
        await x.do("resign")
    ended, _ = await look(server, f"/g/{game.id}")
    assert ended["og:title"] == "Quantum Tic-Tac-Toe: O wins, X 0 : 1 O"
    async with server.client() as client:
        picture = await client.get(after["og:image"].removeprefix(server.http))
    assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)
    assert (after["og:image:width"], after["og:image:height"]) == ("1200", "630")


async def test_the_readers_of_links_take_no_seat_and_hear_no_secret(start: Callable[..., Server], page: Path) -> None:
    """However often and as whoever they look: the seat stays free, nothing stays in memory, no secret is told."""
    server = start(page=page)
    async with server.client() as client:
        made = (await client.post("/api/v1/games", json={"side": "X"})).json()
        before = (await client.get(f"/api/v1/games/{made['game']}")).json()
        for bot in BOTS * 6:
            for method in ("GET", "HEAD"):
                answer = await client.request(method, f"/g/{made['game']}", headers={"User-Agent": bot})
                assert answer.status_code == 200
                assert made["token"] not in answer.text
                assert made["join"] not in answer.text
        assert "Quantum Tic-Tac-Toe: a seat is free" in (await client.get(f"/g/{made['game']}")).text
        assert (await client.get(f"/api/v1/games/{made['game']}")).json() == before
        assert (await client.get("/api/v1/health")).json()["rooms"] == 0
        claim = await client.post(f"/api/v1/games/{made['game']}/seats", json={"join": made["join"]})
        assert claim.status_code == 201


async def test_the_front_page_has_a_preview_and_other_addresses_are_plain(
    start: Callable[..., Server], page: Path
) -> None:
    """An unknown game gets the page as it is, and so does every view that shows nothing in particular."""
    server = start(page=page)
    seen, answer = await look(server, "/")
    assert seen["og:title"] == "Quantum Tic-Tac-Toe · Spookymarks"
    assert "X-Robots-Tag" not in answer.headers
    for path in ("/g/none", "/play", "/analysis", "/embed"):
        seen, answer = await look(server, path)
        assert (seen, answer.text) == ({}, PLAIN)


async def test_a_document_with_a_preview_is_sent_once(start: Callable[..., Server], page: Path) -> None:
    """Who has it already gets 304; after a move it is another one."""
    server = start(page=page)
    game = await server.new_game()
    _, answer = await look(server, f"/g/{game.id}")
    async with server.client() as client:
        again = {"If-None-Match": answer.headers["ETag"]}
        assert (await client.get(f"/g/{game.id}", headers=again)).status_code == 304
        async with server.join(game.id, game.x) as x:
            await x.act("1-2")
        assert (await client.get(f"/g/{game.id}", headers=again)).status_code == 200


@pytest.mark.parametrize(
    "host",
    ['evil"><script>alert(1)</script>', "evil host", "a/../b", "play.example/path", "<b>", "host:999999", ""],
)
async def test_a_host_that_is_none_is_not_repeated(start: Callable[..., Server], page: Path, host: str) -> None:
    """What a request calls the server ends up in the document only when it is a host."""
    server = start(page=page)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    assert "og:" not in answer
    assert not host or host not in answer


async def test_an_operator_names_the_origin(start: Callable[..., Server], page: Path) -> None:
    """With a setting it does not matter what a request calls the server."""
    server = start(page=page, public_origin="https://play.example")
    seen, _ = await look(server, "/", Host="other.example")
    assert seen["og:url"] == "https://play.example/"
    assert seen["og:image"].startswith("https://play.example/api/v1/picture.png?")


@pytest.mark.parametrize("fault", [STUCK, DOWN])
async def test_without_the_database_the_page_is_served_all_the_same(
    start: Callable[..., Server], page: Path, fault: str
) -> None:
    """A store that fails, or never answers, costs the preview and nothing else."""
    server = start(page=page, fault=fault)
    began = time.monotonic()
    seen, answer = await look(server, "/g/abc123")
    assert (seen, answer.text) == ({}, PLAIN)
    assert time.monotonic() - began < 5


async def test_one_view_alone_may_be_framed(start: Callable[..., Server], page: Path) -> None:
    """Other sites may frame the view that is made for it, and nothing else, however it is spelled."""
    server = start(page=page)
    async with server.client() as client:
        framed = await client.get("/embed")
        assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in framed.headers
        for path in (
            "/",
            "/play",
            "/g/abc123",
            "/embed/",
            "//embed",
            "/Embed",
            "/embed/x",
            "/api/v1/health",
        ):
            answer = await client.get(path)
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
            assert answer.headers["X-Frame-Options"] == "DENY"
