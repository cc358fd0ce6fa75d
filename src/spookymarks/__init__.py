"""spookymarks: Quantum Tic-Tac-Toe, the rules exactly.

    >>> import spookymarks
    >>> game = spookymarks.Game()
    >>> game.play("1-9").to_act
    'O'

The names below are the public library. Each is loaded when it is first used, so that importing the package, and
with it starting the command, stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spookymarks.errors import IllegalActionError as IllegalActionError
    from spookymarks.errors import InvalidPositionError as InvalidPositionError
    from spookymarks.errors import NotationError as NotationError
    from spookymarks.errors import SpookyMarksError as SpookyMarksError
    from spookymarks.game import Game as Game
    from spookymarks.notation.record import Record as Record
    from spookymarks.notation.record import Step as Step
    from spookymarks.notation.record import read_record as read_record
    from spookymarks.notation.record import write_record as write_record
    from spookymarks.notation.replay import replay_document as replay_document
    from spookymarks.notation.text import read_action as read_action
    from spookymarks.notation.text import read_game as read_game
    from spookymarks.notation.text import read_position as read_position
    from spookymarks.notation.text import write_game as write_game
    from spookymarks.notation.transcript import Transcript as Transcript
    from spookymarks.rules import RULE_SETS as RULE_SETS
    from spookymarks.rules import STANDARD as STANDARD
    from spookymarks.rules import Action as Action
    from spookymarks.rules import Phase as Phase
    from spookymarks.rules import Placement as Placement
    from spookymarks.rules import Position as Position
    from spookymarks.rules import RuleSet as RuleSet
    from spookymarks.rules import Settle as Settle
    from spookymarks.rules import Setup as Setup
    from spookymarks.solver import Analysis as Analysis
    from spookymarks.solver import analyze as analyze
    from spookymarks.solver import best as best
    from spookymarks.solver import evaluate as evaluate

__version__ = "0.1.0"

_HOMES = {
    "spookymarks.errors": ("IllegalActionError", "InvalidPositionError", "NotationError", "SpookyMarksError"),
    "spookymarks.game": ("Game",),
    "spookymarks.notation.record": ("Record", "Step", "read_record", "write_record"),
    "spookymarks.notation.replay": ("replay_document",),
    "spookymarks.notation.text": ("read_action", "read_game", "read_position", "write_game"),
    "spookymarks.notation.transcript": ("Transcript",),
    "spookymarks.rules": (
        "RULE_SETS",
        "STANDARD",
        "Action",
        "Phase",
        "Placement",
        "Position",
        "RuleSet",
        "Settle",
        "Setup",
    ),
    "spookymarks.solver": ("Analysis", "analyze", "best", "evaluate"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME)]  # noqa: PLE0604 - a test compares the names with the imports above


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'spookymarks' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
