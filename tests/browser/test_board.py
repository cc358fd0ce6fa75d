"""Pass and play in real browsers: touch, mouse and keyboard, every kind of action, nothing lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.tables import play
from casebook import cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

STORY = "1-4 1-5 4-8 1-8".split()


def test_a_whole_game_by_keyboard(site: Site, player: Callable[..., Player]) -> None:
    """Digits, arrows, Enter, Space, A and B play a game to its end; the mouse is never touched."""
    person = player(site)
    person.open("/")
    press = person.page.keyboard.press
    person.button("Pass and play").or_(person.page.get_by_role("link", name="Pass and play")).focus()
    press("Enter")
    expect(person.board).to_be_visible()
    for _ in range(30):
        if person.board.evaluate("board => board.contains(document.activeElement)"):
            break
        press("Tab")
    assert person.board.evaluate("board => board.contains(document.activeElement)")
    for key in ("1", "4", "1", "3", "5", "8"):
        press(key)
    expect(person.move_buttons).to_have_count(3)
    # The same with arrows: from square 8 up to 1, and to 8 again.
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "Enter", "ArrowDown", "ArrowDown", "ArrowRight", "Space"):
        press(key)
    expect(person.move_buttons).to_have_count(4)
    for key in ("3", "Escape", "3", "6", "2", "4", "5", "8"):
        press(key)
    person.sees("O chooses: does X7 settle in 5 or in 8?")
    press("B")
    person.sees("X wins.")
    expect(person.page.get_by_text("X 1 : ½ O").first).to_be_visible()


def test_a_phone_shows_a_ghost_and_asks(site: Site, player: Callable[..., Player]) -> None:
    """On touch nothing is played before the button that reads the move; halves move and retract by taps."""
    person = player(site, phone=True)
    person.open("/play")
    person.press(person.square(2))
    person.sees("X1: second square? (1 of 2)")
    person.press(person.square(2))
    person.sees("X1: first square?")
    person.press(person.square(2))
    person.press(person.square(6))
    expect(person.button("Place X1 in 2 and 6")).to_be_visible()
    person.press(person.square(7))
    assert person.moves() == 0
    person.press(person.button("Place X1 in 2 and 7"))
    expect(person.move_buttons).to_have_count(1)


def test_confirming_is_a_setting(site: Site, player: Callable[..., Player]) -> None:
    """«Always» asks with the mouse too, and the choice is remembered."""
    person = player(site)
    person.open("/play")
    person.unfold("Settings")
    person.page.get_by_label("Confirm each move").select_option("Always")
    person.page.reload()
    person.press(person.square(1))
    person.press(person.square(2))
    assert person.moves() == 0
    person.press(person.button("Place X1 in 1 and 2"))
    expect(person.move_buttons).to_have_count(1)


def test_closing_a_cycle_is_announced_before_it_is_played(site: Site, player: Callable[..., Player]) -> None:
    """The ghost pair that closes a cycle says who will choose."""
    person = player(site, phone=True)
    person.open("/play")
    person.play("1-2")
    person.press(person.square(1))
    person.press(person.square(2))
    expect(person.page.get_by_text("This closes a cycle: X, your opponent, will choose")).to_be_visible()


def test_the_choice_shows_both_outcomes(site: Site, player: Callable[..., Player]) -> None:
    """Both boards stand there before the choice, cycle and stems are named, and the mark's square is enough."""
    person = player(site)
    person.open("/play")
    person.play(*STORY)
    expect(person.button(re.compile("^A: O4 in 1"))).to_be_visible()
    expect(person.button(re.compile("^B: O4 in 8"))).to_be_visible()
    expect(person.page.get_by_text("Cycle: X1, X3, and O4")).to_be_visible()
    expect(person.page.get_by_text("Stem, no choice: O2")).to_be_visible()
    person.press(person.square(8))
    person.sees_marks(8, "O4, settled")
    person.sees_marks(5, "O2, settled")
    reasons = person.page.get_by_role("region", name="What settled, and why").get_by_role("listitem")
    expect(reasons).to_have_text(
        [
            "O4 was chosen to settle in 8.",
            "X3 cannot stay in 8, so it settles in 4.",
            "X1 cannot stay in 4, so it settles in 1.",
            "O2 cannot stay in 1, so it settles in 5.",
        ]
    )


def test_any_mark_of_the_cycle_names_an_outcome(site: Site, player: Callable[..., Player]) -> None:
    """Choosing X1 in 4 is choosing O4 in 1; a stem explains that it is no choice."""
    person = player(site)
    person.open("/play")
    person.play(*STORY)
    person.press(person.button("O2 in 5 is a stem"))
    expect(person.page.get_by_text("O2 is a stem: it settles with the rest, but offers no choice.")).to_be_visible()
    person.press(person.button("X1 settles in 4: choice A"))
    person.sees_marks(1, "O4, settled")


def test_a_closed_square_explains_itself(site: Site, player: Callable[..., Player]) -> None:
    """Pressing a settled square says which mark closed it."""
    person = player(site)
    person.open("/play")
    person.play("1-2", "1-2", "@1")
    person.press(person.square(1))
    expect(person.page.get_by_text("Square 1 is closed: O2 settled there.")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_last_square_is_one_press(site: Site, player: Callable[..., Player], phone: bool) -> None:
    """The ninth mark goes into the last square and completes its line."""
    person = player(site, phone=phone)
    person.open("/play")
    person.play(*"1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6 @6".split())
    expect(person.page.get_by_text("One square is left: X9 goes into 7.")).to_be_visible()
    person.press(person.button("Place X9 in 7"))
    person.sees("X wins.")
    expect(person.page.get_by_text("X has 3-5-7, highest mark X9.").first).to_be_visible()


@pytest.mark.parametrize(
    "case",
    [case for case in cases() if case["expect"].get("score") and case["rules"] == "standard"],
    ids=lambda case: f"{case['case']:g}",
)
def test_a_case_ends_on_the_page_as_the_rules_say(
    site: Site, player: Callable[..., Player], case: dict[str, object]
) -> None:
    """The games that other programs get wrong end here with the right score."""
    person = player(site)
    person.open("/play")
    person.play(*str(case["game"]).split())
    score = case["expect"]["score"]  # type: ignore[index]
    x, o = ("½" if points == 0.5 else f"{points:g}" for points in (score["X"], score["O"]))
    expect(person.page.get_by_text(f"X {x} : {o} O").first).to_be_visible()


def test_undo_redo_and_a_reload_lose_nothing(site: Site, player: Callable[..., Player]) -> None:
    """A game in progress survives a reload; undo and redo go by decisions."""
    person = player(site)
    person.open("/play")
    person.play(*STORY, "@1")
    person.page.reload()
    expect(person.move_buttons).to_have_count(5)
    person.press(person.button("Undo"))
    person.sees("X chooses: does O4 settle in 1 or in 8?")
    person.press(person.button("Redo"))
    person.sees_marks(1, "O4, settled")
    person.unfold("Share, save or embed")
    expect(person.page.get_by_role("textbox", name="Game text")).to_have_value(" ".join([*STORY, "@1"]))


def test_a_finished_board_can_be_looked_through(site: Site, player: Callable[..., Player]) -> None:
    """After the end every move can be visited, and a new game starts from the empty board."""
    person = player(site)
    person.open("/play")
    person.play(*"4-5 1-7 4-6 2-3 5-6 @6".split())
    person.sees("X wins.")
    expect(person.page.get_by_text("The 2 spooky pairs that are left count for nothing.")).to_be_visible()
    person.press(person.move_buttons.nth(1))
    person.sees("You are looking back: position 2 of 6.")
    person.sees_marks(7, "O2 with 1")
    person.press(person.button("Back to the present").first)
    person.press(person.button("Play again"))
    person.sees("X1: first square?")


@pytest.mark.parametrize(
    ("rules", "game", "says"),
    [
        ("Closer chooses", "1-2 1-2", "O chooses"),
        ("Superposition", "1-2 3-4 5-6 7-8", "O measures X1"),
        ("No repeat", "1-2", "O2: first square?"),
    ],
)
def test_rule_sets_reach_the_page(site: Site, player: Callable[..., Player], rules: str, game: str, says: str) -> None:
    """The chosen rule set is the one that is played."""
    person = player(site)
    person.open("/")
    person.page.get_by_text("Rules:").click()
    person.page.get_by_role("radio", name=re.compile(f"^{rules}")).check()
    person.button("Pass and play").or_(person.page.get_by_role("link", name="Pass and play")).click()
    person.play(*game.split())
    person.sees(says)


def test_a_coin_is_flipped_on_the_page(site: Site, player: Callable[..., Player]) -> None:
    """Under coin nobody chooses: one button flips, and the game goes on."""
    person = player(site)
    person.open("/")
    person.page.get_by_text("Rules:").click()
    person.page.get_by_role("radio", name=re.compile("^Coin")).check()
    person.button("Pass and play").or_(person.page.get_by_role("link", name="Pass and play")).click()
    person.play("1-2", "1-2")
    person.press(person.button("Flip the coin"))
    person.sees("X3: first square?")


def test_nothing_moves_the_board_or_its_button(table: tuple[Player, Player]) -> None:
    """On a small phone the board stays where it is through a whole turn, and the button below it is in sight."""
    x, o = table
    places = set()

    def look() -> None:
        box = o.board.bounding_box()
        assert box is not None
        places.add(round(box["y"] + o.page.evaluate("scrollY")))

    look()
    play(x, o, "1-9")
    look()
    for square in (1, 9):
        o.press(o.square(square))
        look()
    expect(o.page.get_by_text("This closes a cycle: X, your opponent, will choose")).to_be_visible()
    button = o.button("Place O2 in 1 and 9")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 640
    o.press(button)
    look()
    expect(x.move_buttons).to_have_count(2)
    x.play("@9")
    o.sees("X is placing X3.")
    look()
    x.play("2-3")
    look()
    o.press(o.square(9))
    o.sees_marks(9, "settled")
    look()
    assert len(places) == 1


def test_pointing_shows_the_pair_before_the_click(site: Site, player: Callable[..., Player]) -> None:
    """With the mouse on a second square the pair's curve is there; a mark brings out its partner and its group."""
    person = player(site)
    person.open("/play")
    person.play("1-2", "2-5", "7-8")
    ghosts = person.page.locator(".board .thread.ghost")
    person.press(person.square(4))
    expect(ghosts).to_have_count(0)
    person.square(9).hover()
    expect(ghosts).to_have_count(1)
    assert person.moves() == 3
    person.page.keyboard.press("Escape")
    # In square 2 X1 stands in the first slot of three by three.
    box = person.square(2).bounding_box()
    assert box is not None
    person.page.mouse.move(box["x"] + box["width"] * 0.18, box["y"] + box["height"] * 0.26)
    expect(person.page.locator(".board .half.lit")).to_have_count(2)
    expect(person.page.locator(".board .half.near")).to_have_count(2)
    expect(person.page.locator(".board .half.far")).to_have_count(2)


def test_a_warning_can_be_switched_off(site: Site, player: Callable[..., Player]) -> None:
    """Without warnings neither the words nor the signs on the squares tell what closes a cycle."""
    person = player(site, phone=True)
    person.open("/play")
    person.play("1-2")
    person.press(person.square(1))
    expect(person.page.locator(".board .closing")).to_have_count(1)
    person.unfold("Settings")
    person.press(person.page.get_by_label("Warn before a cycle is closed"))
    expect(person.page.locator(".board .closing")).to_have_count(0)
    person.press(person.square(2))
    person.sees("Not played yet.")
    expect(person.page.get_by_text("This closes a cycle")).to_have_count(0)


def test_a_pair_can_be_dragged(site: Site, player: Callable[..., Player]) -> None:
    """Pressed in one square and let go in another, the mouse places a pair; let go where it began, nothing."""
    person = player(site)
    person.open("/play")
    mouse = person.page.mouse

    def drag(*squares: int) -> None:
        for index, square in enumerate(squares):
            person.square(square).hover()
            if index == 0:
                mouse.down()
        mouse.up()

    drag(2, 3, 6)
    person.sees("X placed X1 in 2 and 6.")
    drag(4, 5, 4)
    person.sees("O2: first square?")
    assert person.moves() == 1
