"""What a person sets on the settings page holds at once and in every later visit, and can be forgotten."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

NIGHT, DAY = "rgb(20, 21, 31)", "rgb(246, 242, 234)"
BLACK, WHITE = "rgb(0, 0, 0)", "rgb(255, 255, 255)"


def _paper(person: Player) -> str:
    return str(person.page.evaluate("getComputedStyle(document.body).backgroundColor"))


def _choose(person: Player, name: str) -> None:
    person.page.get_by_role("radio", name=name, exact=True).check()


@pytest.mark.parametrize(
    ("look", "system", "paper"),
    [
        ("Dark", "light", NIGHT),
        ("Light", "dark", DAY),
        ("High contrast", "light", WHITE),
        ("High contrast", "dark", BLACK),
        ("As on the device", "dark", NIGHT),
    ],
)
def test_a_look_is_chosen(site: Site, player: Callable[..., Player], look: str, system: str, paper: str) -> None:
    """Each look holds at once and in the next visit, whatever the system prefers; the browser's bars go along."""
    person = player(site, phone=True, color_scheme=system)
    person.open("/settings")
    _choose(person, "Light")
    _choose(person, look)
    assert _paper(person) == paper
    person.open("/play")
    expect(person.board).to_be_visible()
    assert _paper(person) == paper
    assert person.page.locator("meta[name=theme-color]").first.get_attribute("content") == paper


def test_the_system_may_ask_for_contrast(site: Site, player: Callable[..., Player]) -> None:
    """Who asks every page for more contrast gets it, unless a look was chosen here."""
    person = player(site, contrast="more")
    person.open("/settings")
    assert _paper(person) == WHITE
    _choose(person, "Light")
    assert _paper(person) == DAY


@pytest.mark.parametrize(("scheme", "look"), [("dark", "As on the device"), ("light", "High contrast")])
def test_paper_is_white(site: Site, player: Callable[..., Player], scheme: str, look: str) -> None:
    """Printed, a game is black on white and without the ways to elsewhere."""
    person = player(site, color_scheme=scheme)
    person.open("/settings")
    _choose(person, look)
    person.open("/play")
    person.play("1-5")
    person.page.emulate_media(media="print")
    assert _paper(person) == WHITE
    expect(person.page.get_by_role("navigation")).to_be_hidden()
    expect(person.board).to_be_visible()
    assert person.page.evaluate("getComputedStyle(document.querySelector('h1')).color") == BLACK


def test_a_language_is_chosen(site: Site, player: Callable[..., Player]) -> None:
    """Languages stand under their own names; choosing one keeps the game that is going on."""
    person = player(site)
    person.open("/play")
    person.play("1-5")
    person.open("/settings")
    person.page.get_by_role("radio", name="Dansk").check()
    expect(person.page.locator("html")).to_have_attribute("lang", "da")
    assert person.page.locator("label[lang=da]").inner_text().strip() == "Dansk"
    person.open("/play")
    centre = person.page.get_by_role("gridcell").nth(4).get_by_role("button")
    expect(centre).to_have_attribute("aria-label", re.compile(r"^Felt 5.*X1"))


def test_everything_can_be_forgotten(site: Site, player: Callable[..., Player]) -> None:
    """After a question that says what goes, the device knows no game, no seat and no setting of this page any more."""
    person = player(site, phone=True)
    person.open("/play")
    person.play("1-5")
    person.open("/settings")
    _choose(person, "Dark")
    person.page.evaluate("localStorage.setItem('elsewhere', 'kept')")
    person.wish("Forget everything", "Cancel")
    assert person.page.evaluate("Object.keys(localStorage).length") > 1
    person.press(person.button("Forget everything"))
    expect(person.page.get_by_role("dialog")).to_contain_text("your seats in games by link")
    with person.page.expect_navigation():
        person.press(person.page.get_by_role("dialog").get_by_role("button", name="Forget"))
    expect(person.page.get_by_role("heading", name="Quantum Tic-Tac-Toe")).to_be_visible()
    assert person.page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]") == ["elsewhere"]
    expect(person.page.get_by_role("link", name="Continue on this device")).to_have_count(0)
    assert _paper(person) == DAY
