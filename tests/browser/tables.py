"""Bringing two people to one game: the invitation, its terms, and the joining."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.stage import Player


def invite(
    host: Player,
    side: str = "X",
    *,
    rules: str | None = None,
    clock: str | None = None,
    takebacks: str | None = None,
) -> str:
    """Make a game by link and return the play link; `clock` is a time control such as `300+5`."""
    host.open("/")
    host.page.get_by_role("radio", name=side, exact=True).check()
    if rules:
        host.unfold("Rules:")
        host.page.get_by_role("radio", name=re.compile(f"^{rules}")).check()
    if clock or takebacks:
        host.unfold("Clock and takebacks")
    if clock and (game := re.fullmatch(r"(\d+)\+(\d+)", clock)):
        host.page.get_by_role("combobox", name="Clock").select_option("own")
        host.page.get_by_label("Minutes each").fill(str(int(game[1]) / 60))
        host.page.get_by_label("Seconds added").fill(game[2])
    elif clock:
        host.page.get_by_role("combobox", name="Clock").select_option(clock)
    if takebacks:
        host.page.get_by_role("combobox", name="Takebacks").select_option(takebacks)
    host.press(host.button("Play by link"))
    return host.page.get_by_role("textbox", name="Play link").input_value()


def join(guest: Player, link: str) -> None:
    """Open a play link and take the seat."""
    guest.open(link)
    guest.press(guest.button(re.compile("^Join as ")))
    expect(guest.page.get_by_role("list", name="Players").get_by_text("You", exact=True)).to_be_visible()


def play(x: Player, o: Player, text: str) -> None:
    """Play a game text; after each action both see it. X begins, and whoever is to act acts."""
    for action in text.split():
        before = x.moves()
        # The title of the tab tells whose turn it is, also where somebody acts twice.
        (x if "Your turn" in x.page.title() else o).play(action)
        for person in (x, o):
            expect(person.move_buttons).to_have_count(before + 1)
