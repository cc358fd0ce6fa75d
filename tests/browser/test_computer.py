"""Playing the computer: in the browser, offline, move for move as in Python, with a way back and hints."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from spookymarks.notation.text import read_action
from spookymarks.rules import RULE_SETS, Position
from spookymarks.solver.levels import choose

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

MOVING = {"reduced_motion": "no-preference"}
"""People who see the computer think for as long as it takes most people to follow."""


def begin(person: Player, terms: str = "level=3&side=X&seed=5") -> None:
    """Start a game with the terms of an address."""
    person.open(f"/computer#{terms}")
    person.press(person.button(re.compile("^Play against level")))


def stored(person: Player) -> dict[str, Any]:
    """Return the game as it is kept on the device."""
    game: dict[str, Any] = json.loads(person.page.evaluate("localStorage.getItem('spookymarks.computer')"))
    return game


def position(person: Player) -> Position:
    """Return the position of the game on the device, played by the Python rules."""
    game = stored(person)
    assert game["start"] == "-"
    found = Position.start(RULE_SETS[game["rules"]])
    for text in game["actions"]:
        found = found.play(read_action(text, found))
    return found


def act(person: Player, action: str) -> None:
    """Play an action; the reply may come at any time."""
    if action.startswith("@"):
        person.press(person.button(re.compile(rf"^[AB]: [XO]\d in {action[1:]}\b")))
        if person.touch:
            person.press(person.button(re.compile(r"^Collapse: ")))
        return
    first, second = action.split("-")
    if first != second:
        person.press(person.square(int(first)))
        person.press(person.square(int(second)))
    if first == second or person.touch:
        person.press(person.button(re.compile(r"^Place [XO]\d in ")))


def turn(person: Player) -> None:
    """Wait until the person is to act."""
    person.sees("Your turn.")


def play_on(person: Player, seed: int) -> None:
    """Play any legal actions until the game is over."""
    draw = random.Random(seed)
    while True:
        expect(person.status).to_contain_text(re.compile(r"Your turn\.|wins\.|A draw\."))
        now = position(person)
        if now.over:
            return
        before = len(stored(person)["actions"])
        act(person, now.text(draw.choice(now.legal)))
        person.page.wait_for_function(
            "before => JSON.parse(localStorage.getItem('spookymarks.computer')).actions.length > before", arg=before
        )
        expect(person.status).not_to_contain_text("is thinking")


def check_replies(person: Player) -> None:
    """Every reply of the game is that of the Python player with the same seed."""
    game = stored(person)
    now = Position.start(RULE_SETS[game["rules"]])
    for text in game["actions"]:
        if now.to_act not in (game["side"], None):
            chosen = choose(now, game["level"], int(game["seed"]), game["game"])
            assert now.text(chosen) == text, f"{now}: {text}"
        now = now.play(read_action(text, now))


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
@pytest.mark.parametrize(("level", "side"), [(1, "X"), (1, "O"), (9, "X"), (9, "O")])
def test_a_whole_game(site: Site, player: Callable[..., Player], level: int, side: str, *, phone: bool) -> None:
    """The first and the last level play a game to its end, as in Python; it is counted and can be looked at."""
    person = player(site, phone=phone)
    begin(person, f"level={level}&side={side}&seed={2**64 - level}")
    play_on(person, level)
    check_replies(person)
    score = position(person).score
    assert score is not None
    lead = score.x - score.o if side == "X" else score.o - score.x
    won, drawn, lost = int(lead > 0), int(lead == 0), int(lead < 0)
    line = f"Against level {level}: {won} won, {drawn} drawn, {lost} lost."
    expect(person.page.get_by_text(line, exact=True).first).to_be_visible()
    game = ",".join(stored(person)["actions"])
    expect(person.page.get_by_role("link", name="Review this game")).to_have_attribute(
        "href", f"/review#game={game}&side={side}"
    )
    expect(person.page.get_by_role("link", name="Analyse this game")).to_have_attribute(
        "href", f"/analysis#game={game}"
    )
    person.press(person.button(f"Play again as {'O' if side == 'X' else 'X'}"))
    person.sees("is thinking" if side == "X" else "Your turn.")
    assert stored(person)["game"] == 1


def test_the_same_seed_gives_the_same_game(site: Site, player: Callable[..., Player]) -> None:
    """Two people who open the link of a game and play alike get the same replies."""
    one, two = player(site), player(site, phone=True)
    begin(one, "level=4&side=O&rules=goff")
    turn(one)
    one.unfold("About this game")
    link = one.page.get_by_role("textbox", name="Link to this opponent").input_value()
    assert "rules=goff" in link
    two.open(link)
    two.press(two.button("Play against level 4"))
    for _ in range(2):
        turn(one)
        turn(two)
        assert stored(one)["actions"] == stored(two)["actions"]
        action = position(one).text(position(one).legal[0])
        for person in (one, two):
            act(person, action)
            person.sees(re.compile("is thinking|Your turn"))
            expect(person.status).not_to_contain_text("is thinking")
    check_replies(one)


def test_undo_goes_back_to_my_last_decision(site: Site, player: Callable[..., Player]) -> None:
    """One press takes back my move and the reply, also while the computer thinks; redo brings both again."""
    person = player(site, **MOVING)
    begin(person)
    undo, redo = person.button("Undo"), person.button("Redo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    act(person, "1-9")
    person.sees("Level 3 is thinking…")
    person.press(undo)
    person.sees("Your turn. X1: first square?")
    expect(person.move_buttons).to_have_count(0)
    act(person, "1-9")
    person.sees("Your turn. X3: first square?")
    reply = stored(person)["actions"][1]
    person.press(undo)
    expect(person.move_buttons).to_have_count(0)
    person.press(redo)
    expect(person.move_buttons).to_have_count(2)
    assert stored(person)["actions"] == ["1-9", reply]
    expect(redo).to_have_attribute("aria-disabled", "true")


def test_undo_after_the_end(site: Site, player: Callable[..., Player]) -> None:
    """A finished game can be taken back and ended anew; it is counted once, and the score can be cleared."""
    person = player(site)
    begin(person, "level=1&side=X&seed=3")
    play_on(person, 1)
    counted = person.page.evaluate("localStorage.getItem('spookymarks.computer.tallies')")
    person.press(person.button("Undo"))
    turn(person)
    play_on(person, 2)
    assert person.page.evaluate("localStorage.getItem('spookymarks.computer.tallies')") == counted
    person.wish("Clear the score against level 1", "Clear it")
    expect(person.page.get_by_text("No game against level 1 counted yet.")).to_be_visible()


def test_a_strict_game_has_no_way_back_and_no_hints(site: Site, player: Callable[..., Player]) -> None:
    """In a strict game the buttons say why they do nothing."""
    person = player(site, phone=True)
    begin(person, "level=2&side=O&seed=1&strict=1")
    turn(person)
    act(person, "1-9")
    expect(person.status).not_to_contain_text("is thinking")
    turn(person)
    before = stored(person)
    for name in ("Undo", "Redo", "Hint"):
        button = person.button(re.compile(f"^{name}"))
        expect(button).to_contain_text("not in a strict game")
        person.press(button)
    assert stored(person) == before
    expect(person.page.get_by_role("region", name="Hint")).to_have_count(0)
    expect(person.page.get_by_role("checkbox")).to_have_count(0)


def test_a_hint_comes_in_steps(site: Site, player: Callable[..., Player]) -> None:
    """First what kind of moment it is, then where to look, then a best move; each only when asked for, and aloud."""
    person = player(site, phone=True)
    begin(person, "level=3&side=X&game=1-9,3-8")
    hint = person.page.get_by_role("region", name="Hint")
    person.press(person.button("Hint"))
    person.sees("You can win by 1, whatever the other side does.")
    person.sees("Only 1 of 36 moves gets you that much.")
    expect(hint).not_to_contain_text("Square")
    person.press(person.button("Where should I look?"))
    person.sees("Square 1 is part of a best move.")
    person.sees_marks(1, "Hint: part of a best move.")
    expect(hint).not_to_contain_text("A best move:")
    person.press(person.button("Show a best move"))
    person.sees("A best move: X3 in 1 and 9.")
    person.sees_marks(9, "Hint: a best move.")
    act(person, "1-9")
    expect(hint).to_have_count(0)
    expect(person.button(re.compile("^Hint"))).to_have_attribute("aria-disabled", "true")


def test_who_wants_is_asked_before_giving_something_away(site: Site, player: Callable[..., Player]) -> None:
    """A move that gives something away is asked about, without a word of the better one; another one is played."""
    person = player(site)
    begin(person, "level=3&side=X&game=1-9,3-8")
    person.page.get_by_role("checkbox", name="Ask me before a move").check()
    act(person, "2-5")
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("This move gives something away that another one keeps.")
    person.press(dialog.get_by_role("button", name="Think again"))
    person.sees("Your turn. X3: first square?")
    expect(person.move_buttons).to_have_count(2)
    act(person, "2-5")
    person.press(dialog.get_by_role("button", name="Play it"))
    expect(person.page.get_by_role("button", name="X3 in 2, 5")).to_be_visible()
    person.press(person.button("Undo"))
    turn(person)
    act(person, "1-9")
    expect(person.page.get_by_role("button", name="X3 in 1, 9")).to_be_visible()
    expect(dialog).to_have_count(0)


def test_a_reload_while_it_thinks_loses_nothing(site: Site, player: Callable[..., Player]) -> None:
    """After a reload the computer goes on thinking, and plays what it would have played."""
    person = player(site, **MOVING)
    begin(person)
    act(person, "1-5")
    person.sees("Level 3 is thinking…")
    person.page.reload()
    person.sees("Level 3 is thinking…")
    turn(person)
    assert len(stored(person)["actions"]) == 2
    check_replies(person)
    person.page.reload()
    expect(person.move_buttons).to_have_count(2)


def test_another_tab_follows(site: Site, player: Callable[..., Player]) -> None:
    """The game goes on in every tab of the browser, with each reply once."""
    person = player(site)
    begin(person)
    tab = person.context.new_page()
    tab.goto(f"{person.site.url}/computer")
    act(person, "1-5")
    turn(person)
    moves = tab.get_by_role("region", name="Moves").get_by_role("listitem").get_by_role("button")
    expect(moves).to_have_count(2)
    assert len(stored(person)["actions"]) == 2


def test_the_server_may_stop(own_site: Site, player: Callable[..., Player]) -> None:
    """Once the game has begun nothing of it needs the server."""
    person = player(own_site)
    begin(person, "level=5&side=O&seed=9")
    turn(person)
    person.offline_is_expected = True
    own_site.stop()
    play_on(person, 4)
    check_replies(person)


@pytest.mark.parametrize("file", ["worker", "kernel"])
def test_what_cannot_be_loaded_can_be_tried_again(site: Site, player: Callable[..., Player], file: str) -> None:
    """Without its worker or its rules the computer says so in one sentence, and the game is kept."""
    person = player(site)
    person.offline_is_expected = True
    person.open("/computer#level=3&side=X&seed=5")
    start = person.button(re.compile("^Play against level"))
    start.wait_for()
    person.context.route(f"**/{file}-*", lambda route: route.abort())
    person.press(start)
    act(person, "1-5")
    person.sees("The computer cannot play just now.")
    assert stored(person)["actions"] == ["1-5"]
    person.context.unroute_all()
    person.press(person.button("Try again"))
    turn(person)
    check_replies(person)


def test_the_coin_falls_for_both(site: Site, player: Callable[..., Player]) -> None:
    """Under `coin` nobody has to flip: a closed cycle settles by itself, and the game goes on."""
    person = player(site, phone=True)
    begin(person, "level=1&side=O&rules=coin&seed=2&game=1-5")
    act(person, "1-5")
    expect(person.page.get_by_role("button", name=re.compile("^(X1|O2) → "))).to_be_visible()
    turn(person)
    begin(person, "level=1&side=X&rules=coin&seed=4")
    play_on(person, 3)
    check_replies(person)


def test_an_address_chooses_the_game(site: Site, player: Callable[..., Player]) -> None:
    """Level, side, rules and position come from the address; the choice is remembered; nonsense is told."""
    person = player(site)
    person.open("/computer#level=7&side=O&rules=goff&position=15.15")
    expect(person.page.get_by_role("radio", name="7 Strong")).to_be_checked()
    expect(person.page.get_by_role("radio", name="O", exact=True)).to_be_checked()
    expect(person.page.get_by_text("The game begins in this position; it is not counted.")).to_be_visible()
    person.press(person.button("Play against level 7"))
    turn(person)
    person.open("/computer#game=1-9,1-1")
    expect(person.page.get_by_role("radio", name="7 Strong")).to_be_checked()
    person.sees("The game begins on the empty board.")
    person.sees("1-1")
    person.press(person.button("Back to your game against level 7"))
    expect(person.page.get_by_role("heading", name="Level 7")).to_be_visible()


def test_everything_can_be_done_with_keys(site: Site, player: Callable[..., Player]) -> None:
    """Level, start, moves, hint, undo and a new game need no pointer."""
    person = player(site)
    person.open("/computer#side=X&seed=5")
    keys = person.page.keyboard
    level = person.page.get_by_role("radio", name="2 Beginner")
    level.focus()
    keys.press("ArrowRight")
    expect(person.page.get_by_role("radio", name="3 Learner")).to_be_checked()
    keys.press("Enter")
    person.sees("Your turn. X1: first square?")
    board = person.board.locator("[tabindex='0']")
    for _ in range(30):
        keys.press("Tab")
        if board.evaluate("each => each === document.activeElement"):
            break
    keys.press("1")
    keys.press("9")
    person.sees("Your turn. X3: first square?")
    hint = person.button(re.compile("^Hint"))
    for _ in range(30):
        keys.press("Tab")
        if hint.evaluate("each => each === document.activeElement"):
            break
    keys.press("Enter")
    person.sees(re.compile("You can win|this is a draw|you lose"))
    person.button("Undo").focus()
    keys.press("Enter")
    person.sees("Your turn. X1: first square?")
    expect(person.button("Undo")).to_be_focused()
    person.button("New game").focus()
    keys.press("Enter")
    expect(person.page.get_by_role("heading", name="Against the computer")).to_be_visible()


def test_a_collapse_is_followed_before_the_computer_goes_on(site: Site, player: Callable[..., Player]) -> None:
    """What the computer measures is shown to its end, at the pace of the person, before the computer places."""
    person = player(site, **MOVING)
    person.open("/")
    person.page.evaluate("localStorage.setItem('spookymarks.collapse', 'step')")
    # X closes the cycle of three marks, and the computer chooses.
    begin(person, "level=9&side=X&seed=5&game=1-4,4-8")
    act(person, "1-8")
    expect(person.page.get_by_role("button", name=re.compile("^X3 → "))).to_be_visible()
    person.page.wait_for_timeout(1500)
    assert len(stored(person)["actions"]) == 4
    person.press(person.button("Skip"))
    turn(person)
    assert len(stored(person)["actions"]) == 5
