"""Formats by name: what `convert` can read and write, one row each.

All of them hold games on the 3×3 board; those that can be read hold whole games from the empty board.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spookymarks.errors import SpookyMarksError
from spookymarks.notation.foreign import read_golf, read_ksmanis, read_shcherbina
from spookymarks.notation.goff import read_goff, write_goff
from spookymarks.notation.record import Record, read_record, write_record
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game, write_game
from spookymarks.rules import RULE_SETS, STANDARD, Position, RuleSet

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.notation.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Format:
    """A format: a word on what it is, how it is read and written (None where it is not), and its author's rules."""

    about: str
    reader: Callable[[str, RuleSet], Transcript] | None = None
    writer: Callable[[Transcript], str] | None = None
    rules: RuleSet = STANDARD


def _read_record(text: str, rules: RuleSet) -> Transcript:
    return read_record(text, rules).transcript


def _write_record(transcript: Transcript) -> str:
    return write_record(Record.of(transcript))


def _write_game(transcript: Transcript) -> str:
    if transcript.start != Position.start(transcript.start.rules):
        raise SpookyMarksError("a game text holds a game from the empty 3×3 board")
    return write_game(transcript)


def _write_position(transcript: Transcript) -> str:
    return str(transcript.position)


def _write_replay(transcript: Transcript) -> str:
    return json.dumps(replay_document(transcript.position))


FORMATS: dict[str, Format] = {
    "game": Format("the actions, 1-9 1-5 5-9 @5 2-3", read_game, _write_game),
    "record": Format(
        "a game with tags, comments and branches; its main line is converted", _read_record, _write_record
    ),
    "goff": Format("Goff's state string, X1+(1,2); O2+(1,2)[12]", read_goff, write_goff, RULE_SETS["goff"]),
    "shcherbina": Format("Shcherbina's notation, 12 23 13? 3!", read_shcherbina),
    "ksmanis": Format("KSmanis' notation, (0,8)(2,6)(2)", read_ksmanis),
    "golf": Format("code-golf notation, AB BE AE 1", read_golf),
    "position": Format("the text of the final position, 9.5.1.23", writer=_write_position),
    "replay": Format("the Replay JSON document of the final position", writer=_write_replay),
}
"""Every format by its name."""

READABLE = tuple(name for name, each in FORMATS.items() if each.reader)
WRITABLE = tuple(name for name, each in FORMATS.items() if each.writer)


def read(name: str, text: str, rules: RuleSet | None = None) -> Transcript:
    """Read a game in a named format, by default under its author's rules; a record's own Rules tag counts first.

    Raises NotationError for a wrong text, SpookyMarksError for a name that is not in READABLE or for rules that the
    format cannot express.
    """
    found = FORMATS.get(name)
    if found is None or found.reader is None:
        raise SpookyMarksError(f"{name!r} is no format that can be read; these are: {', '.join(READABLE)}")
    return found.reader(text, rules or found.rules)


def write(name: str, transcript: Transcript) -> str:
    """Write a game in a named format.

    Raises SpookyMarksError for a name that is not in WRITABLE or a game that the format cannot express.
    """
    found = FORMATS.get(name)
    if found is None or found.writer is None:
        raise SpookyMarksError(f"{name!r} is no format that can be written; these are: {', '.join(WRITABLE)}")
    return found.writer(transcript)
