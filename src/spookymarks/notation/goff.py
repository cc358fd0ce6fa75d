"""Goff's state string: `X1+(1,2); O2+(2,3); X3+(1,3)[132]; O3@X3(1)!X3(1)!X1(2)!O2(3)`.

Read in every dialect that is known, and written in one. Source: A. Goff, Paradigm Sage pages on QT3 (2026).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from spookymarks.errors import NotationError, SpookyMarksError
from spookymarks.notation.transcript import Scribe, Token, Transcript, entangled_start
from spookymarks.rules import (
    RULE_SETS,
    Action,
    Chooser,
    Phase,
    Placement,
    Position,
    RuleSet,
    Settle,
    letter,
    mark_name,
    squares_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_WHAT = "Goff's string"
_PIECE = re.compile(
    r"""\s*(?:
        (?P<placement>(?P<mark>[XO][0-9]+)\s*\+\s*\(\s*(?P<a>[1-9])\s*,\s*(?P<b>[1-9])\s*\))
        |(?P<half>[XO][0-9]+\s*\+\s*(?:\(\s*(?:[1-9]\s*(?:,\s*)?)?)?)(?=;|$)
        |(?P<note>\[\s*(?P<loop>[1-9]+)\s*(?:\|\s*(?P<tails>[1-9]*)\s*)?\])
        |(?P<chooser>[XO][0-9]+)(?=\s*[@!])
        |(?P<event>(?P<sign>[@!])\s*(?P<who>[XO][0-9]+)\s*\(\s*(?P<square>[1-9])\s*\))
        |(?P<score>\{\s*X\s*[=:-]?\s*(?P<x>[0-9]+(?:\.[0-9]+)?)\s*,\s*O\s*[=:-]?\s*(?P<o>[0-9]+(?:\.[0-9]+)?)\s*\})
        |(?P<end>;)
    )""",
    re.VERBOSE,
)
_WORD = re.compile(r"[^\s;]+")
_SHAPES = "a placement is X1+(1,2), a measurement O3@X3(1)!X3(1)!X1(2)!O2(3), a score {X=1, O=0.5}"


def read_goff(text: str, rules: RuleSet = RULE_SETS["goff"]) -> Transcript:
    """Read a state string in any dialect or mix of dialects.

    A measurement names its chooser with the closing move's number, with the chooser's own next number (the earlier
    draft), or not at all (the older comments). It lists the chosen mark (`@`) and resolved marks (`!`): all of
    them, the newest alone, or none. `X9+(4,4)` may be followed by its own measurement. Loop notes, the order of
    two squares, white space, `;` and the score are free, but what is said must be true: raises NotationError at
    the first token that disagrees with the game, saying what it should be.
    """
    return _Reader(text, entangled_start(_WHAT, rules)).transcript()


def write_goff(transcript: Transcript) -> str:
    """Write a state string as Goff's program does.

    The smaller square first; loop notes from the lowest move on through its smaller square, tails ascending; a
    measurement with chooser, number of the closing move, the newest mark as the chosen one, then every mark in
    causal order: newest, round the cycle, tails. Where a coin measures no chooser is named. The score ends a
    finished game. Raises SpookyMarksError for a game that this notation cannot express.
    """
    if transcript.start != entangled_start(_WHAT, transcript.start.rules):
        raise SpookyMarksError(f"{_WHAT} cannot express a game that does not start from the empty 3×3 board")
    statements = [_statement(position, action) for position, action in transcript.steps()]
    score = transcript.position.score
    if score is not None:
        statements.append(f"{{X={score.x:g}, O={score.o:g}}}")
    return "; ".join(statements)


# Writing


def _statement(position: Position, action: Action) -> str:
    newest = mark_name(len(position.marks))
    if isinstance(action, Placement):
        pair = f"{mark_name(len(position.marks) + 1)}+({action.a + 1},{action.b + 1})"
        return pair + _note(position.play(action))
    if position.phase is Phase.PLACE:
        square = action.square + 1
        return f"{mark_name(len(position.marks) + 1)}+({square},{square})"
    outcome = next(outcome for outcome in position.outcomes if outcome.square == action.square)
    resolved = "".join(f"!{mark_name(number)}({square + 1})" for number, square in outcome.settled)
    chooser = "".join(_choosers(position.rules, len(position.marks))[:1])
    return f"{chooser}@{newest}({action.square + 1}){resolved}"


def _note(position: Position) -> str:
    """Return the loop note of a pending measurement, otherwise nothing."""
    if position.phase is not Phase.MEASURE:
        return ""
    loop = "".join(map(str, _loop(position)))
    tails = "".join(map(str, position.stems))
    return f"[{loop}|{tails}]" if tails else f"[{loop}]"


def _loop(position: Position) -> Iterator[int]:
    """Yield the moves of the cycle from the lowest on, round the loop through its smaller square."""
    left = list(position.cycle)
    square = 1 << squares_in(position.marks[left[0] - 1])[0]
    number = left[0]
    while True:
        yield number
        left.remove(number)
        if not left:
            return
        number = next(each for each in left if position.marks[each - 1] & square)
        square ^= position.marks[number - 1]


def _choosers(rules: RuleSet, closing: int) -> tuple[str, ...]:
    """Name who measures: as implemented, then as in the earlier draft; nobody where a coin does."""
    if rules.chooser is Chooser.COIN:
        return ()
    following = closing + (1 if rules.chooser is Chooser.OTHER else 2)
    return f"{letter(following)}{closing}", f"{letter(following)}{following}"


# Reading


class _Event(NamedTuple):
    """`@X3(1)` or `!X3(1)`: a mark and the square (0-based) it settles in."""

    token: Token
    sign: str
    name: str
    square: int


@dataclass(frozen=True, slots=True)
class _Collapse:
    """What a measurement may say: `ways` gives, for each outcome, the square of every mark by its name."""

    closing: int
    cycle: tuple[str, ...]
    stems: tuple[str, ...]
    ways: tuple[dict[str, int], ...]

    @classmethod
    def pending(cls, position: Position) -> _Collapse:
        return cls(
            position.measured + 1,
            tuple(map(mark_name, position.cycle)),
            tuple(map(mark_name, position.stems)),
            tuple({mark_name(number): square for number, square in each.settled} for each in position.outcomes),
        )

    def decides(self, event: _Event, way: dict[str, int]) -> bool:
        return event.name in self.cycle and way[event.name] == event.square

    def fault(self, event: _Event, way: dict[str, int] | None, before: list[_Event]) -> str | None:
        """Say what is wrong with an event of the given outcome; without outcome, only stems can be right."""
        if event.name not in self.ways[0]:
            return f"what collapses here is {' '.join(self.ways[0])}"
        if event.sign == "@" and event.name in self.stems:
            return f"a stem decides nothing; the cycle is {' '.join(self.cycle)}"
        if any((event.sign, event.name) == (each.sign, each.name) for each in before):
            return f"{event.sign}{event.name} is named twice"
        if way is None and event.name in self.cycle:
            return f"{event.name} stands in {' and '.join(sorted(str(way[event.name] + 1) for way in self.ways))} only"
        due = (way or self.ways[0])[event.name]
        return None if event.square == due else f"{event.name} settles in square {due + 1}"

    @classmethod
    def last_square(cls, position: Position) -> _Collapse:
        """Return the collapse of the last mark alone, which stands in one square from the first."""
        number = len(position.marks)
        name = mark_name(number)
        return cls(number, (name,), (), ({name: squares_in(position.marks[-1])[0]},))


class _Reader:
    """Reads one state string, one piece ahead."""

    def __init__(self, text: str, start: Position) -> None:
        self.scribe = Scribe(_WHAT, start)
        self.end = Token("", len(text) + 1)
        self.pieces = _pieces(text)
        self.ahead = next(self.pieces, None)
        self.at_last_square = False

    def transcript(self) -> Transcript:
        while (piece := self.ahead) is not None:
            if piece.lastgroup in {"chooser", "event"}:
                self.measurement()
                continue
            if piece.lastgroup == "placement":
                self.placement(piece)
            elif piece.lastgroup == "note":
                self.note(piece)
            elif piece.lastgroup == "score":
                self.score(piece)
            self.ahead = next(self.pieces, None)
        return self.scribe.transcript()

    def placement(self, piece: re.Match[str]) -> None:
        position = self.scribe.position
        newest = len(position.marks)
        if position.phase is Phase.MEASURE:
            self.refuse(piece, "mark", f"{mark_name(newest)} closed a cycle, which must be measured first")
        if piece["mark"] != mark_name(newest + 1):
            self.refuse(piece, "mark", f"the next mark is {mark_name(newest + 1)}")
        a, b = int(piece["a"]) - 1, int(piece["b"]) - 1
        self.scribe.play(Settle(a) if a == b else Placement(a, b), _token(piece, "placement"))
        self.at_last_square = a == b

    def note(self, piece: re.Match[str]) -> None:
        due = _note(self.scribe.position)
        if not due:
            self.refuse(piece, "note", "no cycle is closed here")
        loop, _, tails = due.strip("[]").partition("|")
        # Older notes list the moves of the loop in another order.
        if sorted(piece["loop"]) != sorted(loop) or sorted(piece["tails"] or "") != sorted(tails):
            self.refuse(piece, "note", f"it should be {due}")

    def score(self, piece: re.Match[str]) -> None:
        score = self.scribe.position.score
        if score is None:
            self.refuse(piece, "score", "the game is not over, so it has no score")
        for name, group, points in (("X", "x", score.x), ("O", "o", score.o)):
            if float(piece[group]) != points:
                self.refuse(piece, group, f"it should be {points:g}, the points of {name}")

    def measurement(self) -> None:
        chooser = self.take("chooser")
        events = []
        while (piece := self.take("event")) is not None:
            events.append(_Event(_token(piece, "event"), piece["sign"], piece["who"], int(piece["square"]) - 1))
        position = self.scribe.position
        first = _token(chooser, "chooser") if chooser else events[0].token
        if position.phase is Phase.MEASURE:
            collapse = _Collapse.pending(position)
        elif self.at_last_square:
            self.at_last_square = False
            collapse = _Collapse.last_square(position)
        else:
            self.scribe.refuse(first, "no cycle is waiting to be measured")
        if chooser:
            self.check_chooser(first, collapse.closing)
        way = next((way for event in events for way in collapse.ways if collapse.decides(event, way)), None)
        for index, event in enumerate(events):
            fault = collapse.fault(event, way, events[:index])
            if fault:
                self.scribe.refuse(event.token, fault)
        if way is None:
            self.scribe.refuse(events[0].token, f"a stem decides nothing; the cycle is {' '.join(collapse.cycle)}")
        self.check_complete(collapse, way, [event.name for event in events if event.sign == "!"])
        if position.phase is Phase.MEASURE:
            self.scribe.play(Settle(way[mark_name(collapse.closing)]), first)

    def check_chooser(self, token: Token, closing: int) -> None:
        names = _choosers(self.scribe.position.rules, closing)
        if not names:
            self.scribe.refuse(token, "a coin measures under these rules, so nobody is named")
        if token.text not in names:
            self.scribe.refuse(token, f"who measures is written {' or '.join(names)}")

    def check_complete(self, collapse: _Collapse, way: dict[str, int], resolved: list[str]) -> None:
        """Refuse what follows a list of resolved marks that is neither whole, nor the newest alone, nor empty."""
        if resolved in ([], [mark_name(collapse.closing)]):
            return
        for name, square in way.items():
            if name not in resolved:
                token = _token(self.ahead, self.ahead.lastgroup or "end") if self.ahead else self.end
                self.scribe.refuse(token, f"!{name}({square + 1}) is missing before this")

    def take(self, kind: str) -> re.Match[str] | None:
        """Return the piece ahead and go on, if it is of a kind."""
        piece = self.ahead
        if piece is None or piece.lastgroup != kind:
            return None
        self.ahead = next(self.pieces, None)
        return piece

    def refuse(self, piece: re.Match[str], group: str, reason: str) -> NoReturn:
        self.scribe.refuse(_token(piece, group), reason)


def _token(piece: re.Match[str], group: str) -> Token:
    return Token(piece[group], piece.start(group) + 1)


def _pieces(text: str) -> Iterator[re.Match[str]]:
    place = 0
    end = len(text.rstrip())
    while place < end:
        piece = _PIECE.match(text, place)
        if piece is None:
            place += len(text[place:]) - len(text[place:].lstrip())
            word = _WORD.match(text, place)
            raise NotationError(_WHAT, word[0] if word else text[place], place + 1, _SHAPES)
        if piece.lastgroup == "half":
            token = _token(piece, "half")
            reason = "this mark is only half placed: a spooky pair has two squares"
            raise NotationError(_WHAT, token.text.rstrip(), token.place, reason)
        yield piece
        place = piece.end()
