"""`analyze`: the value of every action, as a table for people or as one document a game."""

from __future__ import annotations

import json
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from spookymarks.notation.text import read_game, read_position
from spookymarks.rules import RULE_SETS, Settle
from spookymarks.solver import Depth, analyze
from spookymarks.solver.document import analysis_document
from spookymarks.teach import explain

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    from spookymarks.rules import Position

    Run = Callable[..., subprocess.CompletedProcess[str]]
    Invoke = Callable[..., Result]

LATE = "1-4 1-3 5-8 1-8 3-6 2-4"


def document(position: Position, depth: Depth = Depth.FULL) -> dict[str, object]:
    """Return the document that the library makes, without what the search cost."""
    return plain(json.dumps(analysis_document(analyze(position, depth=depth))))


def plain(text: str) -> dict[str, object]:
    """Read a document and take away what the search cost."""
    found: dict[str, object] = json.loads(text)
    assert isinstance(found.pop("nodes"), int)
    assert isinstance(found.pop("seconds"), float)
    return found


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_game_is_answered_with_one_document(invoke: Invoke, rules: str) -> None:
    """`--json` prints the Analysis JSON of the library, under each rule set, and nothing else."""
    done = invoke("analyze", "--json", "--rules", rules, "1-2", "3-4", "5-6", "7-8")
    assert (done.exit_code, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    assert plain(done.stdout) == document(read_game("1-2 3-4 5-6 7-8", RULE_SETS[rules]).position)


@pytest.mark.parametrize("text", ["9.1.5.23", " 9.1.5.32 ", "1-9 1-5 5-9 @5 2-3"])
def test_a_position_text_is_as_good_as_a_game(invoke: Invoke, text: str) -> None:
    """A position text means the position itself, whatever game led there."""
    assert plain(invoke("analyze", "--json", text).stdout) == document(read_position("9.1.5.23"))


def test_an_action_is_explained_in_words(invoke: Invoke) -> None:
    """`--explain` prints the facts of the teaching layer about one action, a sentence a line."""
    done = invoke("analyze", "1-4 1-5 4-8 1-8", "--explain", "@1")
    facts = explain(read_position("14.15.48.18"), Settle(0))
    assert (done.exit_code, done.stdout.splitlines()) == (0, [str(fact) for fact in facts])
    assert "Better: @8; then X is ahead by 1." in done.stdout


def test_an_explanation_is_one_document_with_its_fields(invoke: Invoke) -> None:
    """`--explain --json` gives each fact with its code, its fields and its sentence."""
    found = json.loads(invoke("analyze", "14.15.48.18", "--explain", "@1", "--json").stdout)
    assert (found["position"], found["rules"], found["action"]) == ("14.15.48.18", "standard", "@1")
    facts = explain(read_position("14.15.48.18"), Settle(0))
    assert found["facts"] == json.loads(json.dumps([fact.document() for fact in facts]))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("1-9", "--explain", "1-0"), "'1-0'"),
        (("1-9 1-9", "--explain", "2-3"), "O2 must be measured first"),
        (("-", "--explain", "2-3"), "--explain goes with one game"),
        (("1-9", "--values", "--explain", "2-3"), "--explain goes with one game"),
    ],
)
def test_what_cannot_be_explained_is_refused(invoke: Invoke, arguments: tuple[str, ...], sentence: str) -> None:
    """A wrong or illegal action, and options that do not go together, are one line and status 2."""
    done = invoke("analyze", *arguments)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert sentence in done.stderr


def test_values_alone_are_a_shorter_document(invoke: Invoke) -> None:
    """`--values` leaves distances, replies and lines out."""
    done = invoke("analyze", "--json", "--values", "1-9")
    assert plain(done.stdout) == document(read_position("19"), Depth.VALUES)
    assert {action["distance"] for action in json.loads(done.stdout)["actions"]} == {None}


def test_people_see_turn_value_and_a_line_for_each_action(invoke: Invoke) -> None:
    """Whose turn it is, the value in words, and all actions, the best first, with the facts of the document."""
    done = invoke("analyze", LATE, COLUMNS="200")
    lines = done.stdout.splitlines()
    analysis = analyze(read_game(LATE).position)
    assert lines[0] == "X places X₇."
    assert lines[1] == "With perfect play: X wins with 1 against 0, after 1 more placement."
    assert lines[3].split() == ["action", "X-O", "class", "distance", "replies", "line"]
    assert len(lines) == 4 + len(analysis.actions)
    for line, each in zip(lines[4:], analysis_document(analysis)["actions"], strict=True):
        value = f"{each['value']:+g}" if each["value"] else "0"
        facts = [each["action"], value, each["class"], each["distance"], each["replies"], *each["line"]]
        assert line.split() == [str(fact) for fact in facts if fact is not None]


def test_a_narrow_terminal_breaks_lines_under_their_column(invoke: Invoke) -> None:
    """No row is wider than the terminal, and a principal line goes on where it began."""
    wide, narrow = (invoke("analyze", "1-9 1-5 5-9 @5", COLUMNS=width).stdout for width in ("200", "64"))
    assert max(map(len, narrow.splitlines())) <= 64
    assert narrow.split() == wide.split()
    broken = [line for line in narrow.splitlines() if line.startswith(" " * 44)]
    assert broken
    assert narrow.splitlines()[3].index("line") == 44
    assert all(line[44] != " " for line in broken)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["1-2", "1-2"], "X chooses where O₂ settles."),
        (["--rules", "coin", "1-2", "1-2"], "A coin decides where O₂ settles."),
        (["--rules", "coin", "1-2", "1-2"], "With perfect play: X is ahead by 0.375 points on average."),
        (["1-9 1-5 5-9 @5"], "With perfect play: a draw."),
        ([f"{LATE} 5-8"], "With perfect play: O wins with 1 against 0.5, with this measurement."),
        (["--rules", "single", f"{LATE} 5-8"], "With perfect play: O wins with 1 against 0, with this measurement."),
        (["1.5.9.23"], "With perfect play: X wins with 1 against 0.5, after 4 more placements."),
        (["1.2.3.4.5.6.78.78", "--rules", "full-board"], "With perfect play: "),
    ],
)
def test_the_head_tells_turn_and_value(invoke: Invoke, arguments: list[str], sentence: str) -> None:
    """Measurements, coins, draws and near wins have their own words."""
    done = invoke("analyze", *arguments, COLUMNS="200")
    assert sentence in done.output


def test_a_finished_game_is_told_as_it_ended(invoke: Invoke) -> None:
    """A game that is over shows its result and no table."""
    done = invoke("analyze", f"{LATE} 5-8 @5")
    assert done.stdout.splitlines()[-1] == "Both have a line; O's line is the earlier one, 6 against 7: X 0.5, O 1."
    assert "action" not in done.stdout


def test_one_document_a_line(run: Run) -> None:
    """`analyze -` answers each line of the input in its turn: games, positions, and an empty line."""
    games = [LATE, "9.5.1.23", "-", ""]
    done = run("analyze", "-", "--values", given="\n".join(games) + "\r\n")
    assert (done.returncode, done.stderr) == (0, "")
    start = read_position("-")
    expected = [read_game(LATE).position, read_position("9.5.1.23"), start, start]
    assert [plain(line) for line in done.stdout.splitlines()] == [document(each, Depth.VALUES) for each in expected]


def test_a_wrong_line_is_named(run: Run) -> None:
    """Answers before a wrong line stand; the line's number, token and place are told; the status is 2."""
    done = run("analyze", "-", given=f"{LATE}\n1-2 @1\n{LATE}\n")
    assert (done.returncode, done.stdout.count("\n")) == (2, 1)
    assert done.stderr.startswith("spookymarks: line 2: game: '@1' at character 5: ")
    done = run("analyze", "-", given="12.12.34\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("spookymarks: line 1: X1:12 O2:12 X3:34 is not a position of the game: ")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "GAME"),
        (["1-2 hello"], "'hello' at character 5"),
        (["9.5.1.203"], "'203' at character 7"),
        (["12.99"], "O2"),
        (["1-2", "--rules", "chess"], "'chess'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(invoke: Invoke, arguments: list[str], named: str) -> None:
    """What is no game and no position is named on one line of standard error."""
    done = invoke("analyze", *arguments)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert named in done.stderr


def test_an_interrupt_ends_the_search(command: list[str], surroundings: dict[str, str]) -> None:
    """Ctrl-C while a question of seconds is searched ends with status 130 and without a word."""
    with subprocess.Popen(
        [*command, "analyze", "-", "--rules", "full-board"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(f"{LATE}\n-\n".encode())
        child.stdin.flush()
        assert child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert child.stdout.read() == b""
        assert child.stderr.read().strip() == b""
    assert child.returncode == 130
