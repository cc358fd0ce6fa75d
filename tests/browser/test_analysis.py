"""The analysis board in real browsers: playing, reading any notation, branches and comments, values only when asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
GAME = ["1-2", "2-3", "1-3", "@3"]
NOTATIONS = {
    "a game text": "1. 1-2, O2: 2-3 1-3 @3",
    "a record": '[X "Ada"]\n\n1. 1-2 2. 2-3 {a comment} 3. 1-3 @3 *',
    "Goff’s string": "X1+(1,2); O2+(2,3); X3+(1,3)[132]; O3@X3(3)!X3(3)!O2(2)!X1(1)",
    "Shcherbina’s notation": "12 23 13? 3!",
    "KSmanis’ notation": "(0,1)(1,2)(0,2)(2)",
    "code-golf notation": "AB BC AC 1",
    "an address": "https://example.org/analysis#game=1-2,2-3,1-3,@3",
}


def read(person: Player, text: str) -> None:
    """Put a text into the box and read it."""
    box = person.page.get_by_label("Game or position, in any notation")
    if not box.is_visible():
        person.unfold("Set up:")
    box.fill(text)
    person.press(person.button("Read"))


def explorer(person: Player) -> Locator:
    return person.page.get_by_role("region", name=re.compile("^(Explorer|Best replies)$"))


def worth(person: Player) -> Locator:
    """Return the line that says what the position is worth."""
    return person.page.locator(".worth")


def here(person: Player) -> Locator:
    """Return the move that one stands behind."""
    return person.page.get_by_role("region", name="Moves").locator("[aria-current]")


def show(person: Player) -> None:
    person.press(person.button("Show values"))


@SIZES
def test_values_are_told_when_asked_and_the_work_outlives_a_reload(
    site: Site, player: Callable[..., Player], phone: bool
) -> None:
    """Nothing tells a value before the switch; then the root is X's by ½, each kind of first pair has its value."""
    person = player(site, phone=phone)
    person.open("/analysis")
    expect(worth(person)).to_have_text("Values are hidden.")
    expect(explorer(person).get_by_role("listitem")).to_have_count(8)
    expect(person.page.get_by_text("X is ahead")).to_have_count(0)
    show(person)
    expect(worth(person)).to_have_text("X is ahead by ½ in 8 placements")
    groups = explorer(person).get_by_role("group").locator("summary")
    expect(groups).to_have_text([re.compile("X is ahead by ½ *2 moves"), re.compile("A draw *34 moves")])
    expect(explorer(person).get_by_role("listitem").first).to_contain_text("Opposite corners")
    expect(explorer(person).get_by_role("listitem").first).to_contain_text("2 pairs alike")
    person.sees_marks(1, "X is ahead by ½ in 8 placements.")
    # The table of first moves: after 1-3 one reply alone holds the draw.
    person.play("1-3")
    expect(worth(person)).to_have_text("A draw")
    expect(explorer(person).locator("summary").first).to_contain_text("1 move")
    expect(explorer(person).get_by_role("listitem").first).to_contain_text("O2 in 2, 5")
    assert person.page.url.endswith("/analysis#game=1-3")
    person.page.reload()
    expect(worth(person)).to_have_text("A draw")
    expect(person.move_buttons).to_have_count(1)
    person.check_width()


@SIZES
def test_every_notation_is_read_from_one_box(site: Site, player: Callable[..., Player], phone: bool) -> None:
    """The box recognises game texts, records, Goff's string, three foreign notations and addresses, and says so."""
    person = player(site, phone=phone)
    person.open("/analysis")
    for name, text in NOTATIONS.items():
        read(person, text)
        answer = f"Read as {name}: 4 actions, rules Standard."
        expect(person.page.locator("#setup-answer")).to_have_text(answer)
        expect(person.status).to_contain_text(answer)
        expect(person.move_buttons).to_have_count(len(GAME))
        person.press(person.move_buttons.last)
        person.sees_marks(3, "X3, settled.")


def test_a_position_decides_whose_turn_it_is(site: Site, player: Callable[..., Player]) -> None:
    """A position text is shown as it is; one that no game reaches is refused with the reason, and nothing changes."""
    person = player(site)
    person.open("/analysis")
    read(person, "9.5.1.23")
    person.sees("X5: first square?")
    assert person.page.url.endswith("#position=9.5.1.23")
    for text, why in {
        "1.12": "“12” at character 3: A settled mark has closed a square of this spooky pair.",
        "9.5.x": "“x” at character 5: A field of a position is one or two squares from 1 to 9.",
        "1-9 1-9 1-5": "“1-5” at character 9: A measurement comes first.",
        "X1+(1,2); X2+(1,2)": "“X2” at character 11: The next mark is O2.",
    }.items():
        read(person, text)
        expect(person.page.locator("#setup-answer")).to_have_text(why)
        expect(person.status).to_contain_text(why)
        person.sees("X5: first square?")


def test_an_address_opens_an_analysis_and_follows_it(site: Site, player: Callable[..., Player]) -> None:
    """Game, rules and place come from the fragment, which changes as one plays; a wrong one is told with its place."""
    person = player(site)
    person.open("/analysis#game=1-9,1-5,5-9&rules=coin&ply=2")
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("Coin")
    expect(person.move_buttons).to_have_count(3)
    expect(here(person)).to_have_text("O2 in 1, 5")
    show(person)
    expect(worth(person)).to_contain_text("on average")
    person.press(person.button("To the start"))
    assert person.page.url.endswith("#game=1-9,1-5,5-9&rules=coin&ply=0")
    person.page.goto("about:blank")
    person.open("/analysis#game=1-9,1-9,1-9")
    person.sees("The address could not be read. “1-9” at character 9: A measurement comes first.")
    expect(person.move_buttons).to_have_count(3)


def test_branches_and_comments(site: Site, player: Callable[..., Player], tmp_path: Path) -> None:
    """Playing on from the middle makes a branch; it can be said something about, promoted, deleted, had back, saved."""
    person = player(site)
    person.open("/analysis")
    person.play("1-9", "1-5")
    person.press(person.button("One move back"))
    person.play("2-3", "2-4")
    expect(here(person)).to_have_text("X3 in 2, 4")
    person.page.get_by_label("Comment on X3 in 2, 4").fill("a quiet {move}")
    person.press(person.button("Make main line"))
    moves = person.page.get_by_role("region", name="Moves").get_by_role("listitem").get_by_role("button")
    expect(moves).to_have_text(["X1 in 1, 9", "O2 in 2, 3", "O2 in 1, 5", "X3 in 2, 4"])
    expect(person.page.get_by_role("region", name="Moves").get_by_text("a quiet {move)")).to_be_visible()
    with person.page.expect_download() as saving:
        person.press(person.button("Save with branches"))
    file = tmp_path / "game.txt"
    saving.value.save_as(file)
    assert file.read_text("utf-8").endswith("1. 1-9 2. 2-3 (2. 1-5) 3. 2-4 {a quiet {move)} *\n")
    person.press(person.move_buttons.nth(1))
    person.press(person.button("Delete from here"))
    expect(person.move_buttons).to_have_count(2)
    person.page.reload()
    expect(person.page.get_by_text("A branch was deleted.")).to_be_visible()
    person.press(person.button("Undo"))
    expect(person.move_buttons).to_have_count(4)
    # The file brings the same tree, also into another browser.
    other = player(site)
    other.open("/analysis")
    other.page.locator("input[type=file]").set_input_files(file)
    expect(other.move_buttons).to_have_count(4)
    expect(other.page.get_by_text("a quiet {move)").first).to_be_visible()


@SIZES
def test_hold_to_see(site: Site, player: Callable[..., Player], phone: bool) -> None:
    """Values show while the button is held, by pointer or key, and are gone with the release."""
    person = player(site, phone=phone)
    person.open("/analysis#game=1-4,1-5,4-8,1-8")
    button = person.button("Hold to see")
    button.dispatch_event("pointerdown", {"button": 0, "pointerType": "touch" if phone else "mouse"})
    expect(worth(person)).to_have_text("X wins by 1 in 5 placements")
    button.dispatch_event("pointerup")
    expect(worth(person)).to_have_text("Values are hidden.")
    button.focus()
    person.page.keyboard.down(" ")
    expect(worth(person)).to_have_text("X wins by 1 in 5 placements")
    expect(person.status).to_contain_text("X wins by 1 in 5 placements")
    person.page.keyboard.up(" ")
    expect(worth(person)).to_have_text("Values are hidden.")


def test_the_list_plays_shows_and_explains(site: Site, player: Callable[..., Player]) -> None:
    """Pointing at an action draws all that are alike on the board and explains it; pressing plays it; best play too."""
    person = player(site)
    person.open("/analysis#game=1-4,1-5,4-8,1-8")
    show(person)
    choices = explorer(person).get_by_role("listitem")
    expect(choices).to_have_text([re.compile("O4 → 8 *in 5 placements"), "O4 → 1"])
    choices.last.get_by_role("button").hover()
    expect(person.page.locator(".overlay circle")).to_have_count(1)
    expect(person.page.get_by_role("region", name="About O4 → 1")).to_contain_text("X gives")
    person.press(person.page.get_by_role("region", name="Best play").get_by_role("button").nth(2))
    expect(person.move_buttons).to_have_count(7)
    person.press(person.button("To the start"))
    expect(explorer(person).locator("summary").first).to_contain_text("X is ahead by ½")
    explorer(person).get_by_role("listitem").first.get_by_role("button").hover()
    expect(person.page.locator(".overlay circle")).to_have_count(4)
    person.press(person.button("Every move"))
    expect(explorer(person).locator("details[open] li")).to_have_count(2)
    explorer(person).locator("summary").last.click()
    expect(explorer(person).get_by_role("listitem")).to_have_count(36)


def test_only_the_replies_of_the_other_side(site: Site, player: Callable[..., Player]) -> None:
    """Who looks for X's moves alone is told O's best replies and nothing about their own, unless they hold."""
    person = player(site)
    person.open("/analysis")
    show(person)
    person.unfold("Set up:")
    person.page.get_by_label("Find your own moves").select_option("X")
    expect(worth(person)).to_have_text("You look for the moves of X yourself, so they are not valued.")
    expect(explorer(person).locator("summary")).to_have_count(0)
    person.play("1-3")
    expect(explorer(person).get_by_role("listitem")).to_have_count(1)
    expect(explorer(person).get_by_role("listitem")).to_contain_text("O2 in 2, 5")


def test_all_by_keyboard(site: Site, player: Callable[..., Player]) -> None:
    """Board, list of moves, explorer and switch work by keys; arrows step through moves and branches."""
    person = player(site)
    person.open("/analysis#game=1-9,1-5,5-9")
    press = person.page.keyboard.press
    here(person).focus()
    press("ArrowLeft")
    expect(here(person)).to_have_text("O2 in 1, 5")
    expect(here(person)).to_be_focused()
    press("ArrowLeft")
    person.square(2).focus()
    press("2")
    press("7")
    expect(here(person)).to_have_text("O2 in 2, 7")
    here(person).focus()
    press("ArrowDown")
    expect(here(person)).to_have_text("O2 in 1, 5")
    press("End")
    expect(here(person)).to_have_text("X3 in 5, 9")
    press("Home")
    expect(here(person)).to_have_text("Start")
    person.button("Show values").focus()
    press("Enter")
    expect(worth(person)).to_contain_text("X is ahead by ½")
    explorer(person).get_by_role("listitem").first.get_by_role("button").focus()
    press("Enter")
    expect(here(person)).to_have_text("X1 in 1, 9")


def test_the_server_is_not_needed(own_site: Site, player: Callable[..., Player]) -> None:
    """Once the board is there, everything goes on with the server stopped."""
    person = player(own_site)
    person.open("/analysis")
    expect(person.board).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    own_site.stop()
    # The browser looks for the page's icon again when the address changes, and reports that itself.
    person.offline_is_expected = True
    person.play("1-3")
    show(person)
    expect(worth(person)).to_have_text("A draw")
    read(person, "1-4 1-5 4-8 1-8")
    expect(worth(person)).to_have_text("X wins by 1 in 5 placements")
