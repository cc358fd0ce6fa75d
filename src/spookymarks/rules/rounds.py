"""Rounds: when the pairs are measured under rules without entanglement, the teaching step `superposition` (ours)."""

from __future__ import annotations

from spookymarks.rules.outcome import is_classical


def measures_now(size: int, marks: tuple[int, ...], free: int) -> bool:
    """Tell, for rules without entanglement, whether the round of measurements is on.

    It begins when no two squares without a mark are left and ends when the last pair is measured. A measured
    pair frees a square, so the free squares alone do not tell; the number of classical marks does, because
    each round starts from a number that is fixed by the size of the board.
    """
    decided = sum(1 for mark in marks if is_classical(mark))
    return not free & (free - 1) or decided not in round_starts(size)


def round_starts(size: int) -> tuple[int, ...]:
    """Return with how many classical marks a round of placements starts: 0, 4, 6, 7, 8 on nine squares."""
    starts = [0]
    while starts[-1] + 1 < size:
        starts.append(starts[-1] + (size - starts[-1]) // 2)
    return tuple(starts)
