"""How the solver answers: always the same, from many threads, stopped when asked, clear when it refuses."""

from __future__ import annotations

import ctypes
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casebook import case_id, cases
from spookymarks import kernel
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS, STANDARD, Position, RuleSet, Scoring
from spookymarks.rules.board import board
from spookymarks.solver import Depth, Grade, SolverError, Stop, StoppedError, analyze, best, engine, evaluate
from spookymarks.solver.engine import workspaces
from spookymarks.solver.parallel import Pool
from strategies import random_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.solver import Analysis

QUESTIONS: list[Callable[..., object]] = [evaluate, analyze, best]


def content(analysis: Analysis) -> object:
    """Return what an analysis says, without how long it took."""
    return analysis.position, analysis.value, analysis.distance, analysis.actions


def some_positions() -> list[Position]:
    rng = random.Random(23)
    return [
        position
        for rules in RULE_SETS.values()
        for _ in range(3)
        for position in random_game(rng, rules)
        if len(position.marks) >= 3
    ]


def test_answers_do_not_depend_on_threads_or_order() -> None:
    """Eight threads ask the same in orders of their own: each answer is the one that a single thread got."""
    asked = some_positions()[::3]
    alone = {position: content(analyze(position)) for position in asked}

    def ask_all(seed: int) -> dict[Position, object]:
        order = random.Random(seed).sample(asked, len(asked))
        return {position: content(analyze(position)) for position in order}

    with ThreadPoolExecutor(8) as pool:
        assert all(answers == alone for answers in pool.map(ask_all, range(8)))


def test_no_two_searches_share_memory() -> None:
    """Every search under way has a workspace of its own, whether it is new or was used before."""
    evaluate(Position.start())
    for _ in range(2):
        with ExitStack() as lent:
            memories = [lent.enter_context(workspaces.lend()) for _ in range(4)]
            assert len({id(memory) for memory in memories}) == 4


def test_an_answer_does_not_depend_on_earlier_questions() -> None:
    """The first question of a fresh thread and the same one after many others have one answer."""
    position = read_game("1-9 1-5").position
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(lambda: content(analyze(position))).result()
    for other in some_positions():
        evaluate(other)
    assert content(analyze(position)) == first


@pytest.mark.parametrize("depth", [Depth.VALUES, Depth.LINES])
def test_less_depth_says_the_same_and_less(depth: Depth) -> None:
    """Values are those of the full analysis at every depth; distances and lines too from LINES on."""
    for position in some_positions():
        full, found = analyze(position), analyze(position, depth=depth)
        assert found.value == full.value
        assert {each.action: each.value for each in found.actions} == {each.action: each.value for each in full.actions}
        assert all(each.replies is None for each in found.actions)
        if depth is Depth.LINES:
            assert [replace(each, replies=None) for each in full.actions] == list(found.actions)
            assert found.distance == full.distance


def test_somebody_can_always_play_well() -> None:
    """Where somebody acts one action at least is graded best, and the first one is."""
    for position in some_positions():
        if position.to_act is not None:
            assert analyze(position).actions[0].grade is Grade.BEST


@pytest.mark.parametrize("ask", QUESTIONS)
def test_a_stopped_question_has_no_answer(ask: Callable[..., object]) -> None:
    """A stop that was set beforehand ends even a small question, and the next question is right."""
    stop = Stop()
    stop.set()
    position = read_game("1-9 1-5 5-9 @5").position
    with pytest.raises(StoppedError):
        ask(position, stop=stop)
    ask(position)
    assert analyze(position).value == evaluate(position) == min(evaluate(each) for each in position.images)


def test_a_stop_ends_a_question_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full analysis of the empty board, from nothing, ends without an answer when another thread sets the stop.

    That thread could not even run if the search held the interpreter lock. The next answer is not harmed.
    """
    monkeypatch.setattr(engine, "workspaces", Pool(kernel.workspace))
    start = Position.start(RULE_SETS["full-board"])
    stop = Stop()
    begun = threading.Event()

    def ask() -> Analysis:
        begun.set()
        return analyze(start, stop=stop)

    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(ask)
        begun.wait()
        time.sleep(0.05)
        stop.set()
        with pytest.raises(StoppedError):
            answer.result()
        assert pool.submit(evaluate, start).result() == 0.5


def test_a_stop_ends_only_its_own_question() -> None:
    """Two threads ask the same; the one whose stop is not set gets its answer."""
    position = read_game("1-9 1-5").position
    stop, other = Stop(), Stop()
    stop.set()
    with ThreadPoolExecutor(2) as pool:
        stopped, answered = (pool.submit(analyze, position, stop=each) for each in (stop, other))
        with pytest.raises(StoppedError):
            stopped.result()
        assert answered.result().value == 0.5


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_stopped_search_leaves_nothing_wrong(rules: str) -> None:
    """What a search remembers when it is stopped after its first few hundred nodes changes no later answer."""
    rng = random.Random(f"{rules} stopped")
    harmed, untouched = kernel.workspace(), kernel.workspace()
    asked = [random_game(rng, RULE_SETS[rules])[2] for _ in range(10)]
    stopped = [kernel.solve(position, kernel.Depth.VALUES, harmed, ctypes.c_uint32(1)).stopped for position in asked]
    assert any(stopped) or rules == "superposition"
    for position in asked:
        answers = [kernel.solve(position, kernel.Depth.VALUES, memory) for memory in (harmed, untouched)]
        assert answers[0]._replace(nodes=0) == answers[1]._replace(nodes=0), repr(position)


@pytest.mark.parametrize("ask", QUESTIONS)
@pytest.mark.parametrize("side", [2, 4])
def test_other_boards_are_refused(ask: Callable[..., object], side: int) -> None:
    """The error says which board was asked for and which there is."""
    with pytest.raises(SolverError, match=rf"3×3.*{side}×{side}") as caught:
        ask(Position.start(STANDARD, board(side, side, side)))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ask", QUESTIONS)
@pytest.mark.parametrize("rules", [RuleSet("home"), replace(STANDARD, scoring=Scoring.SINGLE)], ids=["new", "changed"])
def test_rules_without_a_name_are_refused(ask: Callable[..., object], rules: RuleSet) -> None:
    """A rule set that is not one of the eight is refused, also under the name of one of them; the error names it."""
    with pytest.raises(SolverError, match=rules.name) as caught:
        ask(Position.start(rules))
    assert "\n" not in str(caught.value)


def test_best_of_a_finished_game_is_refused() -> None:
    """There is no best action when the game is over, and the error says so."""
    with pytest.raises(SolverError, match="over"):
        best(read_game("4-5 1-7 4-6 2-3 5-6 @6").position)


@pytest.mark.parametrize("case", cases(), ids=case_id)
def test_a_case_is_worth_its_score(case: dict[str, Any]) -> None:
    """The case book: a finished game is worth its score; otherwise somebody can keep what the position is worth."""
    position = read_game(case["game"], RULE_SETS[case["rules"]]).position
    found = analyze(position)
    if position.score is None:
        assert {each.action for each in found.actions} == set(position.legal)
        assert found.value in {each.value for each in found.actions}
    else:
        assert found.actions == ()
        assert found.value == position.score.x - position.score.o
