"""What a position is, in sentences: who acts, what a measurement did, and why a game ended as it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.rules import Chooser, Position, Scoring, letter, mark_name, squares_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spookymarks.rules import Line, Outcome, RuleSet

HELP: Mapping[str, str] = {
    "1-5": "place your pair in squares 1 and 5; 1 5 and 15 do too",
    "A or B": "choose an outcome; so do its square (@5, 5) and any mark of the cycle with its square (X3 5)",
    "undo": "take the last decision back",
    "redo": "play again what was taken back",
    "moves": "show the game as text",
    "board": "show the board once more",
    "save FILE": "keep the game in a file",
    "load FILE": "go on with a game from a file, a record or a game text",
    "rules": "show the rules",
    "new": "begin a new game",
    "help": "show this list",
    "quit": "leave",
}
"""What can be typed, and what it does."""

_CORE = (
    "Each move is a spooky pair: one mark that stands in two squares at once. Pairs may share squares.",
    "A pair between squares that are linked already closes a cycle, which is measured before anything else.",
    "The newest mark settles in one of its two squares and drives every mark linked to it into a square of its own.",
    "Stems, the pairs that hang on the cycle, settle too. A settled mark is classical and closes its square.",
    "When one square alone is left, the last mark takes it with both halves.",
)
_ROUNDS = (
    "Each move is a spooky pair: one mark that stands in two squares at once, both without any other mark.",
    "When no two such squares are left, the pairs are measured one by one in move order.",
    "Then play goes on in the squares that came free; one square left takes both halves of the last mark.",
)
_CHOOSERS: Mapping[Chooser, str] = {
    Chooser.OTHER: "The player who did not place the measured mark chooses, and then makes their own move.",
    Chooser.CLOSER: "The player who closed the cycle chooses; then the other player moves.",
    Chooser.COIN: "A coin decides where it settles; then the other player moves.",
}
_SCORINGS: Mapping[Scoring, str] = {
    Scoring.HALF: "If both players have a line, the one whose line has the lower highest number gets 1 point and the"
    " other a half.",
    Scoring.SINGLE: "If both players have a line, the one whose line has the lower highest number wins.",
    Scoring.DOUBLE: "If both players have a line, the one whose line has the lower highest number gets 1 point and the"
    " other a half. Two lines of one player alone are 1.5 points, or 2 with the same highest number.",
}


def rules(of: RuleSet) -> tuple[str, ...]:
    """Return the rules in a few short sentences."""
    ends = (
        "Play goes on until every square is classical; three classical marks in a row are a line."
        if of.full_board
        else "Three classical marks in a row end the game."
    )
    repeats = () if of.repeats else ("A pair may not be repeated while it is spooky; no legal move is a draw.",)
    core = _CORE if of.entangles else _ROUNDS
    return (*core, *repeats, _CHOOSERS[of.chooser], f"{ends} {_SCORINGS[of.scoring]} No line is a draw.")


def status(position: Position, measured: bool = False) -> str:
    """Say what an unfinished game waits for; `measured`: the player to act has just chosen an outcome."""
    if position.measured >= 0:
        decides = f"{position.to_act} chooses" if position.to_act else "A coin decides"
        return f"{decides} where {mark_name(position.measured + 1)} settles."
    mark = mark_name(len(position.marks) + 1)
    if position.at_last_square:
        return f"One square is left: {mark} takes square {position.board.names(position.open)} with both halves."
    return f"{position.to_act} has chosen and now places {mark}." if measured else f"{position.to_act} places {mark}."


def warning(position: Position) -> str:
    """Say what a cycle would lead to, or nothing when no pair can close one."""
    if not position.closing:
        return ""
    number = len(position.marks) + 1
    return f"Two squares of one group close a cycle: then {chooser(position.rules, number)}."


def chooser(of: RuleSet, number: int) -> str:
    """Say who measures when the mark with this number is measured."""
    if of.chooser is Chooser.COIN:
        return "a coin measures"
    return f"{letter(number if of.chooser is Chooser.CLOSER else number + 1)} measures"


def pair(position: Position, number: int) -> str:
    """Return a mark with its squares: X1 1-9."""
    return f"{mark_name(number)} {'-'.join(map(position.board.name, squares_in(position.marks[number - 1])))}"


def pairs(position: Position, numbers: Iterable[int]) -> str:
    """Return several marks with their squares."""
    return ", ".join(pair(position, number) for number in numbers)


def collapse(before: Position, outcome: Outcome) -> str:
    """Say which mark goes where, each driven out of its other square by the one before."""
    parts: list[str] = []
    for number, square in outcome.settled:
        other = before.board.names(before.marks[number - 1] & ~(1 << square))
        name = before.board.name(square)
        parts.append(
            f"{mark_name(number)} cannot stay in {other} and goes to {name}"
            if parts
            else f"{mark_name(number)} settles in {name}"
        )
    return "; ".join(parts) + "."


def line(found: Line) -> str:
    """Name a line and its highest number."""
    squares = "-".join(str(square + 1) for square in found.squares)
    return f"{found.owner} line {squares}, highest number {found.highest}"


def result(position: Position) -> tuple[str, ...]:
    """Say how a game ended, line by line, the points last; nothing while it goes on."""
    score = position.score
    if score is None:
        return ()
    return (*(f"{line(found)}." for found in position.lines), f"{_verdict(position)}: X {score.x:g}, O {score.o:g}.")


def _verdict(position: Position) -> str:
    lines, scoring = position.lines, position.rules.scoring
    if not lines:
        return "A draw, no line and every square classical" if not position.open else "A draw, no legal move is left"
    first = lines[0]
    rival = next((each for each in lines if each.owner != first.owner), None)
    if rival is not None:
        earlier = f"{first.owner}'s line is the earlier one, {first.highest} against {rival.highest}"
        return f"{first.owner} wins, because {earlier}" if scoring is Scoring.SINGLE else f"Both have a line; {earlier}"
    if len(lines) > 1 and scoring is Scoring.DOUBLE:
        how = "with the same highest number" if lines[1].highest == first.highest else "one after the other"
        return f"{first.owner} wins with two lines {how}"
    return f"{first.owner} wins" + (", and two lines count once" if len(lines) > 1 else "")
