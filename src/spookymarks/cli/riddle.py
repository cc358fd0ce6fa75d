"""What a puzzle asks, hints at and answers, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.cli import words
from spookymarks.cli.scene import OUTCOME_NAMES
from spookymarks.notation.replay import points
from spookymarks.rules import Phase, Placement, mark_name
from spookymarks.solver.puzzles import GRADES, Kind
from spookymarks.teach.wording import joined, placements, standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spookymarks.rules import Action, Position
    from spookymarks.solver import Analysis
    from spookymarks.solver.puzzles import Puzzle

ABOUT: Mapping[Kind, str] = {
    Kind.DRAW: "the only move that keeps the draw",
    Kind.WIN: "win by force",
    Kind.CHOICE: "which square to choose",
    Kind.LOOP: "avoid the loop",
}

HELP: Mapping[str, str] = {
    "1-5": "answer with the pair in squares 1 and 5; 1 5 and 15 do too",
    "A or B": "answer with an outcome, when a measurement is asked for; its square (@5, 5) does too",
    "hint": "get a hint, a bigger one each time",
    "give up": "show the answer",
    "board": "show the board once more",
    "help": "show this list",
    "quit": "leave the puzzle open",
}
"""What can be typed at a puzzle, and what it does."""


def title(puzzle: Puzzle) -> str:
    """Name a puzzle, its kind and its grade."""
    return f"Puzzle {puzzle.id}: {ABOUT[puzzle.kind]}, grade {puzzle.grade} of {GRADES[-1]}."


def question(puzzle: Puzzle) -> str:
    """Say what is to be found."""
    position, player = puzzle.position, puzzle.player
    match puzzle.kind:
        case Kind.DRAW:
            return f"{player} to move. The game is level, and one pair alone keeps it so. Which?"
        case Kind.WIN:
            lead = points(abs(puzzle.value))
            number = placements(puzzle.placements or 0)
            return f"{player} to move. Come out {lead} ahead by force in {number}, those of both sides counted."
        case Kind.CHOICE:
            return f"{player} chooses where {mark_name(position.measured + 1)} settles. Which square is better?"
        case Kind.LOOP:
            loops = "Every loop that can be closed gives that away, however good it looks."
            return f"{player} to move. Here {standing(puzzle.value)}. {loops} Find a pair that keeps it."


def hints(kind: Kind, analysis: Analysis, answers: Sequence[Action]) -> Iterator[str]:
    """Yield the hints at the right answers in a position, each telling more than the one before."""
    position = analysis.position
    if position.phase is Phase.MEASURE:
        best, worst = analysis.actions[0].value, analysis.actions[-1].value
        if len(answers) == len(analysis.actions):
            yield "Both choices are right."
        elif best == worst:
            yield "Both choices win, and after one of them it takes less."
        else:
            yield f"The two choices differ by {points(abs(best - worst))}: look at what can be done right after each."
        return
    number = len(answers)
    if kind is not Kind.DRAW:
        yield f"{number} of the {len(position.legal)} legal pairs {'is' if number == 1 else 'are'} right."
    closing = sum(answer in position.closing for answer in answers)
    if position.closing and kind is not Kind.LOOP:
        share = "Every" if closing == number else "Some" if closing else "No"
        yield f"{share} right answer closes a cycle."
    pair = next(answer for answer in answers if isinstance(answer, Placement))
    yield f"A right answer has a half in square {position.board.name(pair.a)}."


def solution(position: Position, answers: Sequence[Action]) -> str:
    """Name all right answers."""
    texts = [named(position, answer) for answer in answers]
    return f"The answer is {texts[0]}." if len(texts) == 1 else f"Right is any of {joined(texts, 'and')}."


def named(position: Position, action: Action) -> str:
    """Write an action, an outcome with its letter too."""
    text = position.text(action)
    if position.phase is not Phase.MEASURE:
        return text
    return f"{text} ({OUTCOME_NAMES[position.legal.index(action)]})"


def reply(position: Position, action: Action) -> str:
    """Say what the other side does."""
    if position.phase is Phase.MEASURE:
        chosen = position.outcomes[position.legal.index(action)]
        return f"{position.to_act} chooses {named(position, action)}: {words.collapse(position, chosen)}"
    return f"{position.to_act} answers {position.text(action)}."
