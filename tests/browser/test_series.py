"""After the end: rematches with swapped sides and a running score, and the way there for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.tables import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser


def is_seated(person: Player, side: str) -> None:
    """Wait until a person has a seat, and the board is there."""
    expect(person.seat(side)).to_contain_text("You")
    expect(person.seat(side)).to_contain_text("live")


def test_a_rematch_swaps_the_sides_and_keeps_the_score(
    table: tuple[Player, Player], site: Site, player: Callable[..., Player]
) -> None:
    """Both players go along by themselves, a spectator follows the link, and points belong to people."""
    x, o = table
    first = x.page.url
    watcher = player(site)
    watcher.open(first)
    play(x, o, "1-9")
    x.wish("Resign", "Resign")
    o.sees("O wins.")
    o.press(o.button("Rematch"))
    expect(o.button("Rematch")).to_contain_text("offered already")
    x.hears("O offers a rematch.")
    x.answer("Accept")

    is_seated(x, "O")
    is_seated(o, "X")
    assert x.page.url == o.page.url != first
    expect(o.notices).to_contain_text("You 1 : 0 opponent, after 1 game")
    expect(x.notices).to_contain_text("You 0 : 1 opponent, after 1 game")
    watcher.hears("The rematch has begun.")
    watcher.press(watcher.notices.get_by_role("button", name="Go to the rematch"))
    expect(watcher.notices).to_contain_text("X 1 : 0 O, after 1 game")

    play(o, x, "1-9")
    watcher.sees_marks(9, "X1 with 1")
    o.wish("Resign", "Resign")
    expect(x.page.get_by_text("You 1 : 1 opponent, after 2 games").first).to_be_visible()
    expect(watcher.page.get_by_text("X 1 : 1 O, after 2 games").first).to_be_visible()
    # Back in the first game nobody is sent away again, and the way on is shown.
    o.page.goto(first)
    o.sees("O wins.")
    expect(o.button("Go to the rematch").first).to_be_visible()
    assert o.page.url == first


def test_a_rematch_takes_nobody_away_from_looking_back(table: tuple[Player, Player]) -> None:
    """Who studies the game stays; a button leads to the rematch when they are ready."""
    x, o = table
    play(x, o, "1-9 1-5")
    o.wish("Resign", "Resign")
    x.sees("X wins.")
    x.press(x.button("Rematch"))
    o.hears("X offers a rematch.")
    x.press(x.button("One move back"))
    first = x.page.url
    o.answer("Accept")
    is_seated(o, "X")
    expect(x.notices).to_contain_text("The rematch has begun.")
    assert x.page.url == first
    x.sees("You are looking back: position 1 of 2.")
    x.press(x.notices.get_by_role("button", name="Go to the rematch"))
    is_seated(x, "O")
    play(o, x, "2-3")


def test_an_offered_rematch_can_be_declined(table: tuple[Player, Player]) -> None:
    """The one who offered is told."""
    x, o = table
    play(x, o, "1-9")
    o.wish("Resign", "Resign")
    x.press(x.button("Rematch"))
    o.answer("Decline")
    x.hears("O closed the offer: no rematch.")
    expect(o.notices.get_by_role("button", name="Accept")).to_have_count(0)
