"""Game text and position text: what is ignored, what is canonical, and where errors stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spookymarks.errors import InvalidPositionError, NotationError
from spookymarks.notation.text import read_action, read_game, read_position, read_setup, write_game
from spookymarks.rules import CLASSIC, STANDARD, Action, Board, Placement, Position, Settle
from strategies import games, positions

Steps = list[tuple[Position, Action]]


@pytest.mark.parametrize(
    "noisy",
    [
        "1-9, 1-5,5-9\n@5\t2-3",
        "1. 1-9 2. 1-5 3. 5-9 @5 4. 2-3",
        "1.1-9 2.1-5 3...5-9 @5 4.2-3",
        "X1: 1-9 O2: 1-5 X3:5-9 O: @5 O4 2-3",
        "{opening} 1-9{a comment, with 3-4 in it}1-5 5-9 {} @5 2-3 {end}",
        "9-1 5-1 9-5 @5 3-2",
        "1–9 1–5 5–9 @5 2–3",
    ],
)
def test_noise_is_ignored(noisy: str) -> None:
    """Move numbers, mark names, commas, comments, long dashes and the order of two squares change nothing."""
    assert write_game(read_game(noisy)) == "1-9 1-5 5-9 @5 2-3"


@given(games(), st.lists(st.sampled_from(["{x} ", ", ", "\n", "7. ", "X1: ", "o "]), min_size=13, max_size=13))
def test_a_game_text_with_noise_is_the_same_game(steps: Steps, noise: list[str]) -> None:
    """Whatever stands between the actions, the same actions are read under the same rules."""
    rules = steps[0][0].rules if steps else STANDARD
    text = "".join(
        f"{between}{position.text(action)} " for (position, action), between in zip(steps, noise, strict=False)
    )
    transcript = read_game(text, rules)
    assert list(transcript.steps()) == steps
    assert write_game(read_game(write_game(transcript), rules)) == write_game(transcript)


def test_the_last_square_is_written_twice() -> None:
    """The mark in the last square is written s-s, and @s is read as well."""
    pairs = "1-2 1-2 @2 4-5 4-5 @4 7-8 7-8 @7 3-6 3-6 @3"
    assert write_game(read_game(f"{pairs} @9")) == f"{pairs} 9-9"


WRONG_GAMES = [
    ("1-9 1-0", "1-0", "an action is two squares"),
    ("1-9 1_5", "1_5", "an action is two squares"),
    ("1-9 1-a", "1-a", "the squares of this board are 1 to 9"),
    ("1-9 1-9 1-9", "1-9", "X1 must be measured first|O2 must be measured first"),
    ("1-9 1-9 @5", "@5", "O2 stands in squares 1 and 9 only"),
    ("1-9 {1-5", "{1-5", "no closing brace"),
    ("1-9 @1", "@1", "no measurement is pending"),
    ("1-9 5-5", "5-5", "only when it is the last one left"),
    ("1-9 3.5-0", "5-0", "an action is two squares"),
]


@pytest.mark.parametrize(("text", "token", "reason"), WRONG_GAMES)
def test_the_first_wrong_action_is_named(text: str, token: str, reason: str) -> None:
    """An error names the first token that is no action, or that the rules refuse, and its place."""
    with pytest.raises(NotationError, match=reason) as caught:
        read_game(text)
    assert (caught.value.token, caught.value.place) == (token, text.rindex(token) + 1)


def test_one_action_is_read_for_its_board() -> None:
    """A single action is read with squares from 0 inside; larger boards have letters for squares."""
    assert read_action("9-1", Position.start()) == Placement(0, 8)
    assert read_action("@4", Position.start()) == Settle(3)
    assert read_action("a-g", Position.start(STANDARD, Board(4, 4, 4))) == Placement(9, 15)
    with pytest.raises(NotationError, match="'a-g' at character 1: the squares of this board are 1 to 9"):
        read_action("a-g", Position.start())


@given(positions())
def test_a_position_text_is_the_position(position: Position) -> None:
    """The text of every position is read back as that position, surrounding white space or not."""
    assert read_position(str(position), position.rules) == position
    assert read_position(f"\n {position} ", position.rules) == position


WRONG_POSITIONS = [
    ("9.5.x", "x", 5),
    (" 9.5.123", "123", 6),
    ("9..5", "", 3),
    ("9.0", "0", 3),
    ("9.1a", "1a", 3),
    ("", "", 1),
    ("--", "--", 1),
]


@pytest.mark.parametrize(("text", "token", "place"), WRONG_POSITIONS)
def test_the_first_wrong_field_is_named(text: str, token: str, place: int) -> None:
    """A field that is not one or two squares is named with its place."""
    with pytest.raises(NotationError, match="a field is one or two squares from 1 to 9") as caught:
        read_position(text)
    assert (caught.value.token, caught.value.place) == (token, place)


def test_form_and_rules_are_different_errors() -> None:
    """A set-up of the right form is read without a look at the rules; a position says every reason against it."""
    assert [mark.squares for mark in read_setup("1.12").marks] == [(0,), (0, 1)]
    assert read_setup("1.12").board == CLASSIC
    with pytest.raises(InvalidPositionError, match="O2 stands in square 1, closed by X1"):
        read_position("1.12")
