"""Time and presence: clocks that count, run out and explain themselves; players who drop, leave and come back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.stage import Line, Site
from browser.tables import invite, join, play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from browser.stage import Player

pytestmark = pytest.mark.browser


@pytest.fixture
def line(site: Site) -> Iterator[Line]:
    """A way to the site that can be broken."""
    line = Line(site)
    yield line
    line.close()


@pytest.fixture
def hasty_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server where the absent may be claimed after three seconds."""
    site = Site(
        tmp_path_factory.mktemp("hasty-site"),
        "import spookymarks.server.terms as terms\nterms.GRACE = (3000, 3000)",
    )
    site.start()
    yield site
    site.stop()


def runs(person: Player, side: str) -> None:
    """Wait until the page shows that the clock of a side runs, in words and not by colour."""
    expect(person.seat(side).get_by_role("timer")).to_contain_text("running")
    other = "O" if side == "X" else "X"
    expect(person.seat(other).get_by_role("timer")).not_to_contain_text("running")


def test_the_terms_are_known_before_joining_and_remembered(site: Site, player: Callable[..., Player]) -> None:
    """The guest reads clock and takebacks in the invitation; the host's next game begins with the same."""
    x, o = player(site), player(site, phone=True)
    link = invite(x, clock="150+3", takebacks="never")
    o.open(link)
    terms = "Standard · 2.5 minutes + 3 s a placement · no takebacks"
    expect(o.page.get_by_role("region", name="You are invited to play")).to_contain_text(terms)
    expect(x.page.get_by_text(terms)).to_be_visible()
    x.open("/")
    expect(x.page.get_by_text("2.5 minutes + 3 s a placement, no takebacks")).to_be_visible()
    x.press(x.button("Play by link"))
    expect(x.page.get_by_text(terms)).to_be_visible()


def test_the_clock_of_whoever_decides_runs(site: Site, player: Callable[..., Player]) -> None:
    """From the first placement on; through both steps of a turn it is the clock of the one who measures."""
    x, o = player(site), player(site, phone=True)
    join(o, invite(x, clock="300+5"))
    expect(x.seat("X").get_by_role("timer")).to_have_text("5:00")
    play(x, o, "1-9")
    for person in (x, o):
        runs(person, "O")
        expect(person.seat("O").get_by_role("timer")).to_contain_text(re.compile(r"4:5\d"))
    play(x, o, "1-9")
    for person in (x, o):
        runs(person, "X")
    play(x, o, "@1")
    for person in (x, o):
        runs(person, "X")
    play(x, o, "2-3")
    for person in (x, o):
        runs(person, "O")


def test_days_are_shown_as_days(site: Site, player: Callable[..., Player]) -> None:
    """A slow game counts in days and hours."""
    x, o = player(site), player(site, phone=True)
    join(o, invite(x, clock="3d"))
    expect(o.seat("O").get_by_role("timer")).to_have_text("3 d 0 h")
    play(x, o, "1-9")
    expect(o.seat("O").get_by_role("timer")).to_contain_text("2 d 23 h")


def test_time_that_has_run_out_ends_the_game(site: Site, player: Callable[..., Player]) -> None:
    """Tenths at last, a word of warning, and an end that both understand, also when they come back later."""
    x, o = player(site), player(site, phone=True)
    join(o, invite(x, clock="12+0"))
    play(x, o, "1-9")
    o.sees("10 seconds left on your clock.")
    expect(o.seat("O").get_by_role("timer")).to_contain_text(re.compile(r"\b\d\.\d"))
    for person in (x, o):
        person.sees("X wins. X 1 : 0 O")
    expect(x.page.get_by_text("O ran out of time.")).to_be_visible()
    expect(o.page.get_by_text("You ran out of time.")).to_be_visible()
    o.page.reload()
    expect(o.page.get_by_text("You ran out of time.")).to_be_visible()
    expect(o.seat("O").get_by_role("timer")).to_have_text("0.0")


def test_a_dropped_line_is_told_apart_from_leaving(site: Site, line: Line, player: Callable[..., Player]) -> None:
    """Whose line drops may be back soon, and then is; who closes the page has left."""
    x, o = player(site), player(line)
    join(o, invite(x).replace(site.url, line.url))
    expect(x.seat("O")).to_contain_text("here")
    o.offline_is_expected = True
    line.cut()
    x.hears("O's line dropped; they may be reconnecting.")
    expect(x.seat("O")).to_contain_text("dropped")
    o.hears("Connection lost. Reconnecting")
    line.mend()
    x.sees("O is here.")
    expect(o.seat("O")).to_contain_text("live")
    o.page.goto("about:blank")
    x.hears("O has left.")
    expect(x.seat("O")).to_contain_text("left")


def test_who_has_gone_for_too_long_can_be_claimed(hasty_site: Site, player: Callable[..., Player]) -> None:
    """The one who waits sees a countdown and then the choice; the one who left is told when they return."""
    x, o = player(hasty_site), player(hasty_site, phone=True)
    join(o, invite(x, clock="300+5"))
    play(x, o, "1-9")
    game = o.page.url
    o.page.goto("about:blank")
    expect(x.notices).to_contain_text(re.compile(r"O is not here. You may end the game in \d seconds?"))
    x.sees("O has been gone too long. You may end the game.")
    x.check_accessibility()
    x.answer("Claim the win")
    x.sees("X wins.")
    expect(x.page.get_by_text("O was away for too long, and X claimed the win.")).to_be_visible()
    o.page.goto(game)
    expect(o.page.get_by_text("You were away for too long, and X claimed the win.")).to_be_visible()


def test_a_choice_survives_lost_lines_restarts_and_another_tab(own_site: Site, player: Callable[..., Player]) -> None:
    """The server is killed while X considers; the same two options return, and a choice in another tab is the one."""
    x, o = player(own_site, phone=True), player(own_site)
    join(o, invite(x))
    play(x, o, "1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6")
    x.press(x.button(re.compile("^A: O8 in 4")))
    expect(x.button("Collapse: O8 in 4")).to_be_visible()
    for person in (x, o):
        person.offline_is_expected = True
    own_site.kill()
    x.hears("Connection lost. Reconnecting")
    own_site.start()
    expect(x.page.get_by_text("live", exact=True)).to_be_visible(timeout=40_000)
    # What was pointed at is still pointed at, and nothing has been decided by it.
    expect(x.button("Collapse: O8 in 4")).to_be_visible()
    assert x.moves() == 8

    first = x.page
    x.page = x.context.new_page()
    x.open(first.url)
    x.sees("X chooses: does O8 settle in 4 or in 6?")
    x.play("@6")
    x.page = first
    x.sees("X9")
    expect(x.button(re.compile("^Collapse"))).to_have_count(0)
    expect(x.move_buttons).to_have_count(9)
    expect(o.move_buttons).to_have_count(9)
    x.press(x.button("Place X9 in 7"))
    o.sees("X wins.")
