"""Set-ups: every reachable position is accepted, and everything that is accepted is reachable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spookymarks.errors import InvalidPositionError
from spookymarks.notation.text import read_setup
from spookymarks.rules import (
    RULE_SETS,
    STANDARD,
    Placement,
    Position,
    RuleSet,
    Settle,
    Setup,
    SetupMark,
    is_classical,
    squares_in,
)
from strategies import entangling_rule_sets, positions


@given(positions())
def test_every_reachable_position_is_accepted(position: Position) -> None:
    """A position of a legal game is a valid set-up, and reading it back gives the same position."""
    setup = Setup.in_order(tuple(squares_in(mark) for mark in position.marks), position.rules)
    assert setup.validate() == ()
    assert setup.position() == position


@given(positions(), st.randoms())
def test_the_order_in_which_marks_are_listed_does_not_matter(position: Position, rng: object) -> None:
    """Marks carry their numbers, so a shuffled set-up is the same position."""
    marks = list(Setup.in_order(tuple(squares_in(mark) for mark in position.marks)).marks)
    rng.shuffle(marks)  # type: ignore[attr-defined]
    assert Setup(tuple(marks), position.rules).position() == position


_marks = st.lists(st.lists(st.integers(0, 8), min_size=1, max_size=2, unique=True).map(tuple), max_size=9)


@given(_marks, entangling_rule_sets)
def test_everything_accepted_is_reachable(squares: list[tuple[int, ...]], rules: RuleSet) -> None:
    """For any marks at all: either a reason is given, or here is a game that leads there."""
    setup = Setup.in_order(tuple(squares), rules)
    if setup.validate():
        return
    assert _witness(setup.position()) == setup.position()


def _witness(target: Position) -> Position:
    """Play a game to the target: its classical marks as one cycle, measured when the newest of them closes it."""
    decided = [index for index, mark in enumerate(target.marks) if is_classical(mark)]
    position = Position.start(target.rules)
    for index, mark in enumerate(target.marks):
        if index not in decided:
            position = position.play(Placement(*squares_in(mark)))
            continue
        following = target.marks[decided[(decided.index(index) + 1) % len(decided)]]
        position = position.play(Placement(*squares_in(mark | following)))
        if index == decided[-1]:
            position = position.play(Settle(squares_in(mark)[0]))
    return position


def test_a_set_up_with_rounds_of_measurements_is_accepted_only_in_rounds() -> None:
    """Without entanglement the marks settle in move order, in rounds that begin after moves 4, 6, 7 and 8."""
    rules = RULE_SETS["superposition"]
    for text in ("12.34.56.78", "1.34.56.78", "1.3.5.7", "1.3.5.7.24", "1.3.5.7.2.68"):
        assert read_setup(text, rules).validate() == (), text
    for text, reason in {
        "1.34.56": "begins after move 4",
        "12.3.56.78": "in move order",
        "12.23": "shares a square",
        "1.4.2.3.5": "begins after move 6",
    }.items():
        assert any(reason in each for each in read_setup(text, rules).validate()), text


def _reasons(*marks: tuple[str, int, tuple[int, ...]], rules: RuleSet = STANDARD) -> str:
    setup = Setup(tuple(SetupMark(*mark) for mark in marks), rules)  # type: ignore[arg-type]
    with pytest.raises(InvalidPositionError) as caught:
        setup.position()
    assert caught.value.reasons == setup.validate()
    return "; ".join(caught.value.reasons)


def test_all_faults_of_the_marks_are_named_together() -> None:
    """A missing number, a wrong letter, a repeated number, a square that is none: one report with all of them."""
    found = _reasons(("X", 1, (0, 1)), ("O", 3, (2, 3)), ("X", 3, (4, 9)), ("O", 4, (5, 5)), ("X", 11, (6, 7)))
    for reason in (
        "move 2 is missing",
        "move 3 stands there 2 times",
        "move 3 is X's, not O's",
        "X3 stands outside the board",
        "O4 must stand in one square, or in two different ones",
        "there is no move 11",
    ):
        assert reason in found


def test_all_clashes_are_named_together() -> None:
    """Two classical marks in a square and a spooky pair on a classical mark are both reported."""
    found = _reasons(("X", 1, (0,)), ("O", 2, (0,)), ("X", 3, (0, 1)))
    assert "X1 and O2 are both classical in square 1" in found
    assert "the spooky pair X3 stands in square 1, closed by O2" in found or "closed by X1" in found


def test_all_faults_of_the_course_of_the_game_are_named_together() -> None:
    """Two cycles, one of them not measured in time, and a line that had ended the game: all are reported."""
    found = _reasons(
        ("X", 1, (0,)),
        ("O", 2, (3,)),
        ("X", 3, (1,)),
        ("O", 4, (4,)),
        ("X", 5, (2,)),
        ("O", 6, (5, 6)),
        ("X", 7, (5, 6)),
        ("O", 8, (5, 6)),
    )
    assert "more than one cycle, closed by X7, O8" in found
    assert "the cycle closed by X7 had to be measured before move 8" in found
    assert "X's line 1-2-3 ended the game with move 5 at the latest, before move 6" in found


@pytest.mark.parametrize(
    ("text", "rules", "reason"),
    [
        ("1", "standard", "X1 cannot have settled: a cycle needs 2 marks"),
        ("1.2", "no-repeat", "X1 and O2 cannot have settled: a cycle needs 3 marks"),
        ("12.12", "no-repeat", "O2 repeats the pair of X1"),
        ("12.12.12", "standard", "more than one cycle"),
        ("12.12.34", "standard", "had to be measured before move 3"),
        ("1.4.2.5.3.67", "standard", "X's line 1-2-3 ended the game"),
        ("1.2.3.4.5.6.7.8.9.12", "standard", "10 marks do not fit on 9 squares"),
    ],
)
def test_a_reason(text: str, rules: str, reason: str) -> None:
    """Each kind of impossible position is refused for its own reason."""
    assert any(reason in each for each in read_setup(text, RULE_SETS[rules]).validate())


def test_a_line_does_not_end_a_full_board_game() -> None:
    """Under full-board play goes on after a line, so such a position is possible."""
    assert read_setup("1.4.2.5.3.67", RULE_SETS["full-board"]).validate() == ()
