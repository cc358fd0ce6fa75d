"""Rule sets: the few named ways in which games differ; nothing else in the project branches on a variant.

The published sources disagree on these points; each named set fixes all of them. `STANDARD` is the default.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Chooser(Enum):
    """Who measures, seen from the owner of the measured mark."""

    OTHER = "other"
    """the other player (every serious source)"""
    CLOSER = "closer"
    """the owner, who closed the cycle"""
    COIN = "coin"
    """nobody: both outcomes are equally likely"""


class Scoring(Enum):
    """What lines are worth in points."""

    HALF = "half"
    """the earlier line 1, the other player's later line ½; two lines of one player count once"""
    SINGLE = "single"
    """the earlier line 1, nothing else counts"""
    DOUBLE = "double"
    """as HALF, but two lines of one player alone are 1½, or 2 with the same highest number (Goff)"""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One complete set of rules, a named value.

    `repeats`: a pair may be placed again while it is spooky. `entangles`: halves may share a square; without it
    a pair needs two squares that hold no mark, and all pairs are measured in a round when none is left.
    `full_board`: lines do not end the game.
    """

    name: str
    chooser: Chooser = Chooser.OTHER
    scoring: Scoring = Scoring.HALF
    repeats: bool = True
    entangles: bool = True
    full_board: bool = False


STANDARD = RuleSet("standard")

RULE_SETS: dict[str, RuleSet] = {
    rules.name: rules
    for rules in (
        STANDARD,
        RuleSet("goff", scoring=Scoring.DOUBLE),
        RuleSet("single", scoring=Scoring.SINGLE),
        RuleSet("full-board", scoring=Scoring.DOUBLE, full_board=True),
        RuleSet("no-repeat", repeats=False),
        RuleSet("closer-chooses", chooser=Chooser.CLOSER),
        RuleSet("coin", chooser=Chooser.COIN),
        RuleSet("superposition", entangles=False),
    )
}
"""Every offered rule set by its name."""
