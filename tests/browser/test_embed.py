"""The frame in other people's pages: it fits, steps, speaks, keeps nothing, and can do nothing to a live game."""

from __future__ import annotations

import threading
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.tables import invite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Frame, FrameLocator

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

GAME = "game=1-4,1-5,4-8,2-6,1-8"


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing about it."""

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


class Host:
    """A page of somebody else, on an origin of its own, with frames in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "favicon.ico").write_bytes(b"")
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://localhost:{self._server.server_address[1]}"

    def show(self, person: Player, address: str, width: int = 300, height: int = 400) -> FrameLocator:
        """Let a person look at an address in a frame of this page."""
        frame = f'<iframe src="{escape(address)}" width="{width}" height="{height}" style="border:0"></iframe>'
        (self._folder / "index.html").write_text(f"<!doctype html><title>host</title><body>{frame}")
        # The host is another origin, which is the point here.
        person.page.context.remove_listener("page", person._watch)
        person.page.remove_listener("request", person._see)
        person.page.goto(self.url)
        return person.page.frame_locator("iframe")

    def close(self) -> None:
        """Take the page down."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Somebody else's page."""
    host = Host(tmp_path)
    yield host
    host.close()


def _inner(person: Player) -> Frame:
    return person.page.frames[1]


@pytest.mark.parametrize("size", [(300, 400), (300, 300), (300, 640), (700, 260), (500, 500)])
@pytest.mark.parametrize("phone", [False, True])
def test_the_frame_fits(
    site: Site, player: Callable[..., Player], host: Host, size: tuple[int, int], phone: bool
) -> None:
    """300 pixels wide and of any shape: nothing scrolls, the whole board and the buttons are inside."""
    person = player(site, phone=phone)
    frame = host.show(person, f"{site.url}/embed#{GAME}", *size)
    expect(frame.get_by_role("status")).to_contain_text("O is choosing")
    root = _inner(person).evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    assert root == [0, 0]
    for thing in (
        frame.get_by_role("grid"),
        frame.get_by_role("button", name="One move back"),
        frame.get_by_role("link"),
    ):
        box = thing.bounding_box()
        place = person.page.locator("iframe").bounding_box()
        assert box is not None
        assert place is not None
        assert box["x"] >= place["x"]
        assert box["y"] >= place["y"]
        assert box["x"] + box["width"] <= place["x"] + size[0] + 1
        assert box["y"] + box["height"] <= place["y"] + size[1] + 1
    board = frame.get_by_role("grid").bounding_box()
    assert board is not None
    assert min(board["width"], board["height"]) >= 110


def test_a_reader_steps_through_the_game(site: Site, player: Callable[..., Player], host: Host) -> None:
    """Back and forward say what happened and do not move the board; the link opens the position in the whole page."""
    person = player(site)
    frame = host.show(person, f"{site.url}/embed#{GAME}&ply=4")
    status, grid = frame.get_by_role("status"), frame.get_by_role("grid")
    expect(status).to_contain_text("O placed O4 in 2 and 6.")
    before = grid.bounding_box()
    frame.get_by_role("button", name="One move forward").click()
    expect(status).to_contain_text("closed a cycle")
    expect(frame.get_by_role("button", name="To the end")).to_be_disabled()
    frame.get_by_role("button", name="To the start").click()
    expect(frame.get_by_text("Position 0 of 5")).to_be_visible()
    assert grid.bounding_box() == before
    link = frame.get_by_role("link", name="Open on Spookymarks")
    assert link.evaluate("each => each.href") == f"{site.url}/analysis#{GAME}&ply=0"
    assert link.get_attribute("target") == "_blank"


def test_the_frame_works_by_keys_and_speaks(site: Site, player: Callable[..., Player], host: Host) -> None:
    """One tab stop for the board, arrows inside it, buttons after it; squares are described in words."""
    person = player(site)
    frame = host.show(person, f"{site.url}/embed#{GAME}")
    expect(frame.get_by_role("grid")).to_be_visible()
    person.page.keyboard.press("Tab")
    square = frame.locator(":focus")
    expect(square).to_have_attribute("aria-label", "Square 1, top left. X1 with 4 (cycle), O2 with 5 (stem), "
                                     "X5 with 8 (cycle). Choice A: X5 settles here. Last move.")  # fmt: skip
    person.page.keyboard.press("ArrowRight")
    expect(frame.locator(":focus")).to_have_attribute("data-square", "2")
    for _ in range(2):
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    expect(frame.get_by_text("Position 4 of 5")).to_be_visible()


def test_the_frame_is_accessible(site: Site, player: Callable[..., Player]) -> None:
    """Axe finds nothing serious, light and dark, with a good game and a bad one."""
    for address in (GAME, f"{GAME}&play=1&theme=dark", "game=1-0"):
        person = player(site)
        person.open(f"/embed#{address}")
        expect(person.page.get_by_role("link")).to_be_visible()
        person.check_accessibility()
        person.check_width()


def test_a_reader_plays_on_when_the_page_allows_it(site: Site, player: Callable[..., Player], host: Host) -> None:
    """With `play=1` squares can be pressed, also from an earlier position; without it they cannot."""
    person = player(site)
    frame = host.show(person, f"{site.url}/embed#{GAME}&play=1")
    expect(frame.get_by_role("status")).to_contain_text("O chooses")
    frame.get_by_role("button", name="Square 8,").click()
    expect(frame.get_by_role("status")).to_contain_text("O6: first square?")
    frame.get_by_role("button", name="Square 3,").click()
    frame.get_by_role("button", name="Square 7,").click()
    expect(frame.get_by_text("Position 7 of 7")).to_be_visible()
    frame.get_by_role("button", name="To the start").click()
    frame.get_by_role("button", name="Square 2,").click()
    person.page.keyboard.press("3")
    expect(frame.get_by_text("Position 1 of 1")).to_be_visible()
    frame = host.show(person, f"{site.url}/embed#game=1-9")
    frame.get_by_role("button", name="Square 5,").click(force=True)
    frame.get_by_role("button", name="Square 6,").click(force=True)
    expect(frame.get_by_text("Position 1 of 1")).to_be_visible()


def test_the_frame_wears_the_colours_that_its_host_names(site: Site, player: Callable[..., Player], host: Host) -> None:
    """Dark by the reader's own scheme, or by the address; whatever else the address says there is ignored."""
    colour = "getComputedStyle(document.body).backgroundColor"
    seen = {}
    for scheme, theme in (("light", ""), ("dark", ""), ("light", "&theme=dark"), ("dark", "&theme=light")):
        person = player(site, color_scheme=scheme)
        frame = host.show(person, f"{site.url}/embed#{GAME}{theme}")
        expect(frame.get_by_role("grid")).to_be_visible()
        seen[scheme, theme] = _inner(person).evaluate(colour)
    assert seen["light", ""] == seen["dark", "&theme=light"]
    assert seen["dark", ""] == seen["light", "&theme=dark"]
    assert seen["light", ""] != seen["dark", ""]


def test_the_frame_keeps_nothing_and_asks_for_nothing_but_its_files(
    site: Site, player: Callable[..., Player], host: Host
) -> None:
    """No storage, no cookie, no worker for offline use, no request to the interface, while one plays in it."""
    person = player(site, service_workers="allow")
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    for place in (
        host.show(person, f"{site.url}/embed#{GAME}&play=1"),  # where this browser forbids storage
        None,  # by itself, where it allows it
    ):
        if place is None:
            person.open(f"/embed#{GAME}&play=1")
        frame = place or person.page
        frame.get_by_role("button", name="Square 8,").click()
        frame.get_by_role("button", name="One move back").click()
        expect(frame.get_by_text("Position 5 of 6")).to_be_visible()
    kept = person.page.evaluate(
        "(async () => [localStorage.length, sessionStorage.length, document.cookie,"
        " (await navigator.serviceWorker.getRegistrations()).length])()"
    )
    assert kept == [0, 0, "", 0]
    own = [url.removeprefix(site.url) for url in asked if url.startswith(site.url)]
    assert all(path.startswith(("/embed", "/assets/", "/favicon.svg")) for path in own), own


def test_a_game_that_is_none_is_refused_in_a_sentence(site: Site, player: Callable[..., Player], host: Host) -> None:
    """The frame says what is wrong and still offers the way to the page."""
    person = player(site)
    frame = host.show(person, f"{site.url}/embed#game=1-9,1-0")
    expect(frame.get_by_text("holds no game that can be shown")).to_contain_text("1-0")
    expect(frame.get_by_role("link", name="Open on Spookymarks")).to_be_visible()


def test_a_live_game_cannot_be_framed(site: Site, player: Callable[..., Player], host: Host) -> None:
    """A foreign page that frames anything else shows nothing of it."""
    maker = player(site)
    invite(maker)
    person = player(site)
    person.offline_is_expected = True  # the browser reports the refusal
    for path in ("/", "/play", maker.page.url.removeprefix(site.url)):
        host.show(person, site.url + path)
        person.page.wait_for_timeout(500)
        assert person.page.frame_locator("iframe").get_by_role("heading").count() == 0
        assert not _inner(person).url.startswith(site.url)
