"""The census: states and games, counted by the kernel and by the rules."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import pytest

from spookymarks.errors import SpookyMarksError
from spookymarks.kernel.library import library
from spookymarks.notation.text import read_game, read_position
from spookymarks.rules import RULE_SETS, Board, Phase, Position
from spookymarks.solver.census import _STATE, ByLines, Census, Progress, _Layer, census
from spookymarks.solver.histories import totals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.rules import Action, RuleSet

COUNTED = [rules for rules in RULE_SETS.values() if rules.repeats and rules.entangles]
LATE = ["1.5.9.6.34", "5.1.9.46.23", "12.23.34.45.56.67"]
"""Positions, some with spooky pairs, from which the rules themselves can count."""

GAMES = {
    "standard": ByLines(2_354_192_962_560, 9_017_583_900_192, 1_904_469_997_248, 4_951_042_372_224),
    "full-board": ByLines(2_354_192_962_560, 9_122_497_729_920, 1_765_644_721_920, 5_296_934_165_760),
}
LAYERS = (1, 8, 186, 3_068, 49_049, 472_938, 3_872_977, 18_069_217, 48_237_006)


class Reached(NamedTuple):
    """In how many ways a state is reached, and with which chance in random play."""

    games: int
    chance: Fraction


def state(position: Position) -> tuple[tuple[int, ...], ...]:
    """Forget the numbers and the symmetry."""
    return min((tuple(sorted(image.marks[::2])), tuple(sorted(image.marks[1::2]))) for image in position.images)


def after(position: Position, action: Action) -> Iterator[tuple[Position, int]]:
    """Yield what follows from a placement, measured if that is due, and how many outcomes there are."""
    following = position.play(action)
    if following.phase is Phase.MEASURE:
        for outcome in following.outcomes:
            yield outcome.position, 2
    else:
        yield following, 1


def counted_by_the_rules(start: Position, depth: int = 9) -> Census:
    """Count layer by layer with the Python rules, one position for each state."""
    layer = {state(start): (start, Reached(1, Fraction(1)))}
    layers: list[int] = []
    games: Counter[str] = Counter()
    chances: defaultdict[str, Fraction] = defaultdict(Fraction)
    placements = measurements = Fraction(0)
    while layer:
        layers.append(len(layer))
        if len(layers) > depth:
            break
        following: dict[tuple[tuple[int, ...], ...], tuple[Position, Reached]] = {}
        for position, (ways, chance) in layer.values():
            placements += chance
            legal = position.legal
            for action in legal:
                for reached, outcomes in after(position, action):
                    part = chance / len(legal) / outcomes
                    measurements += part if outcomes == 2 else 0
                    if reached.over:
                        owners = "".join(sorted({line.owner for line in reached.lines}))
                        games[owners] += ways
                        chances[owners] += part
                    else:
                        key = state(reached)
                        same, known = following.get(key, (reached, Reached(0, Fraction(0))))
                        following[key] = same, Reached(known.games + ways, known.chance + part)
        layer = following
    ends = ("", "X", "O", "OX")
    return Census(
        tuple(layers),
        ByLines(*(games[end] for end in ends)),
        ByLines(*(chances[end] for end in ends)),
        placements,
        measurements,
    )


@pytest.mark.parametrize("rules", ["standard", "full-board", "coin"])
@pytest.mark.parametrize("text", LATE)
def test_late_positions_are_counted_as_by_the_rules(text: str, rules: str) -> None:
    """States, games, chances and means from a late position are those that the Python rules give."""
    start = read_position(text, RULE_SETS[rules])
    assert census(start) == counted_by_the_rules(start)


def test_early_layers_are_counted_as_by_the_rules() -> None:
    """After one and two placements there are as many states as the rules find, and after three as many as known."""
    assert census(Position.start(), depth=2) == counted_by_the_rules(Position.start(), 2)
    assert census(Position.start(), depth=3).layers == LAYERS[:4]


def test_the_number_of_workers_does_not_matter() -> None:
    """One worker and four find the same, also where the tables grow while they work."""
    one, four = (census(Position.start(), depth=5, workers=workers) for workers in (1, 4))
    assert one == four
    assert one.layers == LAYERS[:6]


def test_chances_carry() -> None:
    """A chance is 128 bits wide: adding to a full lower half carries into the upper one."""
    sum_ = _Layer(4)
    for low in (2**64 - 1, 1):
        part = _Layer(1)
        part._memory[:] = _STATE.pack(77, 1, low, 3)
        library().sm_census_enlarge(part.address, part.size, sum_.address, sum_.size)
    assert [state for state in _STATE.iter_unpack(sum_._memory[:]) if state[0]] == [(77, 2, 0, 7)]


def test_images_and_numbers_do_not_matter() -> None:
    """A position, its images and one with other numbers have the same census."""
    start = read_position("5.1.69.23.78.34")
    known = census(start)
    assert all(census(image) == known for image in start.images)
    assert census(read_position("69.34.78.1.5.23")) == known


@pytest.mark.parametrize("rules", COUNTED, ids=lambda rules: rules.name)
def test_every_random_game_ends(rules: RuleSet) -> None:
    """The chances of all ends add up to exactly one."""
    assert sum(census(read_position("5.1.9.46", rules)).chances) == 1


def test_progress_is_told() -> None:
    """The share grows to the whole in each layer, and the states found add up."""
    told: list[Progress] = []
    found = census(read_position("1.2.35.4"), progress=told.append)
    assert [step.placements for step in told if step.share == 1] == [4, 5, 6, 7, 8]
    assert told[-1].states == sum(found.layers)


def test_progress_can_end_the_count() -> None:
    """What `progress` raises comes out."""

    def stop(step: Progress) -> None:
        if step.placements == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        census(Position.start(), progress=stop)


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (Position.start(RULE_SETS["no-repeat"]), "not no-repeat on 3×3"),
        (Position.start(RULE_SETS["superposition"]), "not superposition on 3×3"),
        (Position.start(board=Board(4, 4, 4)), "not standard on 4×4"),
        (read_game("1-2 1-2").position, "where a placement is due, not from 12.12"),
        (read_position("5.17.6.23.4"), "where a placement is due, not from 5.17.6.23.4"),
    ],
)
def test_what_cannot_be_counted_is_refused(start: Position, reason: str) -> None:
    """Other rules and boards, a pending measurement and a finished game get a sentence."""
    with pytest.raises(SpookyMarksError, match=reason):
        census(start)


def test_too_little_memory_is_told() -> None:
    """Where the system has no memory left, one sentence says how much was missing."""
    with pytest.raises(SpookyMarksError, match=r"needs 36028797\.0 GB of memory more than there is"):
        _Layer(1 << 50)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_all_games_are_counted(name: str) -> None:
    """From the empty board: the known numbers of states and games, and exactly the chances that the histories give."""
    found = census(Position.start(RULE_SETS[name]))
    assert found.games == GAMES[name]
    if name == "standard":
        assert found.layers == LAYERS
        assert sum(found.layers) == 70_704_450
    weighed = totals(RULE_SETS[name])
    by_owner = [weighed.owners[who] for who in ("", "X", "O", "XO")]
    assert found.chances == tuple(weight.chance for weight in by_owner)
    assert found.games == tuple(weight.games for weight in by_owner)
    assert (found.placements, found.measurements) == (weighed.placements, weighed.measurements)
