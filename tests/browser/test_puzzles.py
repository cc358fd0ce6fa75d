"""Puzzles in real browsers: the one of the day, by theme, as a streak; judged, explained, remembered."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from spookymarks.rules import Placement
from spookymarks.solver import analyze, puzzles
from spookymarks.solver.puzzles import Kind, Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.stage import Player, Site
    from spookymarks.rules import Action, Position

pytestmark = pytest.mark.browser

DRAW, WIN, CHOICE = "draw-15c19a", "win-befe80", "choice-ab8aa3"
DAY = "2026-11-30"


def task(person: Player) -> str:
    """Wait for a puzzle, and return what it asks."""
    heading = person.page.get_by_role("heading", name=re.compile("^[XO] to act: "))
    expect(heading).to_be_visible()
    return heading.inner_text()


def answer(person: Player, position: Position, action: Action) -> None:
    """Play an action as this person does, without waiting for what comes of it."""
    text = position.text(action)
    if isinstance(action, Placement):
        first, second = text.split("-")
        person.press(person.square(int(first)))
        person.press(person.square(int(second)))
        if person.touch:
            person.press(person.button(re.compile(r"^Place [XO]\d in ")))
    else:
        person.press(person.button(re.compile(rf"^[AB]: [XO]\d in {text[1:]}\b")))
        if person.touch:
            person.press(person.button(re.compile(r"^Collapse: ")))


def solve(person: Player, puzzle: Puzzle) -> None:
    """Give right answers until the puzzle is solved; in a win the page plays the other side."""
    position, played = puzzle.position, 0
    while True:
        action = puzzles.answers(puzzle.kind, analyze(position))[0]
        answer(person, position, action)
        position, played = position.play(action), played + 1
        if puzzle.kind is not Kind.WIN or position.over:
            break
        # The best defence is the solver's, so the story knows it before the page shows it.
        while not position.over and (position.to_act != puzzle.player or len(position.legal) == 1):
            position, played = position.play(analyze(position).actions[0].action), played + 1
        expect(person.move_buttons).to_have_count(played)
        if position.over:
            break
    expect(person.page.get_by_role("heading", name=re.compile("^Solved "))).to_be_visible()


def wrong(puzzle: Puzzle) -> Action:
    """Return an action that gives value away."""
    return analyze(puzzle.position).actions[-1].action


def kept(person: Player) -> dict[str, object]:
    """Return the progress that this browser keeps."""
    found = person.page.evaluate("localStorage.getItem('spookymarks.puzzles')")
    return dict(json.loads(found)) if found else {}


def test_a_day_has_one_puzzle_for_everyone(site: Site, player: Callable[..., Player]) -> None:
    """Two browsers, one of them hours west, see the same puzzle; the next day at midnight UTC brings another."""
    tasks = []
    for day, zone in ((DAY, "Asia/Seoul"), (DAY, "America/Los_Angeles"), ("2026-12-01", "Asia/Seoul")):
        person = player(site, timezone_id=zone)
        person.context.clock.set_fixed_time(f"{day}T00:30:00Z")
        person.open("/puzzles")
        tasks.append(
            (task(person), person.page.get_by_role("link", name=re.compile("solved$")).last.get_attribute("href"))
        )
        person.page.get_by_role("grid").wait_for()
    assert tasks[0] == tasks[1] == ("O to act: choose the better square for X7.", f"/puzzles#day={DAY}")
    assert tasks[2][0].startswith(f"{puzzles.find(WIN).player} to act: come out ahead by force in 5 placements")


def test_past_days_can_be_reached_and_later_ones_cannot(site: Site, player: Callable[..., Player]) -> None:
    """The day before has its own address; a day to come, or none at all, is refused in one sentence."""
    person = player(site)
    person.context.clock.set_fixed_time(f"{DAY}T12:00:00Z")
    person.open("/puzzles")
    assert person.page.get_by_role("link", name="Later days").count() == 0
    person.press(person.page.get_by_role("link", name="Earlier days"))
    expect(person.page.get_by_text("Puzzle of Nov 29, 2026")).to_be_visible()
    assert person.page.url.endswith("#day=2026-11-29")
    for text in ("2026-12-01", "nonsense"):
        person.open(f"/puzzles#day={text}")
        person.sees(f"There is no puzzle “{text}”.")


@pytest.mark.parametrize("how", ["mouse", "touch", "keys"])
def test_a_puzzle_is_solved(site: Site, player: Callable[..., Player], how: str) -> None:
    """By mouse, touch or keys alone the only move is found, praised in the status, explained and remembered."""
    person = player(site, phone=how == "touch")
    person.open(f"/puzzles#id={DRAW}")
    assert task(person) == "O to act: find the only move that keeps the draw."
    person.sees("O to act: find the only move that keeps the draw.")
    if how == "keys":
        person.square(5).focus()
        for key in ("5", "7"):
            person.page.keyboard.press(key)
    else:
        puzzle = puzzles.find(DRAW)
        answer(person, puzzle.position, puzzle.answers[0])
    person.sees("O8 in 5, 7 is right.")
    expect(person.page.get_by_role("heading", name="Solved at the first try")).to_be_visible()
    expect(
        person.page.get_by_role("region", name="Solved at the first try").get_by_role("listitem").first
    ).to_be_visible()
    assert kept(person)["solved"] == {DRAW: 1}
    person.press(person.square(8))
    person.sees("This puzzle is done.")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_wrong_answer_says_why_and_may_be_tried_again(site: Site, player: Callable[..., Player], phone: bool) -> None:
    """The sentence gives the exact value; the board stays; the second try counts as the second."""
    person, puzzle = player(site, phone=phone), puzzles.find(DRAW)
    person.open(f"/puzzles#id={DRAW}")
    task(person)
    answer(person, puzzle.position, wrong(puzzle))
    person.sees(re.compile(r"O8 in \d, \d is not the answer\. With best play X then comes out 1 ahead\."))
    assert person.moves() == 0
    solve(person, puzzle)
    expect(person.page.get_by_role("heading", name="Solved with 2 tries")).to_be_visible()
    assert kept(person)["solved"] == {DRAW: 2}


def test_a_win_is_played_to_its_end(site: Site, player: Callable[..., Player]) -> None:
    """The page defends as well as can be; every right answer keeps the shortest win, and the game ends as promised."""
    person = player(site)
    person.open(f"/puzzles#id={WIN}")
    task(person)
    solve(person, puzzles.find(WIN))
    person.sees("X wins. X 1 : 0 O")


def test_a_slower_win_is_told_apart(site: Site, player: Callable[..., Player]) -> None:
    """A move that wins too, only later, is refused with both numbers."""
    person = player(site)
    puzzle, slow = next(
        (puzzle, each.action)
        for puzzle in puzzles.collection()
        if puzzle.kind is Kind.WIN
        for each in analyze(puzzle.position).actions
        if each.grade.value == "holds"
    )
    person.open(f"/puzzles#id={puzzle.id}")
    task(person)
    answer(person, puzzle.position, slow)
    person.sees(re.compile(rf"works too, but it takes \d placements? instead of {puzzle.placements}\."))


def test_an_outcome_is_chosen_and_the_answer_shown(site: Site, player: Callable[..., Player]) -> None:
    """Giving up asks first, shows the answer on the board with its reasons, and is not counted as solved."""
    person, puzzle = player(site), puzzles.find(CHOICE)
    person.open(f"/puzzles#day={DAY}")
    assert task(person) == "O to act: choose the better square for X7."
    person.wish("Show the answer", "Show the answer")
    expect(person.page.get_by_text("The answer: X7 → 7.")).to_be_visible()
    assert kept(person) == {"solved": {CHOICE: 0}, "days": {DAY: 0}, "run": [], "best": 0}
    share = person.page.get_by_role("textbox", name="Result to share").input_value()
    assert "X7" not in share
    assert share.endswith(f"/puzzles#day={DAY}")
    person.press(person.button("Try it again"))
    solve(person, puzzle)
    # The first result of a day stays.
    assert kept(person)["days"] == {DAY: 0}
    expect(person.page.get_by_role("link", name="November 30, 2026: the answer was shown")).to_be_visible()


def test_themes_and_grades_choose_the_next_puzzle(site: Site, player: Callable[..., Player]) -> None:
    """A theme and a grade are chosen; what is solved does not come again; a reload stays with the puzzle."""
    person = player(site)
    person.open("/puzzles#practice")
    task(person)
    person.page.get_by_label("Theme").select_option("loop")
    person.page.get_by_label("Grade").select_option("2")
    expect(person.page.get_by_text("Avoid the loop · Grade 2 of 5")).to_be_visible()
    some = [each for each in puzzles.collection() if each.kind is Kind.LOOP and each.grade == 2]
    expect(person.page).to_have_url(re.compile(f"id={some[0].id}$"))
    solve(person, some[0])
    expect(person.page.get_by_text(f"Solved: 1 of {len(some)}")).to_be_visible()
    person.press(person.button("Next puzzle"))
    expect(person.page).to_have_url(re.compile(f"id={some[1].id}$"))
    person.page.reload()
    task(person)
    expect(person.page).to_have_url(re.compile(f"id={some[1].id}$"))
    person.page.get_by_label("Theme").select_option("choice")
    person.page.get_by_label("Grade").select_option("5")
    person.sees("There is no puzzle of this theme and grade.")


def test_a_streak_ends_with_the_first_mistake(site: Site, player: Callable[..., Player]) -> None:
    """Two are solved, a reload goes on with the third, a mistake ends it, and the longest streak is kept."""
    person = player(site)
    person.open("/puzzles#streak")
    for count in (1, 2):
        task(person)
        run = kept(person)["run"]
        assert isinstance(run, list)
        solve(person, puzzles.find(run[-1]))
        person.press(person.button("Next puzzle"))
        expect(person.page.get_by_text(f"Streak: {count}")).to_be_visible()
    before = kept(person)["run"]
    person.page.reload()
    task(person)
    assert kept(person)["run"] == before
    assert isinstance(before, list)
    puzzle = puzzles.find(before[-1])
    answer(person, puzzle.position, wrong(puzzle))
    expect(person.page.get_by_text("The streak ends after 2 puzzles.")).to_be_visible()
    person.sees("The answer was shown")
    person.press(person.button("New streak"))
    expect(person.page.get_by_text("Streak: 0")).to_be_visible()
    expect(person.page.get_by_text("Longest: 2").first).to_be_visible()


def test_progress_is_taken_along_and_forgotten(site: Site, player: Callable[..., Player]) -> None:
    """It survives a reload, is saved as a file, forgotten after a question, and loaded again from the file."""
    person = player(site)
    person.open(f"/puzzles#id={DRAW}")
    solve(person, puzzles.find(DRAW))
    person.page.reload()
    person.unfold("Your progress")
    first = person.page.get_by_role("row", name="Keep the draw")
    expect(first).to_contain_text("1 of 100")
    with person.page.expect_download() as saved:
        person.press(person.button("Save as a file"))
    file = saved.value.path()
    person.wish("Forget everything", "Forget")
    expect(first).to_contain_text("0 of 100")
    assert kept(person) == {}
    person.page.get_by_label("Load from a file").set_input_files(file)
    expect(first).to_contain_text("1 of 100")


def test_puzzles_work_with_the_server_stopped(own_site: Site, player: Callable[..., Player]) -> None:
    """Once the page is there, puzzles are judged, explained and changed without the server."""
    person = player(own_site)
    person.open(f"/puzzles#practice&kind=draw&grade=2&id={DRAW}")
    task(person)
    own_site.stop()
    # The browser asks for the sign of the tab again.
    person.offline_is_expected = True
    solve(person, puzzles.find(DRAW))
    expect(
        person.page.get_by_role("region", name="Solved at the first try").get_by_role("listitem").first
    ).to_be_visible()
    person.press(person.button("Next puzzle"))
    second = [each for each in puzzles.collection() if each.kind is Kind.DRAW][1]
    solve(person, second)
