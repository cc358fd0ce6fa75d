"""The figures that are known of the game, reproduced by the solver: first moves, replies, the values of rule sets."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS, STANDARD, Phase, Position
from spookymarks.solver import Analysis, Depth, analyze, evaluate


class Kind(NamedTuple):
    """First moves that are images of each other: X's points after O's 36 replies, 1 / ½ / 0, and O's best replies."""

    move: str
    size: int
    value: float
    points: tuple[int, int, int]
    best: str


KINDS = [
    Kind("1-9", 2, 0.5, (27, 9, 0), "1-3 1-5 1-7 3-5 3-7 3-9 5-7 5-9 7-9"),
    Kind("1-3", 4, 0, (26, 9, 1), "2-5"),
    Kind("1-5", 4, 0, (26, 7, 3), "1-3 1-5 1-7"),
    Kind("2-5", 4, 0, (24, 8, 4), "1-9 3-7 5-8 7-9"),
    Kind("1-2", 8, 0, (20, 11, 5), "1-3 1-5 3-5 3-9 5-9"),
    Kind("1-6", 8, 0, (18, 9, 9), "1-3 2-5 3-4 3-5 3-9 4-5 5-8 5-9 7-9"),
    Kind("2-4", 4, 0, (5, 13, 18), "1-3 1-5 1-7 1-9 2-8 3-5 3-6 3-7 3-8 3-9 4-6 5-6 5-7 5-8 5-9 6-7 7-8 7-9"),
    Kind(
        "2-8",
        2,
        0,
        (13, 0, 23),
        "1-2 1-3 1-5 1-7 1-8 1-9 2-3 2-5 2-7 2-8 2-9 3-5 3-7 3-8 3-9 4-5 5-6 5-7 5-8 5-9 7-8 7-9 8-9",
    ),
]
MOVES = [str(action) for action in Position.start().legal]
KNOWN = {"standard": 0.5, "goff": 0.5, "single": 1, "full-board": 0.5, "no-repeat": 0, "closer-chooses": 1}


@cache
def after(move: str) -> Analysis:
    """Return the values of the 36 replies to a first move."""
    return analyze(read_game(move).position, depth=Depth.VALUES)


def kind_of(move: str) -> Kind:
    images = {str(image.marks) for image in read_game(move).position.images}
    return next(kind for kind in KINDS if str(read_game(kind.move).position.marks) in images)


def test_the_kinds_are_all_first_moves() -> None:
    """The eight kinds have the known sizes, 36 moves in all."""
    assert Counter(kind_of(move) for move in MOVES) == {kind: kind.size for kind in KINDS}


def test_only_opposite_corners_win() -> None:
    """X wins narrowly, +½, after 1-9 and 3-7 alone; the other 34 first moves draw."""
    found = analyze(Position.start(), depth=Depth.VALUES)
    assert found.value == 0.5
    values = {str(each.action): each.value for each in found.actions}
    assert values == {move: 0.5 if move in {"1-9", "3-7"} else 0 for move in MOVES}


@pytest.mark.parametrize("move", MOVES)
def test_a_first_move_leaves_what_its_kind_leaves(move: str) -> None:
    """The value after each of the 36 first moves, and how many of O's 36 replies give X 1, ½ and 0 points."""
    kind = kind_of(move)
    found = after(move)
    assert found.value == kind.value == min(reply.value for reply in found.actions)
    points = Counter(reply.value for reply in found.actions)
    assert (points[1], points[0.5], points[0]) == kind.points
    assert sum(kind.points) == len(found.actions) == 36


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.move)
def test_the_best_replies_are_the_known_ones(kind: Kind) -> None:
    """O's replies that keep the value are, move by move, those of the table."""
    best = {str(reply.action) for reply in after(kind.move).actions if reply.value == kind.value}
    assert best == set(kind.best.split())


def test_two_placements_leave_the_known_shares() -> None:
    """Of the 1,368 positions with two marks, measured ones included, X gets 1 in 756, ½ in 326 and 0 in 286."""
    values = Counter(reply.value for move in MOVES for reply in after(move).actions)
    for move in MOVES:
        pending = read_game(f"{move} {move}").position
        assert pending.phase is Phase.MEASURE
        values.update(evaluate(outcome.position) for outcome in pending.outcomes)
    assert values == {1: 756, 0.5: 326, 0: 286}


@pytest.mark.parametrize("rules", KNOWN)
def test_a_rule_set_has_its_known_value(rules: str) -> None:
    """The empty board is worth to X what other programs have found."""
    assert evaluate(Position.start(RULE_SETS[rules])) == KNOWN[rules]


def test_nobody_can_force_a_full_point() -> None:
    """Counting 1 : 0 alone as a win the standard game is a draw: no first move is worth 1, none −1."""
    values = [each.value for each in analyze(Position.start(STANDARD), depth=Depth.VALUES).actions]
    assert all(-1 < value < 1 for value in values)
