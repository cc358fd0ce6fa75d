"""Everybody can use every view: axe, narrow windows, dark colours, and descriptions in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.scenes import SCENES

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

WINDOWS = {
    "phone": {"phone": True},
    "desktop-dark": {"color_scheme": "dark"},
}


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("scene", SCENES)
def test_a_view_is_accessible(site: Site, player: Callable[..., Player], scene: str, window: str) -> None:
    """Axe finds nothing serious, and nothing sticks out of a 320 px wide window."""
    person = player(site, **WINDOWS[window])
    SCENES[scene](person)
    person.check_accessibility()
    person.check_width()


def test_axe_would_find_something(site: Site, player: Callable[..., Player]) -> None:
    """The check itself works: a button without a name is reported."""
    person = player(site)
    person.open("/")
    person.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        person.check_accessibility()


def test_the_board_is_one_stop_for_tab(site: Site, player: Callable[..., Player]) -> None:
    """The grid has rows and cells, and one cell alone takes part in the order of Tab."""
    person = player(site)
    person.open("/play")
    expect(person.board.get_by_role("row")).to_have_count(3)
    expect(person.board.get_by_role("gridcell")).to_have_count(9)
    expect(person.board.locator("[tabindex='0']")).to_have_count(1)


def test_squares_are_described_in_words(site: Site, player: Callable[..., Player]) -> None:
    """A square tells its place, its marks and their partners, its group; at a measurement, each mark's part."""
    person = player(site)
    person.open("/play")
    person.play("1-5", "5-9")
    person.sees_marks(5, "Square 5, centre. X1 with 1, O2 with 9. Group A.")
    person.play("1-9")
    person.sees_marks(1, "X1 with 5 (cycle), X3 with 9 (cycle). Choice A: X3 settles here.")


def test_targets_are_large_enough(site: Site, player: Callable[..., Player]) -> None:
    """Everything that can be pressed on a phone measures 24 px or more both ways."""
    for scene in ("measuring", "result", "lobby", "offered", "talking", "asked"):
        person = player(site, phone=True)
        SCENES[scene](person)
        for button in person.page.get_by_role("button").or_(person.page.get_by_role("checkbox")).all():
            box = button.bounding_box()
            assert box is None or (box["width"] >= 24 and box["height"] >= 24), button.get_attribute("aria-label")


def test_what_happens_is_announced(site: Site, player: Callable[..., Player]) -> None:
    """One polite live region says what happened; the list of moves is silent."""
    person = player(site)
    person.open("/play")
    expect(person.page.locator("[role=status], [aria-live=polite]")).to_have_count(1)
    person.play("1-5")
    person.sees(re.compile("X placed X1 in 1 and 5."))
    log = person.page.get_by_role("region", name="Moves")
    assert log.locator("[aria-live]").count() == 0


def test_motion_can_be_reduced(site: Site, player: Callable[..., Player]) -> None:
    """Who asks for less motion gets the same board at once, without an animation running."""
    person = player(site)
    SCENES["settled"](person)
    assert person.page.evaluate("document.getAnimations().filter(each => each.playState === 'running').length") == 0
    person.sees_marks(8, "X5, settled")
