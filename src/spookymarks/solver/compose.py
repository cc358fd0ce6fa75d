"""Making puzzles: positions of random games in which the solver finds something to ask, spread over kinds and grades.

The same count and seed give the same puzzles, byte for byte, on every machine.
"""

from __future__ import annotations

import hashlib
import random
from itertools import zip_longest
from typing import TYPE_CHECKING

from spookymarks.errors import SpookyMarksError
from spookymarks.notation.transcript import Transcript
from spookymarks.rules import Letter, Phase, Position, letter
from spookymarks.rules.squares import image
from spookymarks.solver import Depth, Grade, analyze
from spookymarks.solver.difficulty import difficulty, grade
from spookymarks.solver.puzzles import Kind, Puzzle, answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spookymarks.rules import Action
    from spookymarks.solver import Analysis

MARKS = range(3, 8)
"""How many marks stand on the board of a puzzle."""

GAMES_A_PUZZLE = 5
"""Random games that are looked through for each puzzle wanted, so that rare kinds and grades are found too."""

FEWEST_CHOICES = 5
"""Legal actions that a puzzle offers at least, unless a square is to be chosen."""

Canonical = tuple[tuple[tuple[Letter, int], ...], int]


def compose(count: int, seed: int, progress: Callable[[int], object] | None = None) -> tuple[Puzzle, ...]:
    """Return `count` puzzles of which no two are alike up to symmetry and numbers, by kind, grade and id.

    They are taken in turn from every kind, and within it from every grade, number of marks and number of placements,
    as far as there are any. `progress` is told how many of the random games, `GAMES_A_PUZZLE` for each puzzle, are
    done. Raises SpookyMarksError when they do not hold enough.
    """
    groups: dict[Kind, dict[tuple[int, int, int], list[Puzzle]]] = {kind: {} for kind in Kind}
    seen = set()
    games = count * GAMES_A_PUZZLE
    for game in range(games):
        for puzzle in candidates(seed, game):
            key = fingerprint(puzzle.position)
            if key not in seen:
                seen.add(key)
                group = puzzle.grade, len(puzzle.position.marks), puzzle.placements or 0
                groups[puzzle.kind].setdefault(group, []).append(puzzle)
        if progress:
            progress(game + 1)
    if len(seen) < count:
        raise SpookyMarksError(f"{games} games hold only {len(seen)} different puzzles, not {count}")
    kinds = [_in_turn([found for _, found in sorted(groups[kind].items())]) for kind in Kind]
    order = list(Kind)
    return tuple(sorted(_in_turn(kinds)[:count], key=lambda each: (order.index(each.kind), each.grade, each.id)))


def _in_turn(lists: list[list[Puzzle]]) -> list[Puzzle]:
    """Return the first of every list, then the second of every list that has one, and so on."""
    return [puzzle for turn in zip_longest(*lists) for puzzle in turn if puzzle]


def candidates(seed: int, game: int) -> Iterator[Puzzle]:
    """Yield the puzzles in one random game of a seed, at most one a position."""
    rng = random.Random(f"{seed}:{game}")  # noqa: S311 - nothing secret
    position = Position.start()
    actions: list[Action] = []
    while not position.over and len(position.marks) <= MARKS.stop:
        if len(position.marks) in MARKS and (puzzle := _puzzle(position, tuple(actions))):
            yield puzzle
        legal = position.legal
        # `choice` may be drawn otherwise in another version of Python; `random` is promised to stay.
        action = legal[int(rng.random() * len(legal))]
        actions.append(action)
        position = position.play(action)


def canonical(position: Position) -> Canonical:
    """Return what positions that differ by symmetry and by the numbers of marks alone have in common."""
    measured = position.marks[position.measured] if position.measured >= 0 else 0
    images = []
    for permutation in position.board.symmetries:
        marks = sorted((letter(number), image(mark, permutation)) for number, mark in enumerate(position.marks, 1))
        images.append((tuple(marks), image(measured, permutation)))
    return min(images)


def fingerprint(position: Position) -> str:
    """Return six hexadecimal digits that hang on the canonical position alone."""
    return hashlib.sha256(repr(canonical(position)).encode()).hexdigest()[:6]


def _puzzle(position: Position, actions: tuple[Action, ...]) -> Puzzle | None:
    """Return the puzzle in a position, if there is one."""
    if not _is_worth_a_look(analyze(position, depth=Depth.VALUES)):
        return None
    analysis = analyze(position, depth=Depth.LINES)
    kind = kind_of(analysis)
    if kind is None:
        return None
    right = answers(kind, analysis)
    placements = analysis.distance if kind is Kind.WIN else None
    hard = difficulty(analysis, right, placements)
    transcript = Transcript(Position.start(), actions, position)
    name = f"{kind.value}-{fingerprint(position)}"
    return Puzzle(name, kind, grade(hard), hard, transcript, analysis.value, placements, right)


def kind_of(analysis: Analysis) -> Kind | None:
    """Return what can be asked about an analysed position, the rarest first; None when nothing is worth it."""
    position = analysis.position
    if not _is_worth_a_look(analysis):
        return None
    if position.phase is Phase.MEASURE:
        return Kind.CHOICE
    if _has_loops_to_avoid(analysis):
        return Kind.LOOP
    if analysis.value == 0:
        return Kind.DRAW if len(answers(Kind.DRAW, analysis)) == 1 else None
    return Kind.WIN if 3 * len(answers(Kind.WIN, analysis)) <= len(analysis.actions) else None


def _is_worth_a_look(analysis: Analysis) -> bool:
    """Tell whether the side to act has something to lose by one of several actions; asks for values only."""
    lead = analysis.value if analysis.position.to_act == "X" else -analysis.value
    if analysis.position.phase is Phase.PLACE and (lead < 0 or len(analysis.actions) < FEWEST_CHOICES):
        return False
    return any(each.grade is Grade.LOSES for each in analysis.actions)


def _has_loops_to_avoid(analysis: Analysis) -> bool:
    """Tell whether every closing loses, one in spite of an outcome that wins at once, and much else does too."""
    position = analysis.position
    losing = {each.action for each in analysis.actions if each.grade is Grade.LOSES}
    closing = position.closing
    return (
        len(closing) > 1
        and losing.issuperset(closing)
        and 2 * len(losing) >= len(analysis.actions)
        and any(_tempts(position, action) for action in closing)
    )


def _tempts(position: Position, closing: Action) -> bool:
    """Tell whether an outcome of a closing pair ends the game with its owner ahead."""
    scores = [outcome.position.score for outcome in position.play(closing).outcomes]
    return any(score and (score.x > score.o if position.to_act == "X" else score.o > score.x) for score in scores)
