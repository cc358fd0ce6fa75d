"""Transcripts: the actions of a game from its start, and the writing-down of them that all readers share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from spookymarks.errors import IllegalActionError, NotationError, SpookyMarksError
from spookymarks.rules import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spookymarks.rules import Action, RuleSet


@dataclass(frozen=True, slots=True)
class Transcript:
    """Legal actions in order from a starting position, and the position they lead to."""

    start: Position
    actions: tuple[Action, ...]
    position: Position

    @classmethod
    def of(cls, start: Position, actions: Iterable[Action]) -> Transcript:
        """Play the actions; raises IllegalActionError at the first that the rules refuse."""
        position = start
        played = tuple(actions)
        for action in played:
            position = position.play(action)
        return cls(start, played, position)

    def steps(self) -> Iterator[tuple[Position, Action]]:
        """Yield each action with the position it was played in."""
        position = self.start
        for action in self.actions:
            yield position, action
            position = position.play(action)


class Token(NamedTuple):
    """A piece of text and the 1-based character where it begins."""

    text: str
    place: int


class Scribe:
    """Plays the actions that a reader finds and turns every refusal into a NotationError at their token.

    `what` names the kind of text in error messages.
    """

    def __init__(self, what: str, start: Position) -> None:
        self.what = what
        self.start = start
        self.position = start
        self.actions: list[Action] = []

    def play(self, action: Action, token: Token) -> None:
        """Play an action that stands at a token; raises NotationError there when it is illegal."""
        try:
            self.position = self.position.play(action)
        except IllegalActionError as error:
            self.refuse(token, error.reason, cause=error)
        self.actions.append(action)

    def refuse(self, token: Token, reason: str, cause: Exception | None = None) -> NoReturn:
        """Raise the NotationError for a token."""
        raise NotationError(self.what, token.text, token.place, reason) from cause

    def transcript(self) -> Transcript:
        """Return what has been played."""
        return Transcript(self.start, tuple(self.actions), self.position)


def entangled_start(notation: str, rules: RuleSet) -> Position:
    """Return the empty board; raises SpookyMarksError under rules without cycles, for which a notation has no words."""
    if not rules.entangles:
        raise SpookyMarksError(f"{notation} cannot express a game under the rules {rules.name}, which know no cycles")
    return Position.start(rules)
