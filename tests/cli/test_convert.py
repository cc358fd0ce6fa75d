"""`convert`: games from one notation to another, through files and pipes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from casebook import cases
from spookymarks.cli import commands

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Invoke = Callable[..., Result]

DOUBLE_WIN = next(case["game"] for case in cases() if case["expect"].get("score") == {"X": 2, "O": 0})
GAMES = [case["game"] for case in cases() if case["rules"] == "standard"]


@pytest.mark.parametrize("name", ["record", "goff", "game"])
@pytest.mark.parametrize("game", GAMES)
def test_there_and_back(name: str, game: str) -> None:
    """A game written in a format and read from it is the same game."""
    runner = CliRunner()
    there = runner.invoke(commands, ["convert", "--from", "game", "--to", name, "--rules", "standard"], input=game)
    assert (there.exit_code, there.stderr) == (0, "")
    back = runner.invoke(
        commands, ["convert", "--from", name, "--to", "game", "--rules", "standard"], input=there.stdout
    )
    assert (back.exit_code, back.stdout) == (0, game + "\n")


@pytest.mark.parametrize(
    ("name", "text"), [("shcherbina", "12 12? 1!"), ("ksmanis", "(0,1)(0,1)(0)"), ("goff", "X1+(1,2);O2+(1,2)")]
)
def test_foreign_notations_are_read(invoke: Invoke, name: str, text: str) -> None:
    """Other programs' games become game text."""
    done = invoke("convert", "--from", name, "--to", "game", given=text)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("1-2 1-2")


def test_goffs_string_is_read_with_goffs_scoring(invoke: Invoke) -> None:
    """His two points for two lines are right without naming the rules, and wrong under standard."""
    text = invoke("convert", "--from", "game", "--to", "goff", "--rules", "goff", given=DOUBLE_WIN).stdout
    assert "{X=2, O=0}" in text
    back = invoke("convert", "--from", "goff", "--to", "game", given=text)
    assert (back.exit_code, back.stdout) == (0, DOUBLE_WIN + "\n")
    assert invoke("convert", "--from", "goff", "--to", "game", "--rules", "standard", given=text).exit_code == 2


def test_a_file_is_read(invoke: Invoke, tmp_path: Path) -> None:
    """FILE may stand for standard input; a byte-order mark at its start is ignored."""
    (tmp_path / "game.txt").write_text("1-2 1-2 @1", "utf-8-sig")
    assert invoke("convert", "--from", "game", "--to", "position", "game.txt").stdout == "2.1\n"
    document = json.loads(invoke("convert", "--from", "game", "--to", "replay", "game.txt").stdout)
    assert document["squares"][:2] == ["O2", "X1"]


def test_the_rules_are_those_of_the_record(invoke: Invoke) -> None:
    """A Rules tag counts before --rules, which counts otherwise."""
    record = '[Rules "goff"]\n\n1. 1-2 *\n'
    assert '[Rules "goff"]' in invoke("convert", "--from", "record", "--to", "record", given=record).stdout
    bare = invoke("convert", "--from", "game", "--to", "record", "--rules", "coin", given="1-2")
    assert '[Rules "coin"]' in bare.stdout


@pytest.mark.parametrize(("name", "text"), [("game", "1-2 9"), ("record", "[Rules"), ("goff", "X1+(5"), ("golf", "?")])
def test_a_wrong_text_is_refused_at_its_place(invoke: Invoke, name: str, text: str) -> None:
    """The one line says where the text goes wrong; the status is 2 and nothing is written."""
    done = invoke("convert", "--from", name, "--to", "game", given=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "at character" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_without_an_end_is_refused(invoke: Invoke) -> None:
    """What is larger than any game is not read to its end."""
    done = invoke("convert", "--from", "game", "--to", "game", "/dev/zero")
    assert (done.exit_code, done.stderr) == (2, "spookymarks: '/dev/zero' is larger than 4 MiB, which no game is.\n")
