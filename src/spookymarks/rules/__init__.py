"""The rules of Quantum Tic-Tac-Toe as pure values: boards, actions, positions, outcomes and rule sets.

Inside this package squares are numbered 0 to 8; every text and document uses 1 to 9.
"""

from spookymarks.rules.action import Action, ActionSpace, Placement, Settle
from spookymarks.rules.board import CLASSIC, Board
from spookymarks.rules.ensemble import ClassicalBoard, Ensemble
from spookymarks.rules.outcome import Letter, Line, Score, is_classical, letter, mark_name
from spookymarks.rules.position import Outcome, Phase, Position
from spookymarks.rules.ruleset import RULE_SETS, STANDARD, Chooser, RuleSet, Scoring
from spookymarks.rules.setup import Setup, SetupMark
from spookymarks.rules.squares import Permutation, squares_in

__all__ = [
    "CLASSIC",
    "RULE_SETS",
    "STANDARD",
    "Action",
    "ActionSpace",
    "Board",
    "Chooser",
    "ClassicalBoard",
    "Ensemble",
    "Letter",
    "Line",
    "Outcome",
    "Permutation",
    "Phase",
    "Placement",
    "Position",
    "RuleSet",
    "Score",
    "Scoring",
    "Settle",
    "Setup",
    "SetupMark",
    "is_classical",
    "letter",
    "mark_name",
    "squares_in",
]
