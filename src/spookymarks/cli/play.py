"""`spookymarks play`: the dialogue of two people at one keyboard, or of one with the computer."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import click

from spookymarks.cli import ABOUT, INTERRUPTED, orders
from spookymarks.cli.options import rules_option
from spookymarks.cli.screen import Screen, prepare_input
from spookymarks.cli.table import Table

if TYPE_CHECKING:
    from spookymarks.cli.opponent import Opponent
    from spookymarks.rules import Letter, RuleSet


@click.command("play", short_help=ABOUT["play"])
@rules_option
@click.option("--level", type=click.IntRange(1, 9), help="Play against the computer; see spookymarks levels.")
@click.option("--as", "letter", type=click.Choice(["X", "O"], case_sensitive=False), help="Your side; default: X.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="The computer's; the same seed, the same answers.")
@click.option("--load", "file", metavar="FILE", help="Go on with a game from a file, a record or a game text.")
@click.option("--color/--no-color", default=None, help="Colour; default: where the terminal has it.")
def command(  # noqa: PLR0913, PLR0917 - one argument an option
    rules: RuleSet, level: int | None, letter: Letter | None, seed: int | None, file: str | None, color: bool | None
) -> None:
    """Play in the terminal, two people at one keyboard or one against the computer; type help there for more."""
    if level is None and (letter is not None or seed is not None):
        raise click.UsageError("--as and --seed are about the computer: name its level too, like --level 3")
    prepare_input()
    screen = Screen(color)
    opponent = None if level is None else _opponent(level, letter or "X", seed)
    table = Table(screen, rules, opponent)
    try:
        screen.say("Quantum Tic-Tac-Toe. Type help for what can be typed, or rules for the rules.")
        if opponent is not None:
            screen.say(f"You are {opponent.person}; {opponent.name} is {opponent.letter}. Seed {opponent.seed}.")
        if file is None:
            table.begin(table.game)
        else:
            table.load(file)
        screen.converse(lambda: screen.glyphs.words(orders.prompt(table.position)), table.obey)
        table.farewell()
    except EOFError:
        table.farewell()
    except KeyboardInterrupt:
        screen.gap()
        table.farewell()
        click.get_current_context().exit(INTERRUPTED)


def _opponent(level: int, person: Letter, seed: int | None) -> Opponent:
    # Two people need no solver.
    from spookymarks.cli.opponent import Opponent  # noqa: PLC0415
    from spookymarks.solver.levels import LEVELS  # noqa: PLC0415

    chosen = secrets.randbits(32) if seed is None else seed
    return Opponent(LEVELS[level - 1], "O" if person == "X" else "X", chosen)
