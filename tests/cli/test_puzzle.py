"""`puzzle` with answers in a pipe and at a terminal: what is right, what is not and why, and what can be listed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from spookymarks.cli import riddle
from spookymarks.render import UNICODE
from spookymarks.rules import Phase
from spookymarks.solver import Grade, analyze
from spookymarks.solver.puzzles import Kind, Puzzle, answers, collection
from spookymarks.teach import explain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pexpect
    from click.testing import Result

    Invoke = Callable[..., Result]

OF_EACH_KIND = [next(puzzle for puzzle in collection() if puzzle.kind is kind) for kind in Kind]
LONG_WIN = next(puzzle for puzzle in collection() if puzzle.kind is Kind.WIN and (puzzle.placements or 0) >= 4)
MIXED_WIN = next(
    puzzle
    for puzzle in collection()
    if puzzle.kind is Kind.WIN and 0 < len(set(puzzle.answers) & set(puzzle.position.closing)) < len(puzzle.answers)
)
"""A win that some right answers begin with a closed cycle, and others not."""


def id_of(puzzle: Puzzle) -> str:
    """Name a puzzle in test reports."""
    return puzzle.id


def winning_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield what a player types who always gives the last right answer, while the solver defends."""
    position = puzzle.position
    while not position.over:
        analysis = analyze(position)
        if position.to_act == puzzle.player:
            action = answers(puzzle.kind, analysis)[-1]
            yield position.text(action)
        else:
            action = analysis.actions[0].action
        position = position.play(action)
        if puzzle.kind is not Kind.WIN:
            return


def wrong_answer(puzzle: Puzzle) -> str:
    """Return a legal answer that gives the value away."""
    actions = analyze(puzzle.position).actions
    return next(puzzle.position.text(each.action) for each in actions if each.grade is Grade.LOSES)


@pytest.mark.parametrize("puzzle", [*OF_EACH_KIND, LONG_WIN], ids=id_of)
def test_right_answers_solve_a_puzzle(invoke: Invoke, puzzle: Puzzle) -> None:
    """Right answers, to the end of a win, are all that is asked; the board, the question and a reason are shown."""
    typed = list(winning_lines(puzzle))
    done = invoke("puzzle", puzzle.id, given="\n".join([*typed, "this line is never read"]))
    assert (done.exit_code, done.stderr) == (0, "")
    shown = " ".join(done.stdout.split())
    assert shown.startswith(f"Puzzle {puzzle.id}: {riddle.ABOUT[puzzle.kind]}, grade {puzzle.grade} of 5. ┌1─")
    assert done.stdout.count("Right: ") == len(typed)
    assert "\n- " in done.stdout
    assert done.stdout.endswith("Solved at the first try.\n")


def test_a_win_is_played_to_its_end(invoke: Invoke) -> None:
    """In a win the solver answers for the other side, and the game ends after the stated number of placements."""
    done = invoke("puzzle", LONG_WIN.id, given="\n".join(winning_lines(LONG_WIN)))
    other = "O" if LONG_WIN.player == "X" else "X"
    assert f"\n{other} answers " in done.stdout
    assert "by force in" not in done.stdout[done.stdout.index("Right: ") :], "what is still to be found was told"
    last = len(LONG_WIN.position.marks) + (LONG_WIN.placements or 0)
    assert f"{'X' if last % 2 else 'O'}{'₀₁₂₃₄₅₆₇₈₉'[last]}" in done.stdout
    assert f"{LONG_WIN.player} line" in done.stdout


def test_the_last_square_is_not_asked_for(invoke: Invoke) -> None:
    """Where one square alone is left, a win ends there by itself."""
    found = ((each, [*winning_lines(each)]) for each in collection() if each.kind is Kind.WIN)
    puzzle, typed = next((each, typed) for each, typed in found if typed[-1][0] == typed[-1][-1])
    done = invoke("puzzle", puzzle.id, given="\n".join(typed[:-1]))
    assert done.stdout.endswith("Solved at the first try.\n")


@pytest.mark.parametrize("puzzle", OF_EACH_KIND, ids=id_of)
def test_all_equally_good_answers_are_accepted(invoke: Invoke, puzzle: Puzzle) -> None:
    """Whichever right answer is given, it is right, and the others are named as good as it."""
    for answer in puzzle.answers[:4]:
        text = puzzle.position.text(answer)
        done = invoke("puzzle", puzzle.id, given=f"{text}\n")
        assert f"Right: {text}." in done.stdout
        assert ("As good: " in done.stdout) == (len(puzzle.answers) > 1)


@pytest.mark.parametrize("puzzle", OF_EACH_KIND, ids=id_of)
def test_a_wrong_answer_is_refuted_but_the_right_one_is_not_told(invoke: Invoke, puzzle: Puzzle) -> None:
    """What a wrong answer gives away is said, and how; what would have been right stays to be found."""
    typed = wrong_answer(puzzle)
    done = invoke("puzzle", puzzle.id, given=f"{typed}\n")
    shown = " ".join(done.stdout.split())
    assert f"Not this one: {typed}." in shown
    assert f"{puzzle.player} gives" in shown
    assert "away: " in shown
    assert "Better: " not in shown
    assert "After the other choice" not in shown
    again = [*([typed] * 2), *winning_lines(puzzle)]
    assert invoke("puzzle", puzzle.id, given="\n".join(again)).stdout.endswith("Solved after 2 wrong.\n")


def test_a_slow_win_is_not_quick_enough(invoke: Invoke) -> None:
    """An action that wins later than asked is told apart from one that gives the win away."""
    puzzle, slow = next(
        (puzzle, each.action)
        for puzzle in collection()
        if puzzle.kind is Kind.WIN
        for each in analyze(puzzle.position).actions
        if each.grade is Grade.HOLDS
    )
    text = puzzle.position.text(slow)
    done = invoke("puzzle", puzzle.id, given=f"{text}\n")
    assert f"Not quick enough: {text}." in done.stdout
    assert f"{puzzle.player} needs " in done.stdout


@pytest.mark.parametrize("puzzle", [*OF_EACH_KIND, MIXED_WIN], ids=id_of)
def test_hints_tell_more_and_more_and_then_end(invoke: Invoke, puzzle: Puzzle) -> None:
    """Each hint is a true sentence about the right answers; after the last one giving up is offered."""
    done = invoke("puzzle", puzzle.id, given="hint\n" * 5)
    shown = " ".join(done.stdout.split())
    closing = [answer in puzzle.position.closing for answer in puzzle.answers]
    if puzzle.position.phase is Phase.MEASURE:
        assert "The two choices differ by " in shown
    else:
        square = str(puzzle.answers[0])[0]
        assert f"A right answer has a half in square {square}." in shown
    if puzzle.kind is Kind.WIN:
        assert f"{len(puzzle.answers)} of the {len(puzzle.position.legal)} legal pairs" in shown
        share = "Every" if all(closing) else "Some" if any(closing) else "No"
        assert f"{share} right answer closes a cycle." in shown or not puzzle.position.closing
    assert "There is no other hint; give up shows the answer." in shown


@pytest.mark.parametrize("puzzle", OF_EACH_KIND, ids=id_of)
def test_giving_up_shows_every_answer_and_explains_one(invoke: Invoke, puzzle: Puzzle) -> None:
    """`give up` names all right answers, explains the first, and ends."""
    done = invoke("puzzle", puzzle.id, given="give up\nnever read\n")
    shown = " ".join(done.stdout.split())
    for answer in puzzle.answers:
        assert puzzle.position.text(answer) in shown[shown.index("give up") :]
    for fact in explain(puzzle.position, puzzle.answers[0]):
        assert f"- {UNICODE.words(str(fact))}" in shown
    assert "never read" not in shown


def test_other_commands(invoke: Invoke) -> None:
    """`board` shows the board again, `help` what can be typed, `quit` and the end of the input how to return."""
    name = OF_EACH_KIND[0].id
    assert invoke("puzzle", name, given="board\n").stdout.count("┌1─") == 2
    helped = invoke("puzzle", name, given="help\n").stdout
    assert all(typed in helped for typed in riddle.HELP)
    back = f"The puzzle stays open: spookymarks puzzle {name}\n"
    assert invoke("puzzle", name, given="quit\nnever read\n").stdout.endswith(f"quit\n{back}")
    assert invoke("puzzle", name).stdout.endswith(back)


@pytest.mark.parametrize("typed", ["0-4", "what", "A", "@5", "5"])
def test_what_is_no_answer_gets_a_sentence(invoke: Invoke, typed: str) -> None:
    """A line that is neither a command nor legal is answered with one sentence and counts as no try."""
    puzzle = next(each for each in collection() if each.kind is Kind.DRAW)
    given = "\n".join([typed, *winning_lines(puzzle)])
    done = invoke("puzzle", puzzle.id, given=given)
    assert done.exit_code == 0
    assert done.stdout.endswith("Solved at the first try.\n")


def test_a_list_can_be_narrowed(invoke: Invoke) -> None:
    """--list shows one line for each puzzle of the kind and the grade, --json the same as one document."""
    fitting = [puzzle for puzzle in collection() if puzzle.kind is Kind.LOOP and puzzle.grade == 3]
    wanted = ("puzzle", "--list", "--kind", "loop", "--grade", "3")
    head, *lines = invoke(*wanted).stdout.splitlines()
    assert head.split() == ["id", "grade", "to", "act", "position"]
    assert [line.split() for line in lines] == [
        [puzzle.id, "3", puzzle.player, str(puzzle.position)] for puzzle in fitting
    ]
    assert json.loads(invoke(*wanted, "--json").stdout) == [puzzle.document() for puzzle in fitting]
    assert len(invoke("puzzle", "--list").stdout.splitlines()) == len(collection()) + 1


def test_a_puzzle_as_a_document(invoke: Invoke) -> None:
    """--json prints the one puzzle with its answers, and nothing else."""
    puzzle = OF_EACH_KIND[2]
    assert json.loads(invoke("puzzle", puzzle.id, "--json").stdout) == puzzle.document()


def test_a_seed_gives_the_same_puzzle_again(invoke: Invoke) -> None:
    """A random puzzle fits the wishes; with a seed it is the same again, and seeds give different ones."""
    chosen = [
        json.loads(invoke("puzzle", "--random", "--kind", "win", "--seed", str(seed), "--json").stdout)
        for seed in (1, 1, 2, 3, 4, 5)
    ]
    assert chosen[0] == chosen[1]
    assert len({each["id"] for each in chosen}) > 2
    assert {each["kind"] for each in chosen} == {"win"}
    assert json.loads(invoke("puzzle", "--grade", "4", "--json").stdout)["grade"] == 4


def test_puzzles_are_made_one_a_line(invoke: Invoke) -> None:
    """--generate prints the wanted number of puzzles, the same ones for the same seed."""
    first, again = (invoke("puzzle", "--generate", "3", "--seed", "9").stdout for _ in range(2))
    assert first == again
    shipped, same = (invoke("puzzle", "--generate", "2", *seed).stdout for seed in ((), ("--seed", "1")))
    assert shipped == same
    assert first != invoke("puzzle", "--generate", "3").stdout
    assert len(first.splitlines()) == 3
    assert {Puzzle.of(json.loads(line)).document()["rules"] for line in first.splitlines()} == {"standard"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nothing",), "there is no puzzle 'nothing': spookymarks puzzle --list shows all"),
        (("--kind", "choice", "--grade", "5"), "there is no puzzle of the kind choice and the grade 5"),
        ((OF_EACH_KIND[0].id, "--grade", "1"), "an ID names one puzzle: --random"),
        ((OF_EACH_KIND[0].id, "--list"), "an ID names one puzzle: --random"),
        (("--generate", "3", "--json"), "--generate goes with --seed alone"),
        (("--grade", "6"), "'--grade'"),
        (("--kind", "hard"), "'hard' is not one of 'draw', 'win', 'choice', 'loop'"),
    ],
)
def test_bad_input_gets_one_sentence(invoke: Invoke, arguments: tuple[str, ...], sentence: str) -> None:
    """What cannot be asked for is one line on standard error and exit status 2."""
    done = invoke("puzzle", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_puzzle_at_a_terminal(terminal: Callable[..., pexpect.spawn[str]]) -> None:
    """At a terminal the puzzle asks, answers and ends; Ctrl-C leaves it open with exit status 130."""
    puzzle = next(each for each in collection() if each.kind is Kind.CHOICE)
    child = terminal("puzzle", puzzle.id)
    child.expect("measures, A or B: ")
    child.sendline(puzzle.position.text(puzzle.answers[0]))
    child.expect("Solved at the first try.")
    child.expect_exact("\r\n")
    child.wait()
    assert child.exitstatus == 0
    child = terminal("puzzle", puzzle.id)
    child.expect("measures, A or B: ")
    child.sendintr()
    child.expect_exact(f"The puzzle stays open: spookymarks puzzle {puzzle.id}")
    child.wait()
    assert child.exitstatus == 130
