"""`spookymarks bench`: how fast rules, kernel and solver are on this machine, beside published figures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from spookymarks.cli import ABOUT, measure
from spookymarks.cli.waiting import progress_bar
from spookymarks.solver import SolverError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table

    from spookymarks.cli.measure import Browser, Effort, Scaling, Solving, Speed

STEPS = 9


@dataclass(frozen=True, slots=True)
class Report:
    """Everything measured; `browser` is None without Node or a checkout, `scaling` is empty without NumPy.

    `starts` are seconds: of Python alone, of importing the package above that, and of the help.
    """

    speeds: tuple[Speed, ...]
    solving: tuple[Solving, ...]
    browser: Browser | None
    scaling: tuple[Scaling, ...]
    starts: dict[str, float]

    @property
    def published(self) -> tuple[tuple[str, str, float, float], ...]:
        """What others reach: unit, program, their figure, ours. Theirs are from another machine of two cores."""
        python, native = self.speeds[:2]
        found = [
            ("random games/s", "fastest Rust engine", 400e3, native.games),
            ("perft leaves/s", "fastest Rust engine", 148e6, native.leaves),
            ("random games/s", "fastest Python program", 4.5e3, python.games),
            ("s a move, four marks", "exact Java solver", 0.05, self.solving[3].seconds),
        ]
        if self.browser:
            found.append(("random games/s", "fastest browser engine", 36.3e3, self.browser.speed.games))
        return tuple(found)


@click.command("bench", short_help=ABOUT["bench"])
@click.option("--quick", is_flag=True, help="A rough look in a few seconds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(quick: bool, as_json: bool) -> None:
    """Measure rules, kernel and solver for half a minute; compare ratios, not machines.

    Times of one core are processor time, the best of three; the solver starts with an empty table each time.
    """
    effort = measure.QUICK if quick else measure.FULL
    with progress_bar("bench", STEPS) as progress:
        report = _measure(effort, progress)
    if as_json:
        click.echo(json.dumps(document(report)))
        return
    from rich.console import Console  # noqa: PLC0415 - a program that wants the document need not wait for Rich

    console = Console()
    for table in _tables(report):
        console.print(table)


def document(report: Report) -> dict[str, object]:
    """Return the figures in games, leaves, positions and nodes a second, and in seconds."""
    browser = report.browser
    return {
        "speeds": [speed._asdict() for speed in report.speeds],
        "solving": [each._asdict() for each in report.solving],
        "browser": browser and {**browser._asdict(), "speed": browser.speed._asdict()},
        "scaling": [each._asdict() for each in report.scaling],
        "starts": report.starts,
        "published": [
            dict(zip(("unit", "program", "theirs", "ours"), figures, strict=True)) for figures in report.published
        ],
    }


def _measure(effort: Effort, progress: Callable[[int], object]) -> Report:
    speeds = [measure.python_speed(effort)]
    progress(1)
    speeds.append(measure.kernel_speed(effort))
    progress(2)
    solving = []
    for step, question in enumerate((measure.root, measure.after_one, measure.after_three, measure.after_four), 3):
        solving.append(question(effort))
        progress(step)
    browser = measure.browser(effort)
    progress(7)
    scaling = _scaling(effort)
    progress(8)
    bare = measure.start_seconds(effort, "-c", "")
    starts = {
        "python": bare,
        "import": max(0.0, measure.start_seconds(effort, "-c", "import spookymarks") - bare),
        "help": measure.start_seconds(effort, "-m", "spookymarks", "--help"),
    }
    progress(9)
    return Report(tuple(speeds), tuple(solving), browser, scaling, starts)


def _scaling(effort: Effort) -> tuple[Scaling, ...]:
    try:
        return measure.scaling(effort)
    except SolverError as error:
        click.echo(f"spookymarks: {error}; the cores are not measured", err=True)
        return ()


def _tables(report: Report) -> Iterator[Table]:
    yield _speed_table(report)
    yield _solving_table(report)
    if report.scaling:
        yield _scaling_table(report)
    yield _start_table(report)
    yield _published_table(report)


def _speed_table(report: Report) -> Table:
    table = _table("random games and perft, standard, one core", "", "games/s", "of native", "leaves/s", "of native")
    native = report.speeds[1]
    for each in (*report.speeds, *((report.browser.speed,) if report.browser else ())):
        table.add_row(
            each.name,
            f"{each.games:,.0f}",
            f"{each.games / native.games:.1%}",
            f"{each.leaves:,.0f}",
            f"{each.leaves / native.leaves:.1%}",
        )
    return table


def _solving_table(report: Report) -> Table:
    table = _table("exact values, standard, one core, empty table", "", "positions", "mean ms", "worst ms", "nodes")
    for each in report.solving:
        table.add_row(
            each.question,
            str(each.positions),
            f"{1000 * each.seconds:,.2f}",
            f"{1000 * each.worst:,.2f}",
            f"{each.nodes:,.0f}",
        )
    if report.browser:
        wasm = report.browser
        for native, seconds in zip(report.solving, (wasm.solve_seconds, wasm.replies_seconds), strict=False):
            name = f"{native.question}, WebAssembly: {seconds / native.seconds:.2f} × native"
            table.add_row(name, str(native.positions), f"{1000 * seconds:,.2f}", "", "")
    return table


def _scaling_table(report: Report) -> Table:
    table = _table("values of a batch", "threads", "positions/s", "of one", "processor ms a position")
    for each in report.scaling:
        table.add_row(
            str(each.workers),
            f"{each.positions:,.0f}",
            f"{each.positions / report.scaling[0].positions:.2f}",
            f"{1000 * each.cost:.3f}",
        )
    return table


def _start_table(report: Report) -> Table:
    table = _table("from nothing to done, the best run", "", "ms", "goal")
    table.add_row("python alone", f"{1000 * report.starts['python']:.0f}", "")
    table.add_row("import spookymarks, above that", f"{1000 * report.starts['import']:.0f}", "60")
    table.add_row("spookymarks --help", f"{1000 * report.starts['help']:.0f}", "150")
    return table


def _published_table(report: Report) -> Table:
    table = _table("beside published programs (on another machine)", "", "theirs", "ours", "")
    for unit, program, theirs, ours in report.published:
        faster = theirs / ours if unit.startswith("s ") else ours / theirs
        table.add_row(f"{unit}: {program}", _figure(theirs), _figure(ours), f"{faster:,.1f} ×")
    return table


def _figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.2g}"


def _table(title: str, first: str, *headings: str) -> Table:
    """Return an empty table whose columns but the first stand to the right."""
    from rich.table import Table  # noqa: PLC0415

    table = Table(first, title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table
