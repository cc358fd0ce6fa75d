"""What a command is about: a position, given as a game text that leads to it or as a position text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spookymarks.notation.text import read_game, read_position

if TYPE_CHECKING:
    from spookymarks.rules import Position, RuleSet

_POSITION = re.compile(r"\s*(-|\d+(\.\d+)*)\s*")
"""No game text looks like this: every action has a hyphen or an @."""


def read_subject(text: str, rules: RuleSet) -> Position:
    """Return the position that a game text leads to, or that a position text is.

    Raises NotationError or InvalidPositionError, which name the first wrong token or what cannot be.
    """
    if _POSITION.fullmatch(text):
        return read_position(text, rules)
    return read_game(text, rules).position
