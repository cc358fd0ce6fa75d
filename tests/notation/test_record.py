"""Records: canonical text, every value there and back, and the first token that is wrong or disagrees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spookymarks.errors import IllegalActionError, NotationError, SpookyMarksError
from spookymarks.notation.record import DEEPEST, Line, Record, Step, read_record, read_records, write_record
from spookymarks.notation.text import read_game, read_position, write_game
from spookymarks.notation.transcript import Transcript
from spookymarks.rules import RULE_SETS, Placement, Position
from strategies import rule_sets

if TYPE_CHECKING:
    from collections.abc import Callable

CANONICAL = """\
[X "Ada"]
[O "Alan \\"the \\\\\\" Second"]
[Rules "goff"]
[Date "2026-11-30"]
[Result "*"]
[Event "Tea"]

{a start} 1. 1-9 2. 1-5 =0.5 {a comment that is long enough to be broken into
two lines} (2. 2-3 {a branch} 3. 2-3 (3. 3-4 =-1) @2 =0) (2. 1-9 @1) 3. 5-9 @5
4. 2-3 *
"""


def test_the_canonical_text_is_a_fixpoint() -> None:
    """Tags in order, one a line; numbered marks, bare measurements; lines of 80 characters at most."""
    record = read_record(CANONICAL)
    assert write_record(record) == CANONICAL
    assert write_game(record.transcript) == "1-9 1-5 5-9 @5 2-3"
    assert (record.tag("O"), record.tag("Site"), record.rules.name) == ('Alan "the \\" Second', None, "goff")
    assert [step.evaluation for step in record.line] == [None, 0.5, None, None, None]
    assert [len(branch) for branch in record.line[1].branches] == [3, 2]


@pytest.mark.parametrize(
    "free",
    [
        '[Event "Tea"] [Result "*"]\n1-9 1-5 5-9 @5 2-3',
        '[ Event"Tea" ]1.1-9 2.1-5 3... 5-9 @5 4. 3-2 *',
        '[Event "Tea"] [Rules "standard"] 01. 9-1 2. 1-5 3.\n5-9 @5 4. 2-3 *',
    ],
)
def test_what_is_not_canonical_is_read_all_the_same(free: str) -> None:
    """Numbers and results may be missing, white space and the order of tags and squares are free."""
    assert read_record(free) == Record.of(read_game("1-9 1-5 5-9 @5 2-3"), (("Event", "Tea"),))


def test_remarks_are_gathered_at_their_action() -> None:
    """Comments are joined; those behind a branch, and an evaluation behind a comment, belong to the same action."""
    record = read_record("{a} {b}\n1. 1-9 {c} =+1.00 {d} (1-8) {e\n  f} {} *")
    assert record == Record(comment="a b", line=(Step(Placement(0, 8), "c d e f", 1, ((Step(Placement(0, 7)),),)),))


def test_many_records_stand_in_one_text() -> None:
    """Records are separated by their results or by the tags of the next one."""
    text = '1. 1-9 * [X "Ada"] 1. 1-8 [O "Alan"] * 1-7'
    records = read_records(text)
    assert [write_game(record.transcript) for record in records] == ["1-9", "1-8", "", "1-7"]
    assert read_records("".join(write_record(record) for record in records)) == records
    assert read_records(" \n") == ()


def test_rules_are_those_of_the_tag_or_the_given_ones() -> None:
    """The Rules tag decides; without it the caller's rules count."""
    goff = RULE_SETS["goff"]
    assert read_record("1-9", goff).rules == goff
    assert read_record('[Rules "single"] 1-9', goff).rules == RULE_SETS["single"]


SHARED = "1. 1-2 2. 4-5 3. 2-3 4. 5-6 5. 3-6 6. 1-4 @4"

WRONG = [
    ('[Rules "chess"] 1-9', "chess", "the rule sets are standard, goff"),
    ('[Rules ""] 1-9', '""', "the rule sets are standard, goff"),
    ('[Date "2026-02-30"]', "2026-02-30", "a day of the calendar"),
    ('[Date "20260228"]', "20260228", "a day of the calendar"),
    ('[X "a"] [X "b"]', '[X "b"]', "the tag X stands there twice"),
    ('[X "a\nb"]', "a\nb", "no line break"),
    ('[X "a]', '[X "a]', "a tag is [Name"),
    ('[X "a\\n"]', '[X "a\\n"]', "a tag is [Name"),
    ("1-9 ]", "]", "no tag is open"),
    ("1-9 {c", "{c", "no closing brace"),
    ("1-9 }", "}", "no comment is open"),
    ("1-9 )", ")", "no branch is open"),
    ("(1-9)", "(", "follows the action"),
    ("=1 1-9", "=1", "follows the action"),
    ("1. 1-9 3. 1-5", "3.", "this is move 2"),
    ("0. 1-9", "0.", "this is move 1"),
    ("1. 1-9 2. 1-9 3. @1", "3.", "a measurement has no number"),
    ("1. 1-9 2. {c} 1-9", "{c}", "a move number is followed by its placement"),
    ("1. 1-9 2.", "", "a move number is followed by its placement"),
    ("1. 1-9 2. 1-9 1-5", "1-5", "O2 must be measured first"),
    ("1. 1-9 2. one-two", "one-two", "an action is two squares"),
    ("1. 1-9 (1. 1-8 2. 1-8 @9) *", "@9", "O2 stands in squares 1 and 8 only"),
    ("1. 1-9 ()", ")", "a branch begins with an action"),
    ("1. 1-9 ({c} 1-8)", "{c}", "a branch begins with an action"),
    ("1. 1-9 (1-8 *)", "*", "a branch ends with )"),
    ("1. 1-9 (1-8", "", "a branch ends with )"),
    ("1. 1-9 =2.5", "=2.5", "from -2 to 2"),
    ("1. 1-9 =half", "=half", "from -2 to 2"),
    ("1. 1-9 =1 =1", "=1", "one evaluation"),
    ("1. 1-9 1-0", "1-0", "the game is unfinished"),
    ('[Result "1-0"] 1. 1-9', "1-0", "the game is unfinished"),
    ('[Result "3-0"] 1. 1-9', "3-0", "the results are 1-0, 0-1"),
    ('[Termination "resigned"] [Result "1-0"] 1. 1-9 0-1', "0-1", "the Result tag says 1-0"),
    (f"{SHARED} 1-0", "1-0", "the game ends 1-0.5"),
    (f"{SHARED} *", "*", "the game ends 1-0.5"),
    (f'[Termination "resigned"] {SHARED} 0.5-1', "0.5-1", "the game ends 1-0.5"),
    (f'[Result "0-0"] {SHARED} 1-0.5', "0-0", "the game ends 1-0.5"),
    (f"{SHARED} 7. 7-8", "7-8", "the game is over"),
    ("1. 1-9 * 1. 1-8 *", "1. 1-8", "the record has ended before this"),
    ('1. 1-9 [X "a"]', "[X", "the record has ended before this"),
    ("", "", "a record begins with a tag or an action"),
    (" \n", "", "a record begins with a tag or an action"),
]


@pytest.mark.parametrize(("text", "start", "reason"), WRONG)
def test_the_first_wrong_token_is_named(text: str, start: str, reason: str) -> None:
    """An error names the first wrong token with its place, and says what it should be."""
    with pytest.raises(NotationError) as caught:
        read_record(text)
    error = caught.value
    assert error.place == (text.rindex(start) + 1 if start else len(text) + 1)
    assert text.startswith(error.token, error.place - 1)
    assert bool(error.token) == bool(start)
    assert reason in error.reason


def test_the_result_is_recomputed_by_the_rules_of_the_record() -> None:
    """A finished game has the result of its rule set, written at both places."""
    assert read_record(SHARED).result == "1-0.5"
    assert write_record(read_record(f'[Rules "single"] {SHARED}')).endswith("@4 1-0\n")


def test_an_unfinished_game_may_have_been_ended_by_its_players() -> None:
    """With a Termination tag an unfinished game has any result, which the writer keeps."""
    record = read_record('[Termination "resigned"] 1. 1-9 0-1')
    assert record.tag("Result") == "0-1"
    assert read_record(write_record(record)) == record
    assert Record((("Termination", "time"),)).result == "*"


def test_branches_nest_fifty_deep() -> None:
    """Deep nesting is read up to a stated limit, and refused there without exhausting anything."""
    deepest = "1-9 (" * DEEPEST + "1-8" + ")" * DEEPEST
    assert read_record(write_record(read_record(deepest))) == read_record(deepest)
    with pytest.raises(NotationError, match="50 deep") as caught:
        read_record("1-9 (" * 5000)
    assert caught.value.place == 5 * DEEPEST + 5
    line: Line = (Step(Placement(0, 1)),)
    for _ in range(DEEPEST + 1):
        line = (Step(Placement(0, 1), branches=(line,)),)
    with pytest.raises(SpookyMarksError, match="50 deep"):
        Record(line=line)


def test_values_that_cannot_be_written_cannot_be_built() -> None:
    """Constructors refuse what has no text, in one sentence."""
    step = Step(Placement(0, 1))
    refused: list[tuple[str, Callable[[], object]]] = [
        ("closing brace", lambda: Step(Placement(0, 1), "}")),
        ("closing brace", lambda: Record(comment="}")),
        ("at 3", lambda: Step(Placement(0, 1), evaluation=3)),
        ("at nan", lambda: Step(Placement(0, 1), evaluation=float("nan"))),
        ("at least one step", lambda: Step(Placement(0, 1), branches=((),))),
        ("each tag stands once", lambda: Record((("X", "a"), ("X", "b")))),
        ("the name of a tag", lambda: Record((("1st", "a"),))),
        ("no line break", lambda: Record((("X", "a\u2028b"),))),
        ("the rule sets are", lambda: Record((("Rules", "chess"),))),
        ("the game is unfinished", lambda: Record((("Result", "1-0"),), line=(step,))),
        ("under the rules standard, not goff", lambda: Record.of(read_game("1-9"), (("Rules", "goff"),))),
        ("from the empty 3×3 board", lambda: Record.of(Transcript.of(read_position("12"), [Placement(0, 1)]))),
    ]
    for reason, build in refused:
        with pytest.raises(SpookyMarksError, match=re.escape(reason)):
            build()
    with pytest.raises(IllegalActionError):
        Record(line=(step, step, step))
    with pytest.raises(IllegalActionError):
        Record(line=(Step(Placement(0, 1), branches=((step, step, step),)),))


def test_values_are_kept_as_they_are_written() -> None:
    """White space in comments is one space, evaluations have four decimals, tags stand in their order."""
    assert Step(Placement(0, 1), " a\n\tb ", -0.00001) == Step(Placement(0, 1), "a b", 0)
    assert "=0 " in write_record(Record(line=(Step(Placement(0, 1), evaluation=-0.00001),)))
    tags = (("Event", "Tea"), ("Date", "2026-11-30"), ("O", "Alan"), ("X", "Ada"))
    assert [name for name, _ in Record(tags).tags] == ["X", "O", "Rules", "Date", "Result", "Event"]


comments = st.text().filter(lambda text: "}" not in text)
values = st.text().filter(lambda text: text.splitlines() in ([], [text]))


@st.composite
def lines(draw: st.DrawFn, position: Position, longest: int, depth: int = 0) -> Line:
    """Draw a line of play from a position, with remarks and branches."""
    steps = []
    for _ in range(draw(st.integers(min(depth, 1), longest))):
        if position.over:
            break
        evaluation = draw(st.none() | st.floats(-2, 2))
        branches = (
            draw(st.lists(lines(position, 2, depth + 1), max_size=2)) if depth < 2 and draw(st.booleans()) else []
        )
        action = draw(st.sampled_from(position.legal))
        steps.append(Step(action, draw(comments), evaluation, tuple(branches)))
        position = position.play(action)
    return tuple(steps)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record under any rules, ended by its players in some cases."""
    rules = draw(rule_sets)
    tags = draw(st.dictionaries(st.sampled_from(["X", "O", "Event", "Round_2"]), values))
    line = draw(lines(Position.start(rules), 13))
    if draw(st.booleans()) and not Transcript.of(Position.start(rules), (step.action for step in line)).position.over:
        tags |= {"Termination": "resigned", "Result": draw(st.sampled_from(["1-0", "0-1", "0-0", "*"]))}
    return Record((*tags.items(), ("Rules", rules.name)), draw(comments), line)


@settings(max_examples=60)
@given(st.lists(records(), max_size=2))
def test_every_record_is_written_and_read_back_equal(made: list[Record]) -> None:
    """Whatever can be built has a text, that text reads as the same value, and no line of moves is too long."""
    text = "\n".join(map(write_record, made))
    assert read_records(text) == tuple(made)
    for line in text.split("\n"):
        assert len(line) <= 80 or line.startswith("[") or " " not in line
