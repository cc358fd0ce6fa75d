"""Tables of computer players: ratings and scores, as aligned text and as Markdown."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from spookymarks.solver.calibration import EVERYBODY
from spookymarks.solver.levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spookymarks.solver.calibration import Calibration

    Table = list[list[str]]

HEADINGS = ["player", "Elo", "±", "against the one below", "±", "what it sees"]
NARROWEST = 30
"""Characters that the words of a table get in any case."""


def ratings(calibration: Calibration) -> Table:
    """Return everybody, weakest first: the rating, the score of a level against the one below, and what it sees."""
    below = dict(zip(LEVELS[1:], LEVELS, strict=False))
    table = [HEADINGS]
    for player in sorted(EVERYBODY, key=lambda each: calibration.ratings[each].elo):
        rating = calibration.ratings[player]
        standing = calibration.standings.get((player, below.get(player, player)))
        scores = [f"{standing.score:.1%}", f"{standing.error:.1%}"] if standing else ["", ""]
        table.append([player.name, f"{round(rating.elo)}", f"{round(rating.error)}", *scores, player.sees])
    return table


def scores(calibration: Calibration) -> Table:
    """Return the score of each player, in a row, against each other one, in per cent."""
    players = sorted(EVERYBODY, key=lambda each: calibration.ratings[each].elo)
    table = [["", *(player.name for player in players)]]
    for row in players:
        found = [calibration.standings.get((row, column)) for column in players]
        table.append([row.name, *(f"{each.score:.1%}" if each else "" for each in found)])
    return table


def aligned(table: Table, width: int) -> Iterator[str]:
    """Yield the lines of a table in columns, numbers to the right; words in the last one are broken at the width."""
    columns = list(zip(*table, strict=True))
    if _is_numeric(columns[-1]):
        columns.append(("",) * len(table))
    *fixed, last = columns
    widths = [max(map(len, column)) for column in fixed]
    start = sum(widths) + 2 * len(widths)
    for cells, words in zip(zip(*fixed, strict=True), last, strict=True):
        shown = [
            f"{cell:>{size}}" if n else f"{cell:<{size}}"
            for n, (cell, size) in enumerate(zip(cells, widths, strict=True))
        ]
        first, *others = textwrap.wrap(words, max(width - start, NARROWEST)) or [""]
        yield "  ".join([*shown, first]).rstrip()
        yield from (" " * start + line for line in others)


def markdown(table: Table) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    head, *rows = table
    yield _row(head)
    yield _row(["---:" if _is_numeric(column) else "---" for column in zip(*table, strict=True)])
    yield from map(_row, rows)


def _is_numeric(column: Sequence[str]) -> bool:
    """Tell whether a column holds numbers below its heading, or nothing."""
    return not any(letter.isalpha() for cell in column[1:] for letter in cell)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
