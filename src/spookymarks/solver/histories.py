"""Random play and the number of games, exactly and in a second: by the order in which the numbers settle.

Only lines depend on which squares are neighbours. Whether a pair closes a cycle depends on the sizes of components,
and any renaming of the squares turns games into games. So whichever numbers have settled together and when (the
history), every assignment of the nine numbers to the nine squares comes with as many games and, in random play, with
the same chance. The histories are few; each counts for the share of the 9! assignments that its last measurement
ends. The argument is ours; the census, which knows squares and no histories, agrees to the last digit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, permutations
from math import comb, factorial
from typing import TYPE_CHECKING

from spookymarks.errors import SpookyMarksError
from spookymarks.rules import CLASSIC, Line, RuleSet, Score, letter, outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Numbers = int
"""A set of numbers as a mask, bit n for number n."""

Stages = tuple[Numbers, ...]
"""A history: the numbers that settled together, in the order of the measurements; a last square stands alone."""

Trees = tuple[Numbers, ...]
"""The numbers of each component's spooky pairs, ascending as masks."""

Lines = tuple[Numbers, ...]
"""The numbers in each line of a board."""

SIZE = CLASSIC.size
ALL: Numbers = sum(1 << number for number in range(1, SIZE + 1))


@dataclass(frozen=True, slots=True)
class Weight:
    """How many sequences of actions lead somewhere, and the chance that random play does."""

    games: int
    chance: Fraction

    def times(self, ways: int, of: int, outcomes: int = 1) -> Weight:
        """Go on with `ways` of the `of` legal placements, each with so many equally likely outcomes."""
        return Weight(self.games * ways * outcomes, self.chance * Fraction(ways, of))

    def __add__(self, other: Weight) -> Weight:
        return Weight(self.games + other.games, self.chance + other.chance)


NONE = Weight(0, Fraction(0))


@dataclass(frozen=True, slots=True)
class Totals:
    """All games of a rule set.

    `games`: sequences of actions to an end, and `chances`: of random play (placements uniform over the open pairs, a
    fair coin for each measurement), both by the points of X and O. `owners`: both by who has a line in the end, "",
    "X", "O" or "XO". `placements` and `measurements`: the means of a random game.
    """

    games: dict[Score, int]
    chances: dict[Score, Fraction]
    owners: dict[str, Weight]
    placements: Fraction
    measurements: Fraction

    @property
    def mean(self) -> Fraction:
        """The mean of X's points minus O's in random play."""
        return sum(
            (chance * (Fraction(score.x) - Fraction(score.o)) for score, chance in self.chances.items()), Fraction(0)
        )


@lru_cache(maxsize=16)
def totals(rules: RuleSet) -> Totals:
    """Count all games under a rule set, and weigh them as random play does.

    Raises SpookyMarksError for rules without repeated pairs or without cycles, where the argument needs other counts.
    """
    if not (rules.repeats and rules.entangles):
        raise SpookyMarksError(f"games are counted by histories where pairs may be repeated, not under {rules.name}")
    found: dict[tuple[Score, str], Weight] = {}
    placements = measurements = Fraction(0)
    ends = lru_cache(maxsize=None)(partial(_ends, rules))
    for stages, weight in histories().items():
        settled = sum(stages)
        for end, ways in ends(settled ^ stages[-1], settled).items():
            share = Fraction(ways, factorial(SIZE))
            part = Weight(int(weight.games * share), weight.chance * share)
            found[end] = found.get(end, NONE) + part
            placements += part.chance * (settled.bit_length() - 1)
            # The last mark of all is measured unless it stands alone, in the last square.
            measurements += part.chance * (len(stages) - (stages[-1] == 1 << SIZE))
    games: dict[Score, int] = {}
    chances: dict[Score, Fraction] = {}
    owners: dict[str, Weight] = {}
    for (score, who), weight in found.items():
        games[score] = games.get(score, 0) + weight.games
        chances[score] = chances.get(score, Fraction(0)) + weight.chance
        owners[who] = owners.get(who, NONE) + weight
    return Totals(games, chances, owners, placements, measurements)


@lru_cache(maxsize=1)
def histories() -> dict[Stages, Weight]:
    """Return every history up to each of its measurements, were lines no end: the ways there, and the chance."""
    found: dict[Stages, Weight] = {}
    layer: dict[tuple[Stages, Trees], Weight] = {((), ()): Weight(1, Fraction(1))}
    for number in range(1, SIZE + 1):
        following: dict[tuple[Stages, Trees], Weight] = {}
        for (stages, trees), weight in layer.items():
            for step, part in _placements(stages, trees, weight, 1 << number):
                if not part.games:
                    continue
                if len(step[0]) > len(stages):
                    found[step[0]] = found.get(step[0], NONE) + part
                following[step] = following.get(step, NONE) + part
        layer = following
    return found


@lru_cache(maxsize=1)
def full_boards() -> Counter[Lines]:
    """Count the 9! assignments of the numbers to the squares by the numbers in their lines."""
    found: Counter[Lines] = Counter()
    odd, even = range(1, SIZE + 1, 2), range(2, SIZE + 1, 2)
    for of_x in combinations(range(SIZE), len(odd)):
        of_o = [square for square in range(SIZE) if square not in of_x]
        for x_lines, x_ways in Counter(_lines(of_x, order) for order in permutations(odd)).items():
            for o_lines, o_ways in Counter(_lines(of_o, order) for order in permutations(even)).items():
                found[x_lines + o_lines] += x_ways * o_ways
    return found


def _lines(squares: Iterable[int], numbers: tuple[int, ...]) -> Lines:
    at = dict(zip(squares, numbers, strict=True))
    return tuple(
        sorted(
            sum(1 << at[square] for square in line)
            for line in CLASSIC.line_squares
            if all(square in at for square in line)
        )
    )


def _placements(
    stages: Stages, trees: Trees, weight: Weight, mark: Numbers
) -> Iterator[tuple[tuple[Stages, Trees], Weight]]:
    """Yield what the next mark leads to: it closes a cycle in a tree, or joins two trees or squares without one."""
    open_ = SIZE - sum(stages).bit_count()
    pairs = comb(open_, 2)
    if not pairs:
        if open_:
            yield ((*stages, mark), ()), weight
        return
    # A tree of n pairs has n + 1 squares; the squares that belong to none are trees without pairs.
    alone = open_ - sum(tree.bit_count() + 1 for tree in trees)
    for i, tree in enumerate(trees):
        size, others = tree.bit_count() + 1, trees[:i] + trees[i + 1 :]
        yield ((*stages, tree | mark), others), weight.times(comb(size, 2), pairs, 2)
        yield (stages, _with(others, tree | mark)), weight.times(size * alone, pairs)
        for j, other in enumerate(others[i:], i):
            joined = _with(others[:j] + others[j + 1 :], tree | other | mark)
            yield (stages, joined), weight.times(size * (other.bit_count() + 1), pairs)
    yield (stages, _with(trees, mark)), weight.times(comb(alone, 2), pairs)


def _with(trees: Trees, tree: Numbers) -> Trees:
    return tuple(sorted((*trees, tree)))


def _ends(rules: RuleSet, before: Numbers, settled: Numbers) -> Counter[tuple[Score, str]]:
    """Count the full boards with which a game ends when `before` had settled and now all of `settled` have."""
    ends: Counter[tuple[Score, str]] = Counter()
    if rules.full_board and settled != ALL:
        return ends
    for lines, ways in full_boards().items():
        if not rules.full_board and any(not line & ~before for line in lines):
            continue
        complete = tuple(line for line in lines if not line & ~settled)
        if complete or settled == ALL:
            ends[_end(rules, complete)] += ways
    return ends


@lru_cache(maxsize=1024)
def _end(rules: RuleSet, lines: Lines) -> tuple[Score, str]:
    """Return the points for lines, and whose they are; a line's owner is that of any of its numbers."""
    # Where a line stands does not matter for its points.
    found = [Line(letter(line.bit_length() - 1), (), line.bit_length() - 1) for line in lines]
    found.sort(key=lambda line: line.highest)
    owners = {line.owner for line in found}
    return outcome.score(rules.scoring, tuple(found)), "".join(owner for owner in "XO" if owner in owners)
