"""Text boards: every mark of a position can be read off them."""

from __future__ import annotations

from hypothesis import given

from spookymarks import render
from spookymarks.notation.text import read_game
from spookymarks.render import ASCII, BOARD_WIDTH, SQUARE_WIDTH, UNICODE, beside, board, row_text, row_width
from spookymarks.rules import Position, is_classical, mark_name
from strategies import positions


def square_text(position: Position, square: int) -> list[str]:
    """Cut the three rows of a square out of its drawn board."""
    rows = [row_text(row).ljust(BOARD_WIDTH) for row in board(position, ASCII)]
    top, left = 4 * (square // 3) + 1, (SQUARE_WIDTH + 1) * (square % 3) + 1
    return [row[left : left + SQUARE_WIDTH] for row in rows[top : top + 3]]


@given(positions())
def test_every_mark_stands_in_its_slot(position: Position) -> None:
    """Mark n stands in slot n of each of its squares and in no other; a classical mark has its square alone."""
    for square in range(9):
        text = square_text(position, square)
        here = {number for number, mark in enumerate(position.marks, 1) if mark >> square & 1}
        classical = [number for number in here if is_classical(position.marks[number - 1])]
        if classical:
            assert mark_name(classical[0]) in text[1]
            continue
        for number in range(1, 10):
            row, column = divmod(number - 1, 3)
            slot = text[row][3 * column + 1 : 3 * column + 3]
            assert slot == (mark_name(number) if number in here else "  ")


@given(positions())
def test_both_character_sets_draw_the_same_shape(position: Position) -> None:
    """Boards have thirteen rows of BOARD_WIDTH characters; the plain ones are ASCII."""
    plain, fine = board(position, ASCII), board(position, UNICODE)
    assert [row_width(row) for row in plain] == [row_width(row) for row in fine] == [BOARD_WIDTH] * 13
    assert all(row_text(row).isascii() for row in plain)


def test_a_board_as_it_is_drawn() -> None:
    """A cycle, a stem, a classical mark of each player: as a picture."""
    position = read_game("1-2 1-2 @1 4-5 5-9 4-8 5-8").position
    assert [row_text(row) for row in board(position)] == [
        "┌1─────────┬2─────────┬3─────────┐",
        "│ ╭───╮    │  ╲ ╱     │          │",
        "│ │   │ O₂ │   ╳   X₁ │          │",
        "│ ╰───╯    │  ╱ ╲     │          │",
        "├4─────────┼5─────────┼6─────────┤",
        "│      *X₃ │      *X₃ │          │",
        "│   *X₅    │~O₄   *O₆ │          │",
        "│          │          │          │",
        "├7─────────┼8─────────┼9─────────┤",
        "│          │          │          │",
        "│          │   *X₅*O₆ │~O₄       │",
        "│          │          │          │",
        "└──────────┴──────────┴──────────┘",
    ]


def test_roles_are_signs_and_inks() -> None:
    """Cycle and stem differ by a sign before the mark and by their ink; so does a finished line."""
    spans = {span for row in board(read_game("1-4 1-5 4-8 1-8").position, ASCII) for span in row}
    assert {("*X1", "cycle"), ("*O4", "cycle"), ("~O2", "stem")} <= spans
    over = {span for row in board(read_game("4-5 1-7 4-6 2-3 5-6 @6").position, ASCII) for span in row}
    assert any("*X1" in text and ink == "line" for text, ink in over)


def test_pictures_of_different_heights_stand_level() -> None:
    """The shorter picture is filled up below; the second begins in the same column in every row."""
    tall, short = board(Position.start()), board(Position.start())[:2]
    for left, right in ((tall, short), (short, tall)):
        rows = beside(left, right)
        assert len(rows) == 13
        assert {row_width(row) for row in rows[:2]} == {2 * BOARD_WIDTH + render.GAP}


def test_sentences_are_written_in_the_same_characters() -> None:
    """Names of marks in a sentence are rewritten, words that only look alike are not."""
    assert UNICODE.words("X1 and O2, not X10, OX3 or X0") == "X₁ and O₂, not X10, OX3 or X0"
    assert ASCII.words("X1 and O2") == "X1 and O2"
