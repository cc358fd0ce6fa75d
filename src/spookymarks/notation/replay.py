"""Replay JSON: everything a reader needs to know about a position, in one document of plain values.

The command line, the HTTP interface, the socket and the page share this shape. Squares are 1 to 9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from spookymarks.rules import Letter, Outcome, Position, Score, is_classical, mark_name, squares_in

if TYPE_CHECKING:
    from spookymarks.rules import Line

MarkName = str


class ScoreDocument(TypedDict):
    """Points of both players."""

    X: float
    O: float  # noqa: E741 - the player's letter


class SpookyDocument(TypedDict):
    """A spooky pair and its two squares, ascending."""

    mark: MarkName
    squares: list[int]


class LineDocument(TypedDict):
    """A line of classical marks: its owner, its squares and its highest number."""

    mark: Letter
    squares: list[int]
    highest: int


class SettledDocument(TypedDict):
    """A mark and the square it settles in."""

    mark: MarkName
    square: int


class OutcomeDocument(TypedDict):
    """One outcome of a pending measurement; `settled` is in causal order."""

    squares: list[MarkName | None]
    settled: list[SettledDocument]
    lines: list[LineDocument]
    score: ScoreDocument | None


class ReplayDocument(TypedDict):
    """A position in full; a key that has nothing to say is null."""

    rules: str
    position: str
    squares: list[MarkName | None]
    spooky: list[SpookyDocument]
    phase: Literal["place", "measure", "over"]
    to_act: Letter | None
    cycle: list[MarkName] | None
    stems: list[MarkName] | None
    outcomes: dict[str, OutcomeDocument] | None
    ensemble: int
    score: ScoreDocument | None
    lines: list[LineDocument]
    legal: list[str]
    closing: list[str]


def replay_document(position: Position) -> ReplayDocument:
    """Return the document of a position."""
    on_cycle = position.cycle
    outcomes = position.outcomes
    return {
        "rules": position.rules.name,
        "position": str(position),
        "squares": _squares(position),
        "spooky": [
            {"mark": mark_name(number), "squares": [square + 1 for square in squares_in(mark)]}
            for number, mark in enumerate(position.marks, 1)
            if not is_classical(mark)
        ],
        "phase": position.phase.value,
        "to_act": position.to_act,
        "cycle": [mark_name(number) for number in on_cycle] if on_cycle else None,
        "stems": [mark_name(number) for number in position.stems] if on_cycle else None,
        "outcomes": {str(each.square + 1): _outcome(each) for each in outcomes} if outcomes else None,
        "ensemble": len(position.ensemble),
        "score": _score(position.score),
        "lines": [_line(line) for line in position.lines],
        "legal": [position.text(action) for action in position.legal],
        "closing": [str(action) for action in position.closing],
    }


def _squares(position: Position) -> list[MarkName | None]:
    names: list[MarkName | None] = [None] * position.board.size
    for number, mark in enumerate(position.marks, 1):
        if is_classical(mark):
            names[mark.bit_length() - 1] = mark_name(number)
    return names


def _outcome(outcome: Outcome) -> OutcomeDocument:
    return {
        "squares": _squares(outcome.position),
        "settled": [{"mark": mark_name(number), "square": square + 1} for number, square in outcome.settled],
        "lines": [_line(line) for line in outcome.position.lines],
        "score": _score(outcome.position.score),
    }


def _line(line: Line) -> LineDocument:
    return {"mark": line.owner, "squares": [square + 1 for square in line.squares], "highest": line.highest}


def _score(score: Score | None) -> ScoreDocument | None:
    return None if score is None else {"X": plain(score.x), "O": plain(score.o)}


def points(number: float) -> str:
    """Write points for people: 0, ½, 1, 1½, 2; the averages of games of chance as decimals."""
    whole = int(number)
    if number == whole:
        return str(whole)
    return f"{whole or ''}½" if number - whole == 0.5 else f"{number:g}"


def plain(points: float) -> float:
    """Return points as documents have them: whole ones without a decimal point."""
    return int(points) if points == int(points) else points
