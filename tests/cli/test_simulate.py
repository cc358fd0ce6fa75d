"""`simulate`: the totals of random games, for people and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pexpect
import pytest

from spookymarks import kernel
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from click.testing import Result

    Invoke = Callable[..., Result]
    Run = Callable[..., subprocess.CompletedProcess[str]]


def test_people_see_mean_error_and_shares(invoke: Invoke) -> None:
    """The mean with its standard error, a share for each result that occurred, and the lengths."""
    done = invoke("simulate", "100000", "--seed", "7")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("100,000 random games under standard in ")
    totals = kernel.simulate(100_000, 7)
    assert lines[1].split() == ["mean", "X-O", f"{totals.mean:+.5f}", "standard", "error", "0.00255"]
    assert [line.split()[:4] for line in lines[2:7]] == [
        ["X", "1,", "O", "0"],
        ["X", "0,", "O", "1"],
        ["X", "0,", "O", "0"],
        ["X", "0.5,", "O", "1"],
        ["X", "1,", "O", "0.5"],
    ]
    assert sum(int(line.split()[-1].replace(",", "")) for line in lines[2:7]) == 100_000
    assert lines[7].split() == ["placements", f"{totals.placements / 100_000:.4f}", "a", "game"]
    assert lines[8].split() == ["measurements", f"{totals.measurements / 100_000:.4f}", "a", "game"]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_json_is_one_document(invoke: Invoke, rules: str) -> None:
    """Everything is told of one game on average; the shares add up; the seed is named."""
    done = invoke("simulate", "5000", "--rules", rules, "--seed", "3", "--json")
    document = json.loads(done.stdout)
    totals = kernel.simulate(5000, 3, RULE_SETS[rules])
    assert (document["rules"], document["seed"], document["games"]) == (rules, 3, 5000)
    assert document["mean"] == totals.mean
    assert document["points"] == {"X": totals.points_x / 5000, "O": totals.points_o / 5000}
    assert sum(document["shares"].values()) == pytest.approx(1)
    assert (document["placements"], document["measurements"]) == (
        totals.placements / 5000,
        totals.measurements / 5000,
    )
    assert 0 < document["standard_error"] < 0.02
    assert document["seconds"] >= 0


def test_the_number_of_workers_changes_nothing(invoke: Invoke) -> None:
    """One thread or three: the same games."""
    answers = [json.loads(invoke("simulate", "120000", "--json", "--workers", each).stdout) for each in "13"]
    for answer in answers:
        del answer["seconds"]
    assert answers[0] == answers[1]


def test_one_game_has_no_standard_error(invoke: Invoke) -> None:
    """A single game is shown without an error, null in the document."""
    assert "error" not in invoke("simulate", "1").stdout
    assert json.loads(invoke("simulate", "1", "--json").stdout)["standard_error"] is None


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["0"], "GAMES"),
        (["many"], "'many'"),
        (["9" * 30], "GAMES"),
        (["1", "--seed", "-1"], "--seed"),
        (["1", "--workers", "0"], "--workers"),
        (["1", "--rules", "chess"], "'chess'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(invoke: Invoke, arguments: list[str], named: str) -> None:
    """A wrong number is named on one line of standard error, and nothing is printed."""
    done = invoke("simulate", *arguments)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert named in done.stderr


def test_a_terminal_shows_progress_and_an_interrupt_ends_it(terminal: Callable[..., pexpect.spawn[str]]) -> None:
    """At a terminal a bar counts the games; Ctrl-C ends them with status 130 and no traceback."""
    child = terminal("simulate", "1000000000")
    child.expect("random games")
    child.expect("[1-9][0-9]*000/1000000000")
    child.sendintr()
    child.expect(pexpect.EOF)
    assert "Traceback" not in child.before
    child.close()
    assert child.exitstatus == 130


def test_a_pipe_sees_no_progress(run: Run) -> None:
    """Where standard error is no terminal, nothing is written there."""
    done = run("simulate", "200000", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
