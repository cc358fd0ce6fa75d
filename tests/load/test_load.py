"""Each kind of load in small: that it runs and reports, and nothing about time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from load.__main__ import main
from load.drive import ENDLESS_GAME, WHOLE_GAME, games_needed
from load.report import Goal, Rounds, quantiles
from spookymarks.notation.text import read_action
from spookymarks.rules import Position

if TYPE_CHECKING:
    from pathlib import Path


def _measured(kind: str, folder: Path, *options: str) -> dict[str, dict[str, Any]]:
    arguments = [kind, "--json", "--rounds", "1", "--folder", str(folder), *options]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    report = json.loads(result.stdout)
    assert "fsync" in json.dumps(report)
    assert report["machine"]["versions"].startswith("Python 3.")
    return {row["what"]: row for row in report["rows"]}


def test_the_longest_game_is_played_by_the_rules() -> None:
    """Thirteen legal actions, each by the side to act, and then the game is over."""
    assert len(WHOLE_GAME) == 13
    position = Position.start()
    for step in WHOLE_GAME:
        assert position.to_act == step.seat
        position = position.play(read_action(step.what, position))
    assert position.over


def test_there_are_games_for_all_moves() -> None:
    """However moves and slots divide, the last slot has a game for its last move."""
    assert games_needed(10, 1, 13, 20) == 20
    assert games_needed(100, 9, 13, 20) == 80
    assert games_needed(50, 15, len(ENDLESS_GAME), 1) == 1


def test_rows_are_medians_and_judge_the_goal_by_them() -> None:
    """One slow round of three changes nothing; a goal that the median misses is not met."""
    rounds = Rounds()
    for value in (1.0, 99.0, 3.0):
        rounds.add("a", {"ms": value}, Goal("<= 3", lambda found: found["ms"] <= 3))
        rounds.add("b", {"ms": value}, Goal("< 3", lambda found: found["ms"] < 3))
    assert [(row.what, row.figures, row.met) for row in rounds.rows()] == [
        ("a", {"ms": 3.0}, True),
        ("b", {"ms": 3.0}, False),
    ]


def test_quantiles_are_values_that_occurred() -> None:
    """The 50th and the 99th of a hundred."""
    assert quantiles(range(100)) == {"p50 ms": 50, "p99 ms": 99}


@pytest.mark.parametrize("setup", ["sqlite-1", "postgresql-2-redis"])
def test_moves_are_measured(tmp_path: Path, setup: str) -> None:
    """Every move that was due is seen by the opponent."""
    (row,) = _measured("moves", tmp_path, "--setup", setup, "--rate", "20", "--seconds", "1", "--games", "5").values()
    assert row["what"] == f"20 moves/s, {setup}"
    assert row["figures"]["moves/s"] > 0
    assert row["figures"]["unseen"] == row["figures"]["refused"] == 0


def test_idle_sockets_are_measured(tmp_path: Path) -> None:
    """All come in and stay, and memory is that of the server."""
    (row,) = _measured("idle", tmp_path, "--sockets", "20", "--seconds", "0.2").values()
    assert row["figures"]["lost"] == 0
    assert row["figures"]["MiB"] > 20


def test_a_storm_is_measured(tmp_path: Path) -> None:
    """After a restart everybody is back, and each absence has been timed."""
    (row,) = _measured("storm", tmp_path, "--sockets", "20").values()
    assert row["figures"]["missing"] == 0
    assert row["figures"]["last s"] > 0


def test_company_is_measured(tmp_path: Path) -> None:
    """The one game goes on beside everything, and each company is reported with its ratio."""
    rows = _measured("company", tmp_path, "--sockets", "10", "--seconds", "0.3")
    assert [name.split(",")[0] for name in rows] == [
        "one game alone", "one that never reads", "8 cold analyses", "warm analyses", "10 idle",
    ]  # fmt: skip
    for row in rows.values():
        assert row["figures"].get("unseen", 0) == 0
        assert "ratio" not in row["figures"] or row["figures"]["ratio"] > 0
