"""Records: whole games with tags, comments, evaluations and branches, and the text file they are kept in.

    [X "Ada"]
    [O "Alan"]
    [Rules "standard"]
    [Result "*"]

    {a start comment} 1. 1-9 2. 1-5 =0.5 {a comment} (2. 2-3 {a branch}) 3. 5-9 @5 *

The number before a placement is the mark's; a measurement has none. An evaluation is X − O in points. A branch
is an alternative to the action it follows. Source of the shape: chess's PGN; the words are ours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from spookymarks.errors import NotationError, SpookyMarksError
from spookymarks.notation.text import action_at
from spookymarks.notation.transcript import Scribe, Token, Transcript
from spookymarks.rules import RULE_SETS, STANDARD, Action, Phase, Position, RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterator

UNFINISHED = "*"
RESULTS = ("1-0", "0-1", "1-0.5", "0.5-1", "1.5-0", "2-0", "0-0", UNFINISHED)
FIRST_TAGS = ("X", "O", "Rules", "Date", "Result")
DEEPEST = 50
"""How deep branches nest at most; far more than people write, far less than would exhaust a reader."""

_WIDTH = 80
_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_TOKEN = re.compile(
    rf"""\s*(?:
        (?P<tag>\[\s*(?P<name>{_NAME})\s*"(?P<value>(?:[^"\\]|\\["\\])*)"\s*\])
        |(?P<comment>\{{[^}}]*\}})
        |(?P<open>\()
        |(?P<close>\))
        |(?P<word>[^\s(){{}}\[\]]+)
    )""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"([0-9]{1,3})\.+")
_EVALUATION = re.compile(r"=([+-]?[0-9]+(?:\.[0-9]+)?)")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Line = tuple["Step", ...]
Tags = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """An action and what is said about it.

    `comment`: free text without `}`; each run of white space becomes one space. `evaluation`: X − O in points, from
    −2 to 2, rounded to four decimals. `branches`: alternatives to this action, each at least one step long.
    Raises SpookyMarksError for anything that could not be written down.
    """

    action: Action
    comment: str = ""
    evaluation: float | None = None
    branches: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "comment", _comment(self.comment))
        if self.evaluation is not None:
            if not -2 <= self.evaluation <= 2:
                raise SpookyMarksError(f"an evaluation lies between -2 and 2 points, not at {self.evaluation}")
            # Adding zero turns -0.0 into 0.0.
            object.__setattr__(self, "evaluation", round(self.evaluation, 4) + 0.0)
        if not all(self.branches):
            raise SpookyMarksError("a branch holds at least one step")


@dataclass(frozen=True, slots=True)
class Record:
    """A game from the empty board, with its tags, a start comment and its main line.

    Tags are kept in the order X, O, Rules, Date, Result, then the others as given; Rules (standard) and Result
    are added when they are missing. The result is the score of the main line, or `*` while it is unfinished;
    only an unfinished game with a Termination tag, such as `resigned`, may have another result.
    Raises SpookyMarksError for what could not be written down, IllegalActionError for an action that the rules
    refuse in the main line or in a branch.
    """

    tags: Tags = ()
    comment: str = ""
    line: Line = ()
    transcript: Transcript = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tags = dict(self.tags)
        if len(tags) != len(self.tags):
            raise SpookyMarksError("each tag stands once in a record")
        for name, value in tags.items():
            fault = None if re.fullmatch(_NAME, name) else "the name of a tag is letters, digits and _"
            fault = fault or _tag_fault(name, value)
            if fault:
                raise SpookyMarksError(f'the tag {name} "{value}" cannot be: {fault}')
        start = Position.start(RULE_SETS[tags.setdefault("Rules", STANDARD.name)])
        _check_branches(self.line, start, 0)
        transcript = Transcript.of(start, (step.action for step in self.line))
        result = tags.setdefault("Result", _result(transcript.position))
        fault = _result_fault(result, transcript.position, tags)
        if fault:
            raise SpookyMarksError(f"the result {result} cannot be: {fault}")
        first = tuple((name, tags.pop(name)) for name in FIRST_TAGS if name in tags)
        object.__setattr__(self, "tags", first + tuple(tags.items()))
        object.__setattr__(self, "comment", _comment(self.comment))
        object.__setattr__(self, "transcript", transcript)

    @classmethod
    def of(cls, transcript: Transcript, tags: Tags = (), comment: str = "") -> Record:
        """Return a transcript as a record without comments; `tags` need not name the rules.

        Raises SpookyMarksError when the game did not start from the empty board of a named rule set.
        """
        rules = transcript.start.rules
        if rules.name not in RULE_SETS or transcript.start != Position.start(RULE_SETS[rules.name]):
            raise SpookyMarksError("a record holds a game from the empty 3×3 board under a named rule set")
        named = {"Rules": rules.name, **dict(tags)}
        if named["Rules"] != rules.name:
            raise SpookyMarksError(f"the game was played under the rules {rules.name}, not {named['Rules']}")
        return cls(tuple(named.items()), comment, tuple(Step(action) for action in transcript.actions))

    @property
    def rules(self) -> RuleSet:
        """The rule set that the Rules tag names."""
        return self.transcript.start.rules

    @property
    def result(self) -> str:
        """The result, as in the Result tag."""
        return dict(self.tags)["Result"]

    def tag(self, name: str) -> str | None:
        """Return a tag's value, or None when the record has no such tag."""
        return dict(self.tags).get(name)


def read_record(text: str, rules: RuleSet = STANDARD) -> Record:
    """Read one record; `rules` count when it has no Rules tag.

    Move numbers, the Result tag and the result at the end may be missing, but must be right when they are there.
    A comment behind a branch belongs to the action before the branch. Raises NotationError at the first token that is
    malformed, that the rules refuse, or that disagrees with the game.
    """
    reader = _Reader(text, rules)
    if reader.at("end"):
        reader.refuse("a record begins with a tag or an action")
    record = reader.record()
    if not reader.at("end"):
        reader.refuse("the record has ended before this")
    return record


def read_records(text: str, rules: RuleSet = STANDARD) -> tuple[Record, ...]:
    """Read any number of records, each ended by its result or by the tags of the next; see `read_record`."""
    reader = _Reader(text, rules)
    records = []
    while not reader.at("end"):
        records.append(reader.record())
    return tuple(records)


def write_record(record: Record) -> str:
    """Write the canonical text of a record: a tag a line, an empty line, the moves, and a line break at the end.

    Lines of moves are 80 characters long at most, unless a single word of a comment is longer.
    """
    tags = [f'[{name} "{_escape(value)}"]' for name, value in record.tags]
    words = [*_comment_words(record.comment), *_line_words(record.line, record.transcript.start), record.result]
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append(word)
        else:
            lines[-1] += " " + word
    return "\n".join([*tags, "", *lines, ""])


# Checking


def _comment(text: str) -> str:
    if "}" in text:
        raise SpookyMarksError("a comment cannot hold a closing brace")
    return " ".join(text.split())


def _tag_fault(name: str, value: str) -> str | None:
    if value.splitlines() not in ([], [value]):
        return "the value of a tag has no line break"
    if name == "Rules" and value not in RULE_SETS:
        return f"the rule sets are {', '.join(RULE_SETS)}"
    if name == "Date" and not _is_date(value):
        return "a date is a day of the calendar, YYYY-MM-DD"
    if name == "Result" and value not in RESULTS:
        return f"the results are {', '.join(RESULTS)}"
    return None


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return _DATE.fullmatch(text) is not None


def _result(position: Position) -> str:
    return UNFINISHED if position.score is None else str(position.score)


def _result_fault(result: str, position: Position, tags: dict[str, str]) -> str | None:
    due = _result(position)
    if result == due or (due == UNFINISHED and tags.get("Termination")):
        return None
    if due == UNFINISHED:
        return "the game is unfinished, so its result is * unless a Termination tag says how it ended"
    return f"the game ends {due}"


def _check_branches(line: Line, position: Position, depth: int) -> None:
    if depth > DEEPEST:
        raise SpookyMarksError(f"branches nest {DEEPEST} deep at most")
    for step in line:
        for branch in step.branches:
            _check_branches(branch, position, depth + 1)
        position = position.play(step.action)


# Writing


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _comment_words(comment: str) -> list[str]:
    return f"{{{comment}}}".split() if comment else []


def _line_words(line: Line, position: Position) -> Iterator[str]:
    for step in line:
        after = position.play(step.action)
        text = position.text(step.action)
        yield text if len(after.marks) == len(position.marks) else f"{len(after.marks)}. {text}"
        if step.evaluation is not None:
            yield f"={step.evaluation:g}"
        yield from _comment_words(step.comment)
        for branch in step.branches:
            words = list(_line_words(branch, position))
            words[0] = "(" + words[0]
            words[-1] += ")"
            yield from words
        position = after


# Reading


class _Piece(NamedTuple):
    """A token of a record; `tag` holds a tag's name and value, `value` the place where the value stands."""

    kind: str
    token: Token
    tag: tuple[str, str] = ("", "")
    value: Token = Token("", 0)


class _Reader:
    """Reads records from a text, one token ahead."""

    def __init__(self, text: str, rules: RuleSet) -> None:
        self.pieces = _pieces(text)
        self.rules = rules
        self.end = _Piece("end", Token("", len(text) + 1))
        self.ahead = next(self.pieces, self.end)

    def refuse(self, reason: str, token: Token | None = None) -> NoReturn:
        """Refuse a token, by default the one ahead."""
        at = token or self.ahead.token
        raise NotationError("record", at.text, at.place, reason)

    def at(self, kind: str) -> bool:
        return self.ahead.kind == kind

    def take(self) -> _Piece:
        piece = self.ahead
        self.ahead = next(self.pieces, self.end)
        return piece

    def record(self) -> Record:
        tags: dict[str, str] = {"Rules": self.rules.name}
        places: dict[str, Token] = {}
        while self.at("tag"):
            piece = self.take()
            name, value = piece.tag
            if name in places:
                self.refuse(f"the tag {name} stands there twice", piece.token)
            if fault := _tag_fault(name, value):
                self.refuse(fault, piece.value)
            tags[name], places[name] = value, piece.value
        comment = self.comments()
        line, position = self.line(Position.start(RULE_SETS[tags["Rules"]]), 0)
        results = [places["Result"]] if "Result" in places else []
        if self.at("result"):
            results.append(self.take().token)
        elif self.at("close"):
            self.refuse("no branch is open that this bracket could close")
        elif not (self.at("tag") or self.at("end")):
            self.refuse("a branch or an evaluation follows the action that it is about")
        for token in results:
            if fault := _result_fault(token.text, position, tags):
                self.refuse(fault, token)
            if token.text != results[0].text:
                self.refuse(f"the Result tag says {results[0].text}", token)
            tags["Result"] = token.text
        return Record(tuple(tags.items()), comment, line)

    def line(self, position: Position, depth: int) -> tuple[Line, Position]:
        steps = []
        while self.at("word"):
            step, position = self.step(position, depth)
            steps.append(step)
        return tuple(steps), position

    def step(self, position: Position, depth: int) -> tuple[Step, Position]:
        token = self.take().token
        if number := _NUMBER.match(token.text):
            self.check_number(Token(number[0], token.place), int(number[1]), position)
            rest = token.text[number.end() :]
            if not rest and not self.at("word"):
                self.refuse("a move number is followed by its placement")
            token = Token(rest, token.place + number.end()) if rest else self.take().token
        scribe = Scribe("record", position)
        scribe.play(action_at(token, scribe), token)
        comments = []
        evaluation = None
        branches = []
        while True:
            if self.at("comment"):
                comments.append(self.comments())
            elif self.at("evaluation"):
                if evaluation is not None:
                    self.refuse("an action has one evaluation")
                evaluation = self.evaluation()
            elif self.at("open"):
                branches.append(self.branch(position, depth + 1))
            else:
                return Step(scribe.actions[0], " ".join(comments), evaluation, tuple(branches)), scribe.position

    def check_number(self, token: Token, number: int, position: Position) -> None:
        if position.phase is Phase.MEASURE:
            self.refuse("a measurement has no number", token)
        if number != len(position.marks) + 1:
            self.refuse(f"this is move {len(position.marks) + 1}", token)

    def comments(self) -> str:
        texts = []
        while self.at("comment"):
            texts.append(self.take().token.text[1:-1])
        return " ".join(texts)

    def evaluation(self) -> float:
        match = _EVALUATION.fullmatch(self.ahead.token.text)
        value = float(match[1]) if match else None
        if value is None or not -2 <= value <= 2:
            self.refuse("an evaluation is = and a number of points from -2 to 2, like =0.5")
        self.take()
        return value

    def branch(self, position: Position, depth: int) -> Line:
        if depth > DEEPEST:
            self.refuse(f"branches nest {DEEPEST} deep at most")
        self.take()
        line, _ = self.line(position, depth)
        if not line:
            self.refuse("a branch begins with an action")
        if not self.at("close"):
            self.refuse("a branch ends with ) and holds no result and no tags")
        self.take()
        return line


def _pieces(text: str) -> Iterator[_Piece]:
    place = 0
    end = len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise _unreadable(text, place)
        kind = str(match.lastgroup)
        token = Token(match[kind], match.start(kind) + 1)
        if kind == "word":
            if token.text in RESULTS:
                kind = "result"
            elif token.text.startswith("="):
                kind = "evaluation"
        if kind == "tag":
            raw = Token(match["value"], match.start("value") + 1)
            value = re.sub(r"\\(.)", r"\1", raw.text)
            yield _Piece(kind, token, (match["name"], value), raw if raw.text else Token('""', raw.place - 1))
        else:
            yield _Piece(kind, token)
        place = match.end()


def _unreadable(text: str, place: int) -> NotationError:
    """Say why no token begins here."""
    rest = text[place:].lstrip()
    start = len(text) - len(rest)
    reason = {
        "{": "this comment has no closing brace",
        "}": "no comment is open that this brace could close",
        "[": 'a tag is [Name "value"], with \\" for a quotation mark and \\\\ for a backslash in the value',
    }.get(rest[0], "no tag is open that this bracket could close")
    shown = rest if rest[0] == "{" else rest[0] if rest[0] in "}]" else rest.splitlines()[0]
    return NotationError("record", shown, start + 1, reason)
