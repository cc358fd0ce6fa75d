"""Explanations: from a position and an action to the facts about it, each found by the rules or by the solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.rules import Action, Letter, Phase, Position, Settle, mark_name, squares_in
from spookymarks.solver import Analysis, Grade, Stop, analyze, evaluate
from spookymarks.teach import facts
from spookymarks.teach.prospects import is_decided, open_lines, threats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.solver import ActionValue
    from spookymarks.teach.facts import Fact


def explain(position: Position, action: Action, *, stop: Stop | None = None) -> tuple[Fact, ...]:
    """Return what is to be said about an action: what it does, what it is worth and why, what it leaves.

    Raises IllegalActionError when the rules refuse the action, SolverError for boards and rules that are not solved
    and StoppedError when `stop` is set meanwhile.
    """
    following = position.play(action)
    return (
        *_deed(position, action, following, stop),
        *_worth(position, action, following, stop),
        *_prospects(position, following),
    )


def _deed(position: Position, action: Action, following: Position, stop: Stop | None) -> Iterator[Fact]:
    """What the action does on the board."""
    if position.phase is Phase.MEASURE:
        chosen, other = sorted(position.outcomes, key=lambda outcome: Settle(outcome.square) != action)
        yield facts.Settles(tuple((mark_name(number), square + 1) for number, square in chosen.settled))
        if position.to_act:
            yield facts.OtherChoice(position.text(Settle(other.square)), evaluate(other.position, stop=stop))
    elif following.phase is Phase.MEASURE:
        yield from _measurement(following, stop)
    score = following.score
    if score:
        yield facts.EndsGame(_made(following), score)


def _measurement(pending: Position, stop: Stop | None) -> Iterator[Fact]:
    """What there is to choose from."""
    mark = mark_name(pending.measured + 1)
    pair = tuple(square + 1 for square in squares_in(pending.marks[pending.measured]))
    if pending.cycle:
        cycle, stems = (tuple(map(mark_name, numbers)) for numbers in (pending.cycle, pending.stems))
        yield facts.ClosesCycle(mark, pair, cycle, stems, pending.to_act)
    else:
        yield facts.StartsRound(mark, pair, pending.to_act)
    outcomes = pending.outcomes
    values = [evaluate(outcome.position, stop=stop) for outcome in outcomes]
    for outcome, value in zip(outcomes, values, strict=True):
        after = outcome.position
        yield facts.OutcomeGives(mark, outcome.square + 1, _made(after), after.score, value)
    first, second = ({(line.owner, line.squares) for line in _made(outcome.position)} for outcome in outcomes)
    for owner, squares in sorted(first & second):
        yield facts.EveryOutcomeMakes(owner, squares)
    leaders = {_leader(value) for value in values}
    if len(leaders) == 1:
        yield facts.EveryOutcomeFavours(leaders.pop())


def _worth(position: Position, action: Action, following: Position, stop: Stop | None) -> Iterator[Fact]:
    """What the action is worth to its player, and why."""
    actor = position.to_act
    if actor is None:
        if not following.over:
            yield facts.Worth(evaluate(following, stop=stop))
        return
    analysis = analyze(position, stop=stop)
    found = next(each for each in analysis.actions if each.action == action)
    keeping = [each for each in analysis.actions if each.grade is not Grade.LOSES]
    if found.grade is Grade.LOSES:
        yield facts.GivesAway(actor, analysis.value, found.value)
        best = tuple(position.text(each.action) for each in keeping)
        yield facts.Better(actor, best, analysis.value)
    else:
        yield facts.KeepsValue(actor, found.value)
        yield from _compared(actor, analysis, found, len(keeping))
    yield from _continuation(position, following, found)


def _compared(actor: Letter, analysis: Analysis, found: ActionValue, keeping: int) -> Iterator[Fact]:
    """How an action that keeps the value stands among the others."""
    leader = _leader(found.value)
    if leader and found.grade is Grade.HOLDS and analysis.distance is not None and found.distance is not None:
        yield facts.NotTheBest(actor, leader, analysis.distance, found.distance)
    if keeping == 1 < len(analysis.actions):
        yield facts.OnlyAction(actor, len(analysis.actions) - 1)


def _continuation(position: Position, following: Position, found: ActionValue) -> Iterator[Fact]:
    """Where the game goes from here when both play their best."""
    if following.over:
        return
    answered = following.to_act if following.to_act not in {position.to_act, None} else None
    texts, end = _written(position, found.line)
    score = end.score
    leader = _leader(found.value)
    if answered and found.grade is Grade.LOSES:
        yield facts.Refutation(answered, texts[1:], found.line[1] in following.closing, score)
    elif score and leader and found.distance is not None:
        yield facts.Decides(leader, found.distance, texts, score)
    if answered and found.replies == 1 < len(following.legal):
        yield facts.OnlyAnswer(answered, texts[1])


def _prospects(position: Position, following: Position) -> Iterator[Fact]:
    """What is left to hope for."""
    if following.over:
        return
    left = {owner: open_lines(following, owner) for owner in _LETTERS}
    had = {owner: open_lines(position, owner) for owner in _LETTERS}
    if not left["X"] and not left["O"]:
        yield facts.DrawCertain(is_decided(following, "X") and is_decided(following, "O"))
    else:
        for owner in _LETTERS:
            if had[owner] and not left[owner]:
                yield facts.NoLineLeft(owner, is_decided(following, owner))
    if position.phase is Phase.MEASURE:
        for owner in _LETTERS:
            if left[owner]:
                lines = tuple(tuple(square + 1 for square in squares_in(line)) for line in left[owner])
                yield facts.LinesOpen(owner, lines)
    actor = position.to_act
    if actor:
        for component, closings in threats(following, actor):
            squares = tuple(square + 1 for square in squares_in(component))
            yield facts.Threat(actor, tuple(map(str, closings)), squares)


_LETTERS: tuple[Letter, Letter] = ("X", "O")


def _written(position: Position, line: tuple[Action, ...]) -> tuple[tuple[str, ...], Position]:
    """Return the texts of a line of actions, and the position that it leads to."""
    texts = []
    for action in line:
        texts.append(position.text(action))
        position = position.play(action)
    return tuple(texts), position


def _leader(value: float) -> Letter | None:
    return "X" if value > 0 else "O" if value < 0 else None


def _made(position: Position) -> tuple[facts.Made, ...]:
    return tuple(
        facts.Made(line.owner, tuple(square + 1 for square in line.squares), line.highest) for line in position.lines
    )
