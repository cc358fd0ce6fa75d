"""Goff's state string: his published games, every dialect, and the first token that disagrees."""

from __future__ import annotations

import pytest

from spookymarks.errors import NotationError, SpookyMarksError
from spookymarks.notation.goff import read_goff, write_goff
from spookymarks.notation.text import read_game, read_position, write_game
from spookymarks.notation.transcript import Transcript
from spookymarks.rules import CLASSIC, RULE_SETS, STANDARD, Board, Placement, Position, Score

GOFF = RULE_SETS["goff"]

SHARED_WIN = (
    "X1+(1,2); O2+(4,5); X3+(2,3); O4+(5,6); X5+(3,6); O6+(1,4)[162453]; "
    "X6@O6(4)!O6(4)!O2(5)!O4(6)!X5(3)!X3(2)!X1(1); {X=1, O=0.5}"
)
NINE_MOVE_LOOP = (
    "X1+(1,2); O2+(2,3); X3+(3,6); O4+(6,9); X5+(8,9); O6+(7,8); X7+(4,7); O8+(4,5); X9+(1,5)[198765432]; "
    "O9@X9(5)!X9(5)!O8(4)!X7(7)!O6(8)!X5(9)!O4(6)!X3(3)!O2(2)!X1(1); {X=2, O=0}"
)
STAR = "X1+(2,5); O2+(1,5); X3+(3,5); O4+(4,5); X5+(6,5); O6+(7,5); X7+(9,5)"
FOUR_COLLAPSES = (
    "X1+(1,2); O2+(1,2)[12]; X2@O2(2)!O2(2)!X1(1); X3+(4,5); O4+(4,5)[34]; X4@O4(4)!O4(4)!X3(5); "
    "X5+(7,8); O6+(7,8)[56]; X6@O6(7)!O6(7)!X5(8); X7+(3,6); O8+(3,6)[78]; X8@O8(3)!O8(3)!X7(6); "
    "X9+(9,9); {X=1, O=0}"
)
LONG_STEMS = (
    "X1+(1,2); O2+(2,3); X3+(3,6); O4+(6,9); X5+(8,9); O6+(7,8); X7+(4,7); O8+(7,8)[68|123457]; "
    "X8@O8(7)!O8(7)!O6(8)!X7(4)!X5(9)!O4(6)!X3(3)!O2(2)!X1(1)"
)
CANONICAL = (SHARED_WIN, NINE_MOVE_LOOP, FOUR_COLLAPSES)


@pytest.mark.parametrize("text", CANONICAL)
def test_published_games_are_read_and_written_as_they_stand(text: str) -> None:
    """Goff's finished sample games are read with their scores and written back in the same words."""
    assert write_goff(read_goff(text)) == text


def test_the_shared_win_is_one_to_a_half() -> None:
    """One collapse leaves X's line by move 5 and O's by move 6: 1 to ½."""
    end = read_goff(SHARED_WIN).position
    assert [(line.owner, line.squares, line.highest) for line in end.lines] == [
        ("X", (0, 1, 2), 5),
        ("O", (3, 4, 5), 6),
    ]
    assert end.score == Score(1, 0.5)


def test_the_double_win_depends_on_the_rules() -> None:
    """Two lines of X with move 9 in both are 2 points to Goff, and 1 under the standard rules."""
    assert read_goff(NINE_MOVE_LOOP).position.score == Score(2, 0)
    assert read_goff(NINE_MOVE_LOOP.replace("X=2", "X=1"), STANDARD).position.score == Score(1, 0)
    with pytest.raises(NotationError, match="it should be 1, the points of X"):
        read_goff(NINE_MOVE_LOOP, STANDARD)


def test_the_star_has_eight_boards_five_of_them_with_a_line_of_x() -> None:
    """Seven pairs on square 5 leave eight classical games, in five of which X has a line."""
    position = read_goff(STAR).position
    boards = list(position.ensemble)
    assert len(boards) == 8
    assert sum(any(all(board[square] % 2 for square in line) for line in CLASSIC.line_squares) for board in boards) == 5


@pytest.mark.parametrize("square", [3, 6])
def test_after_the_star_o_changes_the_past(square: int) -> None:
    """O8 in 3-6 leaves X no saving choice: either way only O has a line, by move 6."""
    position = read_goff(f"{STAR}; O8+(3,6); @O8({square})").position
    assert [(line.owner, line.highest) for line in position.lines] == [("O", 6)]
    assert position.score == Score(0, 1)


def test_four_collapses_are_the_most() -> None:
    """Pairs played twice collapse four times, and X9 alone then completes the diagonal."""
    transcript = read_goff(FOUR_COLLAPSES)
    assert write_game(transcript) == "1-2 1-2 @2 4-5 4-5 @4 7-8 7-8 @7 3-6 3-6 @3 9-9"
    assert [line.squares for line in transcript.position.lines] == [(0, 4, 8)]


def test_the_longest_cycle_has_nine_moves() -> None:
    """All nine moves can form one loop."""
    position = read_goff(NINE_MOVE_LOOP[: NINE_MOVE_LOOP.index("O9@")]).position
    assert position.cycle == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert position.stems == ()


def test_long_stems_hang_off_a_short_cycle() -> None:
    """A loop of two moves can carry six tails, which the note lists in ascending order."""
    position = read_goff(LONG_STEMS[: LONG_STEMS.index("X8@")]).position
    assert position.cycle == (6, 8)
    assert position.stems == (1, 2, 3, 4, 5, 7)
    assert write_goff(read_goff(LONG_STEMS)).startswith(LONG_STEMS)


def test_figures_of_the_paper_of_2006() -> None:
    """Figure 9 waits for X with two stems; figure 4 waits for O without any."""
    nine = read_game("3-5 5-7 5-9 1-5 3-6 6-9", GOFF)
    assert (nine.position.to_act, nine.position.cycle, nine.position.stems) == ("X", (1, 3, 5, 6), (2, 4))
    assert write_goff(nine).endswith("O6+(6,9)[1563|24]")
    four = read_game("1-2 2-5 1-5", GOFF)
    assert (four.position.to_act, four.position.cycle) == ("O", (1, 2, 3))


LOOP = "X1+(1,2); O2+(2,3); X3+(1,3)"


@pytest.mark.parametrize(
    "rest",
    [
        "[132]; O3@X3(3)!X3(3)!O2(2)!X1(1)",
        "[132]; O3@X1(1)!X1(1)!O2(2)!X3(3)",
        "[123]; O3@O2(2)!X3(3)!X1(1)!O2(2);",
        "; O4!X3(3)@X1(1)",
        "; O4!X3(3)",
        "[132]@X3(3)!X3(3)!O2(2)!X1(1)",
        "; @X3(3)!X3(3)!O2(2)!X1(1)",
        "; O3@X1(1)",
        "; O4@X1(1)!X1(1)!O2(2)!X3(3)",
        " [ 213 ] ;\n O3 @ X1 ( 1 ) ! X1(1) !O2( 2)!X3(3 ) ; ",
    ],
)
def test_every_dialect_tells_the_same_game(rest: str) -> None:
    """As implemented, the earlier draft, the older comments and any mix are one game, written in one way."""
    expected = f"{LOOP}[132]; O3@X3(3)!X3(3)!O2(2)!X1(1)"
    assert write_goff(read_goff(LOOP + rest)) == expected
    assert write_game(read_goff(LOOP + rest)) == "1-2 2-3 1-3 @3"


def test_square_order_and_separators_are_free() -> None:
    """Squares in click order and missing white space read as the canonical string does."""
    assert read_goff("X1+(2,1);O2+(3,2);X3+(3,1)[132];O3@X1(1)") == read_goff(f"{LOOP}; O3@X1(1)")


@pytest.mark.parametrize("score", ["{X=1, O=0}", "{X1,O0}", "{X-1, O-0}", "{ X = 1.0 , O = 0 }"])
@pytest.mark.parametrize("itself", ["", "; O9@X9(9)!X9(9)", "; O10!X9(9)", "; @X9(9)!X9(9)"])
def test_the_last_square_may_resolve_itself(itself: str, score: str) -> None:
    """X9 in the last square may be followed by its own collapse; scores are read in all their forms."""
    stem = FOUR_COLLAPSES.removesuffix("; {X=1, O=0}")
    assert write_goff(read_goff(f"{stem}{itself}; {score}")) == FOUR_COLLAPSES


WRONG = [
    ("O1+(1,2)", "O1", "the next mark is X1"),
    ("X1+(1,2); X2+(1,2)", "X2", "the next mark is O2"),
    ("X1+(5,5)", "X1+(5,5)", "only when it is the last one left"),
    ("X1+(1,2); O2+(5", "O2+(5", "half placed"),
    ("X1+(1,2); O2+(5,", "O2+(5,", "half placed"),
    ("X1+(1,2); O2+", "O2+", "half placed"),
    ("X1+(1,2)[1]", "[1]", "no cycle is closed here"),
    (LOOP + "[12]", "[12]", "it should be [132]"),
    (LOOP + "[132|2]", "[132|2]", "it should be [132]"),
    (LOOP + "; O4+(5,6)", "O4", "X3 closed a cycle"),
    (LOOP + "; X3@X1(1)", "X3", "written O3 or O4"),
    (LOOP + "; O5@X1(1)", "O5", "written O3 or O4"),
    (LOOP + "; O3@X1(3)", "@X1(3)", "X1 stands in 1 and 2 only"),
    (LOOP + "; O3@O4(3)", "@O4(3)", "what collapses here is X3 X1 O2"),
    (LOOP + "; O3@X1(1)!X1(2)", "!X1(2)", "X1 settles in square 1"),
    (LOOP + "; O3@X1(1)!X1(1)!O2(3)!X3(3)", "!O2(3)", "O2 settles in square 2"),
    (LOOP + "; O3@X1(1)!X1(1)!X1(1)", "!X1(1)", "named twice"),
    (LOOP + "; O3@X1(1)!X1(1)!X3(3)", "", "!O2(2) is missing"),
    (LOOP + "; O3@X1(1)!X1(1)!X3(3); O4+(5,6)", "; O4", "!O2(2) is missing"),
    (LOOP + "; O3@X1(1); {X=1, O=0}", "{X=1, O=0}", "the game is not over"),
    ("@X1(1)", "@X1(1)", "no cycle is waiting"),
    ("O1@X1(1)", "O1", "no cycle is waiting"),
    ("X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@X1(1)", "@X1(1)", "a stem decides nothing"),
    ("X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@X1(1)!O2(3)!X3(2)", "@X1(1)", "a stem decides nothing"),
    ("X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3!X1(1)", "!X1(1)", "a stem decides nothing"),
    ("X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3!X1(2)!O2(3)", "!X1(2)", "X1 settles in square 1"),
    (SHARED_WIN.replace("O=0.5", "O=0"), "0}", "it should be 0.5, the points of O"),
    (SHARED_WIN + "; X7+(7,8)", "X7+(7,8)", "the game is over"),
    (FOUR_COLLAPSES + "; X9@X9(9)", "X9@", "written O9 or O10"),
    (FOUR_COLLAPSES + "; @X9(8)", "@X9(8)", "X9 stands in 9 only"),
    (FOUR_COLLAPSES + "; @X9(9); @X9(9)", "@X9(9)", "no cycle is waiting"),
    ("X1+(1,2); nonsense; O2+(1,2)", "nonsense", "a placement is X1+(1,2)"),
    ("X1+(1,0)", "X1+(1,0)", "a placement is X1+(1,2)"),
]


@pytest.mark.parametrize(("text", "start", "reason"), WRONG)
def test_the_first_token_that_disagrees_is_named(text: str, start: str, reason: str) -> None:
    """What a string claims is recomputed; the first wrong token is named with its place and what it should be."""
    with pytest.raises(NotationError) as caught:
        read_goff(text)
    error = caught.value
    assert error.place == (text.rindex(start) + 1 if start else len(text) + 1)
    assert text.startswith(error.token, error.place - 1)
    assert bool(error.token) == bool(start)
    assert reason in error.reason


def test_the_chooser_is_the_one_of_the_rules() -> None:
    """The closer is named where the closer chooses, with the closing move or the own next one; nobody for a coin."""
    closer, coin = RULE_SETS["closer-chooses"], RULE_SETS["coin"]
    expected = f"{LOOP}[132]; X3@X3(1)!X3(1)!X1(2)!O2(3)"
    assert write_goff(read_goff(LOOP + "; X3@X1(2)", closer)) == expected
    assert write_goff(read_goff(LOOP + "; X5!X3(1)", closer)) == expected
    assert write_goff(read_goff(LOOP + "@X3(1)", coin)) == expected.replace("X3@", "@")
    with pytest.raises(NotationError, match="a coin measures"):
        read_goff(LOOP + "; O3@X3(1)", coin)


def test_games_without_words_are_refused() -> None:
    """Rules without cycles, other boards and games from a set-up are refused in one sentence, read or written."""
    superposition = RULE_SETS["superposition"]
    with pytest.raises(SpookyMarksError, match="superposition, which know no cycles"):
        read_goff("X1+(1,2)", superposition)
    with pytest.raises(SpookyMarksError, match="superposition, which know no cycles"):
        write_goff(read_game("1-2", superposition))
    for start in (Position.start(GOFF, Board(4, 4, 4)), read_position("12", GOFF)):
        with pytest.raises(SpookyMarksError, match="empty 3×3 board"):
            write_goff(Transcript.of(start, [Placement(1, 2)]))
