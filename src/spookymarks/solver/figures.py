"""The figures of the game as they are found here: one function for each kind of published number, and no claims.

A figure is found at a desk, `Work`, which is told how far it is and keeps the censuses that several figures read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from spookymarks import kernel
from spookymarks.rules import RULE_SETS, STANDARD, Placement, Position, RuleSet, Scoring
from spookymarks.solver.analysis import Analysis, analyze, evaluate
from spookymarks.solver.census import Census, Progress, census
from spookymarks.solver.engine import Depth
from spookymarks.solver.parallel import Part, crew, spread
from spookymarks.solver.sampling import sample, standard_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ONE_EACH = replace(RULE_SETS["full-board"], name="full-board, two lines count 1", scoring=Scoring.HALF)
"""Play to a full board, scored without 1½ or 2 for two lines of X."""


class Sample(NamedTuple):
    """A mean of random games, and its standard error."""

    mean: float
    error: float


class Kind(NamedTuple):
    """What is known of a kind of first moves, which are images of each other under the symmetries of the board.

    `images`: how many they are. `value`: at perfect play. `points`: how many of O's 36 replies then leave X 1, ½ and 0
    points. `best`: O's best replies to this one.
    """

    images: int
    value: float
    points: tuple[int, int, int]
    best: str


Number = int | float | Fraction
Figure = Number | str | Kind | Sample | tuple[Number, ...]


def show(figure: Figure) -> str:
    """Return a figure as people read it; of a fraction of large numbers the first eight digits."""
    match figure:
        case str():
            return figure
        case Sample(mean, error):
            return f"{mean:.5f} ± {error:.5f}"
        case Kind(images, value_, points, best):
            return f"{images} moves; {show(value_)}; {show(points)}; {best}"
        case tuple():
            return " / ".join(_digits(each) if isinstance(each, Fraction) else show(each) for each in figure)
        case Fraction():
            return f"{figure} = {_digits(figure)}" if figure.denominator < 10_000 else _digits(figure)
        case int():
            return f"{figure:,}"
        case float():
            return f"{figure:+g}" if figure else "0"


def _digits(figure: Fraction) -> str:
    return f"{float(figure):.8f}"


class Work:
    """Where one run of figures is made: `told` hears which share of the present one is done, from 0 to 1."""

    def __init__(self, told: Callable[[float], object] | None = None) -> None:
        self.told = told or (lambda _share: None)
        self._counted: dict[RuleSet, Census] = {}

    def census(self, rules: RuleSet) -> Census:
        """Return the census of all games under a rule set; it is counted once."""
        if rules not in self._counted:
            self._counted[rules] = census(Position.start(rules), progress=self._step)
        return self._counted[rules]

    def _step(self, step: Progress) -> None:
        # The last two layers are nearly all of the work, and about alike.
        self.told(max(0, step.placements - 7 + step.share) / 2)


def perft(work: Work, depth: int) -> int:
    """Count the sequences of exactly `depth` actions."""
    ahead = min(depth, 2)
    starts = [Position.start()]
    for _ in range(ahead):
        starts = [position.play(action) for position in starts for action in position.legal]

    def count(part: Part) -> int:
        return sum(kernel.perft(start, depth - ahead) for start in starts[part.first : part.first + part.length])

    return sum(spread(count, len(starts), 4, crew(None), lambda done: work.told(done / len(starts))))


def sampled(work: Work, rules: RuleSet, games: int) -> Sample:
    """Play random games and return the mean of X's points minus O's."""
    found = sample(games, rules=rules, progress=lambda done: work.told(done / games))
    return Sample(found.mean, standard_error(found))


def value(rules: RuleSet) -> float:
    """Return the value of the game, X − O in points, with both perfect."""
    return evaluate(Position.start(rules))


def winning_moves() -> str:
    """Return the first moves after which X wins."""
    found = analyze(Position.start(), depth=Depth.VALUES)
    return " ".join(sorted(str(each.action) for each in found.actions if each.value > 0))


def forced_point() -> str:
    """Tell whether X or O can force a full point, 1 : 0.

    Perfect play is worth less than 1, so O can always keep X from more than ½; and it is worth more than −1.
    """
    found = value(STANDARD)
    return "X can" if found >= 1 else "O can" if found <= -1 else "nobody can"


def kind(move: Placement) -> Kind:
    """Return what is to be known of a first move."""
    after = Position.start().play(move)
    found = _replies(after)
    points = Counter(each.value for each in found.actions)
    best = sorted(str(each.action) for each in found.actions if each.value == found.value)
    return Kind(len(set(after.images)), found.value, (points[1], points[0.5], points[0]), " ".join(best))


def two_ply(work: Work) -> tuple[int, int, int, int]:
    """Count the positions with two marks, measured ones included, by X's points: 1, ½, 0, less."""
    found: Counter[float] = Counter()
    moves = Position.start().legal
    for done, move in enumerate(moves, 1):
        after = Position.start().play(move)
        found.update(each.value for each in _replies(after).actions)
        pending = after.play(move)
        found.update(evaluate(outcome.position) for outcome in pending.outcomes)
        work.told(done / len(moves))
    less = sum(count for points, count in found.items() if points < 0)
    return found[1], found[0.5], found[0], less


@lru_cache(maxsize=64)
def _replies(after: Position) -> Analysis:
    return analyze(after, depth=Depth.VALUES)


def largest_ensemble() -> int:
    """Return the size of the largest ensemble.

    It depends on the sizes of the components alone, and all partitions of the nine squares can be placed.
    """
    return max(len(_chains(sizes).ensemble) for sizes in _partitions(Position.start().board.size))


def _partitions(total: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum, the largest summand first."""
    if not total:
        yield ()
    for first in range(1, min(total, most or total) + 1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)


def _chains(sizes: tuple[int, ...]) -> Position:
    """Return a position whose components are chains of so many squares."""
    position, first = Position.start(), 0
    for size in sizes:
        for square in range(first, first + size - 1):
            position = position.play(Placement(square, square + 1))
        first += size
    return position
