"""GET /api/v1/picture against a real process: files that decode, refusals, and what others may keep."""

from __future__ import annotations

import asyncio
import io
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from server.harness import PATIENCE, Server
from spookymarks.drawing import film
from spookymarks.notation.text import read_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAME = "1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5"
SLEEPER = """
import sys
from spookymarks.server import pictures
pictures.PROGRAM = [sys.executable, "-c", "import sys, time; sys.stdin.readline(); time.sleep(60)"]
pictures.SECONDS = 0.5
pictures.MOST_WAITING = 2
"""
DYING = """
import sys
from spookymarks.server import pictures
good = pictures.PROGRAM
pictures.PROGRAM = [sys.executable, "-c", "import sys; sys.stdin.readline()"]
keep = pictures.Pictures.close
async def close(self):
    pictures.PROGRAM = good
    await keep(self)
pictures.Pictures.close = close
"""


@pytest.fixture(scope="module")
def generous(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server whose allowance these tests do not use up; its log must stay free of errors."""
    server = Server(tmp_path_factory.mktemp("pictures"), pictures_burst=100_000)
    yield server
    server.stop()
    assert not server.errors(), server.log.read_text()


async def get(
    server: Server, kind: str, method: str = "GET", headers: dict[str, str] | None = None, **query: str
) -> Any:  # noqa: ANN401
    async with server.client() as client:
        return await client.request(method, f"/api/v1/picture.{kind}", params=query, headers=headers)


async def test_an_svg_is_a_picture_with_words(generous: Server) -> None:
    """It is well-formed, says what it shows, and other pages may show it."""
    answer = await get(generous, "svg", game=GAME, size="200")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    root = ET.fromstring(answer.text)  # noqa: S314 - our own text
    assert (root.get("width"), root[0].text) == ("200", "Quantum Tic-Tac-Toe: O wins, X ½ : 1 O")


@pytest.mark.parametrize(("theme", "ground"), [("light", (255, 253, 248)), ("dark", (29, 31, 45))])
async def test_a_png_decodes_and_shows_the_position(generous: Server, theme: str, ground: tuple[int, ...]) -> None:
    """The size that was asked for, the theme's ground, and the colour of O where an O has settled."""
    answer = await get(generous, "png", game=GAME, size="324", theme=theme)
    picture = Image.open(io.BytesIO(answer.content)).convert("RGB")
    assert picture.size == (324, 324)
    assert picture.getpixel((3, 3)) == ground
    # The ring of the O in square 1: centre 48, 50 and radius 25, behind a margin of 12.
    red, _, blue = picture.getpixel((12 + 48, 12 + 25))
    assert blue > red + 50


async def test_a_gif_is_the_film_of_the_game(generous: Server) -> None:
    """As many frames as the film has, each as long, repeated for ever; the last one is the last position."""
    answer = await get(generous, "gif", game=GAME, size="240")
    picture = Image.open(io.BytesIO(answer.content))
    frames = film(read_game(GAME))
    assert (picture.n_frames, picture.size, picture.info["loop"]) == (len(frames), (240, 240), 0)
    times = []
    for number in range(picture.n_frames):
        picture.seek(number)
        times.append(picture.info["duration"])
    assert times == [frame.time for frame in frames]
    last = Image.open(io.BytesIO((await get(generous, "png", game=GAME, size="240")).content)).convert("RGB")
    red, _, blue = picture.convert("RGB").getpixel((44, 27))
    expected = last.getpixel((44, 27))
    assert max(abs(red - expected[0]), abs(blue - expected[2])) < 24


async def test_a_card_has_the_size_that_previews_want(generous: Server) -> None:
    """1200 by 630, also of a game that begins at a position and has a rule set of its own."""
    answer = await get(generous, "png", shape="card", position="12.12", game="@1 3-4", rules="coin")
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)


async def test_pictures_can_be_kept(generous: Server) -> None:
    """The tag is the same for the same picture and another for another one; who has it gets 304 and no body."""
    first = await get(generous, "png", game="1-9, 1-5")
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "public, max-age=86400"
    assert (await get(generous, "png", game="1-9 1-5")).headers["ETag"] == tag
    for other in ({"theme": "dark"}, {"size": "100"}, {"rules": "goff"}, {"shape": "card"}):
        assert (await get(generous, "png", game="1-9 1-5", **other)).headers["ETag"] != tag
    again = await get(generous, "png", headers={"If-None-Match": tag}, game="1-9 1-5")
    assert (again.status_code, again.content) == (304, b"")
    head = await get(generous, "png", method="HEAD", game="1-9 1-5")
    assert (head.status_code, head.content, head.headers["ETag"]) == (200, b"", tag)


@pytest.mark.parametrize(
    ("kind", "query", "status", "words"),
    [
        ("png", {"game": "1-9 1-0"}, 400, "'1-0' at character 5"),
        ("png", {"position": "12.34.5"}, 400, "X3 cannot have settled"),
        ("png", {"position": "<b>"}, 400, "'<b>'"),
        ("png", {"rules": "chess"}, 422, "there is no rule set 'chess'"),
        ("png", {"theme": "red"}, 422, "query.theme"),
        ("png", {"size": "31"}, 422, "query.size"),
        ("png", {"size": "1025"}, 422, "query.size: a png is at most 1024 pixels wide"),
        ("gif", {"size": "641"}, 422, "query.size: a gif is at most 640 pixels wide"),
        ("svg", {"size": "2049"}, 422, "query.size"),
        ("gif", {"shape": "card"}, 422, "query.shape"),
        ("png", {"shape": "card", "size": "200"}, 422, "query.shape"),
        ("png", {"game": "x" * 2001}, 422, "query.game"),
        ("bmp", {}, 422, "path.kind"),
    ],
)
async def test_a_wrong_order_is_refused_in_a_sentence(
    generous: Server, kind: str, query: dict[str, str], status: int, words: str
) -> None:
    """Nothing is drawn for an order that is not understood, and the sentence names what is wrong with it."""
    answer = await get(generous, kind, **query)
    assert answer.status_code == status
    assert words in answer.json()["error"]["message"]
    assert answer.headers["Cache-Control"] == "no-store"


async def test_one_address_has_an_allowance(start: Callable[..., Server]) -> None:
    """Beyond it pictures are refused for a while, and everything else goes on."""
    server = start(pictures_burst=2, pictures_per_minute=0.001)
    statuses = [(await get(server, "svg")).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert (await server.new_game()).id


async def test_who_draws_slowly_holds_nobody_up(start: Callable[..., Server]) -> None:
    """A picture that takes too long is given up, a queue that is too long is not joined, and games go on meanwhile."""
    server = start(fault=SLEEPER)
    began = time.monotonic()
    slow = [asyncio.create_task(get(server, "png", game=f"1-{square}")) for square in (2, 3, 4)]
    assert (await server.new_game()).id
    answers = await asyncio.gather(*slow)
    assert [answer.status_code for answer in answers] == [503] * 3
    assert {answer.headers["Retry-After"] for answer in answers} == {"2"}
    assert sum("Too many" in answer.json()["error"]["message"] for answer in answers) == 1
    assert time.monotonic() - began < PATIENCE


async def test_a_drawing_process_that_dies_fails_one_picture_only(start: Callable[..., Server]) -> None:
    """The next picture has another process."""
    server = start(fault=DYING)
    server.expected_errors = {"request_failed"}
    assert (await get(server, "png")).status_code == 500
    assert (await get(server, "png")).status_code == 200


def test_the_drawing_process_ends_with_its_server(start: Callable[..., Server]) -> None:
    """A killed server leaves no process behind."""
    server = start()
    asyncio.run(get(server, "png"))
    pid = server.process.pid
    children = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    assert children
    server.kill()
    end = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < end
        time.sleep(0.05)
