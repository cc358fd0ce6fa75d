"""Facts about an action: values that can be checked and translated, each with its English sentence.

A fact has a `code` and plain fields: letters, names of marks, squares from 1, actions as they are written, points.
Values are X − O in points at perfect play; placements count the pairs of both sides. A catalogue in another
language needs the code and the fields alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from spookymarks.notation.replay import points
from spookymarks.teach.wording import dashed, ended, joined, placements, standing

if TYPE_CHECKING:
    from spookymarks.rules import Letter, Score

Squares = tuple[int, ...]

FEW = 5
"""How many actions a sentence names before it only counts the rest."""


class Made(NamedTuple):
    """A finished line: its owner, its squares and its highest number."""

    owner: Letter
    squares: Squares
    highest: int

    def __str__(self) -> str:
        return f"{self.owner} line {dashed(self.squares)} (highest number {self.highest})"


class Fact(ABC):
    """One checked statement; `code` names its kind and `str()` is its English sentence."""

    code: ClassVar[str]

    @abstractmethod
    def __str__(self) -> str: ...

    def document(self) -> dict[str, Any]:
        """Return code, fields and sentence as plain values for JSON."""
        fields = asdict(self)  # type: ignore[call-overload]  # every fact is a dataclass
        return {"code": self.code, **fields, "text": str(self)}


@dataclass(frozen=True, slots=True)
class ClosesCycle(Fact):
    """The pair of `mark` in `squares` closes a cycle; `chooser` measures it, None for a coin."""

    code = "closes-cycle"
    mark: str
    squares: Squares
    cycle: tuple[str, ...]
    stems: tuple[str, ...]
    chooser: Letter | None

    def __str__(self) -> str:
        tail = f"; {joined(self.stems)} {'hangs' if len(self.stems) == 1 else 'hang'} on it" if self.stems else ""
        return f"{self.mark} closes the cycle {' '.join(self.cycle)}{tail}: {_choice(self)}."


@dataclass(frozen=True, slots=True)
class StartsRound(Fact):
    """No two squares without a mark are left, so pairs are measured now, that of `mark` first."""

    code = "starts-round"
    mark: str
    squares: Squares
    chooser: Letter | None

    def __str__(self) -> str:
        return f"The pairs are measured now: {_choice(self)}."


@dataclass(frozen=True, slots=True)
class OutcomeGives(Fact):
    """What follows when `mark` settles in `square`: the lines made, the score when it ends the game, the value."""

    code = "outcome"
    mark: str
    square: int
    lines: tuple[Made, ...]
    score: Score | None
    value: float

    def __str__(self) -> str:
        made = joined(map(str, self.lines)) or "no line"
        then = f"the game ends, {ended(self.score)}" if self.score else f"play goes on, and {standing(self.value)}"
        return f"{self.mark} in {self.square}: {made}, {then}."


@dataclass(frozen=True, slots=True)
class EveryOutcomeMakes(Fact):
    """Both outcomes of the measurement give `owner` this line."""

    code = "every-outcome-line"
    owner: Letter
    squares: Squares

    def __str__(self) -> str:
        return f"Both choices give {self.owner} the line {dashed(self.squares)}."


@dataclass(frozen=True, slots=True)
class EveryOutcomeFavours(Fact):
    """`leader` is ahead after both outcomes; None: both are level."""

    code = "every-outcome"
    leader: Letter | None

    def __str__(self) -> str:
        return "After both choices " + (f"{self.leader} is ahead." if self.leader else "the game is level.")


@dataclass(frozen=True, slots=True)
class Settles(Fact):
    """Where the measurement sends the marks, in causal order: the measured mark, the cycle, the stems."""

    code = "settles"
    settled: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        (mark, square), *driven = self.settled
        rest = joined(f"{name} goes to {where}" for name, where in driven)
        return f"{mark} settles in {square}" + (f", so {rest}." if rest else ".")


@dataclass(frozen=True, slots=True)
class OtherChoice(Fact):
    """What the other outcome of the measurement is worth."""

    code = "other-choice"
    action: str
    value: float

    def __str__(self) -> str:
        return f"After the other choice, {self.action}, {standing(self.value)}."


@dataclass(frozen=True, slots=True)
class EndsGame(Fact):
    """The action ends the game with these lines and this score."""

    code = "ends-game"
    lines: tuple[Made, ...]
    score: Score

    def __str__(self) -> str:
        return f"The game is over: {joined(map(str, self.lines)) or 'no line'}, {ended(self.score)}."


@dataclass(frozen=True, slots=True)
class KeepsValue(Fact):
    """`actor` keeps all that the position was worth."""

    code = "keeps"
    actor: Letter
    value: float

    def __str__(self) -> str:
        return f"{self.actor} gives nothing away: {standing(self.value)} at perfect play."


@dataclass(frozen=True, slots=True)
class GivesAway(Fact):
    """`actor` had `before` and is left with `after`."""

    code = "gives-away"
    actor: Letter
    before: float
    after: float

    def __str__(self) -> str:
        lost = points(abs(self.before - self.after))
        return f"{self.actor} gives {lost} away: {standing(self.before)} before it, {standing(self.after)} after it."


@dataclass(frozen=True, slots=True)
class NotTheBest(Fact):
    """`actor` keeps the value, but `leader` is done in `taken` placements where best play by `actor` takes `best`."""

    code = "not-the-best"
    actor: Letter
    leader: Letter
    best: int
    taken: int

    def __str__(self) -> str:
        if self.actor == self.leader:
            return f"{self.actor} needs {placements(self.taken)} now, and {self.best} would be enough."
        held = f"{self.actor} could have held out for {self.best}"
        return f"{self.leader} needs only {placements(self.taken)} now; {held}."


@dataclass(frozen=True, slots=True)
class OnlyAction(Fact):
    """None of the `others` other legal actions keeps the value for `actor`."""

    code = "only-action"
    actor: Letter
    others: int

    def __str__(self) -> str:
        if self.others == 1:
            return f"The one other action would cost {self.actor} something."
        return f"Each of the {self.others} other actions would cost {self.actor} something."


@dataclass(frozen=True, slots=True)
class Better(Fact):
    """The actions that would have kept `value` for `actor`, best first."""

    code = "better"
    actor: Letter
    actions: tuple[str, ...]
    value: float

    def __str__(self) -> str:
        named, more = self.actions[:FEW], len(self.actions) - FEW
        rest = f" ({more} more)" if more > 0 else ""
        return f"Better: {joined(named, 'or')}{rest}; then {standing(self.value)}."


@dataclass(frozen=True, slots=True)
class Refutation(Fact):
    """How `by` punishes the action: `line` begins with the best reply and ends with the game, in `score`.

    `closes`: the reply closes a cycle. `score` is None when a coin has to decide on the way.
    """

    code = "refutation"
    by: Letter
    line: tuple[str, ...]
    closes: bool
    score: Score | None

    def __str__(self) -> str:
        reply, *rest = self.line
        how = ", which closes a cycle" if self.closes else ""
        return f"{self.by} answers {reply}{how}{_then(rest, self.score)}."


@dataclass(frozen=True, slots=True)
class Decides(Fact):
    """`leader` comes out ahead by force in this many placements; `line`, the action first, is the longest defence."""

    code = "decides"
    leader: Letter
    placements: int
    line: tuple[str, ...]
    score: Score

    def __str__(self) -> str:
        return (
            f"{self.leader} wins by force in {placements(self.placements)}: {' '.join(self.line)}, {ended(self.score)}."
        )


@dataclass(frozen=True, slots=True)
class OnlyAnswer(Fact):
    """All of `by`'s legal replies but this one give something away."""

    code = "only-answer"
    by: Letter
    reply: str

    def __str__(self) -> str:
        return f"{self.by}'s only good answer is {self.reply}."


@dataclass(frozen=True, slots=True)
class Threat(Fact):
    """Whatever the other side does outside `squares`, short of ending the game, `actor`'s next pair gives it a line.

    That pair is any of `closings`; as the board stands, the line comes before any line of the other side.
    """

    code = "threat"
    actor: Letter
    closings: tuple[str, ...]
    squares: Squares

    def __str__(self) -> str:
        named = joined(self.closings[:FEW], "or")
        return f"{self.actor} threatens to close a cycle with {named}: every choice then gives {self.actor} a line."


@dataclass(frozen=True, slots=True)
class LinesOpen(Fact):
    """The lines that a collapse leaves open to a side: some board still possible has no enemy mark on them."""

    code = "lines-open"
    owner: Letter
    lines: tuple[Squares, ...]

    def __str__(self) -> str:
        return f"Still open to {self.owner}: {joined(map(dashed, self.lines))}."


@dataclass(frozen=True, slots=True)
class NoLineLeft(Fact):
    """Every line of `owner` will hold an enemy mark; `settled`: by marks that are classical already."""

    code = "no-line-left"
    owner: Letter
    settled: bool

    def __str__(self) -> str:
        enemy = "an O" if self.owner == "X" else "an X"
        return f"Every line of {self.owner} holds {enemy}{'' if self.settled else ', however the pairs settle'}."


@dataclass(frozen=True, slots=True)
class DrawCertain(Fact):
    """Nobody can get a line any more; `settled`: because of marks that are classical already."""

    code = "draw-certain"
    settled: bool

    def __str__(self) -> str:
        how = "" if self.settled else ", however the pairs settle"
        return f"Every line of both sides holds an enemy mark{how}: a draw is certain."


@dataclass(frozen=True, slots=True)
class Worth(Fact):
    """What the position is worth after a coin has fallen."""

    code = "worth"
    value: float

    def __str__(self) -> str:
        return f"After it {standing(self.value)} at perfect play."


def _choice(of: ClosesCycle | StartsRound) -> str:
    first, second = of.squares
    decides = f"{of.chooser} chooses" if of.chooser else "a coin decides"
    return f"{decides} whether {of.mark} settles in {first} or {second}"


def _then(line: list[str], score: Score | None) -> str:
    after = f"; then {' '.join(line)}" if line else ""
    return f"{after}: {ended(score)}" if score else f"{after}; then a coin decides"
