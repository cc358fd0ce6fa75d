"""`spookymarks solve`: one position solved from nothing, with the best line and what the search cost."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, NamedTuple

import click

from spookymarks.cli import ABOUT
from spookymarks.cli.options import rules_option
from spookymarks.cli.subject import read_subject
from spookymarks.cli.waiting import interruptible
from spookymarks.kernel.library import library
from spookymarks.solver import Depth, analyze
from spookymarks.solver.document import analysis_document, line_texts
from spookymarks.solver.engine import solve

if TYPE_CHECKING:
    from spookymarks.rules import Position, RuleSet
    from spookymarks.solver import Analysis, Stop


class Solved(NamedTuple):
    """A position's analysis, and what its value alone cost before."""

    analysis: Analysis
    nodes: int
    seconds: float


@click.command("solve", short_help=ABOUT["solve"])
@click.argument("position", nargs=-1)
@rules_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(position: tuple[str, ...], rules: RuleSet, as_json: bool) -> None:
    """Solve POSITION, a position or a game text; without one, the game itself from the empty board.

    Nothing is stored beforehand. Nodes and seconds are those of the value; the line is looked for after it.
    """
    subject = read_subject(" ".join(position) or "-", rules)
    solved = interruptible(lambda stop: _solve(subject, stop))
    if as_json:
        click.echo(json.dumps(document(solved)))
    else:
        _print(solved)


def document(solved: Solved) -> dict[str, object]:
    """Return what was found; the line is that of the best action, empty when there is none."""
    whole = analysis_document(solved.analysis)
    return {
        "rules": whole["rules"],
        "position": whole["position"],
        "value": whole["value"],
        "distance": whole["distance"],
        "line": _best_line(solved.analysis),
        "nodes": solved.nodes,
        "seconds": round(solved.seconds, 6),
    }


def _best_line(analysis: Analysis) -> list[str]:
    return line_texts(analysis.position, analysis.actions[0].line) if analysis.actions else []


def _solve(position: Position, stop: Stop) -> Solved:
    library()  # loading it is no part of the search
    begun = time.perf_counter()
    nodes = solve(position, Depth.VALUE, stop).nodes
    seconds = time.perf_counter() - begun
    return Solved(analyze(position, depth=Depth.LINES, stop=stop), nodes, seconds)


def _print(solved: Solved) -> None:
    # A program that only wants the document need not wait for Rich.
    from spookymarks.cli import verdict  # noqa: PLC0415
    from spookymarks.cli.screen import Screen  # noqa: PLC0415

    screen = Screen()
    analysis = solved.analysis
    for sentence in verdict.verdict(analysis):
        screen.say(sentence)
    line = _best_line(analysis)
    if line:
        screen.say(f"Best line: {' '.join(line)}")
    screen.say(f"{solved.nodes:,} nodes in {solved.seconds:.3f} s")
