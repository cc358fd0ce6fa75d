"""The command line: `python -m load` measures everything, `python -m load KIND` one kind of load."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from load import company, crowds, moves
from load.helper import more_descriptors
from load.machine import describe
from load.report import show
from load.stores import SETUPS, Stores

if TYPE_CHECKING:
    from collections.abc import Callable

    from load.report import Rounds

SETUP_NAMES = click.Choice(list(SETUPS))
FOLDER = click.Path(file_okay=False, exists=True, writable=True, path_type=Path)
ALONE = "sqlite-1"


class Printing(TypedDict):
    """Where a run works and how it prints."""

    folder: Path | None
    as_json: bool


def common(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that all have."""
    options = (
        click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table."),
        click.option("--folder", type=FOLDER, help="Where SQLite's files are made: on the disk to be measured."),
        click.option("--rounds", type=click.IntRange(1), default=5, show_default=True, help="Medians of how many."),
    )
    return reduce(lambda inner, option: option(inner), options, command)


def lasting(seconds: float) -> Callable[..., Callable[..., None]]:
    """Return the option of how long a round measures."""
    kind = click.FloatRange(0, min_open=True)
    return click.option("--seconds", type=kind, default=seconds, show_default=True, help="How long a round measures.")


def many(sockets: int) -> Callable[..., Callable[..., None]]:
    """Return the option of how many sockets are open."""
    return click.option("--sockets", type=click.IntRange(2), default=sockets, show_default=True, help="How many.")


def run(*measures: Callable[[Stores], Rounds], **options: Unpack[Printing]) -> None:
    """Measure and print."""
    more_descriptors()
    machine = describe()
    with Stores.open(options["folder"]) as stores:
        rows = [row for measure in measures for row in measure(stores).rows()]
    show(rows, machine, as_json=options["as_json"])


@click.group(invoke_without_command=True)
@click.pass_context
def main(context: click.Context) -> None:
    """Measure a server under load. Without a KIND: all kinds, which takes three quarters of an hour."""
    if context.invoked_subcommand is None:
        context.invoke(everything)


@main.command("moves")
@common
@lasting(10)
@click.option("--setup", "setups", type=SETUP_NAMES, multiple=True, default=tuple(SETUPS), help="Repeatable.")
@click.option("--rate", "rates", type=click.IntRange(1), multiple=True, default=tuple(moves.GOALS), help="Repeatable.")
@click.option("--games", type=click.IntRange(1), default=moves.GAMES_AT_ONCE, show_default=True, help="At one time.")
def moves_command(
    *,
    setups: tuple[str, ...],
    rates: tuple[int, ...],
    rounds: int,
    seconds: float,
    games: int,
    **options: Unpack[Printing],
) -> None:
    """Moves a second, and how soon the opponent sees them."""
    chosen = [SETUPS[name] for name in setups]
    run(lambda stores: moves.measure(stores, chosen, rates, rounds=rounds, seconds=seconds, at_once=games), **options)


@main.command("idle")
@common
@lasting(40)
@many(10_000)
def idle_command(*, rounds: int, seconds: float, sockets: int, **options: Unpack[Printing]) -> None:
    """Memory and processor time of idle sockets."""
    run(lambda stores: crowds.idle(stores, SETUPS[ALONE], sockets, rounds, seconds), **options)


@main.command("storm")
@common
@many(5_000)
def storm_command(*, rounds: int, sockets: int, **options: Unpack[Printing]) -> None:
    """Restart the server below a crowd of sockets."""
    run(lambda stores: crowds.storm(stores, SETUPS[ALONE], sockets, rounds), **options)


@main.command("company")
@common
@lasting(15)
@many(10_000)
def company_command(*, rounds: int, seconds: float, sockets: int, **options: Unpack[Printing]) -> None:
    """One game beside idle sockets, a spectator who never reads, and cold analyses; warm analyses."""
    run(lambda stores: company.beside(stores, SETUPS[ALONE], sockets, rounds, seconds), **options)


@main.command("all")
@common
def everything(*, rounds: int, **options: Unpack[Printing]) -> None:
    """Every kind, with its defaults."""
    setup = SETUPS[ALONE]
    run(
        lambda stores: moves.measure(
            stores, list(SETUPS.values()), tuple(moves.GOALS), rounds=rounds, seconds=10, at_once=moves.GAMES_AT_ONCE
        ),
        lambda stores: crowds.idle(stores, setup, 10_000, rounds, 40),
        lambda stores: crowds.storm(stores, setup, 5_000, rounds),
        lambda stores: company.beside(stores, setup, 10_000, rounds, 15),
        **options,
    )


if __name__ == "__main__":
    main()
