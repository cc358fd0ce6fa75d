"""Why an action is not legal in a position: the rule that refuses it, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.rules.action import Action, Placement, Settle
from spookymarks.rules.graph import NOTHING
from spookymarks.rules.outcome import mark_name
from spookymarks.rules.squares import squares_in

if TYPE_CHECKING:
    from spookymarks.rules.position import Position


def refusal(position: Position, action: Action) -> str:
    """Say which rule refuses an action that is not legal in the position."""
    board = position.board
    if action.bits & ~board.full:
        return f"the board has {board.size} squares"
    if position.over:
        return "the game is over"
    if position.measured != NOTHING:
        mark = mark_name(position.measured + 1)
        first, second = (board.name(square) for square in squares_in(position.marks[position.measured]))
        if isinstance(action, Placement):
            return f"{mark} must be measured first, in square {first} or {second}"
        return f"{mark} stands in squares {first} and {second} only"
    if position.at_last_square:
        return f"square {board.names(position.open)} alone is left, and both halves stand in it"
    if isinstance(action, Settle):
        return "both halves stand in one square only when it is the last one left, and no measurement is pending"
    closed = action.bits & ~position.open
    if closed:
        square = squares_in(closed)[0]
        number = position.marks.index(1 << square) + 1
        return f"square {board.name(square)} is closed by the classical mark {mark_name(number)}"
    occupied = action.bits & ~position.free
    if occupied:
        name = board.name(squares_in(occupied)[0])
        return f"square {name} already holds a mark, and under these rules marks do not share squares"
    return "this pair is still spooky, and under these rules it may not be repeated"
