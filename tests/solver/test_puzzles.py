"""The shipped puzzles: right in every answer, all different, graded as described, and made again by anyone."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from importlib import resources
from math import log2
from typing import TYPE_CHECKING

import pytest

from spookymarks.errors import SpookyMarksError
from spookymarks.notation.text import read_action, read_game, read_position
from spookymarks.notation.transcript import Transcript
from spookymarks.rules import Phase, Placement, letter
from spookymarks.rules.squares import image
from spookymarks.solver import Depth, analyze
from spookymarks.solver import compose as making
from spookymarks.solver.compose import MARKS, candidates, compose, fingerprint
from spookymarks.solver.difficulty import BOUNDS, glance, grade
from spookymarks.solver.puzzles import GRADES, SEED, SHIPPED, Kind, Puzzle, answers, collection, find, write_line

if TYPE_CHECKING:
    from spookymarks.rules import Action, Position


FIRST_GAMES = 40


def lines() -> list[str]:
    """Return the lines of the shipped file."""
    file = resources.files("spookymarks.solver").joinpath("data", "puzzles.jsonl")
    return file.read_text("utf-8").splitlines()


def worths(position: Position) -> dict[Action, tuple[float, int]]:
    """Return for each action its value for the side to act, and how well its length suits that side."""
    sign = -1 if position.to_act == "O" else 1
    found = {}
    for each in analyze(position, depth=Depth.LINES).actions:
        gain, length = sign * each.value, each.distance or 0
        found[each.action] = (gain, -length if gain > 0 else length)
    return found


@cache
def first_candidates() -> tuple[Puzzle, ...]:
    """Return every puzzle in the first random games of the shipped seed, shipped or not."""
    return tuple(puzzle for game in range(FIRST_GAMES) for puzzle in candidates(SEED, game))


@pytest.mark.parametrize("kind", Kind)
def test_all_accepted_answers_are_right_and_no_others(kind: Kind) -> None:
    """Each puzzle's answers keep what is asked for, every other action gives it away, and the value is as stated."""
    for puzzle in (*collection(), *first_candidates()):
        if puzzle.kind is not kind:
            continue
        found = worths(puzzle.position)
        best = max(found.values())
        sign = -1 if puzzle.player == "O" else 1
        assert best[0] == sign * puzzle.value, puzzle.id
        if kind is Kind.WIN:
            right = [action for action, worth in found.items() if worth == best]
            assert best[0] > 0, puzzle.id
            assert puzzle.placements == -best[1], puzzle.id
        else:
            right = [action for action, worth in found.items() if worth[0] == best[0]]
            assert puzzle.placements is None, puzzle.id
        assert set(puzzle.answers) == set(right), puzzle.id
        assert 0 < len(right) < len(found), puzzle.id
        assert answers(kind, analyze(puzzle.position, depth=Depth.LINES)) == puzzle.answers


def test_each_kind_asks_what_its_name_says() -> None:
    """A draw has one answer, a choice is a measurement, and no loop to be avoided may be closed though one tempts."""
    for puzzle in (*collection(), *first_candidates()):
        position = puzzle.position
        assert (puzzle.kind is Kind.CHOICE) == (position.phase is Phase.MEASURE), puzzle.id
        if puzzle.kind is Kind.DRAW:
            assert (puzzle.value, len(puzzle.answers)) == (0, 1), puzzle.id
        if puzzle.kind is Kind.LOOP:
            assert not set(position.closing) & set(puzzle.answers), puzzle.id
            assert any(_wins_at_once(position, action) for action in position.closing), puzzle.id
            assert 2 * len(puzzle.answers) <= len(position.legal), puzzle.id


def _wins_at_once(position: Position, closing: Placement) -> bool:
    scores = [outcome.position.score for outcome in position.play(closing).outcomes]
    return any(score and (score.x - score.o) * (1 if position.to_act == "X" else -1) > 0 for score in scores)


def test_no_two_puzzles_are_alike() -> None:
    """No puzzle is another one turned, mirrored or with its marks renumbered; there are at least 300."""
    seen: set[object] = set()
    for puzzle in collection():
        position = puzzle.position
        measured = position.marks[position.measured] if position.measured >= 0 else 0
        images = {
            (
                frozenset(Counter((letter(n), image(m, turn)) for n, m in enumerate(position.marks, 1)).items()),
                image(measured, turn),
            )
            for turn in position.board.symmetries
        }
        assert not images & seen, puzzle.id
        seen |= images
    assert len(collection()) == SHIPPED >= 300


def test_puzzles_are_spread() -> None:
    """Every kind has its quarter, every grade and every number of marks a good part, all under the standard rules."""
    puzzles = collection()
    kinds = Counter(puzzle.kind for puzzle in puzzles)
    grades = Counter(puzzle.grade for puzzle in puzzles)
    marks = Counter(len(puzzle.position.marks) for puzzle in puzzles)
    assert set(kinds.values()) == {SHIPPED // len(Kind)}
    assert set(grades) == set(GRADES)
    assert set(marks) == set(MARKS)
    assert min(*grades.values(), *marks.values()) >= SHIPPED // 20
    assert {puzzle.position.rules.name for puzzle in puzzles} == {"standard"}


def test_the_file_is_in_order_and_ids_stay() -> None:
    """The lines stand by kind, grade and id; an id hangs on kind and position alone; each line reads back as it is."""
    puzzles = collection()
    kinds = list(Kind)
    keys = [(kinds.index(puzzle.kind), puzzle.grade, puzzle.id) for puzzle in puzzles]
    assert keys == sorted(keys)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle, line in zip(puzzles, lines(), strict=True):
        assert puzzle.id == f"{puzzle.kind.value}-{fingerprint(puzzle.position)}"
        assert write_line(puzzle) == line
        document = json.loads(line)
        assert str(read_game(document["game"]).position) == document["position"]
        assert all(str(read_position(document["position"]).play(answer)) for answer in puzzle.answers)


def test_a_fingerprint_knows_no_symmetry_and_no_numbers() -> None:
    """Images and renumbered marks have one fingerprint; another pair, another owner or another newest mark has not."""
    first = read_position("13.59.26.47")
    assert {fingerprint(each) for each in first.images} == {fingerprint(first)}
    assert fingerprint(read_position("26.47.13.59")) == fingerprint(first)
    assert fingerprint(read_position("59.13.26.47")) != fingerprint(first)
    assert fingerprint(read_position("13.59.26.48")) != fingerprint(first)
    pending = read_position("13.59.35.19")
    assert fingerprint(pending) != fingerprint(read_position("13.19.35.59"))


def test_the_first_games_give_the_shipped_puzzles_again() -> None:
    """The first random games of the shipped seed hold shipped puzzles, exactly as shipped."""
    shipped = {puzzle.id: puzzle for puzzle in collection()}
    made: dict[str, Puzzle] = {}
    for puzzle in first_candidates():
        made.setdefault(puzzle.id, puzzle)
    again = [puzzle for puzzle in made.values() if puzzle.id in shipped]
    assert len(again) >= 10
    for puzzle in again:
        assert write_line(puzzle) == write_line(shipped[puzzle.id])


@pytest.mark.slow
def test_the_whole_file_is_made_again() -> None:
    """Making the shipped number of puzzles from the shipped seed gives the shipped file."""
    assert [write_line(puzzle) for puzzle in compose(SHIPPED, SEED)] == lines()


def test_making_is_deterministic() -> None:
    """The same count and seed give the same puzzles, another seed others; progress is told of every game."""
    told: list[int] = []
    first = compose(4, 5, told.append)
    assert first == compose(4, 5)
    assert first != compose(4, 6)
    assert len(first) == 4
    assert told == list(range(1, 4 * making.GAMES_A_PUZZLE + 1))


def test_what_is_alike_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that turns up again, turned, is no second one, whatever else there is to take."""
    puzzle, other = [
        each for each in collection() if each.kind is Kind.CHOICE and each.grade == 1 and len(each.position.marks) == 7
    ][:2]
    turned = [replace(puzzle, transcript=Transcript(each, (), each)) for each in puzzle.position.images]
    monkeypatch.setattr(making, "candidates", lambda _seed, game: iter([*turned, other][game : game + 1]))
    assert set(compose(2, 1)) == {turned[0], other}
    with pytest.raises(SpookyMarksError, match="15 games hold only 2 different puzzles, not 3"):
        compose(3, 1)


def test_too_few_games_are_said_to_be_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the games do not hold enough puzzles, one sentence says so."""
    monkeypatch.setattr(making, "GAMES_A_PUZZLE", 0)
    with pytest.raises(SpookyMarksError, match="0 games hold only 0 different puzzles, not 3"):
        compose(3, 1)


@pytest.mark.parametrize("puzzle", collection()[::9], ids=lambda puzzle: puzzle.id)
def test_the_difficulty_is_the_described_number(puzzle: Puzzle) -> None:
    """Difficulty and grade follow the published formula, computed here once more."""
    position = puzzle.position
    analysis = analyze(position)
    wrong = [each for each in analysis.actions if each.action not in puzzle.answers]
    best_look = max(glance(position, answer, puzzle.player) for answer in puzzle.answers)
    tempting = [each for each in wrong if glance(position, each.action, puzzle.player) >= best_look]
    ahead = []
    for each in tempting or wrong:
        end = position
        for action in each.line:
            end = end.play(action)
        ahead.append(len(end.marks) - len(position.marks))
    depth = puzzle.placements if puzzle.placements is not None else sum(ahead) / len(ahead)
    replies = [len(position.play(answer).legal) for answer in puzzle.answers]
    breadth = max(sum(replies) / len(replies), 1)
    expected = (
        log2(len(position.legal) / len(puzzle.answers)) + 2 * len(tempting) / len(wrong) + depth / 2 + log2(breadth) / 4
    )
    assert puzzle.difficulty == pytest.approx(expected, abs=0.006)
    assert puzzle.grade == 1 + sum(puzzle.difficulty >= bound for bound in BOUNDS)


def test_a_grade_begins_at_its_bound() -> None:
    """Grades rise at the bounds, from 1 to 5."""
    assert [grade(0), *(grade(bound) for bound in BOUNDS)] == list(GRADES)
    assert [grade(bound - 0.01) for bound in BOUNDS] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("position", "action", "look"),
    [
        ("12.45.13", "6-7", 0),  # no classical mark: as many lines for both
        ("9.5.1", "2-3", -1 / 32),  # X1 9, O2 5, X3 1: O blocks four lines, X five
        ("3.8.5.7.1.2.49.69", "4-6", 0.25),  # 1 : 0 in one outcome, ½ : 1 in the other
        ("8.1.6.3.4.57.2.59", "7-9", -1),  # both outcomes finish a line of O alone
    ],
)
def test_a_glance_sees_one_ply(position: str, action: str, look: float) -> None:
    """Finished games count their points, a closed cycle its outcomes' mean, the rest its lines without enemies."""
    start = read_position(position)
    assert start.to_act is not None
    assert glance(start, read_action(action, start), start.to_act) == look


def test_a_puzzle_is_found_by_its_id() -> None:
    """An id finds its puzzle, in any case of letters; an unknown one is answered with where to look."""
    puzzle = collection()[7]
    assert find(f" {puzzle.id.upper()} ") is puzzle
    with pytest.raises(SpookyMarksError, match="there is no puzzle 'draw-1': spookymarks puzzle --list shows all"):
        find("draw-1")
