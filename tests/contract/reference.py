"""The Python side of the contract: the kernel's records and random games, made from the Python rules alone.

The record of a position is 88 bytes, little-endian, drawn in native/view.hpp. The random games are those of
native/random.hpp: ply p of game g takes output 32 g + p + 1 of the seed's SplitMix64 sequence, whose upper 32 bits
times the number of legal actions, shifted right by 32, name one of these in the order of their numbers.
"""

from __future__ import annotations

from struct import Struct, pack
from typing import TYPE_CHECKING

from spookymarks.rules import Phase, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spookymarks.rules import Action, Line, RuleSet

RECORD_SIZE = 88
BRIEF_SIZE = 58
UNDECIDED = 0xFF
_64 = (1 << 64) - 1
_PHASES = {Phase.PLACE: 0, Phase.MEASURE: 1, Phase.OVER: 2}
_PLAYERS = {None: 0, "X": 1, "O": 2}


def random_number(seed: int, place: int) -> int:
    """Return one output of the SplitMix64 sequence of a seed; places count from 1."""
    z = seed + 0x9E3779B97F4A7C15 * place & _64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _64
    return z ^ z >> 31


def random_game(seed: int, game: int, rules: RuleSet) -> Iterator[Position]:
    """Yield the position after every ply of a random game."""
    position = Position.start(rules)
    place = 32 * game
    while not position.over:
        place += 1
        legal = position.legal
        position = position.play(legal[(random_number(seed, place) >> 32) * len(legal) >> 32])
        yield position


def perft(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` actions."""
    if depth == 0:
        return 1
    legal = position.legal
    if depth == 1:
        return len(legal)
    return sum(perft(position.play(action), depth - 1) for action in legal)


class Recorder:
    """Makes records; what depends on few things is worked out once for each of their values.

    A million games have ten million positions, but few sets of open squares and few partitions of them.
    """

    def __init__(self) -> None:
        self._masks: dict[tuple[int, int], tuple[tuple[Action, ...], int]] = {}
        self._graphs: dict[tuple[object, ...], tuple[int, bytes, int]] = {}
        self._lines: tuple[tuple[int, ...], tuple[Line, ...]] = ((), ())

    def record(self, position: Position) -> bytes:
        """Return the record of a position, with the measurement that it may wait for."""
        return self.brief(position) + (_measurement(position) if position.measured >= 0 else _NO_MEASUREMENT)

    def brief(self, position: Position) -> bytes:
        """Return the first BRIEF_SIZE bytes of the record: all but the roles and orders of a measurement."""
        marks = position.marks
        pair = marks[position.measured] if position.measured >= 0 else 0
        legal = self._legal(position, pair)
        closing, components, ensemble = self._graph(position, pair, legal)
        lines = self._lines_of(position)
        x, o = position.score or (None, None)
        return b"".join(
            (
                _HEAD.pack(legal, closing, *marks, *_PADDING[len(marks)]),
                components,
                b"".join([_line(line) for line in lines]).ljust(8, b"\0"),
                bytes(
                    (
                        len(marks),
                        _PHASES[position.phase],
                        _PLAYERS[position.to_act],
                        position.measured + 1,
                        UNDECIDED if x is None else int(2 * x),
                        UNDECIDED if o is None else int(2 * o),
                        ensemble,
                        len(lines),
                    )
                ),
            )
        )

    def _legal(self, position: Position, pair: int) -> int:
        """Return the numbers of the legal actions as a mask; known ones are compared, not trusted."""
        legal = position.legal
        known, mask = self._masks.get((position.free, pair), (None, 0))
        if legal != known:
            mask = _mask(position, legal)
            self._masks[position.free, pair] = legal, mask
        return mask

    def _graph(self, position: Position, pair: int, legal: int) -> tuple[int, bytes, int]:
        """Return the closing placements as a mask, the components by lowest square, and the ensemble's size."""
        components = sorted(position.components, key=_lowest)
        key = legal, pair, *components
        known = self._graphs.get(key)
        if known is None:
            known = (
                _mask(position, position.closing),
                pack("<4H", *components, *(0,) * (4 - len(components))),
                len(position.ensemble),
            )
            self._graphs[key] = known
        return known

    def _lines_of(self, position: Position) -> tuple[Line, ...]:
        """Return the lines: none on fewer than three classical marks, the old ones after a spooky pair is added."""
        marks, lines = self._lines
        if position.open.bit_count() > 6:
            lines = ()
        elif not (marks and position.marks[:-1] == marks and position.marks[-1].bit_count() == 2):
            lines = position.lines
        self._lines = position.marks, lines
        return lines


_HEAD = Struct("<QQ9H")
_PADDING = tuple((0,) * (9 - count) for count in range(10))
_NO_MEASUREMENT = bytes(30)


def _lowest(squares: int) -> int:
    return squares & -squares


def _mask(position: Position, actions: Iterable[Action]) -> int:
    return sum(1 << position.board.actions.index(action) for action in actions)


def _line(line: Line) -> bytes:
    squares = sum(1 << square for square in line.squares)
    return pack("<HBB", squares, _PLAYERS[line.owner], line.highest)


def _measurement(position: Position) -> bytes:
    """Return the roles of the marks and the order in which they settle, for both outcomes."""
    outcomes = position.outcomes
    roles = bytearray(9)
    on_cycle = position.cycle
    if on_cycle:
        for number, _ in outcomes[0].settled:
            roles[number - 1] = 1 if number in on_cycle else 2
    settled = [bytes([number for number, _ in outcome.settled]).ljust(9, b"\0") for outcome in outcomes]
    return b"".join((roles, *settled, b"\0\0\0"))
