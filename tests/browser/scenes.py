"""Every view of the page, by name: how a person gets there. The access tests and the screenshots walk through them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player


def home(person: Player) -> None:
    person.open("/")
    person.page.get_by_text("Rules:").click()


def empty(person: Player) -> None:
    person.open("/play")
    person.sees("X1: first square?")


def placing(person: Player) -> None:
    """Two components, and a first half that is not played yet."""
    person.open("/play")
    person.play(*"1-2 2-5 7-8 8-9 3-6 5-1 @5 4-7".split())
    person.press(person.square(3))


def measuring(person: Player) -> None:
    """A cycle with stems, beside an untouched pair."""
    person.open("/play")
    person.play(*"1-4 1-5 4-8 2-6 1-8".split())
    person.sees("O chooses")


def settled(person: Player) -> None:
    """Just after a measurement: what settled, and why."""
    measuring(person)
    person.play("@8")


def last_square(person: Player) -> None:
    person.open("/play")
    person.play(*"1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6 @6".split())


def result(person: Player) -> None:
    """Both players have a line."""
    person.open("/play")
    person.play(*"1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5".split())
    person.sees("O wins.")


def draw(person: Player) -> None:
    person.open("/play")
    person.play(*"1-5 1-9 4-5 2-3 3-5 7-9 6-7 1-5 @5 8-8".split())


def lobby(person: Player) -> None:
    person.open("/")
    person.page.get_by_role("radio", name="X", exact=True).check()
    person.press(person.button("Play by link"))
    person.page.get_by_role("textbox", name="Play link").wait_for()


def invitation(person: Player) -> None:
    """What a guest sees before joining."""
    lobby(person)
    link = person.page.get_by_role("textbox", name="Play link").input_value()
    # The same browser without its memory is a guest.
    person.page.evaluate("localStorage.clear(); sessionStorage.clear()")
    person.page.goto("about:blank")
    person.page.goto(link)
    person.button(re.compile("^Join as O")).wait_for()
    person.knows_who_watches()


def joined(person: Player) -> None:
    """Both seats are taken, the other player is away."""
    invitation(person)
    person.press(person.button("Join as O"))
    person.page.get_by_text("You are O").wait_for()


SCENES: dict[str, Callable[[Player], None]] = {
    scene.__name__: scene
    for scene in (
        home,
        empty,
        placing,
        measuring,
        settled,
        last_square,
        result,
        draw,
        lobby,
        invitation,
        joined,
    )
}
