"""`spookymarks serve`: the server on which people play by link."""

from __future__ import annotations

import click

from spookymarks.cli import ABOUT
from spookymarks.cli.extra import server_packages

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - the keys are what people ask for, not a default
"""Addresses that mean every network of the machine, and the one to open on the machine itself."""


@click.command("serve", short_help=ABOUT["serve"])
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 is any.")
@click.option("--database", metavar="URL", help="Where games are kept: a file, or a URL; default: the settings'.")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that share the port."
)
def command(host: str, port: int, database: str | None, workers: int) -> None:
    """Serve the page, the HTTP interface and the sockets until Ctrl-C.

    More than one worker needs a PostgreSQL database. Other settings are read from the environment, from
    SPOOKYMARKS_… variables.
    """

    def ready(port: int) -> None:
        click.echo(f"Open {address(host, port)} in a browser; Ctrl-C ends the server.")

    with server_packages():
        from spookymarks.server.run import serve  # noqa: PLC0415 - an extra, and slow to import

        serve(host, port, database, ready, workers)


def address(host: str, port: int) -> str:
    """Return the address that a person on this machine opens."""
    name = EVERYWHERE.get(host, host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"
