"""Playing and asking by typed words and keys: the same game for those who do not point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser


def field(person: Player) -> Locator:
    """Return the box to type into."""
    return person.page.get_by_role("textbox", name="A move or a question")


def enter(person: Player, *lines: str) -> None:
    """Type lines, each ended by Enter."""
    for line in lines:
        field(person).fill(line)
        field(person).press("Enter")


def answers(person: Player, text: str) -> None:
    """Wait until the box says something and the live region does so too."""
    expect(person.page.locator("#command-answer")).to_contain_text(text)
    expect(person.status).to_contain_text(text)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_whole_game_by_typing(site: Site, player: Callable[..., Player], phone: bool) -> None:
    """Every short form is a move, one square at a time too; the box stays unfolded for the next visit."""
    person = player(site, phone=phone)
    person.open("/play")
    person.unfold("Type a move")
    enter(person, "1 4", "13", "x3 5-8", "1", "8", "3,6", "x")
    answers(person, "“x” is neither a move nor a question")
    expect(field(person)).to_have_value("x")
    expect(person.move_buttons).to_have_count(5)
    person.page.reload()
    enter(person, "2 4", "x7 5 8")
    person.sees("O chooses: does X7 settle in 5 or in 8?")
    enter(person, "b")
    person.sees("X wins.")
    expect(field(person)).to_have_value("")


def test_a_wrong_entry_is_explained_and_kept(site: Site, player: Callable[..., Player]) -> None:
    """One sentence names what offends, and nothing is lost."""
    person = player(site)
    person.open("/play")
    person.unfold("Type a move")
    for text, sentence in {
        "o2 1 2": "O2 is not next: X1 is, which X places.",
        "4 4": "4 twice is no pair",
        "a": "“A” chooses nothing",
        "12 0": "“12 0” is neither a move nor a question",
        "square 12": "“12” is no square",
    }.items():
        enter(person, text)
        answers(person, sentence)
        expect(field(person)).to_have_value(text)
    enter(person, "1 2", "1 2", "3 4")
    answers(person, "A cycle waits first: choose where O2 settles, A or B.")
    enter(person, "9")
    answers(person, "Square 9 is no choice by itself")
    enter(person, "@1", "1 5")
    answers(person, "Square 1 is closed: O2 settled there.")
    assert person.moves() == 3


def test_questions_are_answered(site: Site, player: Callable[..., Player]) -> None:
    """Each word tells its part of the game, and undo takes the last action back."""
    person = player(site)
    person.open("/play")
    person.unfold("Type a move")
    enter(person, "1 5", "5 9")
    for text, answer in {
        "board": "1. X1 5. Group A. 5. X1 1, O2 9. Group A. 9. O2 5. Group A.",
        "square 5": "Square 5, centre. X1 with 1, O2 with 9. Group A.",
        "last": "O placed O2 in 5 and 9.",
        "turn": "X3: first square?",
        "moves": "Moves so far: X1 in 1, 5; O2 in 5, 9.",
        "legal": "These pairs would close a cycle: 1-5, 1-9, and 5-9.",
        "group A": "Group A: X1 and O2, in squares 1, 5, and 9.",
        "cycle": "There is no cycle to measure.",
        "score": "No line yet.",
        "help": "place a pair",
        "undo": "Taken back.",
    }.items():
        enter(person, text)
        answers(person, answer)
    assert person.moves() == 1


def test_keys_on_the_board_tell_the_state(site: Site, player: Callable[..., Player]) -> None:
    """L T M S read, a second press reads again, P and N step through the game, and none works elsewhere."""
    person = player(site)
    person.open("/play")
    person.play("1-5", "5-9")
    press = person.page.keyboard.press
    said = person.page.locator(".status .said")
    person.page.locator("summary", has_text="Settings").focus()
    press("l")
    press("m")
    expect(said).to_have_count(0)
    person.square(5).focus()
    press("m")
    person.sees("X3 may go into any two of 1, 2, 3")
    press("l")
    expect(said).to_have_text("O placed O2 in 5 and 9.")
    first = said.text_content()
    press("l")
    assert said.text_content() != first
    press("t")
    expect(said).to_have_text("X3: first square?")
    press("s")
    expect(said).to_have_text("No line yet.")
    press("p")
    person.sees("You are looking back: position 1 of 2.")
    assert person.board.evaluate("board => board.contains(document.activeElement)")
    press("n")
    person.sees("X3: first square?")
    press("n")
    person.sees("This is the newest position.")


def test_digits_can_be_those_of_a_number_pad(site: Site, player: Callable[..., Player]) -> None:
    """With the pad's order 7 is the top left square."""
    person = player(site)
    person.open("/play")
    person.unfold("Settings")
    person.page.get_by_label("Digit keys").select_option("pad")
    person.square(5).focus()
    person.page.keyboard.press("7")
    person.page.keyboard.press("3")
    person.sees("X placed X1 in 1 and 9.")


def test_words_can_be_few(site: Site, player: Callable[..., Player]) -> None:
    """«Briefly» shortens squares and moves at once."""
    person = player(site)
    person.open("/play")
    person.play("1-5")
    person.unfold("Settings")
    person.page.get_by_label("What squares and moves say").select_option("brief")
    expect(person.board.get_by_role("button", name="5. X1 1. Last move.")).to_be_visible()
    person.sees("X1 in 1, 5.")


def test_sound_is_made_only_when_wanted(site: Site, player: Callable[..., Player]) -> None:
    """Before sound is switched on nothing of it is loaded; then moves and refusals are heard."""
    person = player(site)
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.page.add_init_script(
        """window.tones = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) { window.tones += 1; start.apply(this, when); };"""
    )
    person.open("/play")
    person.play("1-2")
    assert not [url for url in asked if "tones" in url]
    person.unfold("Settings")
    person.page.get_by_label("Sounds").check()
    person.play("1-2")
    person.page.wait_for_function("window.tones >= 3")
    person.press(person.square(9))
    person.page.wait_for_function("window.tones >= 5")
