"""`levels`, `arena` and `play --level`: the tables, the matches, and a person against the computer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spookymarks.notation.record import read_record
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS, Position
from spookymarks.solver.calibration import calibration_document, published
from spookymarks.solver.levels import LEVELS, choose

if TYPE_CHECKING:
    from collections.abc import Callable

    import pexpect
    from click.testing import Result

    Invoke = Callable[..., Result]
    Terminal = Callable[..., pexpect.spawn[str]]

START = Position.start()
PAGE = Path(__file__).parents[2] / "docs" / "levels.md"


def moves(shown: str) -> list[str]:
    """Return the actions of the game that was printed last."""
    return next((line.split() for line in reversed(shown.splitlines()) if re.match(r"\d-\d( |$)", line)), [])


# levels


def test_levels_are_told_weakest_first(invoke: Invoke) -> None:
    """Every player has a line with its rating; levels have their score against the one below and what they see."""
    done = invoke("levels", COLUMNS="200")
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert (done.exit_code, sorted(names)) == (0, sorted(["player", *map(str, range(1, 10)), "random", "greedy"]))
    assert [name for name in names if name.isdigit()] == list("123456789")
    calibration = published()
    for level, below in zip(LEVELS[1:], LEVELS, strict=False):
        line = next(line for line in done.stdout.splitlines() if line.startswith(f"{level.name} "))
        assert f"{calibration.standings[level, below].score:.1%}" in line
        assert f" {round(calibration.ratings[level].elo)} " in line
        assert line.endswith(level.sees)


def test_levels_fit_a_narrow_terminal(invoke: Invoke) -> None:
    """What a level sees is broken at the width of the terminal."""
    assert max(map(len, invoke("levels", COLUMNS="80").stdout.splitlines())) <= 80


def test_levels_as_json(invoke: Invoke) -> None:
    """`--json` prints the document of the published round robin."""
    assert json.loads(invoke("levels", "--json").stdout) == json.loads(json.dumps(calibration_document(published())))


def test_the_page_shows_these_tables(invoke: Invoke) -> None:
    """docs/levels.md holds what `levels --markdown` prints."""
    tables = invoke("levels", "--markdown").stdout.strip().split("\n\n")
    assert len(tables) == 2
    page = PAGE.read_text("utf-8")
    assert all(table in page for table in tables)


# arena


def test_a_match_is_told(invoke: Invoke) -> None:
    """A match prints its score with the error, and the scores with each letter."""
    shown = invoke("arena", "3", "random", "--games", "400", "--seed", "2").stdout
    assert shown.startswith("3 against random: 400 games under standard in ")
    score, error, as_x, as_o = (float(number) for number in re.findall(r"(\d+\.\d)%", shown))
    assert 1 < error < 3
    assert score == pytest.approx((as_x + as_o) / 2, abs=0.11)


def test_a_match_as_json_comes_from_its_seed(invoke: Invoke) -> None:
    """`--json` prints one document, the same for the same seed and any number of workers."""
    arguments = ("arena", "greedy", "4", "--games", "100", "--json")
    first = json.loads(invoke(*arguments, "--seed", "7").stdout)
    assert json.loads(invoke(*arguments, "--seed", "7", "--workers", "1").stdout) == first
    assert json.loads(invoke(*arguments, "--seed", "8").stdout) != first
    assert (first["players"], first["games"], sum(first["as_x"]), sum(first["as_o"])) == (["greedy", "4"], 100, 50, 50)


def test_everybody_against_everybody(invoke: Invoke, tmp_path: Path) -> None:
    """`--all` prints ratings and scores, and keeps the document in a file."""
    done = invoke("arena", "--all", "--games", "4", "--save", "all.json")
    assert done.exit_code == 0
    ratings, scores = done.stdout.strip().split("\n\n")
    assert len(ratings.splitlines()) >= 12
    assert len(scores.splitlines()) == 12
    kept = json.loads((tmp_path / "all.json").read_text("utf-8"))
    assert (kept["games"], len(kept["matches"])) == (4, 55)
    assert json.loads(invoke("arena", "--all", "--games", "4", "--json").stdout) == kept


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name two players, like arena 3 2, or give --all, and not both"),
        (["3", "2", "--all"], "name two players, like arena 3 2, or give --all, and not both"),
        (["3"], "two players play each other, not 1"),
        (["3", "2", "1"], "two players play each other, not 3"),
        (["3", "2", "--save", "x"], "--save goes with --all"),
        (["3", "10"], "'10' is not one of"),
        (["3", "2", "--games", "1"], "1 is not in the range"),
        (["--all", "--games", "2", "--save", "no/where.json"], "'no/where.json' cannot be written"),
    ],
)
def test_what_the_arena_refuses(invoke: Invoke, arguments: list[str], sentence: str) -> None:
    """Bad input ends with one sentence and status 2."""
    done = invoke("arena", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


# play


def test_the_computer_answers(invoke: Invoke) -> None:
    """After each decision of the person the computer plays what its level chooses, and says so in words."""
    shown = invoke("play", "--level", "4", "--seed", "3", given="1-9\nmoves\n").stdout
    answer = choose(START.play(START.legal[7]), 4, seed=3)
    assert "You are X; Level 4 is O. Seed 3." in shown
    assert f"Level 4 places O₂: {answer}" in shown
    assert f"1-9 {answer}\n" in shown


def test_the_computer_begins_as_x(invoke: Invoke) -> None:
    """Who plays O finds the computer's first pair on the board."""
    shown = invoke("play", "--level", "9", "--as", "o", "--seed", "1").stdout
    assert re.search(r"Level 9 places X₁: (1-9|3-7)\n", shown)
    assert "O places O₂." in shown


def test_the_computer_measures(invoke: Invoke) -> None:
    """A cycle that the person closes is shown, measured by the computer in words, and followed by its placement."""
    shown = invoke("play", "--level", "9", "--seed", "1", given="1-9\nundo\n2-3\nmoves\n").stdout
    answer = moves(shown)[-1]
    shown = invoke("play", "--level", "9", "--seed", "1", given=f"2-3\n{answer}\nmoves\n").stdout
    game = read_game(" ".join(moves(shown))).position
    assert f"X₃ {answer} closes a cycle: O measures." in shown
    assert re.search(r"Level 9 chooses: @\d\nX₃ settles in \d; O₂ cannot stay in", shown)
    assert "A: X₃ settles in" in shown
    assert "Level 9 places O₄: " in shown
    assert game.to_act == "X"


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("letter", ["X", "O"])
def test_a_whole_game_under_every_rule_set(invoke: Invoke, rules: str, letter: str) -> None:
    """Whatever is typed, the computer never gets stuck; two levels play the same game with the same seeds again."""
    given = ""
    for _ in range(20):
        shown = invoke("play", "--rules", rules, "--level", "3", "--as", letter, "--seed", "5", given=given).stdout
        if "undo, new, save FILE or quit: " in shown:
            break
        played = read_game(" ".join(moves(shown)), RULE_SETS[rules]).position
        assert played.to_act == letter
        action = choose(played, 1, seed=9)
        given += f"{played.text(action)}\n"
    assert "undo, new, save FILE or quit: " in shown


def test_undo_takes_the_answer_back_too(invoke: Invoke) -> None:
    """Undo goes back to before the person's last decision; redo brings both back; the answer is the same again."""
    shown = invoke(
        "play", "--level", "2", "--seed", "8", given="1-9\n3-7\nundo\nmoves\nredo\nundo\n3-7\nmoves\n"
    ).stdout
    taken = re.findall(r"Taken back: (.+)", shown)
    again = re.findall(r"Played again: (.+)", shown)
    assert taken[0].startswith("3-7 ")
    assert taken == [*again, taken[0]]
    assert shown.rstrip().splitlines()[-1].endswith(taken[0])


def test_undo_keeps_the_computers_first_pair(invoke: Invoke) -> None:
    """There is nothing to take back before the person has decided anything."""
    shown = invoke("play", "--level", "2", "--as", "O", given="undo\nmoves\n").stdout
    assert "There is nothing to take back." in shown
    assert len(moves(shown)) > 0


def test_a_new_game_is_another_game(invoke: Invoke) -> None:
    """`new` begins the next game of the seed, and the same seed brings the same games."""
    given = "new\n" * 12
    shown = invoke("play", "--level", "2", "--as", "O", "--seed", "4", given=given).stdout
    pairs = re.findall(r"Level 2 places X₁: (.+)", shown)
    assert len(pairs) == 13
    assert len(set(pairs)) > 3
    again = invoke("play", "--level", "2", "--as", "O", "--seed", "4", given=given).stdout
    assert re.findall(r"Level 2 places X₁: (.+)", again) == pairs


def test_a_loaded_game_goes_on_against_the_computer(invoke: Invoke, tmp_path: Path) -> None:
    """When it is the computer's turn in a loaded game it plays at once; a saved game names it."""
    (tmp_path / "game.txt").write_text("1-9", "utf-8")
    shown = invoke("play", "--level", "5", "--seed", "1", "--load", "game.txt", given="save now.txt\n").stdout
    assert "Level 5 places O₂: " in shown
    invoke("play", "--level", "5", "--seed", "1", given="1-9\nsave new.txt\n")
    record = read_record((tmp_path / "new.txt").read_text("utf-8"))
    assert dict(record.tags)["O"] == "Level 5"
    assert len(record.transcript.actions) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--as", "O"], "--as and --seed are about the computer: name its level too, like --level 3"),
        (["--seed", "1"], "--as and --seed are about the computer: name its level too, like --level 3"),
        (["--level", "10"], "10 is not in the range 1<=x<=9"),
        (["--level", "3", "--as", "Y"], "'Y' is not one of 'x', 'o'"),
    ],
)
def test_what_play_refuses(invoke: Invoke, arguments: list[str], sentence: str) -> None:
    """Bad input ends with one sentence and status 2."""
    done = invoke("play", *arguments)
    assert done.exit_code == 2
    assert sentence in done.stderr


def test_a_game_against_the_computer_at_a_terminal(terminal: Terminal) -> None:
    """At a terminal the computer answers, is taken back with undo, and quit prints the game that was not saved."""
    child = terminal("play", "--no-color", "--level", "3", "--as", "X", "--seed", "2")
    child.expect("You are X; Level 3 is O. Seed 2.")
    child.expect("X₁, two squares: ")
    child.sendline("5-9")
    child.expect(r"Level 3 places O₂: (\d-\d)")
    assert child.match
    answer = child.match[1]
    child.expect(r"(two squares|A or B): ")
    child.sendline("undo")
    child.expect(f"Taken back: 5-9 {answer}")
    child.expect("X₁, two squares: ")
    child.sendline("5-9")
    child.expect(f"Level 3 places O₂: {answer}")
    child.expect(r"(two squares|A or B): ")
    child.sendline("quit")
    child.expect(f"5-9 {answer}")
    child.read()
    child.close()
    assert child.exitstatus == 0
