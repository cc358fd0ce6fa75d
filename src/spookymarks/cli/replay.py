"""`spookymarks replay`: the position after a game, as a board or as Replay JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from spookymarks.cli import ABOUT
from spookymarks.cli.options import input_lines, rules_option
from spookymarks.errors import NotationError, SpookyMarksError
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game

if TYPE_CHECKING:
    from spookymarks.rules import Position, RuleSet


@click.command("replay", short_help=ABOUT["replay"])
@click.argument("game", nargs=-1, required=True)
@rules_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(game: tuple[str, ...], rules: RuleSet, as_json: bool) -> None:
    """Show the position that GAME leads to, for example 1-9 1-5 5-9 @5.

    With - for GAME, read one game a line from standard input and answer each in its turn.
    """
    show = _print_document if as_json else _print_board
    if game != ("-",):
        show(read_game(" ".join(game), rules).position)
        return
    for number, line in enumerate(input_lines(), 1):
        try:
            position = read_game(line, rules).position
        except NotationError as error:
            raise SpookyMarksError(f"line {number}: {error}") from None
        show(position)


def _print_document(position: Position) -> None:
    click.echo(json.dumps(replay_document(position), separators=(",", ":")))


def _print_board(position: Position) -> None:
    # A program that only wants the document need not wait for Rich.
    from spookymarks.cli import scene  # noqa: PLC0415
    from spookymarks.cli.screen import Screen  # noqa: PLC0415

    screen = Screen()
    screen.show(scene.rows(position, screen.glyphs, screen.width))
    screen.gap()
