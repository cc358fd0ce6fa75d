"""After one visit everything but play by link works without a network, and a new version loses no game."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import spookymarks
from browser.stage import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from browser.stage import Player

pytestmark = pytest.mark.browser

PAGE = Path(spookymarks.__file__).parent / "page"
WEB = Path(__file__).parents[2] / "web"
VIEWS = ("/", "/play", "/computer", "/analysis", "/review", "/puzzles", "/settings", "/embed", "/g/abc", "/nowhere")
NEWER = "9.9.9"
READY = """new Promise(done => {
    const look = () => navigator.serviceWorker.controller?.state === 'activated' ? done() : setTimeout(look, 50)
    look()
})"""


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as its next version, built from the same sources."""
    folder = tmp_path_factory.mktemp("newer") / "page"
    subprocess.run(
        ["npx", "vite", "build", "--logLevel", "error", "--outDir", folder],
        cwd=WEB,
        env={**os.environ, "PAGE_VERSION": NEWER},
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture
def aging(tmp_path: Path) -> Iterator[Site]:
    """A site whose page can be replaced under it, in the folder `page`."""
    shutil.copytree(PAGE, tmp_path / "page")
    site = Site(tmp_path, page=tmp_path / "page")
    site.start()
    yield site
    site.stop()


def _replace(site: Site, newer: Path) -> None:
    shutil.rmtree(site.folder / "page")
    shutil.copytree(newer, site.folder / "page")


def _visit(player: Callable[..., Player], site: Site, **options: object) -> Player:
    """Visit the front page until it needs no network any more."""
    person = player(site, service_workers="allow", **options)
    person.open("/")
    _settle(person)
    return person


def _settle(person: Player) -> None:
    person.page.evaluate(READY)


def _cut(site: Site, person: Player) -> None:
    site.stop()
    # The browser reports each request that finds no server; what the page makes of that is looked at.
    person.offline_is_expected = True


@pytest.mark.parametrize("phone", [True, False])
def test_every_view_opens_without_a_server(own_site: Site, player: Callable[..., Player], *, phone: bool) -> None:
    """Who visited once gets every view later, by its address, with the server gone."""
    person = _visit(player, own_site, phone=phone)
    _cut(own_site, person)
    for view in VIEWS:
        person.open(view)
        expect(person.page.locator("main h1, main [role=grid]").first).to_be_visible()
        expect(person.page.get_by_text("could not be loaded")).to_have_count(0)


def test_the_first_visit_goes_on_without_a_server(own_site: Site, player: Callable[..., Player]) -> None:
    """Parts that were never looked at are there too, without loading the page again."""
    person = _visit(player, own_site)
    _cut(own_site, person)
    person.page.get_by_role("link", name="Settings").click()
    expect(person.page.get_by_role("heading", name="Settings", level=1)).to_be_visible()


def test_a_game_is_played_without_a_server(own_site: Site, player: Callable[..., Player]) -> None:
    """Two people at one device play a cycle and its collapse, and find the game again when they come back."""
    person = _visit(player, own_site)
    _cut(own_site, person)
    person.open("/play")
    person.play("1-5", "1-5", "@1", "2-3")
    person.page.reload()
    person.sees_marks(1, "O2, settled")


def test_a_game_by_link_needs_the_server(own_site: Site, player: Callable[..., Player]) -> None:
    """Nothing of the server's is kept: without it the page says that it cannot make a game."""
    person = _visit(player, own_site)
    kept = "caches.keys().then(names => Promise.all(names.map(async name => (await (await caches.open(name)).keys())"
    kept += ".map(request => new URL(request.url).pathname)))).then(lists => lists.flat())"
    paths = person.page.evaluate(kept)
    assert "/index.html" in paths
    assert not [path for path in paths if path.startswith("/api")]
    _cut(own_site, person)
    person.press(person.button("Play by link"))
    expect(person.page.get_by_role("status")).to_contain_text("could not be made")


def test_a_frame_may_stand_elsewhere_without_a_server_too(own_site: Site, player: Callable[..., Player]) -> None:
    """The frame's document is kept with its own headers, which differ from those of the page."""
    person = _visit(player, own_site)
    headers = person.page.evaluate(
        "Promise.all(['/embed', '/index.html'].map(path => caches.match(path, {ignoreSearch: true})"
        ".then(response => response.headers.get('content-security-policy'))))",
    )
    live = [person.page.request.get(own_site.url + path).headers["content-security-policy"] for path in ("/embed", "/")]
    assert headers == live


def test_a_new_version_waits_to_be_asked(aging: Site, newer: Path, player: Callable[..., Player]) -> None:
    """It says that it is ready, changes nothing until the button is pressed, and then every game is still there."""
    person = _visit(player, aging)
    person.open("/play")
    person.play("1-5", "5-9")
    _replace(aging, newer)
    person.page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
    expect(person.page.get_by_role("complementary", name="New version")).to_be_visible()
    person.play("1-9")
    person.page.reload()
    person.sees_marks(1, "X3 with 9")
    person.open("/settings")
    expect(person.page.get_by_text(f"Spookymarks {NEWER}")).to_have_count(0)
    person.open("/play")
    with person.page.expect_navigation():
        person.press(person.button("Reload now"))
    person.sees_marks(1, "X3 with 9")
    expect(person.page.get_by_role("complementary", name="New version")).to_have_count(0)
    person.open("/settings")
    expect(person.page.get_by_text(f"Spookymarks {NEWER}")).to_be_visible()


def test_other_tabs_go_on_after_an_update(aging: Site, newer: Path, player: Callable[..., Player]) -> None:
    """A tab that still runs the old version is left alone, and parts that it never showed still come."""
    person = _visit(player, aging)
    other = person.context.new_page()
    other.goto(f"{aging.url}/")
    _replace(aging, newer)
    person.page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
    with person.page.expect_navigation():
        person.press(person.button("Reload now"))
    person.offline_is_expected = True  # should a file be gone, the browser reports it
    expect(other.get_by_role("heading", name="Quantum Tic-Tac-Toe")).to_be_visible()
    other.get_by_role("link", name="Settings").click()
    expect(other.get_by_role("heading", name="Settings", level=1)).to_be_visible()


def test_files_that_are_gone_are_fetched_anew(aging: Site, newer: Path, player: Callable[..., Player]) -> None:
    """Without a service worker as well, a page from before an update finds its way: it is loaded once more."""
    person = player(aging)
    person.open("/")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    _replace(aging, newer)
    person.offline_is_expected = True  # the browser reports the file that is gone
    person.page.get_by_role("link", name="Settings").click()
    expect(person.page.get_by_text(f"Spookymarks {NEWER}")).to_be_visible()


def test_a_file_that_is_nowhere_is_said_to_be_missing(aging: Site, player: Callable[..., Player]) -> None:
    """When loading anew does not help the page says so, and does not go round in circles."""
    person = player(aging)
    person.offline_is_expected = True
    loads: list[str] = []
    person.page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    person.open("/")
    for file in (aging.folder / "page" / "assets").glob("SettingsPage-*.js"):
        file.unlink()
    person.page.get_by_role("link", name="Settings").click()
    expect(person.page.get_by_text("could not be loaded")).to_be_visible()
    expect(person.button("Try again")).to_be_visible()
    assert len(loads) == 2
    person.page.get_by_role("link", name="Analysis").click()
    expect(person.page.get_by_text("could not be loaded")).to_have_count(0)


def test_the_page_can_be_installed(site: Site, player: Callable[..., Player]) -> None:
    """The browser finds nothing that speaks against it, and every icon is what the manifest says."""
    person = _visit(player, site)
    devtools = person.context.new_cdp_session(person.page)
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A private window is never offered an installation, and each of our people has one.
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
    manifest = person.page.request.get(f"{site.url}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert manifest.headers["cache-control"] == "no-cache"
    worker = person.page.request.get(f"{site.url}/sw.js")
    assert "javascript" in worker.headers["content-type"]
    assert worker.headers["cache-control"] == "no-cache"
    icons = [each for each in manifest.json()["icons"] if each["type"] == "image/png"]
    assert {each.get("purpose", "any") for each in icons} == {"any", "maskable"}
    for icon in icons:
        body = person.page.request.get(site.url + icon["src"]).body()
        width, height = int.from_bytes(body[16:20]), int.from_bytes(body[20:24])
        assert re.fullmatch(r"\d+x\d+", icon["sizes"])
        assert f"{width}x{height}" == icon["sizes"]
