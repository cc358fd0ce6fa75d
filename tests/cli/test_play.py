"""`play` with the lines of a game in a pipe: what each line does, what it is answered, and what is kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from casebook import cases
from spookymarks.notation.record import read_record
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import CompletedProcess

    from click.testing import Result

    Invoke = Callable[..., Result]

CYCLE = "1-9\n1-5\n5-9\n"
STEM = "1-4\n1-5\n4-8\n2-3\n1-8\n"
LAST_SQUARE = "13 48 23 15 45 59 46 46 @6".replace(" ", "\n") + "\n"


def answer(done: Result, typed: str) -> str:
    """Return the line that follows a typed line in the dialogue."""
    lines = done.stdout.splitlines()
    index = next(number for number, line in enumerate(lines) if line.endswith(f": {typed}"))
    return " ".join(lines[index + 1 : index + 3])


@pytest.mark.parametrize(
    "case", [case for case in cases() if "score" in case["expect"]], ids=lambda case: str(case["case"])
)
def test_a_whole_game_ends_in_words_and_numbers(invoke: Invoke, case: dict[str, str]) -> None:
    """A finished game of the case book ends with its lines, its score, and nothing left to place."""
    done = invoke("play", "--rules", case["rules"], given=case["game"].replace(" ", "\n") + "\n")
    assert done.exit_code == 0
    expect = case["expect"]
    assert isinstance(expect, dict)
    score = expect["score"]
    assert f"X {score['X']:g}, O {score['O']:g}." in done.stdout
    for line in expect.get("lines", []):
        squares = "-".join(map(str, line["squares"]))
        assert f"{line['mark']} line {squares}, highest number {line['highest']}." in done.stdout
    assert done.stdout.rstrip().endswith(case["game"])


@pytest.mark.parametrize("typed", ["1-5", "1 5", "15", "5-1", " 1 - 5 ", "1,5", "1–5"])
def test_a_pair_can_be_typed_in_many_ways(invoke: Invoke, typed: str) -> None:
    """Every usual way to write two squares places the same pair."""
    assert invoke("play", given=f"{typed}\nmoves\n").stdout.count("1-5\n") >= 1
    assert "Group A  X₁ 1-5\n" in invoke("play", given=f"{typed}\n").stdout


@pytest.mark.parametrize("typed", ["A", "a", "5", "@5", "X3 5", "x3@5", "X3 @ 5", "O2 1", "X1 9"])
def test_an_outcome_can_be_named_in_many_ways(invoke: Invoke, typed: str) -> None:
    """A letter, a square, and any mark of the cycle with its square all choose outcome A."""
    done = invoke("play", given=f"{CYCLE}{typed}\n")
    assert "X₃ settles in 5; O₂ cannot stay in 5 and goes to 1; X₁ cannot stay in 1" in done.stdout
    assert done.stdout.endswith("1-9 1-5 5-9 @5\n")


@pytest.mark.parametrize("typed", ["B", "9", "@9", "X3 9", "O2 5", "X1 1"])
def test_the_other_outcome_too(invoke: Invoke, typed: str) -> None:
    """The same for outcome B."""
    assert invoke("play", given=f"{CYCLE}{typed}\n").stdout.endswith("1-9 1-5 5-9 @9\n")


def test_a_closed_cycle_names_the_measurer_and_shows_both_outcomes(invoke: Invoke) -> None:
    """Who measures, the cycle, its stems, what stays untouched, and both boards side by side are shown."""
    shown = invoke("play", given=STEM).stdout
    assert "X₅ 1-8 closes a cycle: O measures." in shown
    assert "Cycle *  X₁ 1-4, X₃ 4-8, X₅ 1-8\n" in shown
    assert re.search(r"Stems ~  O₂ 1-5 ", shown)
    assert "Untouched  O₄ 2-3\n" in shown
    assert re.search(r"A: X₅ settles in 1 {2,}B: X₅ settles in 8\n┌1─+┬2─+┬3─+┐ {3}┌1", shown)
    assert "O chooses where X₅ settles." in shown


@pytest.mark.parametrize(("rules", "measurer"), [("standard", "O"), ("closer-chooses", "X")])
def test_a_cycle_is_announced_before_it_is_closed(invoke: Invoke, rules: str, measurer: str) -> None:
    """While a pair could close a cycle, it is said who would measure; who does measure is the same."""
    shown = invoke("play", "--rules", rules, given=CYCLE).stdout
    first, *_, before, pending = shown.split("two squares: ")
    assert "close a cycle" not in first
    assert "Group A  X₁ 1-9, O₂ 1-5  (squares 1 5 9)\n" in before
    assert f"Two squares of one group close a cycle: then {measurer} measures.\n" in before
    assert f"closes a cycle: {measurer} measures.\n" in pending
    assert f"{measurer} chooses where X₃ settles." in pending
    assert pending.count("Play goes on.") == 2


def test_outcomes_show_finished_lines_and_points(invoke: Invoke) -> None:
    """Below an outcome that ends the game stand its lines and its score."""
    shown = invoke("play", given="14 13 58 18 36 24 58".replace(" ", "\n") + "\n", COLUMNS="40").stdout
    shown = " ".join(shown.split())
    assert "O line 1-2-3, highest number 6." in shown
    assert re.search(r"X line \d-\d-\d, highest number \d\.", shown)
    assert "X 0.5, O 1." in shown
    assert "X 1, O 0.5." in shown


def test_a_narrow_terminal_stacks_the_outcomes(invoke: Invoke) -> None:
    """Where two boards do not fit side by side, B follows below A, and no line is wider than the terminal."""
    shown = invoke("play", given=CYCLE, COLUMNS="40").stdout
    assert re.search(r"^A: X₃ settles in 5\n┌", shown, re.MULTILINE)
    assert re.search(r"^B: X₃ settles in 9\n┌", shown, re.MULTILINE)
    assert max(map(len, shown.splitlines())) <= 40


def test_a_stem_is_no_choice(invoke: Invoke) -> None:
    """A stem is answered with where it settles either way; the measurement stays open."""
    done = invoke("play", given=f"{STEM}O2 5\nB\n")
    assert "O2 is a stem and no choice: it settles in 5 either way." in answer(done, "O2 5")
    assert done.stdout.endswith("1-4 1-5 4-8 2-3 1-8 @8\n")


def test_who_measured_places_next(invoke: Invoke) -> None:
    """After a measurement the status says that the same player acts again."""
    assert "O has chosen and now places O₄." in invoke("play", given=f"{CYCLE}A\n").stdout


@pytest.mark.parametrize("typed", ["", "7", "7-7", "77", "@7"])
def test_the_last_square(invoke: Invoke, typed: str) -> None:
    """One square left is announced; Enter takes it, and so does naming it."""
    done = invoke("play", given=f"{LAST_SQUARE}{typed}\n")
    assert "One square is left: X₉ takes square 7 with both halves." in done.stdout
    assert "X line 3-5-7, highest number 9." in done.stdout
    assert done.stdout.endswith("@6 7-7\n")


def test_undo_and_redo(invoke: Invoke) -> None:
    """Decisions are taken back one at a time and played again; at either end that is said."""
    done = invoke("play", given=f"undo\nredo\n{CYCLE}A\nundo\nundo\nredo\nredo\nmoves\nundo\nB\nredo\n")
    assert "There is nothing to take back." in answer(done, "undo")
    assert "There is nothing to play again." in answer(done, "redo")
    assert "Taken back: @5" in done.stdout
    assert "Taken back: 5-9" in done.stdout
    assert "Played again: @5" in done.stdout
    assert "1-9 1-5 5-9 @5\n" in done.stdout
    assert done.stdout.endswith("1-9 1-5 5-9 @9\n")


WRONG = {
    "a word": ("", "hello", "'hello' means nothing here. Type two squares like 1-5, or help."),
    "one square": ("", "5", "5 is one square, and a spooky pair needs two, like 1-5."),
    "a square that is none": ("", "0-5", "0 is no square: they are numbered 1 to 9."),
    "the same square twice": ("", "3-3", "3-3 is not possible: both halves stand in one square only"),
    "a measurement before its time": ("1-2\n", "@1", "no measurement is pending"),
    "a letter before its time": ("", "A", "A chooses an outcome, but no measurement is pending."),
    "a closed square": (f"{CYCLE}A\n", "1-2", "square 1 is closed by the classical mark O2"),
    "a pair during a measurement": (CYCLE, "2-3", "X3 must be measured first, in square 5 or 9"),
    "another square in a measurement": (CYCLE, "@1", "X3 stands in squares 5 and 9 only"),
    "a mark without its square": (CYCLE, "O2", "O2 in which square? It stands in 1-5."),
    "a mark in a wrong square": (CYCLE, "O2 9", "O2 stands in 1-5 only, not in 9."),
    "a mark that is not there": (CYCLE, "O4 1", "There is no mark O4 on the board."),
    "a mark of the other player": (CYCLE, "X2 1", "There is no mark X2 on the board."),
    "an untouched mark": (STEM, "O4 2", "O4 is not part of this measurement."),
    "a number without end": (CYCLE, f"X{'9' * 5000} 5", "means nothing here. Type A or @5, B or @9, or help."),
    "a word during a measurement": (CYCLE, "both", "'both' means nothing here. Type A or @5, B or @9, or help."),
    "nothing": ("", "", "Type two squares like 1-5, or help."),
    "another square at the end": (LAST_SQUARE, "8-8", "square 7 alone is left"),
    "a pair at the end": (LAST_SQUARE, "7-8", "square 7 alone is left"),
    "a move after the end": (f"{LAST_SQUARE}7\n", "1-2", "The game is over: undo, new, save FILE or quit."),
    "a command with more": ("", "undo two", "undo stands alone; 'two' after it means nothing."),
    "a command without its file": ("", "save", "save needs the name of a file: save game.txt."),
    "a missing file": ("", "load nowhere.txt", "'nowhere.txt' cannot be read: No such file or directory."),
    "a file with a mark's name": ("", "load X1.txt", "'X1.txt' cannot be read: No such file or directory."),
    "a folder that is missing": (
        "",
        "save no/where.txt",
        "'no/where.txt' cannot be written: No such file or directory.",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_explains_itself(invoke: Invoke, case: str) -> None:
    """One sentence says what is wrong, the game is as it was, and the next line is asked for."""
    before, typed, sentence = WRONG[case]
    done = invoke("play", given=f"{before}{typed}\nmoves\n", COLUMNS="200")
    assert done.exit_code == 0
    assert sentence in answer(done, typed)
    untouched = invoke("play", given=f"{before}moves\n", COLUMNS="200")
    assert done.stdout.splitlines()[-1] == untouched.stdout.splitlines()[-1]


def test_save_and_load(invoke: Invoke, tmp_path: Path) -> None:
    """A saved game is a record; it goes on where it stood, under its own rules, and needs no farewell."""
    saved = invoke("play", "--rules", "goff", given=f"{CYCLE}A\nsave my game.txt\n")
    assert saved.stdout.rstrip().endswith("O₄, two squares:")
    record = read_record((tmp_path / "my game.txt").read_text("utf-8"))
    assert (record.rules, len(record.transcript.actions), record.result) == (RULE_SETS["goff"], 4, "*")
    assert record.tag("Date")
    loaded = invoke("play", given="load my game.txt\nmoves\n")
    assert "Loaded 4 actions under the rules goff." in loaded.stdout
    assert "moves\n1-9 1-5 5-9 @5\n" in loaded.stdout
    assert "not saved" not in loaded.stdout
    assert invoke("play", "--load", "my game.txt", given="2-3\n").stdout.endswith("1-9 1-5 5-9 @5 2-3\n")


def test_a_file_is_overwritten_only_when_agreed(invoke: Invoke, tmp_path: Path) -> None:
    """An existing file is asked about; only yes replaces it."""
    file = tmp_path / "game.txt"
    file.write_text("precious", "utf-8")
    refused = invoke("play", given="1-2\nsave game.txt\nperhaps\nn\n")
    assert "Please answer y or n." in refused.stdout
    assert "Not saved." in refused.stdout
    assert file.read_text("utf-8") == "precious"
    assert invoke("play", given="1-2\nsave game.txt\n").stdout.endswith("1-2\n")
    assert file.read_text("utf-8") == "precious"
    assert "Saved in game.txt." in invoke("play", given="1-2\nsave game.txt\ny\n").stdout
    assert len(read_record(file.read_text("utf-8")).transcript.actions) == 1


def test_a_takeback_is_not_saved(invoke: Invoke, tmp_path: Path) -> None:
    """A saved game ends with what is on the board."""
    invoke("play", given="1-2\n3-4\nundo\nsave game.txt\n")
    assert len(read_record((tmp_path / "game.txt").read_text("utf-8")).transcript.actions) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1-2 1-2 3-4", "game.txt: game: '3-4' at character 9"),
        ('[Rules "chess"]\n\n1. 1-2 *\n', "game.txt: record: 'chess' at character 9"),
        ("", "'game.txt' holds no game."),
        (b"\xff\xfe1", "'game.txt' is not UTF-8 text: byte 1 is wrong."),
    ],
)
def test_a_bad_file_leaves_the_game_alone(invoke: Invoke, tmp_path: Path, text: str | bytes, reason: str) -> None:
    """A file that cannot be read is explained, and the present game goes on."""
    (tmp_path / "game.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
    done = invoke("play", given="1-9\nload game.txt\n1-5\n", COLUMNS="200")
    assert reason in answer(done, "load game.txt")
    assert done.stdout.endswith("1-9 1-5\n")
    refused = invoke("play", "--load", "game.txt")
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert reason in refused.stderr


def test_a_game_text_can_be_loaded(invoke: Invoke, tmp_path: Path) -> None:
    """A file may hold a game text; it is played under the rules of the table."""
    (tmp_path / "game.txt").write_text("X1: 1-2, O2: 1-2 {a cycle}", "utf-8")
    assert (
        "Loaded 2 actions under the rules single." in invoke("play", "--rules", "single", "--load", "game.txt").stdout
    )


def test_what_a_record_says_is_kept(invoke: Invoke, tmp_path: Path) -> None:
    """Tags and comments of a loaded game are saved again, and its result as it then is."""
    text = (
        '[X "Ada"]\n[Rules "standard"]\n[Result "1-0"]\n[Termination "resigned"]\n\n{start} 1. 1-9 {first} 2. 1-5 1-0\n'
    )
    (tmp_path / "old.txt").write_text(text, "utf-8")
    invoke("play", "--load", "old.txt", given="save same.txt\n5-9\nsave new.txt\n")
    assert read_record((tmp_path / "same.txt").read_text("utf-8")) == read_record(text)
    new = read_record((tmp_path / "new.txt").read_text("utf-8"))
    assert (new.tag("X"), new.comment, new.line[0].comment) == ("Ada", "start", "first")
    assert (new.result, new.tag("Termination"), len(new.line)) == ("*", None, 3)


@pytest.mark.parametrize("order", ["new", "load other.txt", "quit", "exit", ""])
def test_nothing_is_lost(invoke: Invoke, tmp_path: Path, order: str) -> None:
    """A game that was not saved is printed as text before another takes its place, and at the end."""
    (tmp_path / "other.txt").write_text("3-4", "utf-8")
    lines = invoke("play", given=f"1-9\n1-5\n{order}\n" if order else "1-9\n1-5\n").stdout.splitlines()
    assert lines[lines.index("This game was not saved; here it is:") + 1] == "1-9 1-5"


def test_an_empty_game_needs_no_farewell(invoke: Invoke) -> None:
    """Who leaves at once is not told about a game; the status is 0."""
    done = invoke("play")
    assert done.exit_code == 0
    assert "not saved" not in done.stdout


def test_a_coin_measures(invoke: Invoke) -> None:
    """Under `coin` both outcomes are shown, the coin decides, and undo takes it back with the pair."""
    done = invoke("play", "--rules", "coin", given=f"{CYCLE}moves\nundo\nredo\nundo\n")
    assert "closes a cycle: a coin measures." in done.stdout
    assert "A coin decides where X₃ settles." in done.stdout
    fallen = re.search(r"The coin falls: (@[59])\n", done.stdout)
    assert fallen
    assert f"1-9 1-5 5-9 {fallen[1]}\n" in done.stdout
    assert done.stdout.count(f"Taken back: 5-9 {fallen[1]}\n") == 2
    assert f"Played again: 5-9 {fallen[1]}\n" in done.stdout
    assert done.stdout.endswith("1-9 1-5\n")


def test_both_sides_of_the_coin(invoke: Invoke) -> None:
    """The coin is not always the same: of forty cycles some settle either way."""
    falls = set(
        re.findall(
            r"The coin falls: @(\d)",
            invoke("play", "--rules", "coin", given=f"{CYCLE}undo\n5-9\n" + "undo\n5-9\n" * 40).stdout,
        )
    )
    assert falls == {"5", "9"}


def test_rounds_of_measurements(invoke: Invoke) -> None:
    """Under `superposition` the pairs are measured one by one, each by the opponent of its owner."""
    done = invoke("play", "--rules", "superposition", given="12\n34\n56\n78\nX3 5\nA\nA\nA\nA\n")
    assert "O chooses where X₁ settles." in done.stdout
    assert "X3 is not part of this measurement." in answer(done, "X3 5")
    assert "The next pair is measured then." in done.stdout
    assert "Spooky  X₁ 1-2\nSpooky  O₂ 3-4\n" in done.stdout
    assert "X chooses where O₄ settles." in done.stdout
    assert "X places X₅." in done.stdout or "has chosen and now places X₅." in done.stdout
    assert done.stdout.endswith("1-2 3-4 5-6 7-8 @1 @3 @5 @7\n")


@pytest.mark.parametrize(
    ("rules", "game", "verdict"),
    [
        (
            "standard",
            "14 13 58 18 36 24 58 5",
            "Both have a line; O's line is the earlier one, 6 against 7: X 0.5, O 1.",
        ),
        ("single", "14 13 58 18 36 24 58 5", "O wins, because O's line is the earlier one, 6 against 7: X 0, O 1."),
        ("standard", "29 45 13 36 25 39 79 18 28 8", "X wins, and two lines count once: X 1, O 0."),
        ("goff", "29 45 13 36 25 39 79 18 28 8", "X wins with two lines one after the other: X 1.5, O 0."),
        ("goff", "23 59 56 13 48 19 34 79 56 5", "X wins with two lines with the same highest number: X 2, O 0."),
        ("standard", "79 68 36 37 49 57 29 14 48 4", "A draw, no line and every square classical: X 0, O 0."),
    ],
)
def test_the_verdict_gives_its_reason(invoke: Invoke, rules: str, game: str, verdict: str) -> None:
    """The last sentence says who won and by which rule, then the points."""
    assert (
        f"{verdict}\n" in invoke("play", "--rules", rules, given=game.replace(" ", "\n") + "\n", COLUMNS="200").stdout
    )


def test_a_terminal_without_these_characters_gets_ascii(run: Callable[..., CompletedProcess[str]]) -> None:
    """In a process of its own: whatever is typed, an ASCII terminal is answered in ASCII."""
    done = run("play", given="1-2\né\n", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "means nothing here." in done.stdout
    assert "X1 1-2\n" in done.stdout


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_rules_are_told(invoke: Invoke, rules: str) -> None:
    """`rules` names the rule set and says who measures and what lines are worth under it."""
    text = invoke("play", "--rules", rules, given="rules\n", COLUMNS="400").stdout
    assert f"Rules: {rules}\n" in text
    special = {
        "goff": "1.5 points",
        "single": "the lower highest number wins",
        "full-board": "until every square is classical",
        "no-repeat": "may not be repeated",
        "closer-chooses": "who closed the cycle chooses",
        "coin": "A coin decides",
        "superposition": "one by one in move order",
        "standard": "the other a half. No line is a draw.",
    }
    assert special[rules] in text


def test_help_lists_what_can_be_typed(invoke: Invoke) -> None:
    """Every command has a line in the help, and `?` asks for it too."""
    asked = invoke("play", given="help\n").stdout
    for name in ("undo", "redo", "moves", "board", "save FILE", "load FILE", "rules", "new", "help", "quit"):
        assert re.search(rf"^{name} ", asked, re.MULTILINE)
    assert invoke("play", given="?\n").stdout.replace(": ?", ": help") == asked


def test_a_dialogue_in_a_pipe_reads_as_one(run: Callable[..., CompletedProcess[str]]) -> None:
    """In a process of its own: each line of the input stands after its prompt, without colour, and the status is 0."""
    done = run("play", given="1-9\n1-5\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("This game was not saved; here it is:\n1-9 1-5\n")
    assert "X₁, two squares: 1-9\n" in done.stdout
    assert "O₂, two squares: 1-5\n" in done.stdout
    assert "\x1b" not in done.stdout
