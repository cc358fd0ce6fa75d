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
from spookymarks.notation.text import read_action
from spookymarks.solver import Depth, analyze
from spookymarks.solver.document import analysis_document
from spookymarks.teach import explain

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
@click.option("--explain", "asked", metavar="ACTION", help="Say in words what this action does, for example 2-3.")
def command(game: tuple[str, ...], rules: RuleSet, as_json: bool, brief: bool, asked: str | None) -> None:
    """Value every action after GAME, for example 1-9 1-5 5-9 @5, or in a position such as 9.5.1.23.

    With - for GAME, read one game a line from standard input and print one JSON document a line.
    """
    if asked is not None:
        if game == ("-",) or brief:
            raise click.UsageError("--explain goes with one game, and not with --values")
        _explain(read_subject(" ".join(game), rules), asked, as_json)
        return
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


def _explain(position: Position, text: str, as_json: bool) -> None:
    action = read_action(text, position)
    facts = interruptible(lambda stop: explain(position, action, stop=stop))
    if as_json:
        document = {"position": str(position), "rules": position.rules.name, "action": position.text(action)}
        click.echo(json.dumps({**document, "facts": [fact.document() for fact in facts]}))
        return
    for fact in facts:
        click.echo(str(fact))


def _print_document(analysis: Analysis) -> None:
    click.echo(json.dumps(analysis_document(analysis), separators=(",", ":")))


def _print_table(analysis: Analysis) -> None:
    # A program that only wants the document need not wait for Rich.
    from spookymarks.cli import verdict  # noqa: PLC0415
    from spookymarks.cli.screen import Screen  # noqa: PLC0415

    screen = Screen()
    screen.show(verdict.rows(analysis, screen.glyphs, screen.width))
