"""A collapse is seen as it happens: mark by mark in causal order, at one's own pace, in nobody's way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.tables import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

# X5 closes the cycle X1 X3 X5; O2 is a stem, O4 is untouched.
CYCLE = "1-4 1-5 4-8 2-6 1-8".split()
REASONS = [
    "X5 was chosen to settle in 8.",
    "X3 cannot stay in 8, so it settles in 4.",
    "X1 cannot stay in 4, so it settles in 1.",
    "O2 cannot stay in 1, so it settles in 5.",
]
MOVING = {"reduced_motion": "no-preference"}


def stones(person: Player) -> Locator:
    """Return the large marks that are drawn on the board."""
    return person.page.locator(".board .stone")


def reasons(person: Player) -> Locator:
    """Return the reasons that can be seen."""
    listed = person.page.get_by_role("region", name="What settled, and why")
    return listed.get_by_role("listitem").filter(visible=True)


def prefer(person: Player, **settings: str) -> None:
    """Set something on this device."""
    person.open("/")
    for name, value in settings.items():
        person.page.evaluate("([name, value]) => localStorage.setItem(`spookymarks.${name}`, value)", [name, value])


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_one_mark_a_press(site: Site, player: Callable[..., Player], phone: bool) -> None:
    """«One mark a press» waits: each press settles one mark, with its reason, and the lines come last."""
    person = player(site, phone=phone, **MOVING)
    prefer(person, collapse="step")
    person.open("/play")
    person.play(*CYCLE, "@8")
    for count in range(1, 5):
        expect(stones(person)).to_have_count(count)
        expect(reasons(person)).to_have_text(REASONS[:count])
        if count < 4:
            expect(person.page.locator(".status .said")).to_have_text(REASONS[count - 1])
            person.press(person.button("Step"))
    expect(person.button("Skip")).to_have_attribute("aria-disabled", "true")
    person.sees("O6: first square?")


def test_it_plays_by_itself_and_can_be_halted(site: Site, player: Callable[..., Player]) -> None:
    """By itself it comes to its end; halted it stays; it can be shown again, also from the list of moves."""
    person = player(site, **MOVING)
    person.open("/play")
    person.play(*CYCLE, "@8")
    person.press(person.button("Pause"))
    halted = stones(person).count()
    assert halted < 4
    person.page.wait_for_timeout(1500)
    assert stones(person).count() == halted
    person.press(person.button("Play"))
    expect(person.button("Show again")).to_be_visible()
    expect(stones(person)).to_have_count(4)
    person.play("3-7")
    expect(person.page.locator(".board .half.gone")).to_have_count(0)
    person.press(person.move_buttons.nth(5))
    expect(stones(person)).to_have_count(4)
    expect(person.page.locator(".board .half.gone")).to_have_count(4)


def test_whoever_acts_ends_it(site: Site, player: Callable[..., Player]) -> None:
    """It blocks nothing: the next half can be placed at once, and then everything stands."""
    person = player(site, **MOVING)
    prefer(person, collapse="step")
    person.open("/play")
    person.play(*CYCLE, "@8")
    expect(stones(person)).to_have_count(1)
    person.press(person.square(3))
    expect(stones(person)).to_have_count(4)
    person.sees("O6: second square?")


def test_the_result_waits_for_the_last_mark(site: Site, player: Callable[..., Player]) -> None:
    """A line is struck, and the winner named, when the collapse is over and not before."""
    person = player(site, **MOVING)
    prefer(person, collapse="step")
    person.open("/play")
    person.play(*"4-5 1-7 4-6 2-3 5-6 @6".split())
    person.sees("The group collapses.")
    expect(person.page.locator(".board .stroke")).to_have_count(0)
    expect(person.button("Play again")).to_have_count(0)
    person.press(person.button("Skip"))
    person.sees("X wins.")
    expect(person.page.locator(".board .stroke")).to_have_count(1)


def test_a_reload_shows_it_not_again(site: Site, player: Callable[..., Player]) -> None:
    """What has been seen stands there after a reload; it can still be shown again."""
    person = player(site, **MOVING)
    prefer(person, collapse="step")
    person.open("/play")
    person.play(*CYCLE, "@8")
    person.page.reload()
    expect(stones(person)).to_have_count(4)
    person.press(person.button("Show again"))
    expect(person.button("Pause")).to_be_visible()


def test_less_motion_moves_nothing(site: Site, player: Callable[..., Player]) -> None:
    """Who asks for less motion has the whole board and the whole list at once."""
    person = player(site)
    person.open("/play")
    person.play(*CYCLE, "@8")
    expect(stones(person)).to_have_count(4, timeout=800)
    expect(reasons(person)).to_have_text(REASONS, timeout=800)
    assert person.page.evaluate("document.getAnimations().length") == 0


def test_the_reasons_are_read_once_in_one_message(site: Site, player: Callable[..., Player]) -> None:
    """The live region is given all reasons in order by one change, whatever the board still shows."""
    person = player(site, **MOVING)
    person.open("/play")
    person.play(*CYCLE)
    person.page.evaluate(
        """() => {
            window.heard = [];
            const status = document.querySelector("[role=status]");
            const hidden = (node) => node.parentElement?.closest("[aria-hidden=true]") || node.ariaHidden === "true";
            const note = (node) => { if (!hidden(node)) window.heard.push(node.textContent); };
            new MutationObserver((changes) => changes.forEach((change) => {
                change.addedNodes.forEach(note);
                if (change.type === "characterData") note(change.target);
            })).observe(status, { childList: true, characterData: true, subtree: true });
        }"""
    )
    person.play("@8")
    expect(person.button("Show again")).to_be_visible()
    heard = person.page.evaluate("window.heard")
    assert [text for text in heard if "cannot stay" in text] == [" ".join(REASONS)], heard


def test_both_players_of_a_link_see_it(table: tuple[Player, Player]) -> None:
    """The opponent's measurement is gone through here too, and the banner names both steps for both."""
    x, o = table
    for person in table:
        person.page.evaluate("localStorage.setItem('spookymarks.collapse', 'step')")
        person.page.reload()
        expect(person.board).to_be_visible()
    # The browsers of this table ask for less motion, which changes nothing about stepping.
    play(x, o, " ".join(CYCLE))
    steps = [person.page.get_by_role("list", name="This turn").get_by_role("listitem") for person in table]
    for each in steps:
        expect(each).to_have_text(["O chooses", "O places"])
        expect(each.first).to_have_attribute("aria-current", "step")
    o.play("@8")
    for person, each in zip(table, steps, strict=True):
        expect(stones(person)).to_have_count(1)
        expect(each.last).to_have_attribute("aria-current", "step")
    x.press(x.button("Step"))
    expect(stones(x)).to_have_count(2)
    expect(stones(o)).to_have_count(1)
