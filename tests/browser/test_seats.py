"""Seats and links: QR codes, moving to another device, signing others out, and deleting a game."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from browser.tables import invite, join, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import WebSocketRoute

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser


def scan(person: Player, label: str) -> str:
    """Read the QR code on the screen as a camera would."""
    picture = person.page.get_by_role("img", name=f"QR code of this link: {label}")
    with Image.open(io.BytesIO(picture.screenshot())) as image:
        codes = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
    return codes[0].text if codes else ""


@pytest.mark.parametrize("options", [{"phone": True}, {"color_scheme": "dark"}])
def test_the_links_are_shown_as_qr_codes(site: Site, player: Callable[..., Player], options: dict[str, object]) -> None:
    """A camera reads the play link and the personal seat link; nobody else is asked to draw them."""
    x, o = player(site, **options), player(site)
    link = invite(x)
    asked: list[str] = []
    x.page.on("request", lambda request: asked.append(request.url))
    x.press(x.button("Show as QR code"))
    assert scan(x, "Play link") == link
    join(o, link)
    x.unfold("Move my seat")
    seat = x.page.get_by_role("textbox", name="Personal seat link").input_value()
    x.press(x.button("Show as QR code"))
    assert scan(x, "Personal seat link") == seat
    x.press(x.button("Hide the QR code"))
    expect(x.page.get_by_role("img", name=re.compile("^QR code"))).to_have_count(0)
    assert [url for url in asked if not url.startswith(f"{site.url}/assets/")] == []


def test_a_seat_moves_to_another_device(
    table: tuple[Player, Player], site: Site, player: Callable[..., Player]
) -> None:
    """The personal link gives the seat to another browser, which plays on."""
    x, o = table
    x.unfold("Move my seat")
    link = x.page.get_by_role("textbox", name="Personal seat link").input_value()
    other = player(site, phone=True)
    other.open(link)
    expect(other.seat("X")).to_contain_text("You")
    assert "#" not in other.page.url
    other.play("1-9")
    o.sees_marks(1, "X1 with 9")


def test_signing_out_closes_the_other_devices(
    table: tuple[Player, Player], site: Site, player: Callable[..., Player]
) -> None:
    """The other device is told and watches; this one and its second tab play on; the old link is void."""
    x, o = table
    x.unfold("Move my seat")
    link = x.page.get_by_role("textbox", name="Personal seat link").input_value()
    thief = player(site)
    thief.open(link)
    expect(thief.seat("X")).to_contain_text("You")
    first, second = x.page, x.context.new_page()
    second.goto(first.url)
    expect(second.get_by_text("live", exact=True)).to_be_visible()

    x.wish("Sign out other devices", "Sign out")
    thief.hears("This device no longer holds the seat")
    expect(thief.seat("X")).to_contain_text("Player")
    expect(x.page.get_by_role("textbox", name="Personal seat link")).not_to_have_value(link)
    x.play("1-9")
    o.play("1-5")
    x.page = second
    x.play("2-3")
    o.sees_marks(2, "X3 with 3")
    assert thief.moves() == 3
    late = player(site)
    late.open(link)
    late.hears("This device no longer holds the seat")


def test_a_game_that_nobody_has_joined_can_be_deleted(site: Site, player: Callable[..., Player]) -> None:
    """The host alone decides; whoever looks at it is told."""
    x, guest = player(site), player(site, phone=True)
    link = invite(x)
    guest.open(link)
    expect(guest.button("Join as O")).to_be_visible()
    x.unfold("Delete this game")
    x.wish("Delete this game", "Cancel")
    expect(guest.button("Join as O")).to_be_visible()
    x.wish("Delete this game", "Delete")
    for person in (x, guest):
        expect(person.page.get_by_text("This game has been deleted.")).to_be_visible()
    x.offline_is_expected = True
    x.page.reload()
    expect(x.page.get_by_text("There is no such game.")).to_be_visible()


def test_both_have_to_agree_to_delete_a_game(table: tuple[Player, Player]) -> None:
    """It can be declined and, after a move, asked for again; accepting asks once more."""
    x, o = table
    play(x, o, "1-9")
    x.unfold("Delete this game")
    x.wish("Delete this game", "Ask to delete")
    o.hears("X asks to delete this game.")
    o.answer("Decline")
    x.hears("O closed the offer: no deletion.")
    play(x, o, "1-5")
    x.wish("Delete this game", "Ask to delete")
    o.answer("Accept")
    o.press(o.page.get_by_role("dialog").get_by_role("button", name="Delete"))
    for person in (x, o):
        expect(person.page.get_by_text("This game has been deleted.")).to_be_visible()


@pytest.mark.parametrize("phone", [True, False])
def test_who_is_present_does_not_push_the_join_button(
    site: Site, player: Callable[..., Player], *, phone: bool
) -> None:
    """The news of who is there comes after the board; its place is kept."""
    host, guest = player(site), player(site, phone=phone)
    link = invite(host)
    held: list[Callable[[], None]] = []

    def hold(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if '"presence"' in str(message):
                held.append(lambda: page.send(message))
            else:
                page.send(message)

        server.on_message(pass_on)

    guest.page.route_web_socket(re.compile("/socket$"), hold)
    guest.open(link)
    join_button = guest.button("Join as O")
    expect(join_button).to_be_visible()
    before = join_button.bounding_box()
    while not held:
        guest.page.wait_for_timeout(20)
    for send in held:
        send()
    expect(guest.notices).to_contain_text("1 person is watching")
    assert join_button.bounding_box() == before
