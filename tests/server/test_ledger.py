from __future__ import annotations

from typing import Any

import pytest

from spookymarks.rules import RULE_SETS
from spookymarks.server.errors import Code, DamagedGameError, RefusedError
from spookymarks.server.ledger import Entry, Ledger
from spookymarks.server.protocol import Act
from spookymarks.server.seats import other


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_ledger_decides_by_phase_and_seat(rules: str) -> None:
    """In every position of a whole game one seat may act and the other may not, and what is added replays."""
    ledger = Ledger.replay(rules, ())
    while not ledger.position.over:
        rev = ledger.rev
        action = ledger.position.text(ledger.position.legal[-1])
        command = Act(f"command-{rev}", rev, action)
        actor = ledger.position.to_act
        assert actor is not None
        with pytest.raises(RefusedError) as refused:
            ledger.decide(command, other(actor))
        assert refused.value.code is Code.NOT_YOURS
        for entry in ledger.decide(command, actor):
            ledger = ledger.then(entry)
        assert Ledger.replay(rules, ledger.entries) == ledger


@pytest.mark.parametrize(
    "entries",
    [
        [(1, "O", "1-2")],  # not O's turn
        [(2, "X", "1-2")],  # a gap
        [(1, "X", "1-2"), (1, "O", "1-2")],  # twice
        [(1, "X", "1-1")],  # illegal
        [(1, "X", "2-1")],  # not as we write it
        [(1, "X", "nonsense")],
        [(1, "X", "1-2"), (2, "O", "1-2"), (3, "coin", "@1")],  # no coin under these rules
    ],
)
def test_entries_that_do_not_replay_are_a_damaged_game(entries: list[tuple[int, Any, str]]) -> None:
    """A stored game is believed only as far as the rules explain it."""
    with pytest.raises(DamagedGameError):
        Ledger.replay("standard", [Entry(rev, actor, action, None, 0) for rev, actor, action in entries])


def test_unknown_rules_and_a_missing_coin_are_a_damaged_game() -> None:
    """The rule set must be known, and the coin's event never lies apart from the placement that called for it."""
    with pytest.raises(DamagedGameError):
        Ledger.replay("chess", ())
    with pytest.raises(DamagedGameError):
        Ledger.replay("coin", [Entry(1, "X", "1-2", None, 0), Entry(2, "O", "1-2", None, 0)])
