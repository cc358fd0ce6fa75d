"""Phrases: a few kind words, and a way not to hear them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.tables import play

if TYPE_CHECKING:
    from browser.stage import Player

pytestmark = pytest.mark.browser


def test_a_phrase_is_heard_with_the_letter_of_who_said_it(table: tuple[Player, Player]) -> None:
    """It stays until the next move and keeps nobody from moving."""
    x, o = table
    o.unfold("Say something")
    o.press(o.button("Good luck!"))
    x.hears("O: Good luck!")
    expect(o.notices).to_contain_text("O: Good luck!")
    play(x, o, "1-9")
    expect(x.notices).not_to_contain_text("O: Good luck!")


def test_phrases_can_be_muted_on_a_device(table: tuple[Player, Player]) -> None:
    """Who has muted them hears none, also after coming back, until they want to."""
    x, o = table
    x.unfold("Say something")
    x.page.get_by_role("checkbox", name="Mute phrases on this device").check()
    o.unfold("Say something")
    o.press(o.button("Oops!"))
    expect(o.notices).to_contain_text("O: Oops!")
    # Something that comes later has arrived, so the phrase has, too.
    o.wish("Offer a draw", "Offer a draw")
    x.hears("O offers a draw.")
    x.answer("Decline")
    expect(x.status).not_to_contain_text("Oops!")
    x.page.reload()
    x.unfold("Say something")
    mute = x.page.get_by_role("checkbox", name="Mute phrases on this device")
    expect(mute).to_be_checked()
    mute.uncheck()
    o.press(o.button("Thank you!"))
    x.hears("O: Thank you!")


def test_five_phrases_are_enough(table: tuple[Player, Player]) -> None:
    """The sixth before the next move is refused, and the page says so."""
    x, o = table
    x.unfold("Say something")
    for words in ("Hello!", "Good luck!", "Nice move!", "Oops!", "Thank you!"):
        x.press(x.button(words))
        o.hears(f"X: {words}")
    x.press(x.button("Goodbye!"))
    x.sees("You have said enough for now; wait for the next action.")
    expect(o.notices).not_to_contain_text("Goodbye!")
