"""Compares the kernel's random games with those of the Python rules, part by part, on all processors."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context

from contract.reference import BRIEF_SIZE, RECORD_SIZE, Recorder, random_game
from spookymarks import kernel
from spookymarks.rules import RULE_SETS, Position

PART = 2_000


def differences(rules: str, games: int, seed: int, size: int = RECORD_SIZE) -> list[str]:
    """Compare the first `size` bytes of all records; return the first difference in each part that has one.

    `size` is RECORD_SIZE or, for less work in Python, BRIEF_SIZE.
    """
    parts = range(0, games, PART)
    # Fresh processes: the test runner has threads, and a fork would copy their locks.
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        found = pool.map(_difference, *zip(*((rules, seed, first, size) for first in parts), strict=True))
        return [text for text in found if text is not None]


def _difference(rules: str, seed: int, first: int, size: int) -> str | None:
    recorder = _recorder()
    record = recorder.brief if size == BRIEF_SIZE else recorder.record
    games = range(first, first + PART)
    ours = b"".join([record(position) for game in games for position in random_game(seed, game, RULE_SETS[rules])])
    full = kernel.trace(PART, seed, RULE_SETS[rules], first)
    theirs = full if size == RECORD_SIZE else cut(full, size)
    return None if ours == theirs else describe(rules, ours, theirs, size)


@lru_cache(maxsize=1)
def _recorder() -> Recorder:
    """Return this process's recorder."""
    return Recorder()


def cut(records: bytes, size: int) -> bytes:
    """Return the first bytes of every record."""
    return b"".join([records[at : at + size] for at in range(0, len(records), RECORD_SIZE)])


def describe(rules: str, ours: bytes, theirs: bytes, size: int = RECORD_SIZE) -> str:
    """Describe the first record in which two different traces differ."""
    for at in range(0, max(len(ours), len(theirs)), size):
        here, there = ours[at : at + size], theirs[at : at + size]
        if here != there:
            break
    if not (here and there):
        return f"{rules}: one trace ends after {at // size} plies and the other goes on"
    expected, found = (kernel.View.unpack(record.ljust(RECORD_SIZE, b"\0")) for record in (here, there))
    position = Position.from_marks(expected.marks, RULE_SETS[rules])
    return f"{rules}: ply {at // size}, {position}\n  rules  {expected}\n  kernel {found}"
