"""`spookymarks reproduce`: every published number of the game, recomputed and held against what is printed."""

from __future__ import annotations

import json
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from spookymarks.cli import ABOUT
from spookymarks.solver.figures import show
from spookymarks.solver.reproduce import Row, chosen, document, page, reproduce

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spookymarks.solver.claims import Claim

DISAGREES = 1
"""The exit status when a row disagrees."""

ANSWERS = {True: "yes", False: "NO", None: "new"}


@click.command("reproduce", short_help=ABOUT["reproduce"])
@click.option("--quick", is_flag=True, help="Leave out what takes minutes: the counts over all states, perft 6.")
@click.option("--only", multiple=True, metavar="NAME", help="This row, or all whose names begin so; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--markdown", is_flag=True, help="Print the page docs/results.md.")
def command(quick: bool, only: tuple[str, ...], as_json: bool, markdown: bool) -> int:
    """Recompute every published number; print claim, source, published figure, ours, agreement and seconds.

    The exit status is 1 when a row disagrees. Everything takes some minutes and 4 GB of memory, --quick half a minute
    at most.
    """
    if as_json and markdown:
        raise click.UsageError("--json and --markdown exclude each other")
    claims = chosen(only, quick=quick)
    begun = time.perf_counter()
    with _progress(len(claims)) as told:
        rows = list(reproduce(claims, told))
    if as_json:
        click.echo(json.dumps(document(rows, time.perf_counter() - begun)))
    elif markdown:
        click.echo(page(rows), nl=False)
    else:
        _print(rows)
    return DISAGREES if any(row.agrees is False for row in rows) else 0


@contextmanager
def _progress(total: int) -> Iterator[Callable[[Claim, float], object] | None]:
    """Show the rows done, the present one and its share on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - a pipe need not wait for Rich
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (MofNCompleteColumn(), BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        begun: list[str] = []

        def told(claim: Claim, share: float) -> None:
            if begun[-1:] != [claim.name]:
                begun.append(claim.name)
            bar.update(task, completed=len(begun) - 1 + share, description=f"{claim.name} {share:.0%}")

        yield told


def _print(rows: Sequence[Row]) -> None:
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415 - a program that wants the document need not wait for Rich
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading, width in (("claim", 24), ("source", 10), ("published", 10), ("ours", 10)):
        table.add_column(heading, overflow="fold", min_width=width)
    table.add_column("agrees", no_wrap=True)
    table.add_column("seconds", justify="right", no_wrap=True)
    for row in rows:
        claim = row.claim
        published = claim.published.text if claim.published else ""
        cells = (f"{claim.name}: {claim.about}", claim.source, published, show(row.ours), ANSWERS[row.agrees])
        table.add_row(*cells, f"{row.seconds:.2f}", style="bold red" if row.agrees is False else None)
    console = Console(highlight=False, markup=False)
    console.print(table)
    wrong = [row.claim.name for row in rows if row.agrees is False]
    seconds = sum(row.seconds for row in rows)
    told = f"{', '.join(wrong)} disagree" if wrong else "nothing disagrees"
    console.print(f"{len(rows)} rows in {seconds:.1f} s: {told}")
