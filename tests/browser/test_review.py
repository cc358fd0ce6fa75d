"""The review of a game in real browsers: exact verdicts, a second try at every mistake, nothing told too early."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.tables import invite, join, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

# X3 gives half a point away by its place, O a draw by its last choice; everything else keeps all there is.
MIXED = "1-9 5-9 4-9 6-9 1-9 @1 3-7 3-7 @7"
PERFECT = "1-9 1-3 1-3 @1 5-7 5-7 @7 2-8 2-4 2-4 @2"
SLOW_WORKERS = """
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...question) { setTimeout(() => post.apply(this, question), 700); };
"""


def address(game: str, more: str = "") -> str:
    """Return the address of a game's review."""
    return f"/review#game={game.replace(' ', ',')}{more}"


def bar(person: Player) -> Locator:
    """The one place that talks about the game and its moves."""
    return person.page.get_by_role("region", name="Review")


def decisions(person: Player) -> Locator:
    """The decisions in the list, one button each."""
    return person.page.get_by_role("region", name="Decisions").get_by_role("listitem").get_by_role("button")


def try_pair(person: Player, a: int, b: int) -> None:
    """Place a pair, with the button where one is asked."""
    person.press(person.square(a))
    person.press(person.square(b))
    if person.touch:
        person.press(person.button(re.compile("^Place ")))


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_game_with_both_kinds_of_mistakes(site: Site, player: Callable[..., Player], phone: bool) -> None:
    """Placing and choosing are graded apart, in points, and each decision is shown on the board."""
    person = player(site, phone=phone)
    person.open(address(MIXED))
    expect(bar(person)).to_contain_text("X gave half a point away in 1 of 4 decisions.")
    expect(bar(person)).to_contain_text("O gave 1 point away in 1 of 5 decisions.")
    rows = person.page.get_by_role("region", name="Decisions").get_by_role("row")
    expect(rows.nth(1)).to_have_text(re.compile("½ in 1 of 4 decisions.*No decision"))
    expect(rows.nth(2)).to_have_text(re.compile("Nothing in 3 decisions.*1 in 1 of 2 decisions"))
    expect(decisions(person)).to_have_count(9)
    expect(decisions(person).nth(2)).to_have_text(re.compile(r"X3 in 4, 9\s*Gave the win away\s*−½"))
    expect(decisions(person).nth(8)).to_have_text(re.compile(r"O\s*X7 → 7\s*The other collapse drew\s*−1"))
    person.press(decisions(person).nth(2))
    expect(bar(person)).to_contain_text("Gave the win away")
    person.sees_marks(4, "X3 with 9")
    person.sees("Gave the win away")
    person.press(person.button("Previous decision"))
    person.sees_marks(4, "Empty.")
    # Whose decisions: the other side's mistakes are no business of X.
    person.press(person.page.get_by_role("region", name="Decisions").get_by_text("X", exact=True).first)
    expect(decisions(person)).to_have_count(4)


def test_a_perfect_game_is_called_perfect(site: Site, player: Callable[..., Player]) -> None:
    """Who gave nothing away is told so, and has nothing to try again."""
    person = player(site)
    person.open(address(PERFECT, "&side=X"))
    expect(bar(person)).to_contain_text(re.compile(r"You had \d decisions and gave nothing away: perfect\."))
    expect(person.button(re.compile("^Try"))).to_have_count(0)
    expect(person.page.get_by_text("−")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_mistake_is_tried_again_before_the_answer(site: Site, player: Callable[..., Player], phone: bool) -> None:
    """A wrong try says what it costs and may be tried again; a right one is any that keeps the value."""
    person = player(site, phone=phone)
    person.open(address(MIXED, "&side=X"))
    expect(bar(person)).to_contain_text("You gave half a point away once, at X3 in 4, 9; everything else was perfect.")
    person.press(person.button("Try the mistake again"))
    expect(bar(person)).to_contain_text("X played X3 in 4, 9. Find something better.")
    expect(person.page.get_by_text(re.compile("Better|With best play"))).to_have_count(0)
    assert person.moves() == 2
    try_pair(person, 4, 9)
    person.sees("X3 in 4, 9 is what was played. Try something else.")
    try_pair(person, 2, 3)
    person.sees("would give")
    assert person.moves() == 2
    try_pair(person, 5, 7)
    expect(bar(person)).to_contain_text("Right: X3 in 5, 7 gives nothing away.")
    expect(person.page.get_by_text(re.compile("X gives nothing away."))).to_be_visible()
    person.unfold("Why X3 in 4, 9 was a mistake")
    expect(person.page.get_by_text(re.compile("^X gives half a point away."))).to_be_visible()
    person.press(person.button("Back to the game").first)
    expect(bar(person)).to_contain_text("everything else was perfect")


def test_a_choice_is_tried_again(site: Site, player: Callable[..., Player]) -> None:
    """A measurement is put up again with both outcomes, and the answer is shown on request only."""
    person = player(site)
    person.open(address(MIXED, "&side=O"))
    person.press(person.button("Try the mistake again"))
    expect(bar(person)).to_contain_text("Was that right?")
    person.press(person.button(re.compile("^B: ")))
    person.sees("is what was played")
    person.press(person.button(re.compile("^A: ")))
    expect(bar(person)).to_contain_text("Right:")
    person.page.reload()
    person.press(decisions(person).last)
    expect(person.page.get_by_text("stays hidden until you have tried")).to_be_visible()
    person.press(person.button("Show the answer"))
    expect(bar(person)).to_contain_text("The answer:")
    # The answer stands on the board in place of what was played, also from the middle of the game.
    person.open(address(MIXED, "&side=X"))
    person.press(decisions(person).nth(1))
    person.press(person.button("Show the answer"))
    expect(person.move_buttons).to_have_count(3)
    person.sees_marks(3, "X3 with 1")


def test_by_keyboard_alone(site: Site, player: Callable[..., Player]) -> None:
    """Tab, Enter and digits find a mistake, try it wrongly, and rightly; the mouse is never touched."""
    person = player(site)
    person.open(address(MIXED, "&side=X"))
    again = person.button("Try the mistake again")
    expect(again).to_be_visible()
    press = person.page.keyboard.press
    _tab_to(person, again)
    press("Enter")
    expect(bar(person)).to_contain_text("Find something better")
    _tab_to(person, person.board)
    for key in ("2", "3"):
        press(key)
    person.sees("would give")
    for key in ("5", "7"):
        press(key)
    expect(bar(person)).to_contain_text("Right:")
    _tab_to(person, person.button("Back to the game").first)
    press("Enter")
    _tab_to(person, decisions(person).first)
    press("Enter")
    expect(decisions(person).first).to_have_attribute("aria-current", "step")


def _tab_to(person: Player, target: Locator) -> None:
    """Press Tab until the focus is there or within, round the page if need be."""
    for _ in range(80):
        if target.evaluate("element => element.contains(document.activeElement)"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {target}")


def test_the_work_is_seen_and_begins_at_the_end(site: Site, player: Callable[..., Player]) -> None:
    """While positions are worked out the page shows how far, has the last verdicts first, and can be looked through."""
    person = player(site)
    person.page.add_init_script(SLOW_WORKERS)
    person.open(address(MIXED))
    expect(person.page.get_by_role("progressbar")).to_have_attribute("value", "2")
    expect(decisions(person).last).to_contain_text("The other collapse drew")
    expect(decisions(person).first).to_contain_text("Not worked out yet")
    person.press(person.move_buttons.first)
    person.sees_marks(1, "X1 with 9")
    expect(decisions(person).first).to_contain_text("Kept everything", timeout=40_000)
    expect(person.page.get_by_role("progressbar")).to_have_count(0)


def test_the_server_may_be_gone(own_site: Site, player: Callable[..., Player]) -> None:
    """Once loaded, a review goes on without the server: tries, answers, explanations."""
    person = player(own_site)
    person.open(address(MIXED))
    expect(person.button("Try the 2 mistakes again")).to_be_visible()
    own_site.stop()
    person.offline_is_expected = True
    person.press(person.button("Try the 2 mistakes again"))
    person.press(person.button("Show the answer"))
    expect(person.page.get_by_text(re.compile("X gives nothing away."))).to_be_visible()
    person.press(person.button("Next mistake"))
    person.press(person.button(re.compile("^A: ")))
    expect(bar(person)).to_contain_text("Right:")


@pytest.mark.parametrize(
    ("fragment", "says"),
    [
        ("#game=1-9,zz", "The game in this address goes wrong at action 2. “zz” is"),
        ("#game=1-9,1-9,5-6", "at action 3. 5-6"),
        ("#game=1-9&position=1.1", "begins at no possible position"),
    ],
)
def test_nonsense_in_the_address_is_named(site: Site, player: Callable[..., Player], fragment: str, says: str) -> None:
    """An address that holds no game says what is wrong with it and where, and asks for another game."""
    person = player(site)
    person.open(f"/review{fragment}")
    person.sees(says)
    expect(person.page.get_by_role("textbox", name="Game")).to_be_visible()


def test_a_pasted_game_is_reviewed(site: Site, player: Callable[..., Player]) -> None:
    """A text is read under the chosen rules; what is no game is named; a coin is nobody's decision."""
    person = player(site)
    person.open("/review")
    box = person.page.get_by_role("textbox", name="Game")
    box.fill("1-2 1-x")
    person.press(person.button("Review"))
    person.sees("1-x")
    box.fill("-")
    person.press(person.button("Review"))
    person.sees("There is no game yet")
    box.fill("X1+(1,2); O2+(3,4); X3+(5,x)")
    person.press(person.button("Review"))
    person.sees("X3+(5,x")
    box.fill("1. 1-2 3-4 5-6 1-2 @1 5-7")
    person.page.get_by_role("combobox", name="Rules").select_option("Coin")
    person.press(person.button("Review"))
    expect(decisions(person)).to_have_count(5)
    person.press(person.move_buttons.nth(4))
    expect(bar(person)).to_contain_text("A coin decided this.")
    person.open("/review")
    box.fill("X1+(1,2); O2+(1,2)[12]; X2@O2(1)!O2(1)!X1(2); X3+(3,4)")
    person.press(person.button("Review"))
    expect(person.move_buttons).to_have_count(4)


def test_every_finished_game_leads_to_its_review(site: Site, player: Callable[..., Player]) -> None:
    """At one device both sides are reviewed, by link the player's own; a resigned game as far as it went."""
    person = player(site)
    person.open("/play")
    person.play(*MIXED.split())
    person.press(person.page.get_by_role("link", name="Review this game"))
    expect(bar(person)).to_contain_text("X gave half a point away")
    x, o = player(site), player(site, phone=True)
    join(o, invite(x))
    play(x, o, "1-9 5-9 4-9")
    x.wish("Resign", "Resign")
    o.press(o.page.get_by_role("link", name="Review this game"))
    expect(bar(o)).to_contain_text("You had 1 decision and gave nothing away")
    x.press(x.page.get_by_role("link", name="Review this game"))
    expect(bar(x)).to_contain_text("You gave half a point away once, at X3 in 4, 9")


def test_a_review_can_be_shared_and_analysed(site: Site, player: Callable[..., Player]) -> None:
    """Summary and link are texts to copy, the link opens the same review, and each position leads to its analysis."""
    person = player(site)
    person.open(address(MIXED))
    person.unfold("Share this review")
    summary = person.page.get_by_role("textbox", name="Summary").input_value()
    link = person.page.get_by_role("textbox", name="Link to this review").input_value()
    assert summary.startswith("X gave half a point away once, at X3 in 4, 9")
    assert "You" not in summary
    assert summary.endswith(link)
    person.press(decisions(person).nth(1))
    analysis = person.page.get_by_role("link", name="Analyse this position").get_attribute("href")
    assert analysis == f"/analysis#game={MIXED.replace(' ', ',')}&ply=2"
    person.open(link)
    expect(bar(person)).to_contain_text("X gave half a point away in 1 of 4 decisions.")


def test_nothing_moves_below_the_bar(site: Site, player: Callable[..., Player]) -> None:
    """On the smallest phone the board and the buttons of the bar keep their place, whatever the bar says."""
    person = player(site, phone=True)
    person.open(address(MIXED))
    expect(person.button("Try the 2 mistakes again")).to_be_visible()
    tops = set()
    for _ in range(9):
        person.press(person.button("Previous decision"))
        tops.add((_top(person.board), _top(person.button("Previous decision"))))
    assert len(tops) == 1, tops


def _top(target: Locator) -> float:
    return float(target.evaluate("element => element.getBoundingClientRect().top + scrollY"))
