"""The command line: which commands there are, and the one place where errors become a line and an exit status.

A command's module is imported when the command runs, so that `--help` stays quick. Exit status: 0 done, 1 the
output could not be written or a row of `reproduce` disagrees, 2 bad input, 130 interrupted.
"""

from __future__ import annotations

import io
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from spookymarks import __version__
from spookymarks.errors import SpookyMarksError

if TYPE_CHECKING:
    from collections.abc import Sequence

ABOUT = {
    "play": "Play in the terminal, two people or against the computer.",
    "puzzle": "Find the move: puzzles made by the solver.",
    "replay": "Show the position that a game leads to.",
    "analyze": "Value every action of a position, exactly.",
    "solve": "Solve a position from nothing: value, length, best play.",
    "simulate": "Play random games on all cores.",
    "levels": "Show the computer's levels and how they measure up.",
    "arena": "Let computer players play each other.",
    "reproduce": "Recompute every published number of the game.",
    "bench": "Measure the speed of this machine.",
    "perft": "Count the sequences of actions from a position.",
    "convert": "Rewrite a game in another notation.",
    "serve": "Serve the page on which people play by link.",
    "admin": "Check, back up, clear and migrate the games of a server.",
}
"""Every command with its line in the help; each has a module of its name in this package."""

INTERRUPTED = 130
UNWRITABLE = 1
BAD_INPUT = 2


class Commands(click.Group):
    """The commands of ABOUT, imported on demand; errors leave as one line on standard error."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's signature
        """Return the names in the order of the help."""
        return list(ABOUT)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - the same
        """Import a command; None when there is none of this name."""
        if cmd_name not in ABOUT:
            return None
        command: click.Command = import_module(f"spookymarks.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - the same
        """Write the table of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(ABOUT.items()))

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> NoReturn:  # noqa: ANN401 - Click's
        """Run, and leave with an exit status; without arguments the help is shown."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            # Text of a person that the terminal cannot show must not end the program.
            sys.stdout.reconfigure(errors="backslashreplace")
        given = list(sys.argv[1:] if args is None else args) or ["--help"]
        sys.exit(self._run(given, *rest, **{**extra, "standalone_mode": False}))

    def _run(self, args: list[str], *rest: Any, **extra: Any) -> int:  # noqa: ANN401 - handed through
        try:
            status = super().main(args, *rest, **extra)
        except click.ClickException as error:
            return _complain(error.format_message(), BAD_INPUT)
        except SpookyMarksError as error:
            return _complain(str(error), BAD_INPUT)
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except OSError as error:
            return _complain(f"the output cannot be written: {error.strerror or error}", UNWRITABLE)
        return status if isinstance(status, int) else 0


def _complain(sentence: str, status: int) -> int:
    """Print an error on one line of standard error and return the exit status."""
    click.echo(f"spookymarks: {' '.join(sentence.split())}", err=True)
    return status


@click.group(cls=Commands, name="spookymarks", help="Quantum Tic-Tac-Toe: play it, solve it, replay it, share it.")
@click.version_option(__version__, prog_name="spookymarks", message="%(prog)s %(version)s")
def commands() -> None:
    """Nothing happens before the command itself."""


def main() -> NoReturn:
    """Run the command line; the entry point of `spookymarks` and `qttt`."""
    commands.main()
