"""The kernel's solution of a position: one flat record, read into plain values. The layout is native/solve.hpp's."""

from __future__ import annotations

from enum import IntEnum
from struct import Struct
from typing import NamedTuple

UNIT = 32
"""The kernel's values are whole numbers of 1/32 points."""

_UNKNOWN = 0xFF
_MOST_ACTIONS = 36
_HEAD = Struct("<QhBBB3x")
_PROSPECT = Struct("<hBBBB17sx")
SOLUTION_SIZE = _HEAD.size + _MOST_ACTIONS * _PROSPECT.size
"""880 bytes: nodes, value, marks at the end, number of actions, stopped; then 24 bytes for each action."""


class Depth(IntEnum):
    """How much is asked for; each includes those before it.

    VALUE: of the position alone. VALUES: of all its actions. LINES: how long the game goes on, and how. FULL: how many
    replies keep the value.
    """

    VALUE = 0
    VALUES = 1
    LINES = 2
    FULL = 3


class Prospect(NamedTuple):
    """An action by its number, and what follows from it at best play.

    `value` is X − O in 1/32 points. `marks`: how many there are at the end of the game; None in a draw, under a coin,
    or when it was not asked. `replies`: how many actions of the next to act keep the value. `line`: the numbers of the
    actions of best play, this one first.
    """

    action: int
    value: int
    marks: int | None
    replies: int | None
    line: tuple[int, ...]


class Solution(NamedTuple):
    """What the kernel found, in the units of `Prospect`; `prospects` are in the order of the action numbers."""

    value: int
    marks: int | None
    prospects: tuple[Prospect, ...]
    nodes: int
    stopped: bool

    @classmethod
    def unpack(cls, record: bytes) -> Solution:
        """Read one record of SOLUTION_SIZE bytes."""
        nodes, value, marks, count, stopped = _HEAD.unpack_from(record)
        end = _HEAD.size + count * _PROSPECT.size
        prospects = tuple(
            Prospect(action, worth, _known(at_end), _known(replies), tuple(line[:length]))
            for worth, action, at_end, replies, length, line in _PROSPECT.iter_unpack(record[_HEAD.size : end])
        )
        return cls(value, _known(marks), prospects, nodes, bool(stopped))


def _known(number: int) -> int | None:
    return None if number == _UNKNOWN else number
