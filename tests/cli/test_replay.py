"""`replay`: one document a game, equal to what the rules say, or a board for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from casebook import case_id, cases, refusals
from spookymarks.cli import commands
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("case", cases(), ids=case_id)
def test_a_case_is_answered_as_the_rules_say(case: dict[str, object]) -> None:
    """The document holds every expected value, and nothing else is printed."""
    done = CliRunner().invoke(commands, ["replay", "--json", "--rules", str(case["rules"]), str(case["game"])])
    assert (done.exit_code, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    expected = case["expect"]
    assert isinstance(expected, dict)
    assert {key: document[key] for key in expected} == expected


@pytest.mark.parametrize("case", refusals(), ids=case_id)
def test_a_wrong_game_is_refused_by_name(case: dict[str, str]) -> None:
    """The one line names the token that the rules refuse and says why; the status is 2."""
    done = CliRunner().invoke(commands, ["replay", "--json", case["game"]])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert repr(case["refused"]) in done.stderr
    assert case["because"] in done.stderr
    assert done.stderr.count("\n") == 1


def test_one_document_a_line(run: Run) -> None:
    """`replay -` answers each line of the input, an empty one with the empty board, in the same order."""
    games = ["1-9 1-5 5-9 @5", "", "1. 1-2, 2. 1-2 {closed}", "1-2 1-2 @2"]
    done = run("replay", "-", "--json", given="\n".join(games) + "\r\n")
    assert (done.returncode, done.stderr) == (0, "")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert documents == [json.loads(json.dumps(replay_document(read_game(game).position))) for game in games]


def test_a_wrong_line_is_named(run: Run) -> None:
    """Answers before a wrong line stand; the line's number, token and place are told; the status is 2."""
    done = run("replay", "-", "--json", given="1-2\n1-2 @1\n1-3\n")
    assert done.returncode == 2
    assert [json.loads(line)["position"] for line in done.stdout.splitlines()] == ["12"]
    assert done.stderr.startswith("spookymarks: line 2: game: '@1' at character 5: ")


def test_input_that_is_no_text_is_named(command: list[str], surroundings: dict[str, str]) -> None:
    """A line of bytes that are not UTF-8 is refused by its number."""
    import subprocess  # noqa: PLC0415 - the fixture speaks text only

    done = subprocess.run(
        [*command, "replay", "-", "--json"], input=b"1-2\n\xff\n", capture_output=True, env=surroundings, check=False
    )
    assert (done.returncode, done.stderr) == (2, b"spookymarks: line 2 is not UTF-8 text: byte 1 is wrong.\n")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_rule_set_decides(invoke: Callable[..., Result], rules: str) -> None:
    """`--rules` is the rule set of the document."""
    done = invoke("replay", "--json", "--rules", rules, "1-2", "3-4")
    assert json.loads(done.stdout) == json.loads(
        json.dumps(replay_document(read_game("1-2 3-4", RULE_SETS[rules]).position))
    )


def test_without_json_people_see_a_board(run: Run) -> None:
    """The board, the pairs and the status are shown, without colour in a pipe."""
    done = run("replay", "1-9 1-5 5-9 @5 2-3")
    assert "│ ╭───╮    │" in done.stdout
    assert "Group A  O₄ 2-3\n" in done.stdout
    assert "X places X₅." in done.stdout
    assert "\x1b" not in done.stdout


def test_a_terminal_without_these_characters_gets_ascii(run: Run) -> None:
    """Where the output's encoding has no subscripts, boards and names are plain ASCII."""
    done = run("replay", "1-9 1-5 5-9 @5 2-3", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "Group A  O4 2-3\n" in done.stdout
    assert "+1---------+2---------+3---------+" in done.stdout
