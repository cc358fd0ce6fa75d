"""Replay JSON: the document says of a position exactly what playing on from it shows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import given

from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_action, read_game, read_position
from spookymarks.rules import Phase, is_classical, mark_name, squares_in
from strategies import positions

if TYPE_CHECKING:
    from spookymarks.rules import Position


def test_a_whole_document() -> None:
    """A pending measurement with a stem and an untouched pair, key for key; one outcome ends the game."""
    document = replay_document(read_game("4-5 1-7 4-6 2-3 5-6").position)
    assert document == {
        "rules": "standard",
        "position": "45.17.46.23.56",
        "squares": [None] * 9,
        "spooky": [
            {"mark": "X1", "squares": [4, 5]},
            {"mark": "O2", "squares": [1, 7]},
            {"mark": "X3", "squares": [4, 6]},
            {"mark": "O4", "squares": [2, 3]},
            {"mark": "X5", "squares": [5, 6]},
        ],
        "phase": "measure",
        "to_act": "O",
        "cycle": ["X1", "X3", "X5"],
        "stems": [],
        "outcomes": {
            square: {
                "squares": [None, None, None, first, second, third, None, None, None],
                "settled": [{"mark": mark, "square": place} for mark, place in settled],
                "lines": [{"mark": "X", "squares": [4, 5, 6], "highest": 5}],
                "score": {"X": 1, "O": 0},
            }
            for square, (first, second, third), settled in (
                ("5", ("X1", "X5", "X3"), (("X5", 5), ("X1", 4), ("X3", 6))),
                ("6", ("X3", "X1", "X5"), (("X5", 6), ("X3", 4), ("X1", 5))),
            )
        },
        "ensemble": 8,
        "score": None,
        "lines": [],
        "legal": ["@5", "@6"],
        "closing": [],
    }
    assert list(document["outcomes"] or ()) == ["5", "6"]


@given(positions())
def test_the_document_says_what_playing_on_shows(position: Position) -> None:
    """Legal actions read and play; `closing` are those that lead to a measurement; outcomes are what follows them."""
    document = json.loads(json.dumps(replay_document(position)))
    after = {text: position.play(read_action(text, position)) for text in document["legal"]}
    assert len(after) == len(position.legal)
    closing = [text for text, each in after.items() if position.phase is Phase.PLACE and each.cycle]
    assert document["closing"] == closing
    for square, outcome in (document["outcomes"] or {}).items():
        following = replay_document(after[f"@{square}"])
        for key in ("squares", "lines", "score"):
            assert outcome[key] == following[key]  # type: ignore[literal-required]
    assert (document["outcomes"] is None) == (position.phase is not Phase.MEASURE)
    assert (document["score"] is None) == (position.phase is not Phase.OVER)


@given(positions())
def test_the_document_holds_every_mark_once(position: Position) -> None:
    """Classical marks stand in their squares, spooky pairs in the list, and the position text reads back."""
    document = replay_document(position)
    classical = {name: square for square, name in enumerate(document["squares"], 1) if name}
    spooky = {each["mark"]: each["squares"] for each in document["spooky"]}
    for number, mark in enumerate(position.marks, 1):
        squares = [square + 1 for square in squares_in(mark)]
        if is_classical(mark):
            assert classical.pop(mark_name(number)) == squares[0]
        else:
            assert spooky.pop(mark_name(number)) == squares
    assert not classical
    assert not spooky
    assert document["ensemble"] == len(list(position.ensemble))
    assert read_position(document["position"], position.rules) == position
