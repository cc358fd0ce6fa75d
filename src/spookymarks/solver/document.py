"""Analysis JSON: the document of a position together with its value and the values of all its actions.

The command line and the HTTP interface share this shape. Squares are 1 to 9, values are points X − O.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from spookymarks.notation.replay import ReplayDocument, plain, replay_document

if TYPE_CHECKING:
    from spookymarks.rules import Action, Position
    from spookymarks.solver.analysis import ActionValue, Analysis

ActionDocument = TypedDict(
    "ActionDocument",
    {
        "action": str,
        "value": float,
        "class": str,  # best, holds or loses
        "distance": int | None,
        "replies": int | None,
        "line": list[str],
    },
)
"""An action: see `spookymarks.solver.ActionValue`."""


class AnalysisDocument(ReplayDocument):
    """A position in full with its analysis; `actions` are best first for the side to act."""

    value: float
    distance: int | None
    actions: list[ActionDocument]
    nodes: int
    seconds: float


def analysis_document(analysis: Analysis) -> AnalysisDocument:
    """Return the document of an analysis."""
    return {
        **replay_document(analysis.position),
        "value": plain(analysis.value),
        "distance": analysis.distance,
        "actions": [_action(analysis.position, each) for each in analysis.actions],
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }


def _action(position: Position, each: ActionValue) -> ActionDocument:
    return {
        "action": position.text(each.action),
        "value": plain(each.value),
        "class": each.grade.value,
        "distance": each.distance,
        "replies": each.replies,
        "line": line_texts(position, each.line),
    }


def line_texts(position: Position, line: tuple[Action, ...]) -> list[str]:
    """Return the texts of actions that follow each other from a position."""
    texts = []
    for action in line:
        texts.append(position.text(action))
        position = position.play(action)
    return texts
