from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from faults.checker import check, check_logs
from faults.history import Command, Game, History, Line
from faults.nemesis import STORE_ERRORS, Window
from faults.rulings import Fact, Referee
from faults.stored import StoredGame, digest
from faults.story import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from faults.history import Document

LINE = Line("X:1", 1, straight=True)
FACTS = [
    Fact(1, "O", "join", "", None),
    Fact(2, "X", "act", "1-9", "first"),
    Fact(3, "O", "act", "1-5", "second"),
    Fact(4, "O", "say", "hello", "third"),
]


def a_run() -> tuple[History, Game, StoredGame]:
    """Return a small run in which everything is right."""
    game = Game("game", "standard", "ask", None, {"X": "x" * 32, "O": "o" * 32})
    stored = StoredGame("standard", "ask", None, {seat: digest(token) for seat, token in game.tokens.items()})
    stored.facts = list(FACTS)
    referee = Referee("standard", "ask", {"X"})
    for fact in FACTS:
        referee.take(fact)
        state = {"game": "game", "match": {}, "clock": None, **referee.description()}
        game.event("X:1", {"rev": fact.rev, "seat": fact.actor, "kind": fact.kind, "what": fact.what, "state": state})
        if fact.command:
            field = "action" if fact.kind == "act" else "phrase"
            message = {"t": fact.kind, "id": fact.command, "rev": fact.rev - 1, field: fact.what}
            game.send(Command(fact.command, fact.actor, message), LINE)  # type: ignore[arg-type]
            game.answer(LINE, {"t": "ack", "id": fact.command, "rev": fact.rev})
    return History({"game": game}), game, stored


def judge(history: History, stored: StoredGame, final: Document | None = None) -> list[str]:
    """Return what the checker says of a run."""
    last = history.games["game"].states[4][1] if final is None else final
    return [finding.sentence for finding in check(history, {"game": stored}, {"game": last})]


def test_a_run_without_a_mistake_passes() -> None:
    """Nothing is found where everything is right."""
    history, _, stored = a_run()
    assert judge(history, stored) == []


def lose(_game: Game, stored: StoredGame) -> None:
    stored.facts.pop()


def repeat(_game: Game, stored: StoredGame) -> None:
    stored.facts.append(FACTS[3]._replace(rev=5))


def invent(_game: Game, stored: StoredGame) -> None:
    stored.facts.append(Fact(5, "O", "say", "bye", "nobody's"))


def leave_a_gap(_game: Game, stored: StoredGame) -> None:
    stored.facts[3] = FACTS[3]._replace(rev=5)


def swap_the_actor(_game: Game, stored: StoredGame) -> None:
    stored.facts[2] = FACTS[2]._replace(actor="X")


def break_the_rules(_game: Game, stored: StoredGame) -> None:
    stored.facts[2] = FACTS[2]._replace(what="5-5")


def change_the_owner(_game: Game, stored: StoredGame) -> None:
    stored.seats["X"] = digest("y" * 32)


def refuse_a_stored_command(game: Game, _stored: StoredGame) -> None:
    game.commands["third"].answers.clear()
    game.answer(LINE, {"t": "refused", "id": "third", "code": "illegal", "message": ""})


def refuse_after_an_ack(game: Game, _stored: StoredGame) -> None:
    game.send(game.commands["third"], LINE)
    game.answer(LINE, {"t": "refused", "id": "third", "code": "stale", "message": ""})


def acknowledge_twice(game: Game, _stored: StoredGame) -> None:
    game.answer(LINE, {"t": "ack", "id": "third", "rev": 4})


def acknowledge_elsewhere(game: Game, _stored: StoredGame) -> None:
    game.send(game.commands["third"], LINE)
    game.answer(LINE, {"t": "ack", "id": "third", "rev": 5})


def show_another_event(game: Game, _stored: StoredGame) -> None:
    game.event("O:2", {**game.events[3], "what": "2-5", "state": game.states[3][1]})


def show_another_state(game: Game, _stored: StoredGame) -> None:
    game.states[3] = ("O:2", {**game.states[3][1], "actions": ["1-9"]})


def act_unseen(game: Game, _stored: StoredGame) -> None:
    game.commands["second"].message["rev"] = 1


def acknowledge_a_deletion(game: Game, _stored: StoredGame) -> None:
    command = Command("fourth", "X", {"t": "accept", "id": "fourth", "rev": 4, "what": "deletion"})
    game.send(command, LINE)
    game.answer(LINE, {"t": "ack", "id": "fourth", "rev": 4})


def say_it_is_gone(game: Game, _stored: StoredGame) -> None:
    game.gone = True


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        (lose, "acknowledged as revision 4, but not in the store"),
        (repeat, "one command is in the store 2 times"),
        (invent, "a command that nobody has sent"),
        (leave_a_gap, "entry 5 follows entry 3"),
        (swap_the_actor, "an action of X, but O was to act"),
        (break_the_rules, "entry 3: "),
        (change_the_owner, "the stored owner of seat X"),
        (refuse_a_stored_command, "refused for good, but stored as revision 4"),
        (refuse_after_an_ack, "a copy that was sent later was refused with stale"),
        (acknowledge_twice, "heard 2 answers to third"),
        (acknowledge_elsewhere, "acknowledged as different revisions, ['4', '5']"),
        (show_another_event, "where another client had seen"),
        (show_another_state, "at revision 3 O:2 was shown {'actions': ['1-9']}"),
        (act_unseen, "its sender cannot have seen"),
        (acknowledge_a_deletion, "was told that this game is deleted (X"),
        (say_it_is_gone, "was told that this game is deleted"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_every_mistake_is_found(mistake: Callable[[Game, StoredGame], None], sentence: str) -> None:
    """The checker has a sentence for each way in which a store, an answer or an event can be wrong."""
    history, game, stored = a_run()
    mistake(game, stored)
    assert any(sentence in found for found in judge(history, stored)), judge(history, stored)


def test_an_unknown_command_may_or_may_not_have_taken_effect() -> None:
    """Without a certain answer, both a store with the command and one without it are right."""
    for code in (None, "unavailable"):
        history, game, stored = a_run()
        game.commands["third"].answers.clear()
        if code:
            game.answer(LINE, {"t": "refused", "id": "third", "code": code, "message": ""})
        assert game.commands["third"].unknown
        assert judge(history, stored) == []
        stored.facts.pop()
        del game.events[4], game.states[4]
        assert judge(history, stored, game.states[3][1]) == []


def test_a_missing_game_has_to_have_been_deleted() -> None:
    """A game may be gone only when somebody has agreed to that; and an old state after a restart is a finding."""
    history, game, stored = a_run()
    assert "nobody has deleted" in check(history, {}, {})[0].sentence
    game.deletable = True
    assert check(history, {}, {}) == []
    assert "the server showed revision 3" in judge(history, stored, game.states[3][1])[0]


@pytest.mark.parametrize(
    ("after", "fine"), [((5000, 9000), True), ((9000, 5000), False), ((-1, 9000), False), ((9100, 9000), False)]
)
def test_only_the_running_clock_runs(after: tuple[int, int], fine: bool) -> None:
    """An entry may take time from who was to act and from nobody else, and gives no more than the increment."""
    history, game, stored = a_run()
    game.clock = stored.clock = "10+0"
    clocks = [(9000, 9000), (9000, 9000), (9000, 8000), (9000, 8000), after]
    stored.facts.append(Fact(5, "X", "resign", "", None))
    stored.facts = [fact._replace(clock=clock) for fact, clock in zip(stored.facts, clocks, strict=True)]
    stored.facts[4] = stored.facts[4]._replace(clock=(after[0], after[1] - 1000))
    found = [each for each in judge(history, stored) if "takes the clocks" in each]
    assert (not found) is fine


def test_a_rematch_begins_with_the_points_before_it() -> None:
    """The score of a series goes on with sides swapped, and a wrong one is a finding."""
    history, game, stored = a_run()
    last = game.states[4][1]
    last |= {"next": "following", "match": {"X": 1.5, "O": 0, "games": 1}, "end": {"score": {"X": 0, "O": 1}}}
    following = Game("following", "standard", "ask", None, deletable=True)
    history.games["following"] = following
    following.states[1] = ("X:1", {"rev": 1, "match": {"X": 1, "O": 1.5, "games": 2}})
    assert not any("the match" in sentence for sentence in judge(history, stored))
    following.states[1] = ("X:1", {"rev": 1, "match": {"X": 1.5, "O": 1, "games": 2}})
    assert any("the match" in sentence for sentence in judge(history, stored))


def test_an_error_in_the_log_needs_a_fault_that_explains_it() -> None:
    """An error is fine in the time of a fault that causes it, and a finding at any other time or of another kind."""
    line: dict[str, Any] = {"level": "error", "event": "commit_failed", "timestamp": "2026-01-01T00:00:10Z"}
    begin = 1767225605.0
    windows = [Window(begin, begin + 10, STORE_ERRORS)]
    assert not list(check_logs([line], [], windows))
    assert list(check_logs([line | {"event": "socket_failed"}], [], windows))
    assert list(check_logs([line | {"timestamp": "2026-01-01T00:00:20Z"}], [], windows))
    assert list(check_logs([], ["Traceback"], windows))


def test_a_finding_is_told_as_a_story() -> None:
    """The story has the seed, the sentence, what happened around it, the command and the rows of the store."""
    history, game, stored = a_run()
    history.fault("SIGKILL of server 0")
    lose(game, stored)
    findings = check(history, {"game": stored}, {"game": game.states[4][1]})
    story = tell(findings, history, {"game": stored}, "abc")
    assert "FAULTS_SEED=abc" in story
    for part in ("not in the store", "X:1 hears ok(4) for third", "SIGKILL of server 0", "id third: ok", "1-5"):
        assert part in story, story
    assert game.notes[0].at <= time.monotonic()
