"""Small notations of other people's programs: one reader each, no writers.

All three know the published game alone: nine squares, pairs that entangle, cycles that are measured.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spookymarks.notation.transcript import Scribe, Token, Transcript, entangled_start
from spookymarks.rules import STANDARD, Action, Phase, Placement, RuleSet, Settle, mark_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHCHERBINA = re.compile(r"(?P<a>[1-9])(?:(?P<b>[1-9])(?P<closes>\??)|!)")
_KSMANIS = re.compile(r"\(\s*([0-8])\s*(?:,\s*([0-8])\s*)?\)")
_KSMANIS_PIECE = re.compile(r"\s*(\([^()]*\)|:.*|\S+?(?=[(:\s]|$))", re.DOTALL)
_KSMANIS_TAIL = re.compile(r":\s*-?[0-9]+\s*,\s*[0-9]+\s*")
_GOLF = re.compile(r"(?P<a>[A-I])(?P<b>[A-I])|(?P<number>[1-9])")
_CELLS = "ABCDEFGHI"


def read_shcherbina(text: str, rules: RuleSet = STANDARD) -> Transcript:
    """Read Shcherbina's notation, `12 23 34 45 15? 5!`.

    Two digits are a pair, with `?` exactly when it closes a cycle; `5!` says where the newest mark lands. The last
    square is `44` (ours: that program ends the game before it). Raises NotationError at the first wrong token.
    """
    scribe = Scribe("Shcherbina's notation", entangled_start("Shcherbina's notation", rules))
    for token in _words(text):
        match = _SHCHERBINA.fullmatch(token.text)
        if match is None:
            scribe.refuse(token, "a move is two squares like 12, 15? when it closes a cycle, or 5! for a measurement")
        if match["b"] is None:
            if scribe.position.phase is not Phase.MEASURE:
                scribe.refuse(token, "no cycle is waiting to be measured")
            scribe.play(Settle(int(match["a"]) - 1), token)
            continue
        _pair(scribe, token, int(match["a"]) - 1, int(match["b"]) - 1)
        closes = scribe.position.phase is Phase.MEASURE
        if closes and not match["closes"]:
            scribe.refuse(token, f"this pair closes a cycle, so it is written {token.text}?")
        if match["closes"] and not closes:
            scribe.refuse(token, f"this pair closes no cycle, so it is written {token.text[:-1]}")
    return scribe.transcript()


def read_ksmanis(text: str, rules: RuleSet = STANDARD) -> Transcript:
    """Read KSmanis' notation, `(0,8)(2,6)(2)`, with squares from 0 and an optional tail `:value,plies`.

    A single square is where the newest mark lands, or the last square. The tail must have its form; what it claims
    is not checked. Raises NotationError at the first wrong token.
    """
    scribe = Scribe("KSmanis' notation", entangled_start("KSmanis' notation", rules))
    for match in _KSMANIS_PIECE.finditer(text.rstrip()):
        token = Token(match[1], match.start(1) + 1)
        if token.text.startswith(":"):
            if not _KSMANIS_TAIL.fullmatch(token.text):
                scribe.refuse(token, "the tail is a value and a number of plies, like :2,13")
            break
        squares = _KSMANIS.fullmatch(token.text)
        if squares is None:
            scribe.refuse(token, "a move is two squares from 0 to 8 like (0,8), or one like (2) for a measurement")
        if squares[2] is None:
            scribe.play(Settle(int(squares[1])), token)
        else:
            _pair(scribe, token, int(squares[1]), int(squares[2]))
    return scribe.transcript()


def read_golf(text: str, rules: RuleSet = STANDARD) -> Transcript:
    """Read the code-golf notation, `AB BE DE AE 4`, with squares A to I.

    A number measures: this mark takes the alphabetically first cell of the cycle. The last square is `DD` (ours).
    Raises NotationError at the first wrong token.
    """
    scribe = Scribe("code-golf notation", entangled_start("code-golf notation", rules))
    for token in _words(text):
        match = _GOLF.fullmatch(token.text)
        if match is None:
            scribe.refuse(token, "a move is two cells from A to I like AB, or the number of a mark for a measurement")
        if match["number"] is None:
            _pair(scribe, token, _CELLS.index(match["a"]), _CELLS.index(match["b"]))
        else:
            scribe.play(_golf_settle(scribe, token), token)
    return scribe.transcript()


def _golf_settle(scribe: Scribe, token: Token) -> Action:
    """Return the measurement after which the mark with the token's number stands in the first cell of the cycle."""
    position = scribe.position
    on_cycle = position.cycle
    if not on_cycle:
        scribe.refuse(token, "no cycle is waiting to be measured")
    settled = [(number, square, outcome.square) for outcome in position.outcomes for number, square in outcome.settled]
    first = min(square for number, square, _ in settled if number in on_cycle)
    choices = {number: root for number, square, root in settled if square == first}
    if int(token.text) not in choices:
        names = " or ".join(f"{number} ({mark_name(number)})" for number in sorted(choices))
        scribe.refuse(token, f"the mark that takes cell {_CELLS[first]}, the first of the cycle, is {names}")
    return Settle(choices[int(token.text)])


def _pair(scribe: Scribe, token: Token, a: int, b: int) -> None:
    """Play a pair as a placement, or as the last square when both are the same."""
    if a != b:
        scribe.play(Placement(a, b), token)
    elif scribe.position.phase is Phase.MEASURE:
        scribe.refuse(token, "a measurement comes first, and it is written otherwise")
    else:
        scribe.play(Settle(a), token)


def _words(text: str) -> Iterator[Token]:
    return (Token(match[0], match.start() + 1) for match in re.finditer(r"\S+", text))
