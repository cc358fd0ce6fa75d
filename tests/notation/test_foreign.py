"""Notations of other programs: their published examples, and the first wrong token."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spookymarks.errors import NotationError, SpookyMarksError
from spookymarks.notation.foreign import read_golf, read_ksmanis, read_shcherbina
from spookymarks.notation.text import write_game
from spookymarks.rules import RULE_SETS, STANDARD, RuleSet

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.notation.transcript import Transcript

FOUR_COLLAPSES = "1-2 1-2 @2 4-5 4-5 @4 7-8 7-8 @7 3-6 3-6 @3 9-9"

GOOD = [
    (read_shcherbina, "12 23 34 45 15? 5!", "1-2 2-3 3-4 4-5 1-5 @5"),
    (read_shcherbina, "21\n21?\t1!", "1-2 1-2 @1"),
    (read_shcherbina, "12 12? 2! 45 45? 4! 78 78? 7! 36 36? 3! 99", FOUR_COLLAPSES),
    (read_ksmanis, "(0,8)(0,8)(0):2,13", "1-9 1-9 @1"),
    (read_ksmanis, "(0,8)(2,6)", "1-9 3-7"),
    (read_ksmanis, " ( 8 , 0 ) (0,8)\n(8) : -1 , 4 ", "1-9 1-9 @9"),
    (read_ksmanis, "(0,1)(0,1)(1)(3,4)(3,4)(3)(6,7)(6,7)(6)(2,5)(2,5)(2)(8)", FOUR_COLLAPSES),
    (read_golf, "AB BE DE AE 1", "1-2 2-5 4-5 1-5 @5"),
    (read_golf, "AB BE DE AE 4", "1-2 2-5 4-5 1-5 @1"),
    (read_golf, "AB BC BC 2", "1-2 2-3 2-3 @3"),
    (read_golf, "AB AB 1 DE DE 4 GH GH 6 CF CF 8 II", FOUR_COLLAPSES),
]


@pytest.mark.parametrize(("reader", "text", "game"), GOOD)
def test_examples_are_read(reader: Callable[[str], Transcript], text: str, game: str) -> None:
    """Published examples and the last square are read as the actions they stand for."""
    assert write_game(reader(text)) == game


BAD = [
    (read_shcherbina, "12 12", "12", "written 12?"),
    (read_shcherbina, "12 23?", "23?", "written 23"),
    (read_shcherbina, "12 5!", "5!", "no cycle is waiting"),
    (read_shcherbina, "12 12? 3!", "3!", "O2 stands in squares 1 and 2 only"),
    (read_shcherbina, "12 12? 34", "34", "O2 must be measured first"),
    (read_shcherbina, "12 12? 11", "11", "a measurement comes first"),
    (read_shcherbina, "12 33", "33", "only when it is the last one left"),
    (read_shcherbina, "12 1-3", "1-3", "a move is two squares like 12"),
    (read_shcherbina, "12 10", "10", "a move is two squares like 12"),
    (read_ksmanis, "(0,8)(0,9)", "(0,9)", "a move is two squares from 0 to 8"),
    (read_ksmanis, "(0,8)x(0,1)", "x", "a move is two squares from 0 to 8"),
    (read_ksmanis, "(0,8)(0,8", "(0,8", "a move is two squares from 0 to 8"),
    (read_ksmanis, "(0,8)(0)", "(0)", "no measurement is pending"),
    (read_ksmanis, "(0,8):2", ":2", "the tail is a value and a number of plies"),
    (read_ksmanis, "(0,8):2,13 (1,2)", ":2,13 (1,2)", "the tail is a value and a number of plies"),
    (read_golf, "AB BE DE AE 2", "2", "the mark that takes cell A, the first of the cycle, is 1 (X1) or 4 (O4)"),
    (read_golf, "AB 1", "1", "no cycle is waiting"),
    (read_golf, "AB AJ", "AJ", "a move is two cells from A to I"),
    (read_golf, "AB AB CD", "CD", "O2 must be measured first"),
]


@pytest.mark.parametrize(("reader", "text", "token", "reason"), BAD)
def test_the_first_wrong_token_is_named(
    reader: Callable[[str], Transcript], text: str, token: str, reason: str
) -> None:
    """An error names the token, its place and what it should be."""
    with pytest.raises(NotationError) as caught:
        reader(text)
    assert (caught.value.token, caught.value.place) == (token, text.rindex(token) + 1)
    assert reason in caught.value.reason


@pytest.mark.parametrize("reader", [read_shcherbina, read_ksmanis, read_golf])
def test_rules_without_cycles_are_refused(reader: Callable[[str, RuleSet], Transcript]) -> None:
    """These notations have no words for measurements without a cycle."""
    assert reader("", STANDARD).actions == ()
    with pytest.raises(SpookyMarksError, match="superposition, which know no cycles"):
        reader("", RULE_SETS["superposition"])
