"""The case book, replayed by the Python rules."""

from __future__ import annotations

from typing import Any

import pytest

from casebook import case_id, cases, refusals
from spookymarks.errors import NotationError
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS


@pytest.mark.parametrize("case", cases(), ids=case_id)
def test_a_case_ends_as_the_rules_say(case: dict[str, Any]) -> None:
    """After its game, every expected key of the replay document has the expected value."""
    document = replay_document(read_game(case["game"], RULE_SETS[case["rules"]]).position)
    assert {key: document[key] for key in case["expect"]} == case["expect"]  # type: ignore[literal-required]


@pytest.mark.parametrize("case", refusals(), ids=case_id)
def test_a_wrong_action_is_refused_by_name(case: dict[str, Any]) -> None:
    """The error names the wrong token, its place in the text, and the rule it breaks."""
    with pytest.raises(NotationError) as caught:
        read_game(case["game"])
    error = caught.value
    assert error.token == case["refused"]
    assert case["game"][error.place - 1 :].startswith(error.token)
    assert case["because"] in error.reason


def test_the_book_is_complete() -> None:
    """All thirty numbered cases are in the book."""
    numbers = {int(case["case"]) for case in (*cases(), *refusals())}
    assert numbers == set(range(1, 31))
