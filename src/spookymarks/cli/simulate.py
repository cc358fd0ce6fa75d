"""`spookymarks simulate`: random games in any number, with their mean, its standard error and how they ended."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import click

from spookymarks.cli import ABOUT
from spookymarks.cli.options import rules_option
from spookymarks.cli.waiting import progress_bar
from spookymarks.solver.sampling import results, sample, standard_error

if TYPE_CHECKING:
    from spookymarks.kernel import Totals
    from spookymarks.rules import RuleSet

MOST_GAMES = 10**12


@click.command("simulate", short_help=ABOUT["simulate"])
@click.argument("games", type=click.IntRange(1, MOST_GAMES))
@rules_option
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="The same games again.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Threads; default: one a core.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(games: int, rules: RuleSet, seed: int, workers: int | None, as_json: bool) -> None:
    """Play GAMES random games: every legal action is equally likely, and a measurement is a fair coin.

    The same seed gives the same games, whatever the number of workers.
    """
    start = time.perf_counter()
    with progress_bar("random games", games) as progress:
        totals = sample(games, seed, rules, workers=workers, progress=progress)
    seconds = time.perf_counter() - start
    if as_json:
        click.echo(json.dumps(document(totals, rules, seed) | {"seconds": round(seconds, 3)}))
        return
    _print(totals, rules, seconds)


def document(totals: Totals, rules: RuleSet, seed: int) -> dict[str, object]:
    """Return what the games came to; points, placements and measurements are means of one game.

    `shares` are keyed by the points of X and O. The standard error of a single game is null.
    """
    games = totals.games
    return {
        "rules": rules.name,
        "seed": seed,
        "games": games,
        "mean": totals.mean,
        "standard_error": standard_error(totals) if games > 1 else None,
        "points": {"X": totals.points_x / games, "O": totals.points_o / games},
        "shares": {f"{x:g}-{o:g}": count / games for (x, o), count in results(totals).items() if count},
        "placements": totals.placements / games,
        "measurements": totals.measurements / games,
    }


def _print(totals: Totals, rules: RuleSet, seconds: float) -> None:
    games = totals.games
    error = f"  standard error {standard_error(totals):.5f}" if games > 1 else ""
    click.echo(f"{games:,} random games under {rules.name} in {seconds:.1f} s")
    click.echo(f"mean X-O      {totals.mean:+.5f}{error}")
    for (x, o), count in results(totals).items():
        if count:
            click.echo(f"{f'X {x:g}, O {o:g}':<13} {count / games:8.3%}  {count:,}")
    click.echo(f"placements    {totals.placements / games:8.4f} a game")
    click.echo(f"measurements  {totals.measurements / games:8.4f} a game")
