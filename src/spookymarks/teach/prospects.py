"""What a position still allows, by the rules alone: lines that can be made, closings that cannot be answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.rules import Chooser, Phase, Placement, graph, letter, squares_in
from spookymarks.rules import outcome as outcomes

if TYPE_CHECKING:
    from spookymarks.rules import Letter, Position

MISSING = 0
"""The mask of a mark that has not been placed: in no square."""


def open_lines(position: Position, owner: Letter) -> tuple[int, ...]:
    """Return the lines, as masks, that hold no enemy mark in some board that the position still allows.

    A line that is not among them cannot be made any more: whatever is placed, each component settles as if from
    one of its squares, which is how the ensemble lets it settle.
    """
    boards = [
        sum(1 << square for square, number in enumerate(board) if number and letter(number) != owner)
        for board in position.ensemble
    ]
    return tuple(line for line in position.board.lines if any(not line & enemy for enemy in boards))


def is_decided(position: Position, owner: Letter) -> bool:
    """Tell whether classical marks alone leave no line open to a side."""
    enemy = outcomes.classical_squares(position.marks)[owner == "X"]
    return all(line & enemy for line in position.board.lines)


def threats(position: Position, actor: Letter) -> tuple[tuple[int, tuple[Placement, ...]], ...]:
    """Return the components, as masks, that the side that is not to place could close with profit next.

    With each stand the pairs that close it so that the actor has a line, the earlier one as the board stands, whatever
    is chosen, or that the actor can choose so. Nothing that the other side does elsewhere takes the line away. Rules
    under which a line does not end the game, or marks do not share squares, have no threats in this sense.
    """
    rules = position.rules
    if position.phase is not Phase.PLACE or position.to_act == actor or rules.full_board or not rules.entangles:
        return ()
    enough = any if rules.chooser is Chooser.CLOSER else all
    found = []
    for component in position.components:
        good = sum(1 << root for root in squares_in(component) if _wins(position, actor, component, 1 << root))
        pairs = tuple(
            action
            for action in position.closing
            if isinstance(action, Placement)
            and not action.bits & ~component
            and enough(good >> square & 1 for square in (action.a, action.b))
        )
        if pairs:
            found.append((component, pairs))
    return tuple(found)


def _wins(position: Position, actor: Letter, component: int, root: int) -> bool:
    """Tell whether the actor's next mark, measured in `root`, leaves the actor ahead with a line."""
    marks = list(position.marks)
    for index, end in graph.hang(position.marks, component, graph.NOTHING, root)[1:]:
        marks[index] = end
    # The other side's mark between is not there yet; an empty mark keeps its place in the numbers.
    lines = outcomes.lines(position.board, (*marks, MISSING, root))
    if not any(line.owner == actor for line in lines):
        return False
    x, o = outcomes.score(position.rules.scoring, lines)
    return x > o if actor == "X" else o > x
