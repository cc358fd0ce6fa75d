"""Every error the library raises on purpose: one tree, one clear sentence each.

An error's text names the offending text and where it stands, so that it can be shown to a person as it is.
"""

from __future__ import annotations


class SpookyMarksError(ValueError):
    """The parent of all errors of this library."""


class IllegalActionError(SpookyMarksError):
    """An action that the rules refuse in this position; the position is unchanged.

    `action` and `position` are the canonical texts, `reason` says in words which rule refuses it.
    """

    def __init__(self, action: str, position: str, reason: str) -> None:
        super().__init__(f"{action} is not possible in {position}: {reason}")
        self.action = action
        self.position = position
        self.reason = reason


class InvalidPositionError(SpookyMarksError):
    """A set-up that no game can reach; `reasons` holds every reason found, in words."""

    def __init__(self, position: str, reasons: tuple[str, ...]) -> None:
        super().__init__(f"{position} is not a position of the game: {'; '.join(reasons)}")
        self.position = position
        self.reasons = reasons


class NotationError(SpookyMarksError):
    """A text that is not what it should be; names the first wrong token and its place.

    `token` is the offending text (empty at the end of the input), `place` its 1-based character offset.
    """

    def __init__(self, what: str, token: str, place: int, reason: str) -> None:
        shown = repr(token if len(token) <= 40 else token[:37] + "...") if token else "the end"
        super().__init__(f"{what}: {shown} at character {place}: {reason}")
        self.what = what
        self.token = token
        self.place = place
        self.reason = reason
