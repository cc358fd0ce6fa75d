"""`spookymarks convert`: a game read in one notation and written in another."""

from __future__ import annotations

import click

from spookymarks.cli import ABOUT
from spookymarks.cli.options import read_text
from spookymarks.notation import formats
from spookymarks.rules import RULE_SETS


def _table() -> str:
    """Return the formats for the help, one a line."""
    return "\n".join(
        f"{name:<12}{'reads' if each.reader else '     '} {'writes' if each.writer else '      '}  {each.about}"
        for name, each in formats.FORMATS.items()
    )


@click.command("convert", short_help=ABOUT["convert"], epilog=f"\b\n{_table()}")
@click.option("--from", "source", required=True, type=click.Choice(formats.READABLE), help="The format to read.")
@click.option("--to", "target", required=True, type=click.Choice(formats.WRITABLE), help="The format to write.")
@click.argument("file", default="-")
@click.option(
    "--rules", type=click.Choice(list(RULE_SETS)), help="The rule set; default: goff for Goff's string, else standard."
)
def command(source: str, target: str, file: str, rules: str | None) -> None:
    """Read one game from FILE, or from standard input, and write it in another format.

    A Rules tag in a record counts before --rules.
    """
    transcript = formats.read(source, read_text(file), None if rules is None else RULE_SETS[rules])
    click.echo(formats.write(target, transcript).rstrip("\n"))
