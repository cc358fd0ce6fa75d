"""`spookymarks perft`: counting sequences of actions, the classic check of a program that knows the rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from spookymarks import kernel
from spookymarks.cli import ABOUT
from spookymarks.cli.options import rules_option
from spookymarks.notation.text import read_position
from spookymarks.rules import Position, RuleSet

if TYPE_CHECKING:
    from collections.abc import Callable

PORTION = 4
"""Plies that the kernel counts at once: milliseconds, so that Ctrl-C is heard between two portions."""


@click.command("perft", short_help=ABOUT["perft"])
@click.argument("depth", type=click.IntRange(0, kernel.MOST_PLIES))
@rules_option
@click.option("--position", "text", default="-", metavar="TEXT", help="Start here, for example 15.15; default: empty.")
@click.option("--split", is_flag=True, help="Count for each first action too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(depth: int, rules: RuleSet, text: str, split: bool, as_json: bool) -> None:
    """Count the sequences of exactly DEPTH actions; a game that is over has no further ones."""
    position = read_position(text, rules)
    portion = _counter()
    first = position.legal if split and depth else ()
    parts = {position.text(action): count(position.play(action), depth - 1, portion) for action in first}
    nodes = sum(parts.values()) if parts else count(position, depth, portion)
    if as_json:
        document = {"rules": rules.name, "position": str(position), "depth": depth, "nodes": nodes}
        click.echo(json.dumps({**document, "split": parts} if split else document))
        return
    for action, number in parts.items():
        click.echo(f"{action} {number}")
    click.echo(nodes)


def count(position: Position, depth: int, portion: Callable[[Position, int], int]) -> int:
    """Count the sequences of `depth` actions; `portion` counts where PORTION or fewer are left."""
    if depth <= PORTION:
        return portion(position, depth)
    return sum(count(position.play(action), depth - 1, portion) for action in position.legal)


def count_in_python(position: Position, depth: int) -> int:
    """Count with the Python rules alone."""
    if depth == 0:
        return 1
    legal = position.legal
    return len(legal) if depth == 1 else sum(count_in_python(position.play(action), depth - 1) for action in legal)


def _counter() -> Callable[[Position, int], int]:
    """Return the kernel's count, or Python's, with a notice, where there is no kernel."""
    try:
        kernel.perft(Position.start(), 0)
    except kernel.KernelMissingError as error:
        click.echo(f"spookymarks: {error}; counting in Python, a few hundred times slower", err=True)
        return count_in_python
    return kernel.perft
