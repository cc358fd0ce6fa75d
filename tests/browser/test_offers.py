"""What players can ask of each other: a draw, a takeback, the end; and what happens when they do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.tables import invite, join, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

MEASURED = "1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6 @6"
"""X has just chosen how the cycle collapses, and now places."""


def test_a_draw_is_offered_and_accepted(table: tuple[Player, Player]) -> None:
    """Both read that the players agreed; nobody can play on."""
    x, o = table
    play(x, o, "1-9")
    x.wish("Offer a draw", "Offer a draw")
    expect(x.notices).to_contain_text("You offered a draw.")
    o.hears("X offers a draw.")
    o.answer("Accept")
    for person in (x, o):
        person.sees("A draw. X 0 : 0 O")
        expect(person.page.get_by_text("The players agreed to a draw.")).to_be_visible()
        person.press(person.square(2))
        person.sees("The game is over.")


def test_a_draw_is_declined_and_cannot_be_offered_again_at_once(table: tuple[Player, Player]) -> None:
    """The button says why it waits; after a move it works again."""
    x, o = table
    play(x, o, "1-9")
    o.wish("Offer a draw", "Offer a draw")
    expect(o.button("Offer a draw")).to_contain_text("offered already")
    x.answer("Decline")
    o.hears("X closed the offer: no draw.")
    expect(o.button("Offer a draw")).to_contain_text("again after the next move")
    play(x, o, "1-5")
    expect(o.button("Offer a draw")).to_have_attribute("aria-disabled", "false")


def test_an_offer_can_be_withdrawn(table: tuple[Player, Player]) -> None:
    """The offer disappears from both screens."""
    x, o = table
    play(x, o, "1-9")
    x.wish("Offer a draw", "Offer a draw")
    o.hears("X offers a draw.")
    x.answer("Withdraw")
    o.hears("X closed the offer: no draw.")
    expect(o.button("Accept")).to_have_count(0)
    expect(x.button("Withdraw")).to_have_count(0)


def test_a_move_lets_an_offer_lapse(table: tuple[Player, Player]) -> None:
    """Playing on answers the offer of a draw."""
    x, o = table
    play(x, o, "1-9")
    x.wish("Offer a draw", "Offer a draw")
    o.hears("X offers a draw.")
    o.play("1-5")
    expect(o.button("Accept")).to_have_count(0)
    expect(x.button("Withdraw")).to_have_count(0)


def test_an_offer_does_not_move_the_board(table: tuple[Player, Player]) -> None:
    """Neither the offer nor its answer shifts what a finger is about to touch."""
    x, o = table
    play(x, o, "1-9")
    before = (o.board.bounding_box(), x.board.bounding_box())
    x.wish("Offer a draw", "Offer a draw")
    o.hears("X offers a draw.")
    assert (o.board.bounding_box(), x.board.bounding_box()) == before
    o.answer("Decline")
    expect(o.button("Accept")).to_have_count(0)
    assert (o.board.bounding_box(), x.board.bounding_box()) == before


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("1-9 1-5", 0),
        ("1-9", 0),
        # X chose: the takeback goes back to before the choice, and not only before the placement that follows.
        (MEASURED, 8),
    ],
)
def test_a_takeback_returns_to_my_last_decision(table: tuple[Player, Player], text: str, left: int) -> None:
    """X asks, O agrees, and X decides anew."""
    x, o = table
    play(x, o, text)
    x.wish("Take back", "Ask for it")
    o.hears("X asks for a takeback.")
    o.answer("Accept")
    x.hears("O agreed: X's last move is taken back.")
    for person in (x, o):
        expect(person.move_buttons).to_have_count(left)
    expect(x.page).to_have_title(re.compile("Your turn"))
    if left == 8:
        x.sees("X chooses: does O8 settle in 4 or in 6?")
        x.play("@4")
    else:
        x.play("2-3")
    expect(o.move_buttons).to_have_count(left + 1)


def test_a_free_takeback_happens_at_once(site: Site, player: Callable[..., Player]) -> None:
    """Where takebacks are free nobody has to agree, and both are told."""
    x, o = player(site), player(site, phone=True)
    join(o, invite(x, takebacks="free"))
    play(x, o, "1-9 1-5")
    x.wish("Take back", "Take back")
    o.hears("X took back their last move.")
    expect(o.move_buttons).to_have_count(0)
    x.play("2-3")
    o.sees_marks(2, "X1 with 3")


def test_a_takeback_leaves_who_looks_back_where_they_are(site: Site, player: Callable[..., Player]) -> None:
    """Neither moves nor takebacks pull anybody to the present, even when what they look at is taken back."""
    x, o = player(site), player(site)
    join(o, invite(x, takebacks="free"))
    play(x, o, "1-9 1-5 2-3")
    o.press(o.button("One move back"))
    o.sees("You are looking back: position 2 of 3.")
    o.sees_marks(5, "O2 with 1")
    x.wish("Take back", "Take back")
    o.hears("X took back their last move.")
    o.sees_marks(5, "O2 with 1")
    o.press(o.button("One move back"))
    o.sees_marks(9, "X1 with 1")
    x.press(x.button("To the start"))
    play_on = x.page.get_by_role("button", name="Back to the present").first
    x.press(play_on)
    x.play("4-6")
    expect(o.move_buttons).to_have_count(3)
    o.sees("You are looking back: position 1 of 3.")


def test_what_is_looked_at_stays_when_it_is_taken_back(site: Site, player: Callable[..., Player]) -> None:
    """The position is no longer part of the game, the page says so, and the way back leads to the present."""
    x, o = player(site), player(site)
    join(o, invite(x, takebacks="free"))
    play(x, o, "1-9 1-5 2-3 3-6")
    o.press(o.button("One move back"))
    o.sees("You are looking back: position 3 of 4.")
    x.wish("Take back", "Take back")
    o.sees("You are looking at moves that have been taken back.")
    o.sees_marks(2, "X3 with 3")
    o.press(o.button("Back to the present").first)
    expect(o.move_buttons).to_have_count(2)
    o.sees("X is placing X3.")


def test_buttons_say_why_they_cannot_be_used(site: Site, player: Callable[..., Player]) -> None:
    """Before anybody has joined, before there is a move, and where takebacks are ruled out."""
    x, o = player(site), player(site, phone=True)
    link = invite(x, takebacks="never")
    expect(x.button("Resign")).to_contain_text("nobody has joined yet")
    expect(x.button("Offer a draw")).to_contain_text("nobody has joined yet")
    expect(x.button("Take back")).to_contain_text("never in this game")
    x.press(x.button("Resign"))
    expect(x.page.get_by_role("dialog")).to_have_count(0)
    join(o, link)
    expect(x.button("Resign")).to_have_attribute("aria-disabled", "false")
    other, guest = player(site), player(site)
    join(guest, invite(other))
    expect(other.button("Take back")).to_contain_text("nothing to take back")


def test_resigning_asks_first_and_is_explained_to_both(table: tuple[Player, Player], site: Site) -> None:
    """A way out that changes nothing; then the end, also for someone who returns later."""
    x, o = table
    play(x, o, "1-9")
    o.wish("Resign", "Keep playing")
    x.sees("O is placing O2.")
    o.wish("Resign", "Resign")
    for person in (x, o):
        person.sees("X wins. X 1 : 0 O")
    expect(o.page.get_by_text("You resigned.")).to_be_visible()
    expect(x.page.get_by_text("O resigned.")).to_be_visible()
    x.page.reload()
    x.sees("X wins. X 1 : 0 O")
    expect(x.page.get_by_text("O resigned.")).to_be_visible()
    assert "Your turn" not in x.page.title()
    assert x.page.url.startswith(site.url)


def test_the_keyboard_is_enough(table: tuple[Player, Player]) -> None:
    """Offer, answer and resign with keys alone; the focus never gets lost."""
    x, o = table
    play(x, o, "1-9")
    keys = x.page.keyboard
    x.button("Offer a draw").focus()
    keys.press("Enter")
    expect(x.button("Keep playing")).to_be_focused()
    keys.press("Escape")
    expect(x.button("Offer a draw")).to_be_focused()
    keys.press("Enter")
    keys.press("Tab")
    keys.press("Enter")
    o.hears("X offers a draw.")
    o.button("Decline").focus()
    o.page.keyboard.press("Enter")
    x.hears("O closed the offer: no draw.")
    expect(o.notices).to_be_focused()
    x.button("Resign").focus()
    keys.press("Space")
    keys.press("Tab")
    keys.press("Space")
    o.sees("O wins.")
    x.sees("O wins.")
