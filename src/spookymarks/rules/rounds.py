"""Rounds: when the pairs are measured under rules without entanglement, the teaching step `superposition` (ours)."""

from __future__ import annotations

from spookymarks.rules.graph import NOTHING
from spookymarks.rules.outcome import is_classical


def due(size: int, marks: tuple[int, ...], free: int) -> int:
    """Return, for rules without entanglement, the index of the pair that is measured next, or NOTHING.

    A round begins when no two squares without a mark are left and ends when the last pair is measured. A measured
    pair frees a square, so the free squares alone do not tell; the number of classical marks does, because each
    round starts from a number that is fixed by the size of the board.
    """
    spooky = [index for index, mark in enumerate(marks) if not is_classical(mark)]
    if not spooky:
        return NOTHING
    measures_now = not free & (free - 1) or len(marks) - len(spooky) not in round_starts(size)
    return spooky[0] if measures_now else NOTHING


def round_starts(size: int) -> tuple[int, ...]:
    """Return with how many classical marks a round of placements starts: 0, 4, 6, 7, 8 on nine squares."""
    starts = [0]
    while starts[-1] + 1 < size:
        starts.append(starts[-1] + (size - starts[-1]) // 2)
    return tuple(starts)
