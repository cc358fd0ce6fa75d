"""Everybody can use every view: axe, narrow windows, dark colours, and descriptions in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.scenes import SCENES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

LANGUAGES = ("en-GB", "da-DK", "ko-KR")
LOOKS: tuple[dict[str, str], ...] = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"contrast": "more"})
# Scenes are built with English words; the other languages look at each view as its address shows it.
VIEWS = ("/", "/play", "/computer", "/puzzles", "/analysis", "/review", "/settings")


@pytest.mark.parametrize("phone", [True, False])
@pytest.mark.parametrize("scene", SCENES)
def test_a_view_is_accessible(site: Site, player: Callable[..., Player], scene: str, *, phone: bool) -> None:
    """Axe finds nothing serious, nothing sticks out of a 320 px wide window; the looks take turns."""
    look = LOOKS[(list(SCENES).index(scene) + phone) % len(LOOKS)]
    person = player(site, phone=phone, **look)
    SCENES[scene](person)
    person.check_accessibility()
    person.check_width()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("look", range(len(LOOKS)))
def test_every_view_is_accessible_in_every_language_and_look(
    site: Site,
    player: Callable[..., Player],
    language: str,
    look: int,
) -> None:
    """Axe finds nothing serious in any view on a phone, and each says in which language it is."""
    person = player(site, phone=True, locale=language, **LOOKS[look])
    for view in VIEWS:
        person.open(view)
        expect(person.page.locator("main h1").first).to_be_visible()
        assert person.page.evaluate("document.documentElement.lang") == language[:2]
        person.check_accessibility()
        person.check_width()


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_can_be_magnified(site: Site, player: Callable[..., Player], view: str) -> None:
    """At 400 % on a desktop, and with letters twice as large on a phone, nothing has to be scrolled sideways."""
    # A window of 1280 px at 400 % has room for 320 px, and is as low as 200.
    person = player(site, viewport={"width": 320, "height": 200}, device_scale_factor=4)
    person.open(view)
    expect(person.page.locator("main h1").first).to_be_visible()
    person.check_width()
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.page.evaluate("document.documentElement.style.fontSize = '200%'")
    person.check_width()


def test_axe_would_find_something(site: Site, player: Callable[..., Player]) -> None:
    """The check itself works: a button without a name is reported."""
    person = player(site)
    person.open("/")
    expect(person.page.locator("main h1")).to_be_visible()
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


def test_keys_alone_lead_everywhere(site: Site, player: Callable[..., Player]) -> None:
    """From the first Tab on, the skip link and the ways to all parts can be reached and used, and say where one is."""
    person = player(site)
    press = person.page.keyboard.press
    person.open("/")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    press("Tab")
    expect(person.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    press("Enter")
    expect(person.page.locator("main")).to_be_focused()
    for name in ("Computer", "Puzzles", "Analysis", "Settings", "Play"):
        link = person.page.get_by_role("navigation").get_by_role("link", name=name)
        _tab_to(person, link)
        press("Enter")
        expect(link).to_have_attribute("aria-current", "page")
        expect(person.page.locator("main h1").first).to_be_visible()
        expect(person.page.locator("main")).to_be_focused()
    _tab_to(person, person.button("Pass and play"))
    press("Enter")
    expect(person.board).to_be_visible()


def test_the_menu_can_be_used_with_keys(site: Site, player: Callable[..., Player]) -> None:
    """On a phone with a keyboard the menu opens and closes, and Escape gives the focus back to its button."""
    person = player(site, phone=True)
    person.open("/settings")
    menu = person.button("Menu")
    _tab_to(person, menu)
    expect(menu).to_have_attribute("aria-expanded", "false")
    person.page.keyboard.press("Enter")
    expect(menu).to_have_attribute("aria-expanded", "true")
    person.page.keyboard.press("Tab")
    expect(person.page.get_by_role("link", name="Play", exact=True)).to_be_focused()
    person.page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(menu).to_have_attribute("aria-expanded", "false")
    expect(person.page.get_by_role("link", name="Play", exact=True)).to_be_hidden()


def _tab_to(person: Player, target: Locator) -> None:
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if target.evaluate("node => node === document.activeElement"):
            return
    raise AssertionError(f"{target} is out of reach of Tab")


def test_the_front_page_reads_in_order(site: Site, player: Callable[..., Player]) -> None:
    """As it is read aloud: where one is, what the game is, the ways to play in order, and how it is played."""
    person = player(site)
    person.open("/")
    expect(person.page.locator("main")).to_match_aria_snapshot("""
        - main:
          - heading "Quantum Tic-Tac-Toe" [level=1]
          - paragraph: Every mark stands in two squares at once, until a cycle makes it choose.
          - region "New game":
            - heading "The computer" [level=3]
            - list:
              - listitem:
                - link "Play the computer at level 1"
            - heading "With a friend elsewhere" [level=3]
            - group "You play":
              - radio "Random" [checked]
            - button "Play by link"
            - heading "On this device" [level=3]
            - button "Pass and play"
            - link /Puzzle of the day/
            - link /Analysis board/
          - region "How it is played, in 30 seconds":
            - list:
              - listitem:
                - heading "Place a pair" [level=3]
    """)


def test_a_choice_and_a_result_read_as_text(site: Site, player: Callable[..., Player]) -> None:
    """Both outcomes of a measurement, and then who won and why, can be had without seeing anything."""
    person = player(site)
    SCENES["measuring"](person)
    for outcome in ("A", "B"):
        expect(person.button(re.compile(rf"^{outcome}: [XO]\d in \d"))).to_be_visible()
    squares = person.board.get_by_role("button", name=re.compile("^Square "))
    names = [each.get_attribute("aria-label") or "" for each in squares.all()]
    assert [name.split(",")[0] for name in names] == [f"Square {number}" for number in range(1, 10)]
    assert sum("Choice" in name for name in names) == 2
    person = player(site)
    SCENES["result"](person)
    expect(person.page.get_by_role("heading", name=re.compile("O wins"))).to_be_visible()
    expect(person.status).to_contain_text("O wins")


@pytest.mark.parametrize("phone", [True, False])
def test_right_to_left_leaves_the_board_alone(site: Site, player: Callable[..., Player], *, phone: bool) -> None:
    """In a language that runs from right to left the page turns around and the board does not; nothing sticks out."""
    person = player(site, phone=phone)
    person.context.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => document.documentElement.dir = 'rtl')"
    )
    for view in VIEWS:
        person.open(view)
        expect(person.page.locator("main h1").first).to_be_visible()
        person.check_width()
        sign = person.page.get_by_role("link", name="Spookymarks, home").bounding_box()
        assert sign is not None
        assert sign["x"] + sign["width"] > 300
    SCENES["measuring"](person)
    left, right = (person.square(number).bounding_box() for number in (1, 3))
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
