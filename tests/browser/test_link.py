"""Play by link in real browsers: inviting, joining, playing, watching, and going on after everything that breaks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.tables import invite, join

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import WebSocketRoute

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser


def test_two_people_finish_a_game_through_a_reload_and_a_crash(own_site: Site, player: Callable[..., Player]) -> None:
    """A whole game with a measurement: X reloads and the server is killed and started again before X chooses."""
    x, o = player(own_site), player(own_site, phone=True)
    join(o, invite(x))
    for person, action in zip((x, o) * 4, "1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6".split(), strict=True):
        person.play(action)
        other = o if person is x else x
        expect(other.move_buttons).to_have_count(person.moves())
    x.sees("X chooses: does O8 settle in 4 or in 6?")
    o.sees("X is choosing how the cycle collapses.")
    expect(o.page.get_by_text("Stem, no choice: X1, O2, X3, O4, X5, and O6")).to_be_visible()

    x.page.reload()
    x.sees("X chooses: does O8 settle in 4 or in 6?")
    for person in (x, o):
        person.offline_is_expected = True
    own_site.kill()
    x.hears("Connection lost. Reconnecting")
    own_site.start()
    for person in (x, o):
        expect(person.page.get_by_text("live", exact=True)).to_be_visible(timeout=40_000)

    x.play("@6")
    expect(o.move_buttons).to_have_count(9)
    o.sees("X is placing X9.")
    x.press(x.button("Place X9 in 7"))
    for person in (x, o):
        person.sees("X wins.")
        expect(person.page.get_by_text("X 1 : 0 O").first).to_be_visible()
        expect(person.page.get_by_text("X has 3-5-7, highest mark X9.").first).to_be_visible()


def test_a_move_made_while_the_server_is_away_arrives_once(own_site: Site, player: Callable[..., Player]) -> None:
    """The move waits as «sending», is played when the server is back, and only once."""
    x, o = player(own_site), player(own_site)
    join(o, invite(x))
    for person in (x, o):
        person.offline_is_expected = True
    own_site.kill()
    x.press(x.square(1))
    x.press(x.square(9))
    own_site.start()
    expect(x.move_buttons).to_have_count(1, timeout=40_000)
    expect(o.move_buttons).to_have_count(1, timeout=40_000)
    o.sees_marks(1, "X1 with 9")


def test_opening_an_invitation_takes_nothing(site: Site, player: Callable[..., Player]) -> None:
    """The seat stays free until somebody presses Join; the secret leaves the address bar."""
    link = invite(player(site))
    curious, guest = player(site), player(site)
    curious.open(link)
    expect(curious.button("Join as O")).to_be_visible()
    assert "#" not in curious.page.url
    join(guest, link)


def test_when_both_seats_are_taken_one_can_watch(site: Site, player: Callable[..., Player]) -> None:
    """The third who opens the play link is told so, and watches."""
    x, o, third = player(site), player(site), player(site)
    link = invite(x)
    join(o, link)
    x.play("1-9")
    third.open(link)
    expect(third.page.get_by_text("Both seats are taken. You can watch the game.")).to_be_visible()
    third.sees_marks(1, "X1 with 9")


def test_the_slower_of_two_joiners_watches(site: Site, player: Callable[..., Player]) -> None:
    """Two people look at the same invitation; the second press finds the seat taken and nothing breaks."""
    link = invite(player(site))
    first, second = player(site), player(site)
    for person in (first, second):
        person.open(link)
        expect(person.button("Join as O")).to_be_visible()
    first.press(first.button("Join as O"))
    expect(second.page.get_by_text("Both seats are taken. You can watch the game.")).to_be_visible()


def test_a_watcher_sees_every_move_and_makes_none(
    table: tuple[Player, Player], site: Site, player: Callable[..., Player]
) -> None:
    """The watch link shows the game; pressing a square explains itself instead of playing."""
    x, _ = table
    watcher = player(site)
    x.page.get_by_text("Watch link", exact=True).first.click()
    watcher.open(x.page.get_by_role("textbox", name="Watch link").input_value())
    expect(watcher.notices).to_contain_text("You are watching")
    x.play("1-9")
    watcher.sees_marks(9, "X1 with 1")
    watcher.press(watcher.square(2))
    watcher.sees("You are watching this game.")
    assert watcher.moves() == 1


def test_a_second_tab_shares_the_seat(table: tuple[Player, Player]) -> None:
    """The same person opens the game twice; a move in one tab shows in the other, which may go on."""
    x, o = table
    first = x.page
    second = x.context.new_page()
    second.goto(first.url)
    x.play("1-9")
    x.page = second
    x.sees_marks(1, "X1 with 9")
    o.play("1-5")
    x.sees("X3: first square?")
    x.play("5-9")
    x.page = first
    x.sees_marks(5, "X3 with 9")


def test_the_tab_says_when_it_is_my_turn(table: tuple[Player, Player]) -> None:
    """The title of the tab changes with the turn."""
    x, o = table
    expect(x.page).to_have_title(re.compile("Your turn"))
    x.play("1-9")
    expect(o.page).to_have_title(re.compile("Your turn"))
    assert "Your turn" not in x.page.title()


def test_the_server_flips_the_coin(site: Site, player: Callable[..., Player]) -> None:
    """Under coin the cycle collapses without a choice, and both see the same result."""
    x, o = player(site), player(site)
    join(o, invite(x, rules="Coin"))
    x.play("1-2")
    o.press(o.square(1))
    o.press(o.square(2))
    for person in (x, o):
        expect(person.move_buttons).to_have_count(3)
        person.sees("X3")
    assert x.square(1).get_attribute("aria-label") == o.square(1).get_attribute("aria-label")


def test_a_page_of_another_version_asks_to_be_loaded_again(site: Site, player: Callable[..., Player]) -> None:
    """After an update of the server an open page says what to do, and offers it."""
    person = player(site)
    link = invite(player(site))

    def refuse(page: WebSocketRoute) -> None:
        def answer(_: str | bytes) -> None:
            page.send('{"t":"refused","id":null,"code":"wrong_protocol","message":"Reload the page."}')
            page.close(code=1008)

        page.on_message(answer)

    person.page.route_web_socket(re.compile("/socket$"), refuse)
    person.open(link)
    expect(person.page.get_by_text("This page is older than the server, or newer.")).to_be_visible()
    with person.page.expect_navigation():
        person.press(person.button("Load again"))


def test_an_answer_that_is_lost_is_asked_for_again(table: tuple[Player, Player]) -> None:
    """The line drops after the move has reached the server; the move stands, once, and play goes on."""
    x, o = table
    lost: list[str | bytes] = []

    def lose(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if '"ack"' in str(message) and not lost:
                lost.append(message)
                page.close(code=1006)
            elif not lost or '"event"' not in str(message):
                page.send(message)

        server.on_message(pass_on)

    x.page.route_web_socket(re.compile("/socket$"), lose)
    x.page.reload()
    expect(x.page.get_by_text("live", exact=True)).to_be_visible()
    x.play("1-9")
    assert len(lost) == 1
    expect(o.move_buttons).to_have_count(1)


@pytest.mark.parametrize("path", ["/g/AAAAAAAAAAAAAAAAAAAAAA", "/g/x", "/nowhere"])
def test_a_missing_page_says_so(site: Site, player: Callable[..., Player], path: str) -> None:
    """Unknown games and unknown pages explain themselves and offer a way on."""
    person = player(site)
    person.offline_is_expected = True
    person.open(path)
    expect(person.page.get_by_text(re.compile("There is no such (game|page)"))).to_be_visible()
    expect(person.page.get_by_role("link", name=re.compile("home|new game", re.IGNORECASE)).first).to_be_visible()
