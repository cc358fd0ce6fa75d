"""What the solver says of a position, for people: the value in words, and a table of the actions; rows only."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from spookymarks.cli import words
from spookymarks.cli.scene import paragraph
from spookymarks.rules import Chooser
from spookymarks.solver.document import line_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spookymarks.render import Glyphs, Ink, Row, Rows
    from spookymarks.rules import RuleSet
    from spookymarks.solver import ActionValue, Analysis

HEADINGS = f"{'action':<6}  {'X-O':>8}  {'class':<5}  {'distance':>8}  {'replies':>7}  line"
LINE_AT = HEADINGS.index("line")
NARROWEST = 12
"""Characters that a principal line gets in any case."""

INKS: Mapping[str, Ink] = {"best": "line", "holds": "plain", "loses": "quiet"}


def rows(analysis: Analysis, glyphs: Glyphs, width: int) -> Rows:
    """Return whose turn it is, the value in words and a line for each action, `width` characters wide if it can be."""
    position = analysis.position
    head = verdict(analysis) if position.over else (words.status(position), *verdict(analysis))
    told = tuple(row for sentence in head for row in paragraph(glyphs.words(sentence), width))
    if not analysis.actions:
        return told
    lines = (row for each in analysis.actions for row in _action(each, analysis, width))
    return (*told, (), ((HEADINGS, "quiet"),), *lines)


def verdict(analysis: Analysis) -> tuple[str, ...]:
    """Say what perfect play comes to, or how the game has ended."""
    position, distance = analysis.position, analysis.distance
    if position.over:
        return words.result(position)
    told = f"With perfect play: {outcome(analysis.value, position.rules)}"
    if distance is None:
        return (f"{told}.",)
    placements = "placement" if distance == 1 else "placements"
    return (f"{told}, {f'after {distance} more {placements}' if distance else 'with this measurement'}.",)


def outcome(value: float, rules: RuleSet) -> str:
    """Name the result that a value (X − O in points) stands for."""
    winner = "X" if value > 0 else "O"
    if rules.chooser is Chooser.COIN:
        return f"{winner} is ahead by {abs(value):g} points on average" if value else "even on average"
    if not value:
        return "a draw"
    own, other = (1.0, 0.5) if abs(value) == 0.5 else (abs(value), 0.0)
    return f"{winner} wins with {own:g} against {other:g}"


def _action(each: ActionValue, analysis: Analysis, width: int) -> Iterator[Row]:
    """The line of an action; what does not fit goes on below, under its own column."""
    text = analysis.position.text(each.action)
    grade = each.grade.value
    facts = f"{text:<6}  {_value(each.value):>8}  {grade:<5}  {_cell(each.distance):>8}  {_cell(each.replies):>7}"
    line = " ".join(line_texts(analysis.position, each.line))
    parts = textwrap.wrap(line, max(width - LINE_AT, NARROWEST), break_on_hyphens=False) or [""]
    for index, part in enumerate(parts):
        yield ((f"{facts if index == 0 else '':<{LINE_AT}}{part}", INKS[grade]),)


def _value(points: float) -> str:
    return f"{points:+g}" if points else "0"


def _cell(number: int | None) -> str:
    return "" if number is None else str(number)
