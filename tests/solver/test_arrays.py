"""Arrays: positions in rows and back, random games as records, values of many positions at once."""

from __future__ import annotations

import builtins
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.reference import random_game
from spookymarks import kernel
from spookymarks.notation.text import read_position
from spookymarks.rules import RULE_SETS, Board, Position, RuleSet, Setup, squares_in
from spookymarks.solver import SolverError, Stop, StoppedError, evaluate
from spookymarks.solver.arrays import PORTION, pack, simulate, unpack, values
from strategies import positions
from strategies import random_game as played


def setup(marks: list[int], rules: RuleSet) -> Setup:
    """Return marks as somebody claims they stand; a mark that is missing stands nowhere."""
    return Setup.in_order(tuple(tuple(squares_in(mark)) for mark in marks), rules)


every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


@every_rule_set
def test_records_are_the_games_of_the_rules(rules: RuleSet) -> None:
    """Each record tells points and lengths of the game that the Python rules play with the same numbers."""
    for game, record in enumerate(simulate(200, 11, rules)):
        plies = tuple(random_game(11, game, rules))
        score = plies[-1].score
        assert score is not None
        placements = len(plies[-1].marks)
        assert tuple(record) == (score.x, score.o, placements, len(plies) - placements)


@every_rule_set
def test_records_add_up_to_the_totals(rules: RuleSet) -> None:
    """The records, of several portions, are the games whose totals the kernel adds up."""
    games = PORTION + 100
    table, totals = simulate(games, 4, rules), kernel.simulate(games, 4, rules)
    assert (table["x"].sum(), table["o"].sum()) == (totals.points_x, totals.points_o)
    assert (table["placements"].sum(), table["measurements"].sum()) == (totals.placements, totals.measurements)


def test_records_have_named_fields() -> None:
    """Points are single-precision numbers, lengths are small whole ones."""
    assert [(name, simulate(1).dtype[name]) for name in simulate(1).dtype.names or ()] == [
        ("x", np.float32),
        ("o", np.float32),
        ("placements", np.uint8),
        ("measurements", np.uint8),
    ]


def test_workers_change_no_record() -> None:
    """The table is the same whoever plays which portion; progress is told after each."""
    told: list[int] = []
    games = 2 * PORTION + 3
    one, three = simulate(games, workers=1), simulate(games, workers=3, progress=told.append)
    assert one.tobytes() == three.tobytes()
    assert told == [PORTION, 2 * PORTION, games]


def test_no_game_is_an_empty_table() -> None:
    """Zero games are a table without rows; fewer are refused."""
    assert simulate(0).shape == (0,)
    with pytest.raises(SolverError, match="0 or more, not -1"):
        simulate(-1)


@given(st.lists(positions(), max_size=5))
def test_positions_come_back_from_their_rows(given_positions: list[Position]) -> None:
    """Rows and rule sets are the positions, whatever they are; no position is an empty array."""
    rows = pack(given_positions)
    assert (rows.shape, rows.dtype) == ((len(given_positions), 9), np.uint16)
    for position, row in zip(given_positions, rows, strict=True):
        assert unpack(row[None], position.rules) == [position]


def test_a_row_is_the_masks_in_move_order() -> None:
    """Bit s stands for square s + 1; what is not played yet is 0."""
    assert pack([read_position("9.5.1.23")]).tolist() == [[256, 16, 1, 6, 0, 0, 0, 0, 0]]


def test_rows_of_any_whole_numbers_are_read() -> None:
    """Lists, other widths and rows that lie scattered in memory are positions too."""
    wide = np.array([[3, 0, 0] + [0] * 7] * 4, np.int64)
    assert unpack(wide[::2, :9]) == [read_position("12")] * 2
    assert unpack(np.array([[3] + [0] * 8])) == [read_position("12")]


WRONG_ROWS = {
    "a gap": ([3, 0, 5], "row 1: O2 is missing before X3"),
    "three squares": ([7], "row 1: X1:123 is not a position of the game: X1 must stand in one square, or in two"),
    "a square beyond the board": ([3, 513], "row 1: O2 is 513, which is no set of the nine squares"),
    "a number beyond 16 bits": ([65_539], "row 1: X1 is 65539, which is no set of the nine squares"),
    "a negative number": ([-65_533], "row 1: X1 is -65533, which is no set of the nine squares"),
    "a single classical mark": ([1], "row 1: X1:1 is not a position of the game: X1 cannot have settled"),
    "two marks in a square": ([1, 1], "row 1: X1:1 O2:1 is not a position of the game: X1 and O2 are both classical"),
    "a pair on a classical mark": ([1, 2, 3], "row 1: .*the spooky pair X3 stands in square 1, closed by X1"),
    "a cycle not measured": ([3, 3, 12], "row 1: .*the cycle closed by O2 had to be measured before move 3"),
}


@pytest.mark.parametrize("case", WRONG_ROWS)
def test_the_first_wrong_row_is_named(case: str) -> None:
    """A row that no game reaches is told by its index, with the reason that the rules give."""
    marks, sentence = WRONG_ROWS[case]
    rows = np.array([[3] + [0] * 8, marks + [0] * (9 - len(marks)), [999] * 9])
    with pytest.raises(SolverError, match=sentence):
        unpack(rows)


def test_a_row_is_judged_by_its_rules() -> None:
    """What one rule set allows another refuses, and its own reason is given."""
    repeated = np.array([[3, 3] + [0] * 7])
    assert unpack(repeated) == [read_position("12.12")]
    with pytest.raises(SolverError, match="O2 repeats the pair of X1, which these rules do not allow"):
        unpack(repeated, RULE_SETS["no-repeat"])


@every_rule_set
def test_the_kernel_accepts_the_rows_that_the_rules_accept(rules: RuleSet) -> None:
    """Of ten thousand rows that were changed at random, those are refused that no game reaches, and no other."""
    rng = random.Random(8)
    accepted = 0
    for _ in range(10_000 // 8):
        position = rng.choice(played(rng, rng.choice(list(RULE_SETS.values()))))
        marks = list(position.marks)
        if marks and rng.random() < 0.7:
            marks[rng.randrange(len(marks))] = rng.choice([1 << rng.randrange(9), 3 << rng.randrange(8), 21])
        row = np.array([marks + [0] * (9 - len(marks))])
        try:
            expected = setup(marks, rules).position()
        except ValueError:
            with pytest.raises(SolverError, match="row 0: "):
                unpack(row, rules)
        else:
            accepted += 1
            assert unpack(row, rules) == [expected]
    assert 100 < accepted < 1100


@every_rule_set
def test_values_are_those_of_the_single_positions(rules: RuleSet) -> None:
    """A batch, as positions or as rows, has the values that `evaluate` finds one by one; a finished game its score."""
    rng = random.Random(5)
    batch = [position for _ in range(12) for position in played(rng, rules)[4:]]
    found = values(batch, rules)
    assert (found.dtype, found.shape) == (np.float64, (len(batch),))
    assert found.tolist() == [evaluate(position) for position in batch]
    assert values(pack(batch), rules).tolist() == found.tolist()
    ended = [(index, position.score) for index, position in enumerate(batch) if position.score]
    assert len(ended) == 12
    assert all(found[index] == score.x - score.o for index, score in ended)


def test_only_opposite_corners_win() -> None:
    """Of the 36 first moves 1-9 and 3-7 are worth half a point, the others nothing."""
    first = Position.start()
    found = values([first.play(action) for action in first.legal])
    assert {str(action): value for action, value in zip(first.legal, found, strict=True) if value} == {
        "1-9": 0.5,
        "3-7": 0.5,
    }


def test_workers_change_no_value() -> None:
    """The values are the same whoever finds them; progress is told up to the last position."""
    rng = random.Random(6)
    batch = [played(rng)[5] for _ in range(300)]
    told: list[int] = []
    assert values(batch, workers=1).tolist() == values(batch, workers=3, progress=told.append).tolist()
    assert told == sorted(told)
    assert told[-1] == 300
    assert len(told) >= 3 * 8


def test_no_position_is_an_empty_answer() -> None:
    """Nothing asked, nothing answered."""
    assert values([]).shape == (0,)


def test_a_wrong_position_stops_the_batch_before_it_begins() -> None:
    """The first row or position that does not belong is named, and none is solved."""
    told: list[int] = []
    with pytest.raises(SolverError, match="row 2: O2 is missing before X3"):
        values(np.array([[3] + [0] * 8, [5] + [0] * 8, [3, 0, 5] + [0] * 6]), progress=told.append)
    with pytest.raises(SolverError, match="position 1 is one of goff, not of standard: name its rules"):
        values([Position.start(), Position.start(RULE_SETS["goff"])], progress=told.append)
    with pytest.raises(SolverError, match="position 0 is list, no Position; rows are a NumPy array"):
        values([[3, 0, 0, 0, 0, 0, 0, 0, 0]], progress=told.append)  # type: ignore[list-item]
    with pytest.raises(SolverError, match="position 0 is not on the 3×3 board"):
        values([Position.start(board=Board(4, 4, 4))], progress=told.append)
    assert told == []


def test_a_stop_ends_the_batch() -> None:
    """Once it is set, before or on the way, StoppedError is raised; later questions are answered right."""
    first = Position.start()
    batch = [first.play(action) for action in first.legal]
    stop = Stop()
    with pytest.raises(StoppedError, match="stopped at position"):
        values(batch, workers=1, progress=lambda _done: stop.set(), stop=stop)
    with pytest.raises(StoppedError):
        values(batch, stop=stop)
    assert values(batch[:1]).tolist() == [0]


def test_an_interrupt_ends_the_batch() -> None:
    """An interrupt of the caller sets the switch, so that threads under way end at once."""
    first = Position.start()
    stop = Stop()

    def interrupt(_done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        values([first.play(action) for action in first.legal], workers=2, progress=interrupt, stop=stop)
    assert stop.is_set


def test_what_is_no_table_of_marks_is_refused() -> None:
    """The shape and the kind of the numbers are told."""
    for wrong in (np.zeros((2, 8), int), np.zeros(9, int), np.zeros((1, 9))):
        with pytest.raises(SolverError, match=r"rows of 9 whole numbers, not (int64|float64) of the shape"):
            unpack(wrong)


def test_another_board_is_refused() -> None:
    """Rows are of the classic board; the position on another one is named."""
    with pytest.raises(SolverError, match="position 1 is not on the 3×3 board"):
        pack([Position.start(), Position.start(board=Board(4, 4, 4))])


@pytest.mark.parametrize("rules", [RuleSet("mine"), RuleSet("goff")])
def test_rules_without_a_name_are_refused(rules: RuleSet) -> None:
    """The kernel knows the named rule sets; others that borrow a name are none of them."""
    for ask in (lambda: simulate(1, rules=rules), lambda: values([], rules), lambda: unpack(pack([]), rules)):
        with pytest.raises(SolverError, match=f"the named rule sets only, and '{rules.name}' is none of them"):
            ask()


def test_without_numpy_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where NumPy is missing, the extra is named."""
    real = builtins.__import__

    def without(name: str, *rest: object) -> object:
        if name == "numpy":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SolverError, match=r"arrays need NumPy: pip install 'spookymarks\[arrays\]'"):
        simulate(1)
