"""Every view of the page, by name: how a person gets there. The access tests and the screenshots walk through them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from browser.stage import Player
from browser.tables import invite, join, play

if TYPE_CHECKING:
    from collections.abc import Callable


def home(person: Player) -> None:
    person.open("/")
    person.unfold("Rules:")
    person.unfold("Clock and takebacks")
    person.page.get_by_role("combobox", name="Clock").select_option("own")


def menu(person: Player) -> None:
    """The way to every part, unfolded where it folds."""
    person.open("/")
    if person.touch:
        person.press(person.button("Menu"))


def settings(person: Player) -> None:
    person.open("/settings")


def forgetting(person: Player) -> None:
    """The question before the device forgets everything."""
    person.open("/settings")
    person.press(person.button("Forget everything"))


def lost(person: Player) -> None:
    """An address that is no view."""
    person.offline_is_expected = True  # the answer is a 404, which the browser reports
    person.open("/nowhere")
    person.offline_is_expected = False


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


def possible(person: Player) -> None:
    """The possible boards, chances and graph, with a pair that is not played yet."""
    placing(person)
    person.unfold("Possible boards")
    person.page.get_by_role("heading", name="Entanglement graph").wait_for()


def last_square(person: Player) -> None:
    person.open("/play")
    person.play(*"1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6 @6".split())


def result(person: Player) -> None:
    """Both players have a line."""
    person.open("/play")
    person.play(*"1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5".split())
    person.sees("O wins.")


def sharing(person: Player) -> None:
    """What can be done with a game elsewhere."""
    measuring(person)
    person.unfold("Share, save or embed")
    person.page.get_by_role("textbox", name="Code of the frame").wait_for()


def frame(person: Player) -> None:
    """The view that other sites show in a frame."""
    person.open("/embed#game=1-4,1-5,4-8,2-6,1-8&play=1")
    person.sees("O chooses")


def draw(person: Player) -> None:
    person.open("/play")
    person.play(*"1-5 1-9 4-5 2-3 3-5 7-9 6-7 1-5 @5 8-8".split())


def level(person: Player) -> None:
    """What the game against the computer is to be; it begins in a position of its own, under other rules."""
    person.open("/computer#level=8&rules=coin&position=15.59")
    person.unfold("Rules:")


def hinted(person: Player) -> None:
    """A hint that says where to look."""
    person.open("/computer#level=3&side=X&game=1-9,3-8")
    person.press(person.button("Play against level 3"))
    person.press(person.button("Hint"))
    person.press(person.button("Where should I look?"))
    person.unfold("About this game")


def beaten(person: Player) -> None:
    """The end of a strict game against the computer."""
    person.open("/computer#level=9&side=O&strict=1&game=1-4,1-3,5-8,1-8,3-6,2-4,5-8")
    person.press(person.button("Play against level 9"))
    person.press(person.button(re.compile("^[AB]: X7 in 5")))
    if person.touch:
        person.press(person.button(re.compile("^Collapse: ")))
    person.sees("O wins.")


def analysis(person: Player) -> None:
    """Branches with a comment, values, the explorer, the box for texts; a text has just been refused."""
    person.open("/analysis#game=1-9,1-5,5-9,@5&ply=1")
    person.sees("O2: first square?")
    person.play("2-3")
    person.page.get_by_label("Comment on O2 in 2, 3").fill("?!")
    person.press(person.button("Show values"))
    person.page.get_by_role("region", name="Best play").wait_for()
    person.unfold("Set up:")
    person.page.get_by_label("Game or position").fill("9.5.x")
    person.press(person.button("Read"))
    person.press(person.move_buttons.last)


def reviewed(person: Player) -> None:
    """The summary of a finished game, with its decisions and what can be shared."""
    person.open("/review#game=1-4,1-3,5-8,1-8,3-6,2-4,5-8,@5")
    person.button("Try the 5 mistakes again").wait_for()
    person.unfold("Share this review")


def retried(person: Player) -> None:
    """A mistake of a review has been tried again, and the better move is explained."""
    person.open("/review#game=1-4,1-3,5-8,1-8,3-6,2-4,5-8,@5&side=X")
    person.press(person.button("Try the 3 mistakes again"))
    person.press(person.button("Show the answer"))
    person.page.get_by_text("As good: X1 in 3, 7.").wait_for()


def review_asked(person: Player) -> None:
    """A review that wants a game."""
    person.open("/review#game=1-9,zz")
    person.sees("goes wrong at action 2")


def lobby(person: Player) -> None:
    """The invitation, with the QR code of the play link."""
    invite(person)
    person.press(person.button("Show as QR code"))
    person.page.get_by_role("img", name=re.compile("^QR code")).wait_for()


def invitation(person: Player) -> None:
    """What a guest sees before joining."""
    person.open(invite(_partner(person), clock="300+5"))
    person.button(re.compile("^Join as O")).wait_for()


def offered(person: Player) -> None:
    """The opponent offers a draw while one's own clock runs."""
    partner = _met(person, clock="300+5")
    play(partner, person, "1-9")
    partner.wish("Offer a draw", "Offer a draw")
    person.hears("X offers a draw.")


def asked(person: Player) -> None:
    """About to resign; one's own offer is open."""
    _met(person)
    person.wish("Offer a draw", "Offer a draw")
    person.press(person.button("Resign"))


def talking(person: Player) -> None:
    """A phrase has been said, and everything that folds is unfolded."""
    partner = _met(person)
    partner.unfold("Say something")
    partner.press(partner.button("Good luck!"))
    person.hears("X: Good luck!")
    for part in ("Settings", "Say something", "Watch link", "Move my seat", "Delete this game"):
        person.unfold(part)


def alone(person: Player) -> None:
    """The opponent has left."""
    _met(person, clock="3d").page.goto("about:blank")
    person.hears("X has left.")


def resigned(person: Player) -> None:
    """The second game of a series is over, and a rematch is offered."""
    partner = _met(person)
    partner.wish("Resign", "Resign")
    partner.press(partner.button("Rematch"))
    person.answer("Accept")
    person.seat("X").get_by_text("You", exact=True).wait_for()
    person.wish("Resign", "Resign")
    partner.press(partner.button("Rematch"))
    person.hears("O offers a rematch.")


def seat_lost(person: Player) -> None:
    """A seat link that has been replaced."""
    host = _partner(person)
    invite(host)
    person.open(f"{host.page.url}#seat={'A' * 32}")
    person.hears("This device no longer holds the seat")


def watching(person: Player) -> None:
    """A game that others play."""
    x, o = _partner(person), _partner(person)
    join(o, invite(x, clock="600+10"))
    play(x, o, "1-9 1-5")
    person.open(x.page.url)
    person.seat("O").get_by_text("here", exact=True).wait_for()


def deleted(person: Player) -> None:
    """The game is no more."""
    invite(person)
    person.unfold("Delete this game")
    person.wish("Delete this game", "Delete")
    person.page.get_by_text("This game has been deleted.").wait_for()


def _partner(person: Player) -> Player:
    """Bring somebody else with a browser of their own; the browser closes with the others."""
    browser = person.context.browser
    assert browser is not None
    return Player(person.site, browser.new_context(), touch=False)


def _met(person: Player, clock: str | None = None) -> Player:
    """Join somebody's game as O; return the host."""
    partner = _partner(person)
    join(person, invite(partner, clock=clock))
    return partner


def puzzle(person: Player) -> None:
    """The puzzle of a day, and what has been solved."""
    person.open("/puzzles#day=2026-11-27")
    person.page.get_by_role("heading", name=re.compile("^[XO] to act: ")).wait_for()
    person.unfold("Your progress")


def puzzle_shown(person: Player) -> None:
    """A puzzle whose answer was shown, with its reasons."""
    person.open("/puzzles#id=draw-15c19a")
    person.page.get_by_role("heading", name=re.compile("^[XO] to act: ")).wait_for()
    person.wish("Show the answer", "Show the answer")
    person.page.get_by_role("heading", name="The answer was shown").wait_for()
    person.page.get_by_role("region", name="The answer was shown").get_by_role("listitem").first.wait_for()


def puzzle_streak(person: Player) -> None:
    person.open("/puzzles#streak")
    person.page.get_by_role("heading", name=re.compile("^[XO] to act: ")).wait_for()


def puzzle_missing(person: Player) -> None:
    """An address that names no puzzle."""
    person.open("/puzzles#id=nonsense")
    person.sees("There is no puzzle")


SCENES: dict[str, Callable[[Player], None]] = {
    scene.__name__: scene
    for scene in (
        home,
        menu,
        settings,
        forgetting,
        lost,
        empty,
        placing,
        measuring,
        settled,
        possible,
        last_square,
        result,
        draw,
        sharing,
        frame,
        level,
        hinted,
        beaten,
        analysis,
        reviewed,
        retried,
        review_asked,
        lobby,
        invitation,
        offered,
        asked,
        talking,
        alone,
        resigned,
        seat_lost,
        watching,
        deleted,
        puzzle,
        puzzle_shown,
        puzzle_streak,
        puzzle_missing,
    )
}
