"""`spookymarks admin`: looking after the games of a server, also while it runs."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spookymarks.cli import ABOUT
from spookymarks.cli.extra import server_packages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spookymarks.server.admin import Stats
    from spookymarks.server.checkup import Fault
    from spookymarks.server.settings import Settings

FAULTY = 1

database_option = click.option("--database", metavar="URL", help="A file, or a URL; default: the settings'.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")


@click.group("admin", short_help=ABOUT["admin"], invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Look after the games of a server, also while it runs.

    Settings are read from the environment, from SPOOKYMARKS_… variables, as `serve` does.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("check")
@database_option
@json_option
def check(database: str | None, as_json: bool) -> int:
    """Replay every game under the rules and look for whatever should not be there.

    Prints one line a fault; the exit status is 1 when there are any. Nothing is changed.
    """
    with _server() as settings:
        return asyncio.run(_check(database or settings.database, settings, as_json))


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@json_option
def backup(file: Path, database: str | None, as_json: bool) -> int:
    """Copy a SQLite database into FILE, as it is now, and check the copy.

    A file that exists is not overwritten. PostgreSQL has pg_dump.
    """
    with _server() as settings:
        from spookymarks.server.backup import back_up  # noqa: PLC0415 - an extra, and slow to import

        back_up(database or settings.database, file)
        return asyncio.run(_check(str(file), settings, as_json, copy=True))


@command.command("expire")
@click.option("--dry-run", is_flag=True, help="Only say how many games would be deleted.")
@database_option
@json_option
def expire(dry_run: bool, database: str | None, as_json: bool) -> None:
    """Delete the games that nobody goes on with, as a running server does every hour."""
    with _server() as settings:
        from spookymarks.server.admin import clear  # noqa: PLC0415 - as above

        games = asyncio.run(clear(database or settings.database, settings, dry=dry_run))
    _tell({"games": games, "deleted": not dry_run}, as_json, f"games {'expired' if dry_run else 'deleted'}: {games}")


@command.command("migrate")
@database_option
@json_option
def migrate(database: str | None, as_json: bool) -> None:
    """Bring the tables up to date, as a server does when it starts. Back up first, and stop the servers."""
    with _server() as settings:
        from spookymarks.server import admin  # noqa: PLC0415 - as above

        before, after = asyncio.run(admin.migrate(database or settings.database, settings.busy_ms))
    told = f"schema {after}, as before" if before == after else f"schema {before} is now {after}"
    _tell({"before": before, "after": after}, as_json, told)


@command.command("stats")
@database_option
@json_option
def stats(database: str | None, as_json: bool) -> None:
    """Count the games by their rules, and say how large the database is."""
    with _server() as settings:
        found = asyncio.run(_stats(database or settings.database, settings))
    if as_json:
        click.echo(json.dumps(_document(found)))
    else:
        _print(found)


@contextmanager
def _server() -> Iterator[Settings]:
    """Import the server and yield its settings; raises SpookyMarksError when one or the other cannot be used."""
    with server_packages():
        from spookymarks.server.settings import read_settings  # noqa: PLC0415 - an extra, and slow to import

        yield read_settings()


async def _check(database: str, settings: Settings, as_json: bool, *, copy: bool = False) -> int:
    """Check a database and tell. A copy may be of an older schema, whose games are not replayed."""
    from spookymarks.server import admin, checkup  # noqa: PLC0415 - as above

    faults: list[Fault] = []
    async with admin.looking_into(database, settings.busy_ms) as engine:
        schema = await admin.schema(engine)
        document: dict[str, Any] = {"schema": schema, "games": None, "events": None, "faults": []}
        if copy and schema != admin.newest_schema():
            _tell(
                document, as_json, f"copied as it was, at schema {schema}; the games can be checked after a migration"
            )
            return 0
        admin.must_be_current(schema)
        look = checkup.Checkup(engine)
        async for fault in look.faults():
            faults.append(fault)
            if not as_json:
                click.echo(str(fault))
    document |= {"games": look.games, "events": look.events, "faults": [fault._asdict() for fault in faults]}
    _tell(document, as_json, f"games: {look.games}, events: {look.events}, faults: {len(faults)}")
    return FAULTY if faults else 0


async def _stats(database: str, settings: Settings) -> Stats:
    from spookymarks.server import admin  # noqa: PLC0415 - as above

    async with admin.looking_into(database, settings.busy_ms) as engine:
        admin.must_be_current(await admin.schema(engine))
        return await admin.stats(engine, settings)


def _tell(document: dict[str, Any], as_json: bool, sentence: str) -> None:
    click.echo(json.dumps(document) if as_json else sentence)


def _document(stats: Stats) -> dict[str, Any]:
    rules = {name: tally._asdict() for name, tally in stats.rules.items()}
    return {**stats._asdict(), "rules": rules, **stats.total._asdict()}


def _print(stats: Stats) -> None:
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415 - a program that wants the document need not wait for Rich
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_footer=True)
    total = stats.total
    table.add_column("rules", footer="all")
    for heading, footer in (("games", total.games), ("unfinished", total.unfinished), ("a free seat", total.open)):
        table.add_column(heading, justify="right", footer=f"{footer:,}")
    for name, tally in stats.rules.items():
        table.add_row(name, *(f"{count:,}" for count in tally))
    console = Console(highlight=False, markup=False)
    console.print(table)
    console.print(
        f"events: {stats.events:,}, size: {stats.size / 2**20:,.1f} MiB, schema: {stats.schema}, "
        f"running server processes: {stats.running}, expired games: {stats.expired:,}",
        soft_wrap=True,
    )
