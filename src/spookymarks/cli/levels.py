"""`spookymarks levels`: the computer's levels, in words what each sees, and how they measured up."""

from __future__ import annotations

import json
import shutil

import click

from spookymarks.cli import ABOUT, standings
from spookymarks.solver.calibration import calibration_document, published


@click.command("levels", short_help=ABOUT["levels"])
@click.option("--markdown", is_flag=True, help="Print the tables of docs/levels.md.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(markdown: bool, as_json: bool) -> None:
    """Show what each computer player sees and how the levels measured up, weakest first.

    Elo is above the random player. The other score is the mean of (own points - the other's + 1) / 2 against the level
    below, colours alternating. Both have standard errors.
    """
    if as_json and markdown:
        raise click.UsageError("--json and --markdown exclude each other")
    calibration = published()
    if as_json:
        click.echo(json.dumps(calibration_document(calibration)))
        return
    if markdown:
        for table in (standings.ratings(calibration), standings.scores(calibration)):
            click.echo("\n".join(standings.markdown(table)) + "\n")
        return
    for line in standings.aligned(standings.ratings(calibration), shutil.get_terminal_size().columns):
        click.echo(line)
