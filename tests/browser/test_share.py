"""Sharing: every export is what it says, made on the device, by server only where it has to be."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from spookymarks.notation.goff import read_goff
from spookymarks.notation.record import read_record
from spookymarks.notation.text import read_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

GAME = "1-4 1-5 4-8 2-6 1-8 @8"
POSITION = str(read_game(GAME).position)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=["phone", "desktop"])
def sharer(site: Site, player: Callable[..., Player], request: pytest.FixtureRequest) -> Player:
    """Somebody who has just seen a collapse and unfolds the panel."""
    return _sharer(site, player, phone=request.param == "phone")


def _sharer(site: Site, player: Callable[..., Player], **options: object) -> Player:
    person = player(site, **options)
    person.open("/play")
    person.play(*GAME.split())
    person.unfold("Share, save or embed")
    _field(person, "Code of the frame").wait_for()
    return person


def _field(person: Player, name: str) -> Locator:
    return person.page.get_by_role("textbox", name=name, exact=True)


def _saved(person: Player, name: str) -> bytes:
    with person.page.expect_download() as download:
        person.press(person.page.get_by_role("button", name=name, exact=True))
    return Path(download.value.path()).read_bytes()


def test_a_game_is_written_in_every_notation(sharer: Player) -> None:
    """Each text is what its reader reads back as the same game; it is copied whole, and saved as a file."""
    notation = sharer.page.get_by_role("combobox", name="Notation")
    readers = {
        "Game text": lambda text: str(read_game(text).position),
        "Goff’s state string": lambda text: str(read_goff(text).position),
        "Record": lambda text: str(read_record(text).transcript.position),
        "Position text": str,
    }
    for label, read in readers.items():
        notation.select_option(label=label)
        text = _field(sharer, label).input_value()
        assert read(text) == POSITION
        assert _saved(sharer, "Save as a file").decode() == text


def test_the_link_opens_the_same_position(sharer: Player) -> None:
    """The address holds the game and the ply on the screen; its QR code holds the same address."""
    sharer.press(sharer.button("One move back"))
    link = _field(sharer, "Link to this position").input_value()
    assert link == f"{sharer.site.url}/analysis#game={GAME.replace(' ', ',')}&ply=5"
    sharer.press(sharer.button("Show as QR code"))
    picture = sharer.page.get_by_role("img", name=re.compile("^QR code")).screenshot()
    assert [code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))] == [link]


def test_a_position_is_saved_as_a_picture(sharer: Player) -> None:
    """The SVG stands alone and tells what it shows; the PNG is the same in pixels, in the colours that were chosen."""
    root = ET.fromstring(_saved(sharer, "SVG"))  # noqa: S314 - our own text
    assert root[0].text == "O is placing O6."
    assert "X5 in 8" in (root[1].text or "")
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= set("svg title desc g rect path circle".split())
    light = Image.open(io.BytesIO(_saved(sharer, "PNG"))).convert("RGB")
    assert light.size == (1080, 1080)
    assert light.getpixel((4, 4)) == (255, 253, 248)
    # The cross of the X in square 8, a third of the way down its stroke.
    red, _, blue = light.getpixel((round((12 + 100 + 37) / 324 * 1080), round((12 + 200 + 39) / 324 * 1080)))
    assert red > blue + 50
    sharer.page.get_by_role("combobox", name="Colours").first.select_option(label="Dark")
    assert Image.open(io.BytesIO(_saved(sharer, "PNG"))).convert("RGB").getpixel((4, 4)) == (29, 31, 45)


def test_a_moving_picture_plays_without_a_script(
    site: Site, player: Callable[..., Player], chromium: Browser, tmp_path: Path
) -> None:
    """Opened as a file it goes from the empty board to the last position; who wants less motion sees the last one."""
    person = _sharer(site, player)
    file = tmp_path / "film.svg"
    file.write_bytes(_saved(person, "Moving SVG"))
    assert b"<script" not in file.read_bytes()
    shown = """() => [...document.querySelectorAll('g[transform]')].filter((each) => {
        for (let at = each; at; at = at.parentElement) if (getComputedStyle(at).opacity === '0') return false;
        return each.querySelector('[stroke-width="9"]') !== null;
    }).length"""
    at_time = "(time) => document.getAnimations().forEach((each) => { each.pause(); each.currentTime = time; })"
    still = chromium.new_page(reduced_motion="reduce")
    still.goto(file.as_uri())
    assert (still.evaluate(shown), still.evaluate("document.getAnimations().length")) == (4, 0)
    moving = chromium.new_page(reduced_motion="no-preference")
    moving.goto(file.as_uri())
    seen = []
    for time in (100, 7000, 7500, 8100, 8700, 9300):
        moving.evaluate(at_time, time)
        seen.append(moving.evaluate(shown))
    # 800 ms for the empty board, 1200 a placement, then a settled mark each 600.
    assert seen == [0, 1, 2, 3, 4, 4]
    still.close()
    moving.close()


def test_the_server_makes_the_gif(sharer: Player) -> None:
    """It is the film of the whole game."""
    picture = Image.open(io.BytesIO(_saved(sharer, "GIF")))
    assert (picture.format, picture.n_frames, picture.size) == ("GIF", 10, (480, 480))


def test_everything_but_the_gif_works_without_the_server(own_site: Site, player: Callable[..., Player]) -> None:
    """With the server gone all other files are made; the GIF is refused in a sentence, and nothing is lost."""
    person = _sharer(own_site, player)
    own_site.kill()
    person.offline_is_expected = True
    assert ET.fromstring(_saved(person, "SVG")).tag == f"{SVG}svg"  # noqa: S314 - our own text
    assert Image.open(io.BytesIO(_saved(person, "PNG"))).size == (1080, 1080)
    assert b"@keyframes" in _saved(person, "Moving SVG")
    person.press(person.page.get_by_role("button", name="GIF", exact=True))
    alert = person.page.get_by_role("region", name="As a picture").get_by_role("alert")
    expect(alert).to_contain_text(re.compile("server|connection|network", re.IGNORECASE))
    expect(_field(person, "Game text")).to_have_value(GAME)


def test_an_evil_address_is_only_text(site: Site, player: Callable[..., Player]) -> None:
    """What an address holds is never taken for code: in the panel, in the code of the frame, in the picture."""
    person = player(site)
    person.page.on("dialog", lambda _: person.faults.append("a dialog opened"))
    for path in ("analysis", "embed"):
        person.open(
            f'/{path}#game=<img/src=x/onerror=alert(1)>&rules="><script>alert(1)</script>&theme=javascript:alert(1)'
        )
        person.page.wait_for_timeout(300)
        assert person.page.locator("img[onerror]").count() == 0


def test_the_share_sheet_of_the_system_gets_the_link(site: Site, player: Callable[..., Player]) -> None:
    """Where there is one it is offered the address, and the picture as a file."""
    person = player(site)
    handed: list[list[object]] = []

    def hand(given: list[object]) -> None:
        handed.append(given)

    person.context.expose_function("hand", hand)
    person.context.add_init_script(
        "navigator.canShare = () => true;"
        "navigator.share = ({ url, files }) => hand([url ?? '', (files ?? []).map((each) => each.type)]);"
    )
    person.open("/play")
    person.play("1-9")
    person.unfold("Share, save or embed")
    for number, name in enumerate(("Share…", "Share the picture…"), 1):
        person.press(person.page.get_by_role("button", name=name, exact=True))
        while len(handed) < number:
            person.page.wait_for_timeout(20)
    assert handed == [[f"{site.url}/analysis#game=1-9", []], ["", ["image/png"]]]
