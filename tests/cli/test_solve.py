"""`solve`: the value of a position from nothing, with its best line and its cost."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from spookymarks.notation.text import read_game, write_game
from spookymarks.rules import RULE_SETS
from spookymarks.solver import Depth, analyze

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., subprocess.CompletedProcess[str]]
    Invoke = Callable[..., Result]

LATE = "1-4 1-3 5-8 1-8 3-6 2-4"


def test_the_game_itself_is_solved(run: Run) -> None:
    """Without a position the empty board is solved from nothing: X wins narrowly, and the line plays it out."""
    document = json.loads(run("solve", "--json").stdout)
    assert (document["rules"], document["position"], document["value"]) == ("standard", "-", 0.5)
    assert document["nodes"] > 1000
    assert document["seconds"] > 0
    end = read_game(" ".join(document["line"])).position
    score = end.score
    assert score is not None
    assert score.x - score.o == 0.5
    assert len(end.marks) == document["distance"]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_position_is_solved_under_its_rules(invoke: Invoke, rules: str) -> None:
    """Value, distance and line are those of the library; a position text or a game says what is to be solved."""
    game = read_game("1-2 3-4 5-6 7-8", RULE_SETS[rules])
    analysis = analyze(game.position, depth=Depth.LINES)
    for text in (str(game.position), write_game(game)):
        done = invoke("solve", "--json", "--rules", rules, text)
        assert (done.exit_code, done.stderr, done.stdout.count("\n")) == (0, "", 1)
        document = json.loads(done.stdout)
        assert (document["rules"], document["position"]) == (rules, str(game.position))
        assert (document["value"], document["distance"]) == (analysis.value, analysis.distance)
        assert len(document["line"]) == len(analysis.actions[0].line)


def test_people_see_value_line_and_cost(invoke: Invoke) -> None:
    """Three sentences: what perfect play comes to, how, and what it cost to know."""
    told = invoke("solve", LATE, COLUMNS="200").stdout.splitlines()
    assert told[0] == "With perfect play: X wins with 1 against 0, after 1 more placement."
    assert re.fullmatch(r"Best line: \S+( \S+)+", told[1])
    assert re.fullmatch(r"[\d,]+ nodes in \d+\.\d{3} s", told[2])


def test_a_finished_game_has_no_line(invoke: Invoke) -> None:
    """A game that is over is told as it ended; its value is its score."""
    game = f"{LATE} 5-8 @5"
    document = json.loads(invoke("solve", "--json", game).stdout)
    assert (document["value"], document["line"]) == (-0.5, [])
    assert "Both have a line; O's line is the earlier one" in invoke("solve", game).stdout
    assert "Best line" not in invoke("solve", game).stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(["12.99"], "O2"), (["1-2 hello"], "'hello' at character 5"), (["--rules", "chess"], "'chess'")],
)
def test_bad_input_is_one_line_and_status_2(invoke: Invoke, arguments: list[str], named: str) -> None:
    """What is no position is named on one line of standard error."""
    done = invoke("solve", *arguments)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert named in done.stderr
