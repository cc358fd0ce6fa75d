"""The kernel's view of a position: one flat record, read into a plain value. The layout is native/view.hpp's."""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

RECORD = Struct("<QQ9H4HHBBHBB8B9s9s9s3x")
"""88 bytes, little-endian: legal, closing, marks, components, two lines of (squares, owner, highest), count, phase,
to_act, measured, points of X and O, ensemble, number of lines, roles, settled twice, three unused bytes."""

UNDECIDED = 0xFF


class ViewLine(NamedTuple):
    """A line: its squares as a mask, its owner (1 is X, 2 is O), and its highest number."""

    squares: int
    owner: int
    highest: int


class View(NamedTuple):
    """What the kernel knows about a position; masks, and numbers instead of names.

    `legal` and `closing` are masks of action numbers. `marks` are masks in move order, `components` those of linked
    squares by lowest square. `phase`: 0 place, 1 measure, 2 over. `to_act`: 0 nobody, 1 X, 2 O. `measured` is the
    number of the mark to measure or 0. `points_x` and `points_o` are in halves, UNDECIDED while the game goes on.
    `roles` of the marks in a pending measurement: 0 none, 1 cycle, 2 stem. `settled`: for both squares of the
    measured mark the numbers of the marks that settle, in causal order.
    """

    legal: int
    closing: int
    marks: tuple[int, ...]
    components: tuple[int, ...]
    lines: tuple[ViewLine, ...]
    phase: int
    to_act: int
    measured: int
    points_x: int
    points_o: int
    ensemble: int
    roles: tuple[int, ...]
    settled: tuple[tuple[int, ...], tuple[int, ...]]

    @classmethod
    def unpack(cls, record: bytes) -> View:
        """Read one record of RECORD.size bytes."""
        legal, closing, *rest = RECORD.unpack(record)
        marks, components, lines = rest[:9], rest[9:13], rest[13:19]
        count, phase, to_act, measured, points_x, points_o, ensemble, line_count = rest[19:27]
        roles, *settled = rest[27:]
        return cls(
            legal,
            closing,
            tuple(marks[:count]),
            tuple(filter(None, components)),
            tuple(ViewLine(*lines[3 * n : 3 * n + 3]) for n in range(line_count)),
            phase,
            to_act,
            measured,
            points_x,
            points_o,
            ensemble,
            tuple(roles[:count]),
            (_without_zeros(settled[0]), _without_zeros(settled[1])),
        )


def _without_zeros(numbers: bytes) -> tuple[int, ...]:
    return tuple(numbers.rstrip(b"\0"))
