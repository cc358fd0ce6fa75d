"""The page's budgets, in a real browser: what it loads, and that nothing moves by itself. Times: `make bench-page`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.meter import Meter

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

FIRST_PAGE = 60_000
OFFLINE_PLAY = 150_000
WHOLE_PAGE = 190_000
PARTS = ("/play", "/computer", "/puzzles", "/analysis", "/review", "/settings")


def test_the_first_page_is_small(site: Site, player: Callable[..., Player]) -> None:
    """A first visit loads 60 kB at most, in few requests."""
    person = player(site, phone=True)
    meter = Meter(person)
    person.page.goto(site.url, wait_until="networkidle")
    assert 0 < meter.received <= FIRST_PAGE
    assert meter.requests <= 20


def test_the_whole_page_is_small(site: Site, player: Callable[..., Player]) -> None:
    """Playing, alone and with others, takes 150 kB at most in one language; analysis and reviews little more."""
    person = player(site)
    meter = Meter(person)
    for part in ("/", "/play", "/puzzles", "/computer#level=1"):
        person.page.goto(site.url + part, wait_until="networkidle")
    person.press(person.button("Play against level 1"))
    expect(person.board).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    assert meter.received <= OFFLINE_PLAY
    for part in PARTS:
        person.page.goto(site.url + part, wait_until="networkidle")
    assert meter.received <= WHOLE_PAGE


@pytest.mark.parametrize("phone", [True, False])
@pytest.mark.parametrize("path", ["/", *PARTS])
def test_nothing_moves_while_a_view_loads(
    site: Site,
    player: Callable[..., Player],
    path: str,
    *,
    phone: bool,
) -> None:
    """Words, pictures and parts that come later have their places kept."""
    person = player(site, phone=phone)
    meter = Meter(person)
    person.page.goto(site.url + path, wait_until="networkidle")
    assert (meter.moved, meter.shift) == ([], 0)


@pytest.mark.parametrize("phone", [True, False])
def test_nothing_moves_during_a_game(site: Site, player: Callable[..., Player], *, phone: bool) -> None:
    """From the first mark to the result the board stays where it is."""
    person = player(site, phone=phone)
    meter = Meter(person)
    person.open("/play")
    expect(person.board).to_be_visible()
    place = "document.querySelector('[role=grid]').getBoundingClientRect().top + scrollY"
    top = person.page.evaluate(place)
    for action in "1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5".split():
        person.play(action)
        assert person.page.evaluate(place) == top, action
    expect(person.status).to_contain_text("O wins.")
    assert (meter.moved, meter.shift) == ([], 0)
