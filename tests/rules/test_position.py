"""Positions: values that know what is legal; the root principle, the ensemble and symmetry against brute force."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spookymarks.errors import IllegalActionError, SpookyMarksError
from spookymarks.notation.text import read_game
from spookymarks.rules import (
    CLASSIC,
    RULE_SETS,
    STANDARD,
    Action,
    Board,
    Phase,
    Placement,
    Position,
    RuleSet,
    Settle,
    is_classical,
    squares_in,
)
from strategies import games, positions, random_game

_FIELDS = ("rules", "board", "marks", "open", "free", "components", "measured", "over")


def _state(position: Position) -> dict[str, object]:
    state = {name: getattr(position, name) for name in _FIELDS}
    state["components"] = set(position.components)
    return state


def _consistent(marks: tuple[int, ...], settled: dict[int, int] | None = None) -> set[tuple[int, ...]]:
    """Every way to give each mark one of its squares, no square twice; `settled` fixes some marks."""
    ways = set()
    for squares in product(*(squares_in(mark) for mark in marks)):
        if len(set(squares)) == len(squares) and all(squares[i] == s for i, s in (settled or {}).items()):
            ways.add(squares)
    return ways


@given(positions())
def test_a_position_is_its_marks(position: Position) -> None:
    """Everything that play carries along can be derived from the marks alone."""
    assert _state(Position.from_marks(position.marks, position.rules)) == _state(position)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_a_position_is_its_marks_all_through_games(rules: RuleSet) -> None:
    """The same for every position of whole games, under each rule set."""
    rng = random.Random(13)
    for _ in range(40):
        for position in random_game(rng, rules):
            assert _state(Position.from_marks(position.marks, rules)) == _state(position)


@given(positions())
def test_equal_positions_are_equal_values(position: Position) -> None:
    """A copy is equal, hashes alike and survives pickling; a position never changes."""
    copy = pickle.loads(pickle.dumps(position))  # noqa: S301 - our own bytes
    assert copy == position
    assert hash(copy) == hash(position)
    assert _state(copy) == _state(position)
    with pytest.raises(AttributeError):
        position.marks = ()
    with pytest.raises(AttributeError):
        del position.marks


@given(positions())
def test_legal_actions_are_exactly_those_that_play_accepts(position: Position) -> None:
    """Of all 45 actions, play accepts the legal ones and refuses the others with a reason, unchanged."""
    legal = position.legal
    for action in CLASSIC.actions.all:
        before = _state(position)
        if action in legal:
            position.play(action)
        else:
            with pytest.raises(IllegalActionError) as caught:
                position.play(action)
            assert caught.value.reason
            assert caught.value.action in str(caught.value)
            assert str(position) in str(caught.value)
        assert _state(position) == before
    assert legal == tuple(action for action in CLASSIC.actions.all if action in legal)
    assert (legal == ()) == position.over
    assert (position.score is None) != position.over


@given(games())
def test_a_measurement_settles_the_whole_component_as_brute_force_does(steps: list[tuple[Position, Action]]) -> None:
    """Each outcome is the only assignment in which the newest mark stands there; other marks stay as they were."""
    for position, _ in steps:
        for outcome in position.outcomes:
            after = outcome.position
            members = [i for i, mark in enumerate(position.marks) if mark != after.marks[i]]
            ways = _consistent(
                tuple(position.marks[i] for i in members), {members.index(position.measured): outcome.square}
            )
            if position.rules.entangles:
                assert ways == {tuple(after.marks[i].bit_length() - 1 for i in members)}
            assert after == position.play(Settle(outcome.square))
            assert {number - 1 for number, _ in outcome.settled} == set(members)
            assert all(after.marks[number - 1] == 1 << square for number, square in outcome.settled)


@given(positions())
def test_settled_marks_come_in_causal_order(position: Position) -> None:
    """The measured mark is first, then the cycle, then the stems; each mark after the one that drove it out."""
    for outcome in position.outcomes:
        numbers = [number for number, _ in outcome.settled]
        taken = [square for _, square in outcome.settled]
        assert numbers[0] == position.measured + 1
        for step, (number, square) in enumerate(outcome.settled[1:], 1):
            (left,) = (s for s in squares_in(position.marks[number - 1]) if s != square)
            assert left in taken[:step]
        on_cycle = [number in position.cycle or number == numbers[0] for number in numbers]
        assert on_cycle == sorted(on_cycle, reverse=True)


@given(positions())
def test_cycle_and_stems_part_the_component(position: Position) -> None:
    """Cycle and stems together are the marks that settle; every square of the cycle is in two of its pairs."""
    if not position.cycle:
        assert position.stems == ()
        return
    settled = sorted(number for number, _ in position.outcomes[0].settled)
    assert sorted(position.cycle + position.stems) == settled
    halves = [square for number in position.cycle for square in squares_in(position.marks[number - 1])]
    assert all(halves.count(square) == 2 for square in halves)
    assert position.measured + 1 in position.cycle


@given(positions())
def test_the_ensemble_is_every_consistent_board(position: Position) -> None:
    """Its boards, their number and the chances are those of a count over all assignments of the marks."""
    ways = _consistent(position.marks)
    boards = list(position.ensemble)
    expected = set()
    for squares in ways:
        board = [0] * 9
        for number, square in enumerate(squares, 1):
            board[square] = number
        expected.add(tuple(board))
    assert len(boards) == len(position.ensemble) == len(expected)
    assert set(boards) == expected
    assert len(boards) <= (27 if position.rules.entangles else 16)
    for index, chances in enumerate(position.ensemble.chances()):
        assert sum(chances.values()) == 1
        for square, chance in chances.items():
            assert chance == Fraction(sum(way[index] == square for way in ways), len(ways))


@pytest.mark.parametrize(
    ("game", "count"),
    [("1-2 4-5", 4), ("1-2 2-5", 3), ("2-5 1-5 3-5 4-5 5-6 5-7 5-9", 8), ("1-2 2-3 4-5 5-6 7-8 8-9", 27)],
)
def test_published_ensemble_sizes(game: str, count: int) -> None:
    """Goff's figures: two separate pairs 4, two sharing a square 3, the star 8, and 27 at most."""
    assert len(read_game(game).position.ensemble) == count


def test_published_chances() -> None:
    """The chain of Goff's figures 14 to 16: the chance of the first mark grows from 1/2 to 2/3, 3/4 and 5/6."""
    chain = ("1-2", "1-2 2-3", "1-2 2-3 3-6", "1-2 2-3 3-6 6-9 9-8")
    found = [read_game(game).position.ensemble.chances()[0][0] for game in chain]
    assert found == [Fraction(1, 2), Fraction(2, 3), Fraction(3, 4), Fraction(5, 6)]


@given(positions(), st.integers(0, 7))
def test_play_commutes_with_symmetry(position: Position, which: int) -> None:
    """Playing the image of an action in the image of a position gives the image of what follows."""
    permutation = CLASSIC.symmetries[which]
    turned = position.image(permutation)
    assert len(turned.legal) == len(position.legal)
    assert turned.score == position.score
    for action in position.legal:
        if isinstance(action, Placement):
            moved: Action = Placement(permutation[action.a], permutation[action.b])
        else:
            moved = Settle(permutation[action.square])
        assert turned.play(moved) == position.play(action).image(permutation)


def test_the_eight_images() -> None:
    """A position has eight images, itself first, and the classes of first moves have their known sizes."""
    images = Position.start().play(Placement(0, 1)).images
    assert str(images[0]) == "12"
    assert {str(each) for each in images} == {"12", "23", "14", "36", "47", "69", "78", "89"}
    sizes = sorted(len(set(Position.start().play(first).images)) for first in CLASSIC.actions.placements)
    assert sizes == sorted([2] * 2 + [2] * 2 + [4] * 16 + [8] * 16)


def test_action_numbers() -> None:
    """Placements are 0 to 35 in lexicographic order, settles 36 to 44."""
    space = CLASSIC.actions
    assert [str(space.all[i]) for i in (0, 1, 7, 8, 35, 36, 44)] == ["1-2", "1-3", "1-9", "2-3", "8-9", "@1", "@9"]
    assert [space.index(action) for action in space.all] == list(range(45))


def test_a_placement_names_two_squares_in_any_order() -> None:
    """The order of the squares does not matter; the same square twice is refused."""
    assert Placement(8, 0) == Placement(0, 8)
    with pytest.raises(SpookyMarksError, match="two different squares"):
        Placement(3, 3)


def test_other_boards() -> None:
    """The rules know no nine: a small game on 2x2 and the tables of 4x4 and 3x4 come out right."""
    tiny = Position.start(STANDARD, Board(2, 2, 2))
    tiny = tiny.play(Placement(0, 3)).play(Placement(0, 3)).play(Settle(0))
    assert str(tiny) == "4.1"
    tiny = tiny.play(Placement(1, 2)).play(Placement(1, 2)).play(Settle(1))
    assert tiny.phase is Phase.OVER
    assert tiny.score is not None
    assert tuple(tiny.score) == (1, 0.5)
    wide = Board(4, 4, 4)
    assert (len(wide.lines), len(wide.symmetries), len(wide.actions.all)) == (10, 8, 136)
    assert len(Board(4, 4, 3).lines) == 24
    assert len(Board(3, 4, 3).symmetries) == 4
    with pytest.raises(ValueError, match="not offered"):
        Board(6, 6, 3)


def test_the_last_square_of_an_even_board_is_the_second_players() -> None:
    """On four squares the last single square is O4's, and it takes both halves."""
    position = Position.start(STANDARD, Board(2, 2, 2))
    position = position.play(Placement(0, 1)).play(Placement(1, 2)).play(Placement(0, 2))
    position = position.play(position.legal[0])
    assert all(is_classical(mark) for mark in position.marks)
    assert position.phase is Phase.OVER or position.to_act == "O"


def test_refusals_name_the_rule() -> None:
    """Squares outside the board are refused by name."""
    with pytest.raises(IllegalActionError, match="the board has 9 squares"):
        Position.start().play(Placement(0, 12))
