"""A game as a film: what is seen, and for how long. A collapse settles one mark a frame, in causal order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spookymarks.drawing.scene import Scene, Step, collapsing, scene
from spookymarks.notation.replay import replay_document

if TYPE_CHECKING:
    from spookymarks.notation.transcript import Transcript

OPENING, MOVE, SETTLING, END = 800, 1200, 600, 3000


class Frame(NamedTuple):
    """A picture of a film and its time, in milliseconds."""

    scene: Scene
    time: int


def film(game: Transcript) -> list[Frame]:
    """Return the frames of a game from its start to its last position."""
    before = replay_document(game.start)
    frames = [Frame(scene(before), OPENING)]
    for position, action in game.steps():
        text = position.text(action)
        after = replay_document(position.play(action))
        outcome = (before["outcomes"] or {}).get(text[1:]) if text.startswith("@") else None
        if outcome is not None:
            counts = range(1, len(outcome["settled"]))
            frames += [Frame(collapsing(before, outcome, count), SETTLING) for count in counts]
        frames.append(Frame(scene(after, Step(before, text)), MOVE))
        before = after
    return [*frames[:-1], frames[-1]._replace(time=END)]
