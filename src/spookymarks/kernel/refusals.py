"""The kernel's reasons for refusing, by number: the same list as native/refusal.hpp."""

from __future__ import annotations

from enum import IntEnum


class Refusal(IntEnum):
    """Why the kernel refuses: 1 to 19 an action, 20 to 39 a text, 40 to 59 a position that no game reaches."""

    NONE = 0
    NO_SUCH_ACTION = 1
    GAME_OVER = 2
    MUST_MEASURE = 3
    NOT_ITS_SQUARE = 4
    LAST_SQUARE = 5
    NOTHING_TO_SETTLE = 6
    CLOSED_SQUARE = 7
    OCCUPIED_SQUARE = 8
    REPEATED_PAIR = 9
    EMPTY_FIELD = 20
    NOT_A_SQUARE = 21
    SAME_SQUARE = 22
    TOO_MANY_SQUARES = 23
    TOO_MANY_MARKS = 24
    TWO_CLASSICAL = 40
    CLOSED_BY_CLASSICAL = 41
    SHARED_SQUARE = 42
    REPEATS_PAIR = 43
    CYCLE_NOT_MEASURED = 44
    TOO_FEW_SETTLED = 45
    LINE_BEFORE = 46
    NOT_IN_ORDER = 47
    ROUND_NOT_BEGUN = 48

    @property
    def words(self) -> str:
        """The reason in a few words; the full sentences are those of the Python rules."""
        return self.name.replace("_", " ").lower()
