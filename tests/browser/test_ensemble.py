"""The possible boards, the chances and the graph below a game: an action strikes out boards before it is played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

RULED_OUT = re.compile(r"Ruled out\.")
REMOVED = re.compile(r"Removed by this outcome\.")


def boards(person: Player) -> list[str]:
    """Return what is said of each possible board."""
    return person.page.get_by_role("region", name="All classical boards").get_by_role("listitem").all_inner_texts()


def unfolded(person: Player, *actions: str) -> None:
    """Play actions on one device and unfold the panel."""
    person.open("/play")
    person.play(*actions)
    person.unfold("Possible boards")
    expect(person.page.get_by_role("heading", name="Entanglement graph")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_chosen_pair_strikes_out_boards(site: Site, player: Callable[..., Player], phone: bool) -> None:
    """Of three boards two stay when the new pair finds a free square on them; the sentence says so."""
    person = player(site, phone=phone)
    unfolded(person, "1-2", "2-3")
    assert len(boards(person)) == 3
    if not phone:
        # With the mouse a finished pair is played at once, unless moves are confirmed.
        person.unfold("Settings")
        person.page.get_by_label("Confirm each move").select_option("always")
    person.press(person.square(1))
    person.press(person.square(2))
    expect(person.page.get_by_text("X3 in 1 and 2: 2 of 3 boards stay. Boards after it: 2.")).to_be_visible()
    assert sum(bool(RULED_OUT.search(board)) for board in boards(person)) == 1
    expect(person.page.get_by_text("X3 would join 1 and 2")).to_be_visible()
    person.press(person.button("Place X3 in 1 and 2"))
    expect(person.page.get_by_text("Possible boards: 2")).to_be_visible()


def test_pointing_at_an_outcome_hatches_what_it_removes(site: Site, player: Callable[..., Player]) -> None:
    """The mouse over a square of the choice shows which boards go, and leaving it brings them back."""
    person = player(site)
    unfolded(person, *"1-4 1-5 4-8 2-6 1-8".split())
    assert len(boards(person)) == 4
    person.square(8).hover()
    expect(person.page.get_by_text("X5 settles in 8: 2 of 4 boards stay.")).to_be_visible()
    assert sum(bool(REMOVED.search(board)) for board in boards(person)) == 2
    person.square(9).hover()
    expect(person.page.get_by_text("X5 settles in 8: 2 of 4 boards stay.")).to_have_count(0)
    assert not any(REMOVED.search(board) for board in boards(person))


def test_the_focus_of_the_keyboard_points_too(site: Site, player: Callable[..., Player]) -> None:
    """Moving to a square of the choice with the arrows strikes out the same boards as the mouse."""
    person = player(site)
    unfolded(person, *"1-4 1-5 4-8 2-6 1-8".split())
    person.square(7).focus()
    person.page.keyboard.press("ArrowRight")
    expect(person.page.get_by_text("X5 settles in 8: 2 of 4 boards stay.")).to_be_visible()
    assert sum(bool(REMOVED.search(board)) for board in boards(person)) == 2


def test_lines_chances_and_graph_are_said_in_words(site: Site, player: Callable[..., Player]) -> None:
    """Goff's star: five boards with a line of each side, eighths in the table, and the graph as a list."""
    person = player(site)
    unfolded(person, *"2-5 1-5 3-5 4-5 5-6 5-7 5-9".split())
    expect(person.page.get_by_text("Boards with a line of X: 5. Boards with a line of O: 5.")).to_be_visible()
    assert sum("Line of X" in board for board in boards(person)) == 5
    table = person.page.get_by_role("table", name=re.compile("^Chance of each mark in each square"))
    expect(table.get_by_role("columnheader")).to_have_count(3)
    expect(table.get_by_role("rowheader")).to_have_count(3)
    expect(table.get_by_role("cell").nth(1)).to_contain_text(re.compile(r"1\s*O2\s*7/8\s*free\s*1/8"))
    graph = person.page.get_by_role("region", name="Entanglement graph")
    expect(
        graph.get_by_role("listitem").filter(has_text="Group A, squares 1, 2, 3, 4, 5, 6, 7, and 9").first
    ).to_be_visible()
    expect(graph.get_by_text("X7 joins 5 and 9")).to_be_visible()


def test_looking_back_shows_what_the_next_move_did(site: Site, player: Callable[..., Player]) -> None:
    """At an earlier position the boards that the move played then ruled out are struck out."""
    person = player(site)
    unfolded(person, "1-2", "2-3", "1-3")
    person.press(person.move_buttons.nth(1))
    expect(person.page.get_by_text("X3 in 1 and 3: 2 of 3 boards stay.")).to_be_visible()
    assert sum(bool(RULED_OUT.search(board)) for board in boards(person)) == 1


def test_the_panel_is_loaded_when_it_is_unfolded_and_stays_so(site: Site, player: Callable[..., Player]) -> None:
    """Its code is not fetched before; the next visit finds the panel as it was left."""
    person = player(site)
    asked: list[str] = []
    person.context.on("request", lambda request: asked.append(request.url))
    person.open("/play")
    person.sees("X1: first square?")
    assert not any("/Panel-" in url for url in asked)
    person.unfold("Possible boards")
    expect(person.page.get_by_text("No spooky pair is on the board.")).to_be_visible()
    assert any("/Panel-" in url for url in asked)
    person.page.reload()
    expect(person.page.get_by_text("No spooky pair is on the board.")).to_be_visible()
