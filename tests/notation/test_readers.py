"""Every reader and writer on random games and on any text at all: round trips, fixpoints, and honest errors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spookymarks.errors import NotationError, SpookyMarksError
from spookymarks.notation import formats
from spookymarks.notation.record import read_record, read_records, write_record
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game, read_position, read_setup
from spookymarks.notation.transcript import Transcript
from spookymarks.rules import RULE_SETS, STANDARD, Action, Board, Phase, Placement, Position, RuleSet
from strategies import entangling_rule_sets, games

if TYPE_CHECKING:
    from collections.abc import Callable

SUPERPOSITION = RULE_SETS["superposition"]


@st.composite
def transcripts(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet]) -> Transcript:
    """Draw a game under one of the rule sets."""
    chosen = draw(rules)
    steps = draw(games(st.just(chosen)))
    return Transcript.of(Position.start(chosen), [action for _, action in steps])


# Writers for the notations that the project only reads


def _shcherbina(position: Position, action: Action) -> str:
    if isinstance(action, Placement):
        closes = position.play(action).phase is Phase.MEASURE
        return f"{action.a + 1}{action.b + 1}{'?' * closes} "
    square = action.square + 1
    return f"{square}! " if position.phase is Phase.MEASURE else f"{square}{square} "


def _ksmanis(_: Position, action: Action) -> str:
    return f"({action.a},{action.b})" if isinstance(action, Placement) else f"({action.square})"


def _golf(position: Position, action: Action) -> str:
    cells = "ABCDEFGHI"
    if isinstance(action, Placement):
        return f"{cells[action.a]}{cells[action.b]} "
    if position.phase is Phase.PLACE:
        return f"{cells[action.square]}{cells[action.square]} "
    after = position.play(action)
    squares = [after.marks[number - 1] for number in position.cycle]
    return f"{after.marks.index(min(squares)) + 1} "


READ_ONLY = {"shcherbina": _shcherbina, "ksmanis": _ksmanis, "golf": _golf}


def written(name: str, transcript: Transcript) -> str:
    """Write a game in any format that can be read."""
    if name in READ_ONLY:
        return "".join(READ_ONLY[name](position, action) for position, action in transcript.steps())
    return formats.write(name, transcript)


@pytest.mark.parametrize("name", formats.READABLE)
@settings(max_examples=40)
@given(transcripts(entangling_rule_sets))
def test_every_game_is_read_back_as_it_was_played(name: str, transcript: Transcript) -> None:
    """Under every rule set with cycles, each readable format carries any legal game without loss."""
    assert formats.read(name, written(name, transcript), transcript.start.rules) == transcript


@pytest.mark.parametrize("name", ["game", "record"])
@settings(max_examples=40)
@given(transcripts(st.just(SUPERPOSITION)))
def test_our_own_formats_carry_games_without_cycles(name: str, transcript: Transcript) -> None:
    """Game texts and records express the superposition rules too."""
    assert formats.read(name, formats.write(name, transcript), SUPERPOSITION) == transcript


@settings(max_examples=40)
@given(transcripts(entangling_rule_sets))
def test_final_positions_are_written(transcript: Transcript) -> None:
    """`position` writes the text of the last position, `replay` its document as JSON."""
    end = transcript.position
    assert read_position(formats.write("position", transcript), end.rules) == end
    assert json.loads(formats.write("replay", transcript)) == replay_document(end)


def test_a_format_comes_with_its_rules() -> None:
    """Without a word on the rules Goff's string is scored as he does, and everything else by the standard rules."""
    assert formats.read("goff", "").start.rules == RULE_SETS["goff"]
    others = [name for name in formats.READABLE if name not in {"goff", "record"}]
    assert {formats.read(name, "").start.rules for name in others} == {STANDARD}
    assert formats.read("record", "*").start.rules == STANDARD


def test_unknown_formats_are_refused_with_the_known_ones() -> None:
    """A wrong name, or a right one for the wrong direction, is answered with the list of names."""
    with pytest.raises(SpookyMarksError, match=r"'pgn' is no format that can be read; these are: game, record, goff, "):
        formats.read("pgn", "")
    with pytest.raises(SpookyMarksError, match="'position' is no format that can be read"):
        formats.read("position", "-")
    with pytest.raises(
        SpookyMarksError, match="'golf' is no format that can be written; these are: game, record, goff, p"
    ):
        formats.write("golf", read_game(""))
    with pytest.raises(SpookyMarksError, match="from the empty 3×3 board"):
        formats.write("game", Transcript.of(Position.start(STANDARD, Board(4, 4, 4)), []))


# Any text at all


class Reader(NamedTuple):
    """A reader, what it makes written down again (or as it is), and a source of right texts."""

    read: Callable[[str], Any]
    write: Callable[[Any], Any]
    source: Callable[[Transcript], str]


def _annotated(transcript: Transcript) -> str:
    """Return a record with every kind of token in it."""
    text = write_record(read_record('[X "a \\"b\\""] [Event "\\\\"] 1-9 =0.5 {c} (1-8 1-8 @1 {d})'))
    return text.replace("*\n", "*\n\n") + formats.write("record", transcript)


def _reader(name: str) -> Reader:
    """Return the reader of a format, with its writer where it has one."""

    def write(value: Transcript) -> object:
        return formats.write(name, value) if name in formats.WRITABLE else value

    return Reader(lambda text: formats.read(name, text), write, lambda game: written(name, game))


READERS = {
    "game": _reader("game"),
    "goff": _reader("goff"),
    "shcherbina": _reader("shcherbina"),
    "ksmanis": _reader("ksmanis"),
    "golf": _reader("golf"),
    "record": Reader(read_record, write_record, lambda game: formats.write("record", game)),
    "records": Reader(read_records, lambda value: "\n".join(map(write_record, value)), _annotated),
    "setup": Reader(read_setup, lambda value: value, lambda game: str(game.position)),
}
CHARACTERS = '0123456789XO@!+-(),;[]{}|=.*?:"\\ABCI \n–½'


@st.composite
def spoiled(draw: st.DrawFn, source: Callable[[Transcript], str]) -> str:
    """Draw a right text with a few of its characters changed, lost, doubled or added."""
    text = source(draw(transcripts(st.just(STANDARD))))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 6)))
        middle = draw(st.sampled_from(["", text[start:end] * 2]) | st.text(CHARACTERS, max_size=3))
        text = text[:start] + middle + text[end:]
    return text


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=200)
@given(st.data())
def test_any_text_is_a_value_or_an_honest_error(name: str, data: st.DataObject) -> None:
    """Any text gives a value whose text is a fixpoint, or an error at a token that really stands there."""
    reader = READERS[name]
    text = data.draw(spoiled(reader.source) | st.text(CHARACTERS) | st.text())
    error = None
    try:
        value = reader.read(text)
    except NotationError as caught:
        error = caught
    if error is not None:
        assert 1 <= error.place <= len(text) + 1
        assert text.startswith(error.token, error.place - 1)
        assert "\n" not in str(error)
        return
    again = reader.write(value)
    if isinstance(again, str):
        assert reader.read(again) == value
        assert reader.write(reader.read(again)) == again
