"""Rows of figures with their goals: medians of the rounds, a table for people and JSON for programs."""

from __future__ import annotations

import json
import statistics
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Figures = dict[str, float]


@dataclass(frozen=True)
class Row:
    """One thing that was measured: the median of each figure, over the rounds, and whether the goal is met.

    `goal`: None where the guide sets none; `met`: None then.
    """

    what: str
    figures: Figures
    rounds: int
    goal: str | None = None
    met: bool | None = None


@dataclass(frozen=True)
class Goal:
    """A sentence, and the question whether some figures keep it."""

    text: str
    kept: Callable[[Figures], bool]


@dataclass
class Rounds:
    """Gathers the figures of several rounds by what was measured, in the order of the first round."""

    goals: dict[str, Goal] = field(default_factory=dict)
    measured: dict[str, list[Figures]] = field(default_factory=dict)

    def add(self, what: str, figures: Figures, goal: Goal | None = None) -> None:
        """Add what one round has measured."""
        click.echo(f"  {what}: {in_words(figures)}", err=True)
        self.measured.setdefault(what, []).append(figures)
        if goal is not None:
            self.goals[what] = goal

    def rows(self) -> list[Row]:
        """Return the medians."""
        return [self._row(what, rounds) for what, rounds in self.measured.items()]

    def _row(self, what: str, rounds: Sequence[Figures]) -> Row:
        figures = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
        goal = self.goals.get(what)
        if goal is None:
            return Row(what, figures, len(rounds))
        return Row(what, figures, len(rounds), goal.text, goal.kept(figures))


def quantiles(values: Iterable[float]) -> Figures:
    """Return the 50th and the 99th percentile in milliseconds; not a number of none."""
    ordered = sorted(values)
    if not ordered:
        return {"p50 ms": float("nan"), "p99 ms": float("nan")}
    return {f"p{part} ms": ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (50, 99)}


def in_words(figures: Figures) -> str:
    """Return figures in one line."""
    return ", ".join(f"{name} {value:.4g}" for name, value in figures.items())


def show(rows: Sequence[Row], machine: dict[str, str], *, as_json: bool) -> None:
    """Print everything."""
    if as_json:
        click.echo(json.dumps({"machine": machine, "rows": [asdict(row) for row in rows]}, indent=1))
        return
    for name, value in machine.items():
        click.echo(f"{name}: {value}")
    table = Table("what", "figures (median)", "rounds", "goal", "")
    for row in rows:
        verdict = {True: "met", False: "NOT met", None: ""}[row.met]
        table.add_row(row.what, in_words(row.figures), str(row.rounds), row.goal or "", verdict)
    Console().print(table)
