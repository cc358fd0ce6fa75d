"""`spookymarks arena`: games between two computer players, or the round robin of all of them."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import click

from spookymarks.cli import ABOUT, standings
from spookymarks.cli.options import reason
from spookymarks.cli.waiting import progress_bar
from spookymarks.errors import SpookyMarksError
from spookymarks.solver.arena import Match, letter_score, match
from spookymarks.solver.calibration import EVERYBODY, calibrate, calibration_document, match_document
from spookymarks.solver.levels import LARGEST_SEED, PLAYERS

PAIRS = len(EVERYBODY) * (len(EVERYBODY) - 1) // 2


@click.command("arena", short_help=ABOUT["arena"])
@click.argument("players", nargs=-1, type=click.Choice(list(PLAYERS)), metavar="[A B]")
@click.option("--all", "everybody", is_flag=True, help="Let everybody play everybody, and print the ratings.")
@click.option(
    "--games", type=click.IntRange(2, 10**9), default=2000, show_default=True, help="How many, or how many a pair."
)
@click.option(
    "--seed", type=click.IntRange(0, LARGEST_SEED), default=0, show_default=True, help="The same games again."
)
@click.option("--workers", type=click.IntRange(1, 1024), help="Threads; default: one a core.")
@click.option("--save", type=click.Path(), metavar="FILE", help="With --all: keep the JSON document in a file too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(  # noqa: PLR0913, PLR0917 - one argument an option
    players: tuple[str, ...],
    everybody: bool,
    games: int,
    seed: int,
    workers: int | None,
    save: str | None,
    as_json: bool,
) -> None:
    """Let computer players A and B, each a level from 1 to 9, random or greedy, play each other; or all of them.

    A is X in every other game. A game scores (own points - the other's + 1) / 2. The same seed gives the same games,
    whatever the number of workers.
    """
    if everybody == bool(players):
        raise click.UsageError("name two players, like arena 3 2, or give --all, and not both")
    if everybody:
        _all(games, seed, workers, save, as_json)
        return
    if len(players) != 2:
        raise click.UsageError(f"two players play each other, not {len(players)}")
    if save:
        raise click.UsageError("--save goes with --all")
    begun = time.perf_counter()
    one, two = (PLAYERS[name] for name in players)
    with progress_bar(f"{one.name} against {two.name}", games) as progress:
        played = match(one, two, games, seed, workers=workers, progress=progress)
    seconds = time.perf_counter() - begun
    if as_json:
        click.echo(json.dumps({"rules": "standard", "seed": seed, "games": games, **match_document(played)}))
    else:
        _print(played, seconds)


def _all(games: int, seed: int, workers: int | None, save: str | None, as_json: bool) -> None:
    if save:
        # Nobody wants to hear after minutes of play that the file cannot be written.
        _write(save, "", "a")
    with progress_bar("everybody against everybody", games * PAIRS) as progress:
        calibration = calibrate(games, seed, workers=workers, progress=progress)
    text = json.dumps(calibration_document(calibration))
    if save:
        _write(save, text + "\n")
    if as_json:
        click.echo(text)
        return
    width = shutil.get_terminal_size().columns
    for table in (standings.ratings(calibration), standings.scores(calibration)):
        click.echo("\n".join(standings.aligned(table, width)) + "\n")


def _write(name: str, text: str, mode: str = "w") -> None:
    try:
        with Path(name).open(mode, encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise SpookyMarksError(f"{name!r} cannot be written: {reason(error)}.") from None


def _print(played: Match, seconds: float) -> None:
    one, two = (player.name for player in played.players)
    click.echo(f"{one} against {two}: {played.games:,} games under standard in {seconds:.1f} s")
    click.echo(f"score of {one}  {played.score:.1%} ± {played.error:.1%}")
    for letter, counts in (("X", played.as_x), ("O", played.as_o)):
        score = letter_score(counts)
        if score is not None:
            click.echo(f"as {letter}        {score:.1%}")
