"""What a scripted player wants next, given what they see: mostly sense, sometimes what the server has to refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.notation.text import read_action
from spookymarks.rules import RULE_SETS, Position

if TYPE_CHECKING:
    import random

    from faults.history import Document, Role

OFFERS = ("draw", "takeback", "rematch", "deletion")
PHRASES = ("hello", "good-luck", "nice", "oops", "moment", "thanks", "well-played", "bye")
NONSENSE = ("1-1", "@5", "9-9", "5-5", "0-1", "1-5-9")
OPPONENT = {"X": "O", "O": "X"}


def position_of(state: Document) -> Position:
    """Return the position of a state by playing its actions under the rules."""
    position = Position.start(RULE_SETS[state["rules"]])
    for text in state["actions"]:
        position = position.play(read_action(text, position))
    return position


def choose(state: Document, role: Role, rng: random.Random) -> Document | None:
    """Return a command without its id; None to wait and see."""
    rev = state["rev"]
    position = position_of(state)
    legal = [position.text(action) for action in position.legal] or ["1-2"]
    act = {"t": "act", "rev": rev, "action": rng.choice(legal)}
    ended = state["end"] is not None
    mine = not ended and position.to_act == role
    menu: list[tuple[float, Document | None]] = [
        (4 if mine else 60, None),
        (100 if mine else 5, act),
        # What nobody may do: out of turn, from another revision, against the rules, out of place.
        (4, {**act, "rev": max(0, rev + rng.choice((-3, -2, -1, 1, 2, 1000)))}),
        (1, {**act, "action": rng.choice(NONSENSE)}),
        (0.5, {"t": "accept", "rev": rev, "what": rng.choice(OFFERS)}),
        (0.5, {"t": "decline", "rev": rev, "what": rng.choice(OFFERS)}),
        (1, {"t": "claim", "rev": rev, "what": rng.choice(("win", "draw"))}),
        (4, {"t": "say", "rev": rev, "phrase": rng.choice(PHRASES)}),
        (1 if ended else 0.4, {"t": "resign", "rev": rng.randrange(rev + 1)}),
        (2, {"t": "offer", "rev": rev, "what": "draw"}),
        (3, {"t": "offer", "rev": rev, "what": "takeback"}),
        (30 if ended else 0.5, {"t": "offer", "rev": rev, "what": "rematch"}),
        (0.3, {"t": "offer", "rev": rev, "what": "deletion"}),
    ]
    for offer in state["offers"]:
        what = offer["what"]
        weight = {"rematch": 60, "takeback": 30, "draw": 5, "deletion": 5}[what]
        if offer["seat"] == OPPONENT.get(role):
            menu += [
                (weight, {"t": "accept", "rev": rev, "what": what}),
                (10, {"t": "decline", "rev": rev, "what": what}),
            ]
        else:
            menu += [(2, {"t": "decline", "rev": rev, "what": what}), (1, {"t": "accept", "rev": rev, "what": what})]
    if role == "watch":
        # Whoever watches may wish what they like, and seldom do.
        menu[0] = (1000, None)
    return rng.choices([wish for _, wish in menu], [weight for weight, _ in menu])[0]
