"""`spookymarks puzzle`: puzzles to solve at the prompt, to list, to print as JSON, and to make anew."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import click

from spookymarks.cli import ABOUT, INTERRUPTED
from spookymarks.cli.waiting import progress_bar
from spookymarks.errors import SpookyMarksError
from spookymarks.solver import puzzles
from spookymarks.solver.puzzles import GRADES, SEED, Kind, Puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command("puzzle", short_help=ABOUT["puzzle"])
@click.argument("name", metavar="[ID]", required=False)
@click.option("--random", "any_one", is_flag=True, help="Any of the puzzles that fit; the same as no ID.")
@click.option("--kind", type=click.Choice([kind.value for kind in Kind]), help="Only puzzles of this kind.")
@click.option("--grade", type=click.IntRange(GRADES[0], GRADES[-1]), help="Only puzzles of this grade; 5 is hard.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="The same random puzzle again.")
@click.option("--list", "as_list", is_flag=True, help="List the puzzles that fit, and ask none.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document, answers included, and nothing else.")
@click.option("--generate", type=click.IntRange(1, 100_000), metavar="N", help="Make N puzzles and print one a line.")
@click.option("--color/--no-color", default=None, help="Colour; default: where the terminal has it.")
def command(  # noqa: PLR0913, PLR0917 - one argument an option
    name: str | None,
    any_one: bool,
    kind: str | None,
    grade: int | None,
    seed: int | None,
    as_list: bool,
    as_json: bool,
    generate: int | None,
    color: bool | None,
) -> None:
    """Solve the puzzle ID, or a random one; answer as in play, and type help there for what else can be typed.

    The puzzles are positions in which the solver finds something to ask. --generate 400 --seed 1 makes the ones that
    are shipped.
    """
    if name and (any_one or kind or grade or as_list or seed is not None):
        raise SpookyMarksError("an ID names one puzzle: --random, --kind, --grade, --seed and --list choose others")
    if generate:
        if name or any_one or kind or grade or as_list or as_json:
            raise SpookyMarksError("--generate goes with --seed alone")
        _generate(generate, SEED if seed is None else seed)
        return
    fitting = [puzzles.find(name)] if name else _fitting(kind, grade)
    if as_list:
        _list(fitting, as_json)
        return
    chance = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - nothing secret
    puzzle = fitting[int(chance.random() * len(fitting))]
    if as_json:
        click.echo(json.dumps(puzzle.document()))
    else:
        _ask(puzzle, color)


def _fitting(kind: str | None, grade: int | None) -> list[Puzzle]:
    """Return the puzzles of a kind and a grade, None for any; SpookyMarksError when there is none."""
    found = [
        puzzle for puzzle in puzzles.collection() if kind in {None, puzzle.kind.value} and grade in {None, puzzle.grade}
    ]
    if not found:
        raise SpookyMarksError(f"there is no puzzle of the kind {kind} and the grade {grade}")
    return found


def _generate(count: int, seed: int) -> None:
    from spookymarks.solver.compose import GAMES_A_PUZZLE, compose  # noqa: PLC0415 - only makers need it

    with progress_bar("random games", count * GAMES_A_PUZZLE) as progress:
        made = compose(count, seed, progress)
    for puzzle in made:
        click.echo(puzzles.write_line(puzzle))


def _list(fitting: Sequence[Puzzle], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([puzzle.document() for puzzle in fitting]))
        return
    click.echo(f"{'id':<13}  grade  to act  position")
    for puzzle in fitting:
        click.echo(f"{puzzle.id:<13}  {puzzle.grade:>5}  {puzzle.player:<6}  {puzzle.position}")


def _ask(puzzle: Puzzle, color: bool | None) -> None:
    """Take lines until the puzzle is solved or left."""
    # A program that only wants the document need not wait for Rich.
    from spookymarks.cli.quiz import Quiz  # noqa: PLC0415
    from spookymarks.cli.screen import Screen, prepare_input  # noqa: PLC0415

    prepare_input()
    screen = Screen(color)
    quiz = Quiz(screen, puzzle)
    quiz.show()
    try:
        screen.converse(quiz.prompt, quiz.obey)
    except EOFError:
        quiz.farewell()
    except KeyboardInterrupt:
        screen.gap()
        quiz.farewell()
        click.get_current_context().exit(INTERRUPTED)
