"""Proofs of facts: each kind of fact checked once more, through the rules of Python and values alone.

Nothing here looks at how the facts were found. Values of late positions are those of the slow solver.
"""

from __future__ import annotations

import random
from functools import cache, singledispatch
from itertools import product
from math import comb
from typing import TYPE_CHECKING

from solver.slow import SlowSolver
from spookymarks.notation.text import read_action
from spookymarks.rules import (
    Action,
    Chooser,
    Phase,
    Placement,
    Position,
    RuleSet,
    Settle,
    is_classical,
    letter,
    mark_name,
)
from spookymarks.solver import analyze, evaluate
from spookymarks.teach import facts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spookymarks.rules import Letter
    from spookymarks.teach import Fact

MOST_SEQUENCES = 500
"""Up to about so many ways to play on the slow solver answers, beyond them the fast one."""

LETTERS: tuple[Letter, Letter] = ("X", "O")


@cache
def slow(rules: RuleSet) -> SlowSolver:
    """Return the slow solver of a rule set."""
    return SlowSolver(rules)


def worth(position: Position) -> float:
    """Return the value of a position."""
    return slow(position.rules).value(position) if is_late(position) else evaluate(position)


def distance(position: Position) -> int | None:
    """Return the placements left."""
    return slow(position.rules).distance(position) if is_late(position) else analyze(position).distance


def is_late(position: Position) -> bool:
    """Tell whether the slow solver can be asked without a wait."""
    sequences: int = comb(position.open.bit_count(), 2) ** (position.board.size - len(position.marks))
    return sequences <= MOST_SEQUENCES


def gain(position: Position, actor: Letter, action: Action) -> float:
    """Return what an action is worth to a side."""
    return worth(position.play(action)) * (1 if actor == "X" else -1)


def squares(mask: int) -> tuple[int, ...]:
    """Return the squares of a mask as people number them."""
    return tuple(square + 1 for square in range(9) if mask >> square & 1)


def made(position: Position) -> set[tuple[str, tuple[int, ...], int]]:
    """Return the lines on the board as plain values."""
    return {(line.owner, tuple(square + 1 for square in line.squares), line.highest) for line in position.lines}


def follow(position: Position, texts: Iterable[str]) -> Position:
    """Play texts; each action has to be legal and to keep the value that the first position has."""
    value = worth(position)
    for text in texts:
        position = position.play(read_action(text, position))
        assert worth(position) == value
    return position


def boards(position: Position) -> list[dict[int, int]]:
    """Return every way to put each spooky pair in one of its squares, no two in one, as number by square.

    A pending measurement is a pair like the others: its two outcomes are what is left.
    """
    return [
        {square: number for number, square in enumerate(ends, 1)}
        for ends in product(*(squares(mark) for mark in position.marks))
        if len(set(ends)) == len(ends)
    ]


def still_open(position: Position, owner: Letter) -> set[tuple[int, ...]]:
    """Return the lines that some board leaves without a mark of the other side."""
    return {
        squares(line)
        for line in position.board.lines
        if any(
            all(letter(board.get(square, 1 if owner == "X" else 2)) == owner for square in squares(line))
            for board in boards(position)
        )
    }


def blocked(position: Position, owner: Letter) -> bool:
    """Tell whether classical marks of the other side stand on every line."""
    enemy = {squares(mark)[0] for n, mark in enumerate(position.marks, 1) if is_classical(mark) and letter(n) != owner}
    return all(enemy & set(squares(line)) for line in position.board.lines)


def tried_pairs(position: Position, actor: Letter, pair: Placement) -> dict[Action, list[bool]]:
    """Let the actor close a cycle with a pair after each reply that leaves the pair's component alone.

    For each reply that lets the game go on: whether the actor has a line then in every outcome, and is ahead where
    nothing settled meanwhile. Where the actor measures, one outcome is enough.
    """
    component = component_of(position, pair)
    tried: dict[Action, list[bool]] = {}
    for reply in position.legal:
        if reply.bits & component:
            continue
        after = position.play(reply)
        quiet = after.phase is Phase.PLACE
        for following in [outcome.position for outcome in after.outcomes] or [after]:
            if following.to_act == actor:
                tried.setdefault(reply, []).append(_wins(following, actor, pair, ahead=quiet))
    return tried


def component_of(position: Position, pair: Action) -> int:
    """Return the component in which a pair closes a cycle, as a mask."""
    return next(component for component in position.components if not pair.bits & ~component)


def _wins(position: Position, actor: Letter, pair: Placement, *, ahead: bool) -> bool:
    wins = []
    for outcome in position.play(pair).outcomes:
        score = outcome.position.score
        lead = (score.x - score.o) * (1 if actor == "X" else -1) if score else 0
        wins.append((lead > 0 or not ahead) and any(line.owner == actor for line in outcome.position.lines))
    return any(wins) if position.rules.chooser is Chooser.CLOSER else all(wins)


@singledispatch
def prove(fact: Fact, position: Position, action: Action) -> None:
    """Check one fact about an action; AssertionError when it is not so."""
    raise AssertionError(f"nobody can prove {fact!r} about {action} in {position}")


@prove.register
def _(fact: facts.ClosesCycle, position: Position, action: Action) -> None:
    after = position.play(action)
    assert isinstance(action, Placement)
    assert after.phase is Phase.MEASURE
    assert (fact.mark, fact.squares, fact.chooser) == (mark_name(len(after.marks)), squares(action.bits), after.to_act)
    component = component_of(position, action)
    members = [number for number, mark in enumerate(after.marks, 1) if mark & component]
    # A mark of the cycle is one without which its two squares are still linked.
    on_cycle = [number for number in members if _linked_without(after, members, number)]
    assert fact.cycle == tuple(map(mark_name, on_cycle))
    assert fact.stems == tuple(mark_name(number) for number in members if number not in on_cycle)


def _linked_without(position: Position, members: list[int], number: int) -> bool:
    pair = position.marks[number - 1]
    reached = pair & -pair
    for _ in members:
        for other in members:
            if other != number and position.marks[other - 1] & reached:
                reached |= position.marks[other - 1]
    return not pair & ~reached


@prove.register
def _(fact: facts.StartsRound, position: Position, action: Action) -> None:
    after = position.play(action)
    first = next(number for number, mark in enumerate(after.marks, 1) if not is_classical(mark))
    assert not position.rules.entangles
    assert after.free.bit_count() <= 1
    assert (fact.mark, fact.squares) == (mark_name(first), squares(after.marks[first - 1]))
    assert fact.chooser == after.to_act


@prove.register
def _(fact: facts.OutcomeGives, position: Position, action: Action) -> None:
    after = position.play(action).play(Settle(fact.square - 1))
    assert (fact.score is not None) == after.over
    assert fact.score is None or fact.score == after.score
    assert set(fact.lines) == made(after)
    assert fact.value == worth(after)


@prove.register
def _(fact: facts.EveryOutcomeMakes, position: Position, action: Action) -> None:
    after = position.play(action)
    for choice in after.legal:
        assert (fact.owner, fact.squares) in {(line[0], line[1]) for line in made(after.play(choice))}


@prove.register
def _(fact: facts.EveryOutcomeFavours, position: Position, action: Action) -> None:
    after = position.play(action)
    values = [worth(after.play(choice)) for choice in after.legal]
    assert len(values) == 2
    wanted = {"X": 1, "O": -1, None: 0}[fact.leader]
    assert all((value > 0) - (value < 0) == wanted for value in values)


@prove.register
def _(fact: facts.Settles, position: Position, action: Action) -> None:
    after = position.play(action)
    pairs = enumerate(zip(position.marks, after.marks, strict=True), 1)
    changed = {(mark_name(number), squares(new)[0]) for number, (old, new) in pairs if old != new}
    assert set(fact.settled) == changed
    assert fact.settled[0] == (mark_name(position.measured + 1), squares(action.bits)[0])
    taken = {fact.settled[0][1]}
    for name, square in fact.settled[1:]:
        (left,) = set(squares(position.marks[int(name[1:]) - 1])) - {square}
        assert left in taken, f"nothing drove {name} out of {left}"
        taken.add(square)


@prove.register
def _(fact: facts.OtherChoice, position: Position, action: Action) -> None:
    other = read_action(fact.action, position)
    assert other != action
    assert fact.value == worth(position.play(other))


@prove.register
def _(fact: facts.EndsGame, position: Position, action: Action) -> None:
    after = position.play(action)
    assert after.over
    assert fact.score == after.score
    assert set(fact.lines) == made(after)


@prove.register
def _(fact: facts.KeepsValue, position: Position, action: Action) -> None:
    assert fact.actor == position.to_act
    assert fact.value == worth(position) == worth(position.play(action))


@prove.register
def _(fact: facts.GivesAway, position: Position, action: Action) -> None:
    assert fact.actor == position.to_act
    assert (fact.before, fact.after) == (worth(position), worth(position.play(action)))
    assert fact.after < fact.before if fact.actor == "X" else fact.after > fact.before


@prove.register
def _(fact: facts.NotTheBest, position: Position, action: Action) -> None:
    after = position.play(action)
    value = worth(position)
    assert value == worth(after) != 0
    assert (fact.actor, fact.leader) == (position.to_act, "X" if value > 0 else "O")
    left = distance(after)
    assert left is not None
    assert (fact.best, fact.taken) == (distance(position), left + len(after.marks) - len(position.marks))
    assert fact.taken > fact.best if fact.actor == fact.leader else fact.taken < fact.best


@prove.register
def _(fact: facts.OnlyAction, position: Position, action: Action) -> None:
    others = [gain(position, fact.actor, other) for other in position.legal if other != action]
    assert len(others) == fact.others
    assert max(others) < gain(position, fact.actor, action)


@prove.register
def _(fact: facts.Better, position: Position, action: Action) -> None:
    keeping = {position.text(each) for each in position.legal if worth(position.play(each)) == worth(position)}
    assert set(fact.actions) == keeping
    assert position.text(action) not in keeping
    assert fact.value == worth(position)


@prove.register
def _(fact: facts.Refutation, position: Position, action: Action) -> None:
    after = position.play(action)
    assert fact.by == after.to_act != position.to_act
    assert fact.closes == (read_action(fact.line[0], after) in after.closing)
    end = follow(after, fact.line)
    assert end.score == fact.score
    assert end.over or end.rules.chooser is Chooser.COIN
    assert worth(after) != worth(position)


@prove.register
def _(fact: facts.Decides, position: Position, action: Action) -> None:
    assert position.text(action) == fact.line[0]
    after = position.play(action)
    end = follow(after, fact.line[1:])
    assert end.score == fact.score
    assert (fact.score.x > fact.score.o) == (fact.leader == "X")
    assert fact.score.x != fact.score.o
    assert fact.placements == len(end.marks) - len(position.marks)
    left = distance(after)
    assert left is not None
    assert fact.placements == left + len(after.marks) - len(position.marks)


@prove.register
def _(fact: facts.OnlyAnswer, position: Position, action: Action) -> None:
    after = position.play(action)
    keeping = {after.text(reply) for reply in after.legal if worth(after.play(reply)) == worth(after)}
    assert (fact.by, keeping) == (after.to_act, {fact.reply})
    assert fact.by != position.to_act
    assert len(after.legal) > 1


@prove.register
def _(fact: facts.Threat, position: Position, action: Action) -> None:
    after = position.play(action)
    assert (fact.actor, after.to_act) == (position.to_act, "O" if fact.actor == "X" else "X")
    assert fact.closings
    for text in fact.closings:
        pair = read_action(text, after)
        assert pair in after.closing
        assert isinstance(pair, Placement)
        assert squares(component_of(after, pair)) == fact.squares
        assert all(all(each) for each in tried_pairs(after, fact.actor, pair).values())


@prove.register
def _(fact: facts.LinesOpen, position: Position, action: Action) -> None:
    assert position.phase is Phase.MEASURE
    assert set(fact.lines) == still_open(position.play(action), fact.owner)


@prove.register
def _(fact: facts.NoLineLeft, position: Position, action: Action) -> None:
    after = position.play(action)
    assert not still_open(after, fact.owner)
    assert fact.settled == blocked(after, fact.owner)
    _never(after, (fact.owner,))


@prove.register
def _(fact: facts.DrawCertain, position: Position, action: Action) -> None:
    after = position.play(action)
    assert fact.settled == all(blocked(after, owner) for owner in LETTERS)
    assert worth(after) == 0
    _never(after, LETTERS)


@prove.register
def _(fact: facts.Worth, position: Position, action: Action) -> None:
    assert position.to_act is None
    assert fact.value == worth(position.play(action))


def _never(position: Position, owners: tuple[Letter, ...]) -> None:
    """Play on at random; none of the owners may get a line."""
    rng = random.Random(str(position))
    for _ in range(20):
        end = position
        while not end.over:
            end = end.play(rng.choice(end.legal))
        assert not {line.owner for line in end.lines} & set(owners)
