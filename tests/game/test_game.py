"""Games: history, undo and redo by decision, branches, and replay from stored events."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spookymarks import RULE_SETS, Game, IllegalActionError, NotationError, read_record, write_game, write_record
from strategies import games

STORY = ["1-9", "1-5", "5-9", "@5", "2-3"]


def test_playing_text_and_reading_it_back() -> None:
    """The transcript of a played game writes the texts that were played."""
    game = Game.replay(STORY)
    assert write_game(game.transcript) == " ".join(STORY)
    assert str(game.position) == "9.1.5.23"


@pytest.mark.parametrize(("wrong", "error"), [("1-9", IllegalActionError), ("nonsense", NotationError)])
def test_a_refused_action_changes_nothing(wrong: str, error: type[Exception]) -> None:
    """After an error the game is where it was, with no branch added."""
    game = Game.replay(STORY)
    node = game.node
    with pytest.raises(error):
        game.play(wrong)
    assert game.node is node
    assert game.continuations == ()


def test_undo_and_redo_go_by_decisions() -> None:
    """A measurement and the placement after it are two decisions; redo follows what was taken back."""
    game = Game.replay(STORY)
    assert [str(action) for action in game.undo()] == ["2-3"]
    assert [str(action) for action in game.undo()] == ["@5"]
    assert game.position.measured == 2
    assert str(game.redo()) == "@5"
    assert str(game.redo()) == "2-3"
    assert game.redo() is None
    assert write_game(game.transcript) == " ".join(STORY)


def test_undo_to_ones_own_decision() -> None:
    """X takes back X's last decision, and everything after it goes too; nothing happens when there is none."""
    game = Game.replay(STORY)
    assert [str(action) for action in game.undo("X")] == ["2-3", "@5", "5-9"]
    assert game.position.to_act == "X"
    game.undo("O")
    assert game.undo("O") == ()
    assert write_game(game.transcript) == "1-9"


def test_nothing_to_undo_at_the_start() -> None:
    """At the start undo and redo do nothing."""
    game = Game()
    assert game.undo() == ()
    assert game.redo() is None


def test_a_coin_is_nobodys_decision() -> None:
    """Taking back goes to before the placement that the coin answered, and redo brings the coin's result back."""
    game = Game.replay(["1-2", "1-2", "@2"], RULE_SETS["coin"])
    assert [str(action) for action in game.undo()] == ["@2", "1-2"]
    assert game.position.to_act == "O"
    game.redo()
    assert write_game(game.transcript) == "1-2 1-2 @2"


def test_a_second_continuation_is_a_branch() -> None:
    """Playing something else after an undo keeps the first line; playing the first again follows it."""
    game = Game.replay(STORY)
    game.undo()
    game.play("2-6")
    game.undo()
    assert [str(action) for action in game.continuations] == ["2-3", "2-6"]
    assert str(game.redo()) == "2-6"
    game.undo()
    game.play("2-3")
    game.undo()
    assert [str(action) for action in game.continuations] == ["2-3", "2-6"]


def test_a_record_keeps_branches_comments_and_evaluations() -> None:
    """A game read from a record and written again is the same record."""
    text = (
        '[X "Ada"]\n[O "Grace"]\n[Rules "standard"]\n[Result "*"]\n\n'
        "{a start} 1. 1-9 =0.5 2. 1-5 {a loop next} (2. 2-5 {better?} 3. 2-5) (2. 1-9) 3. 5-9\n@5 4. 2-3 *\n"
    )
    record = read_record(text)
    game = Game.from_record(record)
    assert write_game(game.transcript) == " ".join(STORY)
    assert game.record(record.tags) == record
    assert write_record(game.record(record.tags)) == write_record(record)


@given(games(), st.integers(0, 13))
def test_every_point_of_a_game_can_be_visited(steps: list[tuple[object, object]], back: int) -> None:
    """Going back any number of decisions and forward again ends where it began."""
    if not steps:
        return
    start, _ = steps[0]
    game = Game(start.rules)  # type: ignore[attr-defined]
    for _, action in steps:
        game.play(action)  # type: ignore[arg-type]
    end = game.position
    undone = sum(1 for _ in range(back) if game.undo())
    for _ in range(undone):
        game.redo()
    assert game.position == end
    game.to_start()
    assert game.position == start
    game.to_end()
    assert game.position == end
    assert Game.from_record(game.record()).position == end
