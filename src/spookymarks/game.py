"""Games: history over the rules. A tree of positions, and a place in it that moves by decisions.

Playing where something was played before keeps both: the second continuation is a branch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spookymarks.notation.record import Record, Step
from spookymarks.notation.text import read_action
from spookymarks.notation.transcript import Transcript
from spookymarks.rules import STANDARD, Action, Letter, Position, RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spookymarks.notation.record import Line, Tags


@dataclass(eq=False, slots=True)
class Node:
    """A point of a game: the position, and the action that led there (None at the start).

    The first child continues the main line, the others are branches. `following` is the child that `Game.redo`
    goes to: the one last played or visited.
    """

    position: Position
    action: Action | None = None
    parent: Node | None = field(default=None, repr=False)
    comment: str = ""
    evaluation: float | None = None
    children: list[Node] = field(default_factory=list, repr=False)
    following: Node | None = field(default=None, repr=False)

    @property
    def by(self) -> Letter | None:
        """Who decided the action that led here; None at the start and for a coin."""
        return self.parent.position.to_act if self.parent else None

    def child(self, action: Action) -> Node:
        """Return the child for an action, made if need be; raises IllegalActionError when it is not legal."""
        for each in self.children:
            if each.action == action:
                return each
        made = Node(self.position.play(action), action, self)
        self.children.append(made)
        return made


class Game:
    """A game in progress or on record, from the empty board under `rules`."""

    def __init__(self, rules: RuleSet = STANDARD) -> None:
        self.root = Node(Position.start(rules))
        self.node = self.root

    @classmethod
    def replay(cls, actions: Iterable[Action | str], rules: RuleSet = STANDARD) -> Game:
        """Play stored actions in order; raises as `play` does at the first that does not fit."""
        game = cls(rules)
        for action in actions:
            game.play(action)
        return game

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """Return a record's game with its branches and comments, at the end of the main line."""
        game = cls(record.rules)
        game.root.comment = record.comment
        _graft(game.root, record.line)
        game.to_end()
        return game

    @property
    def position(self) -> Position:
        """The position at the present point."""
        return self.node.position

    @property
    def rules(self) -> RuleSet:
        """The rule set of the game."""
        return self.root.position.rules

    @property
    def transcript(self) -> Transcript:
        """The actions from the start to the present point."""
        actions = tuple(node.action for node in self._path() if node.action is not None)
        return Transcript(self.root.position, actions, self.position)

    @property
    def continuations(self) -> tuple[Action, ...]:
        """The actions that have been played from here: the main line first, then the branches."""
        return tuple(node.action for node in self.node.children if node.action is not None)

    def play(self, action: Action | str) -> Position:
        """Play an action, or follow the branch that already begins with it; text is read first.

        Raises NotationError or IllegalActionError; the game is then as it was.
        """
        read = read_action(action, self.position) if isinstance(action, str) else action
        node = self.node.child(read)
        self.node.following = node
        self.node = node
        return node.position

    def undo(self, by: Letter | None = None) -> tuple[Action, ...]:
        """Go back to before the last decision, or before the last decision of one player.

        What a coin decided is taken back with the decision before it. Returns the actions taken back, the last
        one first; empty, with nothing changed, when there is no such decision.
        """
        taken: list[Action] = []
        for node in self._back():
            if node.action is None:
                return ()
            taken.append(node.action)
            if node.by is not None and by in (None, node.by):
                self.node = node.parent or self.root
                return tuple(taken)
        return ()

    def redo(self) -> Action | None:
        """Go forward by one decision along the line last taken back or visited; None at its end.

        What a coin decided next is played again with it.
        """
        action = self._forward()
        while action is not None and self._waits_for_coin() and self._forward() is not None:
            pass
        return action

    def to_start(self) -> None:
        """Go to the start of the game."""
        self.node = self.root

    def to_end(self) -> None:
        """Go to the end of the line that `redo` would follow."""
        while self._forward() is not None:
            pass

    def record(self, tags: Tags = ()) -> Record:
        """Return the whole game with its branches and comments; the main line ends where first children end."""
        named = dict(tags)
        named.setdefault("Rules", self.rules.name)
        return Record(tuple(named.items()), self.root.comment, _line(self.root))

    def _waits_for_coin(self) -> bool:
        return not self.position.over and self.position.to_act is None

    def _forward(self) -> Action | None:
        node = self.node.following or next(iter(self.node.children), None)
        if node is None:
            return None
        self.node = node
        return node.action

    def _back(self) -> Iterator[Node]:
        node: Node | None = self.node
        while node is not None:
            yield node
            node = node.parent

    def _path(self) -> list[Node]:
        return list(self._back())[::-1]


def _graft(node: Node, line: Line) -> None:
    for step in line:
        child = node.child(step.action)
        child.comment = step.comment
        child.evaluation = step.evaluation
        for branch in step.branches:
            _graft(node, branch)
        node = child


def _line(node: Node) -> Line:
    """Return the line from a node on: first children all the way, the others as branches beside them."""
    steps: list[Step] = []
    while node.children:
        first, *others = node.children
        steps.append(_step(first, tuple((_step(other, ()), *_line(other)) for other in others)))
        node = first
    return tuple(steps)


def _step(node: Node, branches: tuple[Line, ...]) -> Step:
    if node.action is None:
        raise AssertionError("only the start of a game has no action")
    return Step(node.action, node.comment, node.evaluation, branches)
