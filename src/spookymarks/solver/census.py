"""The census: how many games there are, counted over all states of the game, and how random play ends, exactly.

A state is a position without the numbers, without a pending measurement, and up to the eight symmetries of the board.
The kernel goes through all states after each placement, a layer, each with the number of games that lead there and
with the chance of it; the layout is in native/census.hpp. All sums are integers: nothing is rounded.
"""

from __future__ import annotations

import ctypes
import mmap
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from struct import Struct
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from spookymarks.errors import SpookyMarksError
from spookymarks.kernel import rules_number
from spookymarks.kernel.library import library
from spookymarks.rules import CLASSIC, RULE_SETS, Phase, Placement, Settle, squares_in
from spookymarks.solver.parallel import crew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spookymarks.rules import Position

Number = TypeVar("Number", int, Fraction)

_STATE = Struct("<4Q")
_TALLY = Struct("<16Q")
_UNIT = 2520
_MOST_FOLLOWERS = 45
_PORTION = 1 << 16
"""Slots that one call expands: a fraction of a second, so that Ctrl-C is heard and the progress moves."""


class ByLines(NamedTuple, Generic[Number]):
    """Games, or their chances, by who has a line in the end."""

    neither: Number
    only_x: Number
    only_o: Number
    both: Number


class Progress(NamedTuple):
    """How far a census is: the states after `placements` are expanded to the `share`, `states` are found in all."""

    placements: int
    share: float
    states: int


@dataclass(frozen=True, slots=True)
class Census:
    """What was counted from one position on, to the ends of all games.

    `layers`: the number of states after each further placement, the start first; finished games are none of them.
    `games`: sequences of actions to the end of a game. `chances`: of its ends in random play, placements uniform
    over the legal ones and a fair coin for each measurement. `placements` and `measurements` are the means of what
    such a game still has before it.
    """

    layers: tuple[int, ...]
    games: ByLines[int]
    chances: ByLines[Fraction]
    placements: Fraction
    measurements: Fraction


def census(
    start: Position,
    *,
    depth: int = CLASSIC.size,
    progress: Callable[[Progress], object] | None = None,
    workers: int | None = None,
) -> Census:
    """Count all games that go on from a position; from the empty board that takes minutes and some 4 GB.

    `depth`: look so many placements ahead, and count games that end within them alone; all by default. `progress` is
    told now and then how far the count is; what it raises ends the count, as Ctrl-C does. `workers`: threads, one a
    core by default; the result does not depend on it. Raises SpookyMarksError where no placement is due, and for
    boards and rule sets that the census cannot count.
    """
    rules = _number(start)
    layer = _Layer(1)
    layer.put(_key(start))
    layers: list[int] = []
    games, chances, measurements, placements = [0] * 4, [Fraction(0)] * 4, Fraction(0), Fraction(0)
    team = crew(workers)
    with ThreadPoolExecutor(team, "spookymarks") as pool:
        while layer.states:
            layers.append(layer.states)
            if len(layers) > depth:
                break
            # Every game that is not over has one placement before it.
            placements += 1 - sum(chances)
            scale = _UNIT ** len(layers)
            for step in (walk := _Walk(rules, layer, pool, team)):
                if progress is not None:
                    progress(Progress(len(start.marks) + len(layers) - 1, step, sum(layers) + walk.next.states))
            games = [old + new for old, new in zip(games, walk.games, strict=True)]
            chances = [old + Fraction(new, scale) for old, new in zip(chances, walk.chances, strict=True)]
            measurements += Fraction(walk.measured, scale)
            layer = walk.next
    return Census(tuple(layers), ByLines(*games), ByLines(*chances), placements, measurements)


class _Layer:
    """A table of states in memory from the system, which costs nothing until it is written to."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.states = 0
        try:
            self._memory = mmap.mmap(-1, size * _STATE.size)
        except OSError as error:
            gigabytes = size * _STATE.size / 1e9
            raise SpookyMarksError(f"the census needs {gigabytes:.1f} GB of memory more than there is") from error
        if hasattr(mmap, "MADV_HUGEPAGE"):
            # A system that has no huge pages is only slower.
            with suppress(OSError):
                self._memory.madvise(mmap.MADV_HUGEPAGE)
        self._view = (ctypes.c_char * len(self._memory)).from_buffer(self._memory)
        self.address = ctypes.addressof(self._view)

    @property
    def room(self) -> int:
        """How many states may be added before looking one up gets slow."""
        return self.size * 3 // 4 - self.states

    def put(self, key: int) -> None:
        """Put one state, reached in one way, into an empty table."""
        self._memory[: _STATE.size] = _STATE.pack(key, 1, 1, 0)
        self.states = 1

    def enlarged(self) -> _Layer:
        """Return a table of twice the size with the same states."""
        larger = _Layer(2 * self.size)
        library().sm_census_enlarge(self.address, self.size, larger.address, larger.size)
        larger.states = self.states
        return larger


class _Walk:
    """The expansion of one layer into the `next`; iterating does it and yields the share that is done."""

    def __init__(self, rules: int, layer: _Layer, pool: ThreadPoolExecutor, workers: int) -> None:
        self.next = _Layer(1 << max(10, (2 * layer.states).bit_length()))
        self.games = [0] * 4
        self.chances = [0] * 4
        self.measured = 0
        self._rules, self._layer, self._pool, self._workers = rules, layer, pool, workers

    def __iter__(self) -> Iterator[float]:
        size = self._layer.size
        waiting = deque((first, min(first + _PORTION, size)) for first in range(0, size, _PORTION))
        done = 0
        while waiting:
            room = self.next.room // self._workers
            if room < _MOST_FOLLOWERS:
                self.next = self.next.enlarged()
                continue
            portions = [waiting.popleft() for _ in range(min(self._workers, len(waiting)))]
            tallies = self._pool.map(partial(self._expand, room), portions)
            for (first, last), (reached, added, *sums) in zip(portions, tallies, strict=True):
                done += reached - first
                if reached < last:
                    waiting.appendleft((reached, last))
                self.next.states += added
                self._add(sums)
            yield done / size

    def _expand(self, room: int, portion: tuple[int, int]) -> tuple[int, ...]:
        tally = ctypes.create_string_buffer(_TALLY.size)
        here, there = self._layer, self.next
        library().sm_census_expand(
            self._rules, here.address, here.size, *portion, there.address, there.size, room, tally
        )
        return _TALLY.unpack(tally.raw)

    def _add(self, sums: list[int]) -> None:
        games, chances = sums[:4], [low | high << 64 for low, high in zip(sums[4::2], sums[5::2], strict=True)]
        self.games = [old + new for old, new in zip(self.games, games, strict=True)]
        self.chances = [old + new for old, new in zip(self.chances, chances[:4], strict=True)]
        self.measured += chances[4]


def _number(start: Position) -> int:
    """Return the kernel's number of the rule set; raises SpookyMarksError for what the census cannot count."""
    rules = start.rules
    if start.board != CLASSIC or not (rules.repeats and rules.entangles) or RULE_SETS.get(rules.name) != rules:
        raise SpookyMarksError(
            f"the census counts on the 3×3 board under rules with cycles of two squares, not {rules.name} "
            f"on {start.board.rows}×{start.board.columns}"
        )
    if start.phase is not Phase.PLACE:
        raise SpookyMarksError(f"the census starts where a placement is due, not from {start}")
    return rules_number(rules)


def _key(position: Position) -> int:
    """Return the key of a position as it stands: which image of it is the first state does not matter."""
    key = 1
    for owner in (0, 1):
        for code in sorted(_code(position, mark) for mark in position.marks[owner::2]):
            key = key << 6 | code
    return key


def _code(position: Position, mark: int) -> int:
    squares = squares_in(mark)
    return position.board.actions.index(Placement(*squares) if len(squares) > 1 else Settle(*squares))
