"""The kernel's calls on values of the Python rules: count, play, trace and solve."""

from __future__ import annotations

import ctypes
from mmap import mmap
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from spookymarks.kernel.errors import KernelError, KernelRefusalError
from spookymarks.kernel.library import library
from spookymarks.kernel.refusals import Refusal
from spookymarks.kernel.solution import SOLUTION_SIZE, Depth, Solution
from spookymarks.kernel.view import RECORD, View
from spookymarks.rules import CLASSIC, RULE_SETS, STANDARD

if TYPE_CHECKING:
    from spookymarks.rules import Position, RuleSet

Memory = ctypes.Array[ctypes.c_char]

MOST_PLIES = 17
"""No game of any rule set has more actions."""

_POSITION = 44
_LONGEST_TEXT = 26
_TOTALS = Struct("<11Q")
_RULES = {rules: number for number, rules in enumerate(RULE_SETS.values())}


class Totals(NamedTuple):
    """What random games came to.

    `points_x` and `points_o` are sums of points. The other fields count games by their points, X's first; `others`
    are those with two lines that count double.
    """

    games: int
    points_x: float
    points_o: float
    placements: int
    measurements: int
    x_wins: int
    o_wins: int
    draws: int
    half_to_one: int
    one_to_half: int
    others: int

    @property
    def mean(self) -> float:
        """The mean of X's points minus O's."""
        return (self.points_x - self.points_o) / self.games


def read(text: str, rules: RuleSet = STANDARD) -> View:
    """Return the view of a position text; raises KernelRefusalError when no game reaches it."""
    number, position = rules_number(rules), _read(text, rules)
    record = ctypes.create_string_buffer(RECORD.size)
    library().sm_view(number, position, record)
    return View.unpack(record.raw)


def view(position: Position) -> View:
    """Return the kernel's view of a position of the classic board."""
    return read(_text(position), position.rules)


def play(text: str, action: int, rules: RuleSet = STANDARD) -> str:
    """Return the text of the position after the action with this number.

    Raises KernelRefusalError when no game reaches the position or the rules refuse the action.
    """
    position = _read(text, rules)
    refusal = Refusal(library().sm_play(rules_number(rules), position, action))
    if refusal:
        raise KernelRefusalError(f"action {action} in {text}", refusal, 0)
    written = ctypes.create_string_buffer(_LONGEST_TEXT)
    length = library().sm_write(position, written)
    return written.raw[:length].decode("ascii")


def perft(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` actions; a finished game has no further ones."""
    if depth < 0:
        raise KernelError(f"a depth is 0 or more, not {depth}")
    return int(library().sm_perft(*packed(position), depth))


def simulate(games: int, seed: int = 0, rules: RuleSet = STANDARD, first: int = 0) -> Totals:
    """Play the random games `first` to `first + games - 1` of a seed to their ends, every legal action equally likely.

    The games are those of `trace`, so parts can be played anywhere and added up.
    """
    _check_games(games, first)
    totals = ctypes.create_string_buffer(_TOTALS.size)
    library().sm_simulate(rules_number(rules), seed, first, games, totals)
    count, halves_x, halves_o, *rest = _TOTALS.unpack(totals.raw)
    return Totals(count, halves_x / 2, halves_o / 2, *rest)


def trace(games: int, seed: int = 0, rules: RuleSet = STANDARD, first: int = 0) -> bytes:
    """Return the record (see `View`) after every ply of random games, one after the other.

    A game ends with the record whose phase is over. A thousand games need about a megabyte, so ask for parts.
    """
    _check_games(games, first)
    records = ctypes.create_string_buffer(games * MOST_PLIES * RECORD.size)
    count = library().sm_trace(rules_number(rules), seed, first, games, records)
    return bytes(memoryview(records)[: count * RECORD.size])


def zeroed(size: int) -> Memory:
    """Return so many bytes of new memory, of which the system gives the pages as they are used."""
    return (ctypes.c_char * size).from_buffer(mmap(-1, size))


def workspace() -> Memory:
    """Return new memory for `solve`: 16 MiB."""
    return zeroed(library().sm_workspace_size())


def solve(position: Position, depth: Depth, memory: Memory, stop: ctypes.c_uint32 | None = None) -> Solution:
    """Solve a position of the classic board under a named rule set.

    `memory` is a `workspace`, used by one call at a time; what it remembers makes later calls quicker and changes no
    answer but `nodes`. The search ends soon after `stop` is not 0; then the solution is `stopped` and means nothing.
    """
    record = ctypes.create_string_buffer(SOLUTION_SIZE)
    word = None if stop is None else ctypes.byref(stop)
    library().sm_solve(*packed(position), depth, memory, word, record)
    return Solution.unpack(record.raw)


def _check_games(games: int, first: int) -> None:
    if games < 1 or first < 0:
        raise KernelError(f"games are counted from 0 and there is 1 at least, not {games} from {first}")


def rules_number(rules: RuleSet) -> int:
    """Return the kernel's number of a rule set; raises KernelError when it has no name."""
    try:
        return _RULES[rules]
    except KeyError:
        raise KernelError(f"the kernel knows the named rule sets only, not {rules.name}") from None


def packed(position: Position) -> tuple[int, ctypes.Array[ctypes.c_char]]:
    """Return the number of a position's rule set and the kernel's own form of it.

    Raises KernelError for another board or a rule set without a name.
    """
    return rules_number(position.rules), _read(_text(position), position.rules)


def _text(position: Position) -> str:
    if position.board != CLASSIC:
        raise KernelError(f"the kernel knows the 3×3 board only, not {position.board.rows}×{position.board.columns}")
    return str(position)


def _read(text: str, rules: RuleSet) -> ctypes.Array[ctypes.c_char]:
    """Return the kernel's own form of a position."""
    position = ctypes.create_string_buffer(_POSITION)
    place = ctypes.c_uint32()
    # One byte for each character, so that places are counted in characters.
    letters = text.encode("ascii", "replace")
    refusal = Refusal(library().sm_read(rules_number(rules), letters, len(letters), position, ctypes.byref(place)))
    if refusal:
        raise KernelRefusalError(text, refusal, place.value)
    return position
