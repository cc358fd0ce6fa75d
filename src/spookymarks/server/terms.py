"""What the maker of a game decides once: rule set, time control, takebacks. Pure values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Takebacks = Literal["never", "ask", "free"]
TAKEBACKS: tuple[Takebacks, ...] = ("never", "ask", "free")

SECONDS = (10, 10_800)
INCREMENT = (0, 180)
DAYS = (1, 14)
DAY = 86_400_000
GRACE = (30_000, 300_000)
GRACE_WITHOUT_CLOCK = 3 * DAY


@dataclass(frozen=True, slots=True)
class Control:
    """A time control in milliseconds: `initial` for the whole game, `increment` more after each placement.

    A `daily` one gives `initial` for every single action instead.
    """

    initial: int
    increment: int = 0
    daily: bool = False

    @classmethod
    def read(cls, text: str) -> Control:
        """Return the control that a text such as `300+5` or `3d` names; raises ValueError, in a sentence."""
        if match := re.fullmatch(r"([0-9]{1,5})\+([0-9]{1,3})", text):
            seconds, increment = int(match[1]), int(match[2])
            if _within(seconds, SECONDS) and _within(increment, INCREMENT):
                return cls(seconds * 1000, increment * 1000)
        elif match := re.fullmatch(r"([0-9]{1,2})d", text):
            days = int(match[1])
            if _within(days, DAYS):
                return cls(days * DAY, daily=True)
        raise ValueError(
            f"there is no time control {text[:20]!a}; it is seconds and increment, from {SECONDS[0]}+{INCREMENT[0]} to "
            f"{SECONDS[1]}+{INCREMENT[1]}, or days an action, from {DAYS[0]}d to {DAYS[1]}d"
        )

    def __str__(self) -> str:
        return f"{self.initial // DAY}d" if self.daily else f"{self.initial // 1000}+{self.increment // 1000}"

    @property
    def grace(self) -> int | None:
        """For how long the player to act may be absent before the other may claim; None: the clock itself decides."""
        return None if self.daily else min(max(self.initial // 4, GRACE[0]), GRACE[1])


@dataclass(frozen=True, slots=True)
class Terms:
    """All that was agreed when a game was made; `rules` is the name of a rule set."""

    rules: str
    control: Control | None = None
    takebacks: Takebacks = "ask"


def _within(value: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= value <= bounds[1]
