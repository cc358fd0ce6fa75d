"""`spookymarks analyze`: the exact value of a position and of every action, as a table or as Analysis JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from spookymarks.cli import ABOUT
from spookymarks.cli.options import input_lines, rules_option
from spookymarks.cli.subject import read_subject
from spookymarks.cli.waiting import interruptible
from spookymarks.errors import SpookyMarksError
from spookymarks.solver import Depth, analyze
from spookymarks.solver.document import analysis_document

if TYPE_CHECKING:
    from spookymarks.rules import Position, RuleSet
    from spookymarks.solver import Analysis


@click.command("analyze", short_help=ABOUT["analyze"])
@click.argument("game", nargs=-1, required=True)
@rules_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option(
    "--values", "brief", is_flag=True, help="Values alone, which is quicker: no distances, replies and lines."
)
def command(game: tuple[str, ...], rules: RuleSet, as_json: bool, brief: bool) -> None:
    """Value every action after GAME, for example 1-9 1-5 5-9 @5, or in a position such as 9.5.1.23.

    With - for GAME, read one game a line from standard input and print one JSON document a line.
    """
    depth = Depth.VALUES if brief else Depth.FULL
    if game != ("-",):
        analysis = _analyze(read_subject(" ".join(game), rules), depth)
        (_print_document if as_json else _print_table)(analysis)
        return
    for number, line in enumerate(input_lines(), 1):
        try:
            position = read_subject(line, rules)
        except SpookyMarksError as error:
            raise SpookyMarksError(f"line {number}: {error}") from None
        _print_document(_analyze(position, depth))


def _analyze(position: Position, depth: Depth) -> Analysis:
    return interruptible(lambda stop: analyze(position, depth=depth, stop=stop))


def _print_document(analysis: Analysis) -> None:
    click.echo(json.dumps(analysis_document(analysis), separators=(",", ":")))


def _print_table(analysis: Analysis) -> None:
    # A program that only wants the document need not wait for Rich.
    from spookymarks.cli import verdict  # noqa: PLC0415
    from spookymarks.cli.screen import Screen  # noqa: PLC0415

    screen = Screen()
    screen.show(verdict.rows(analysis, screen.glyphs, screen.width))
