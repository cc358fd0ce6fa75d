"""`spookymarks play`: the dialogue of two people at one keyboard."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from spookymarks.cli import ABOUT, INTERRUPTED, orders
from spookymarks.cli.options import rules_option
from spookymarks.cli.screen import Screen
from spookymarks.cli.table import Table
from spookymarks.errors import SpookyMarksError

if TYPE_CHECKING:
    from spookymarks.rules import RuleSet


@click.command("play", short_help=ABOUT["play"])
@rules_option
@click.option("--load", "file", metavar="FILE", help="Go on with a game from a file, a record or a game text.")
@click.option("--color/--no-color", default=None, help="Colour; default: where the terminal has it.")
def command(rules: RuleSet, file: str | None, color: bool | None) -> None:
    """Play in the terminal, two people at one keyboard; type help there for what can be typed."""
    _prepare_input()
    screen = Screen(color)
    table = Table(screen, rules)
    try:
        screen.say("Quantum Tic-Tac-Toe. Type help for what can be typed, or rules for the rules.")
        if file is None:
            table.show()
        else:
            table.load(file)
        _talk(table)
    except EOFError:
        table.farewell()
    except KeyboardInterrupt:
        screen.gap()
        table.farewell()
        click.get_current_context().exit(INTERRUPTED)


def _talk(table: Table) -> None:
    """Take lines until one says to leave."""
    screen = table.screen
    while True:
        line = screen.ask(screen.glyphs.words(orders.prompt(table.position)))
        try:
            if not table.obey(line):
                table.farewell()
                return
        except SpookyMarksError as error:
            screen.say(str(error), "wrong")


def _prepare_input() -> None:
    """Make reading of lines safe from wrong bytes and, at a terminal, let them be edited."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty() and sys.stdout.isatty():
        # Windows has no readline and edits lines by itself.
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - its import is its effect
