"""`bench`: every figure is measured and shown, for people and as JSON; how large it is, no test says."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from spookymarks import kernel
from spookymarks.cli import measure
from spookymarks.kernel import Depth
from spookymarks.notation.text import read_game
from spookymarks.rules import Phase
from spookymarks.solver import SolverError

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Invoke = Callable[..., Result]

KINDS = measure.KINDS
TINY = measure.Effort(games=1000, depth=2, python_games=5, python_depth=1, positions=2, batch=8, runs=1)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure next to nothing, so that the tests are quick."""
    monkeypatch.setattr(measure, "QUICK", TINY)
    monkeypatch.setattr(measure, "KINDS", ("1-9 1-5 5-9 @5", "1-9 1-5 5-9 @9"))


@pytest.mark.skipif(shutil.which("node") is None, reason="the module runs in Node")
def test_json_is_one_document(invoke: Invoke) -> None:
    """Speeds, questions to the solver, the module, cores, starts and published figures, all positive; nothing else."""
    done = invoke("bench", "--quick", "--json")
    assert (done.exit_code, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    document = json.loads(done.stdout)
    assert list(document) == ["speeds", "solving", "browser", "scaling", "starts", "published"]
    assert [speed["name"] for speed in document["speeds"]] == ["Python rules", "kernel, native"]
    assert [each["positions"] for each in document["solving"]] == [1, 2, 2, 2]
    assert document["scaling"][0]["workers"] == 1
    assert set(document["starts"]) == {"python", "import", "help"}
    browser = document["browser"]
    assert browser["solve_nodes"] == document["solving"][0]["nodes"]
    rows = [
        *document["speeds"],
        *document["solving"],
        *document["scaling"],
        *document["published"],
        browser.pop("speed"),
    ]
    figures = [value for row in (*rows, browser) for value in row.values() if not isinstance(value, str)]
    assert len(figures) > 30
    assert all(value > 0 for value in figures)


def test_people_see_a_table_for_each_kind_of_figure(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five tables, with every measured row in them; the module's beside the library's."""
    web = measure.Browser(measure.Speed("kernel, WebAssembly", 1e6, 1e6), 60.0, 1000, 6.0)
    monkeypatch.setattr(measure, "browser", lambda _effort: web)
    done = invoke("bench", "--quick", COLUMNS="160")
    assert done.exit_code == 0
    for row in (
        "Python rules",
        "kernel, native",
        "kernel, WebAssembly",
        "the game, from nothing ",
        "the game, from nothing, WebAssembly: ",
        "all actions after one placement ",
        "all actions after one placement, WebAssembly: ",
        "all actions after three marks",
        "threads",
        "import spookymarks, above that",
        "spookymarks --help",
        "random games/s: fastest Rust engine",
        "random games/s: fastest browser engine",
        "s a move, four marks: exact Java solver",
    ):
        assert row in done.stdout


def test_without_node_or_numpy_the_rest_is_measured(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Node there is no module to measure, without NumPy no batch; what to install is said once."""

    def missing(_effort: measure.Effort) -> tuple[measure.Scaling, ...]:
        raise SolverError("arrays need NumPy")

    monkeypatch.setattr(measure, "scaling", missing)
    monkeypatch.setattr(measure.shutil, "which", lambda _name: None)
    done = invoke("bench", "--quick")
    assert (done.exit_code, done.stderr) == (0, "spookymarks: arrays need NumPy; the cores are not measured\n")
    assert "threads" not in done.stdout
    assert "WebAssembly" not in done.stdout
    assert "kernel, native" in done.stdout


def test_random_positions_are_always_the_same_and_wait_for_a_placement() -> None:
    """The sample is fixed: so many marks each, nothing to measure."""
    positions = measure.random_positions(6, 40)
    assert positions == measure.random_positions(6, 40)
    assert len(set(positions)) > 35
    assert {(len(position.marks), position.phase) for position in positions} == {(6, Phase.PLACE)}


def test_the_kinds_of_first_moves_differ() -> None:
    """The eight first moves are one of each kind under the symmetries of the board."""
    kinds = {min(str(image) for image in read_game(text).position.images) for text in KINDS}
    assert len(kinds) == len(KINDS) == 8


def test_the_worst_position_and_the_means_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds are the mean of the positions, each at its best run; the worst is named."""
    times = iter([0, 5, 10, 13, 20, 21, 30, 32])
    monkeypatch.setattr(measure.time, "process_time", lambda: next(times))
    positions = measure.random_positions(6, 2)
    found = measure._solving("?", Depth.VALUE, positions, TINY._replace(runs=2))
    assert (found.positions, found.seconds, found.worst, found.worst_at) == (2, 2.0, 3, str(positions[0]))
    nodes = [kernel.solve(position, Depth.VALUE, kernel.workspace()).nodes for position in positions]
    assert found.nodes == sum(nodes) / 2
