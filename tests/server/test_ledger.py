from __future__ import annotations

from typing import Any

import pytest

from spookymarks.rules import RULE_SETS, Score
from spookymarks.server.clock import Clock
from spookymarks.server.errors import DamagedGameError
from spookymarks.server.ledger import Entry, Ledger
from spookymarks.server.terms import Control, Terms

STANDARD = Terms("standard")


def _entries(*events: tuple[str, str, str] | tuple[int, str, str, str]) -> list[Entry]:
    """Return entries from (actor, kind, what), numbered from 1 unless they bring a revision."""
    made = []
    for number, event in enumerate(events, 1):
        rev, actor, kind, what = event if len(event) == 4 else (number, *event)
        made.append(Entry(rev, actor, kind, what, None, 0))  # type: ignore[arg-type]
    return made


@pytest.mark.parametrize(
    "events",
    [
        [("O", "act", "1-2")],  # not O's turn
        [(2, "X", "act", "1-2")],  # a gap
        [("X", "act", "1-2"), (1, "O", "act", "1-2")],  # twice
        [("X", "act", "1-1")],  # illegal
        [("X", "act", "2-1")],  # not as we write it
        [("X", "act", "nonsense")],
        [("X", "act", "1-2"), ("O", "act", "1-2"), ("coin", "act", "@1")],  # no coin under these rules
        [("X", "dance", "")],  # no such event
        [("X", "resign", ""), ("O", "act", "1-2")],  # after the end
        [("X", "resign", ""), ("O", "resign", "")],  # two ends
        [("coin", "resign", "")],
        [("X", "accept", "draw")],  # nobody offered it
        [("O", "offer", "draw"), ("O", "accept", "draw")],  # one's own
        [("O", "offer", "takeback"), ("X", "accept", "takeback")],  # nothing to take back
        [("X", "rematch", "abc")],  # before the end
        [("O", "join", ""), ("O", "join", "")],
        [("X", "flag", "X")],  # only the clock says so
        [("clock", "flag", "watch")],
    ],
)
def test_entries_that_do_not_replay_are_a_damaged_game(events: list[Any]) -> None:
    """A stored game is believed only as far as the rules and its terms explain it."""
    with pytest.raises(DamagedGameError):
        Ledger.replay(STANDARD, _entries(*events))


def test_unknown_rules_a_missing_coin_and_a_missing_clock_are_a_damaged_game() -> None:
    """The rule set is known, the coin's event follows its placement, and clocks stand in every entry or in none."""
    with pytest.raises(DamagedGameError):
        Ledger.replay(Terms("chess"), ())
    with pytest.raises(DamagedGameError):
        Ledger.replay(Terms("coin"), _entries(("X", "act", "1-2"), ("O", "act", "1-2")))
    with pytest.raises(DamagedGameError):
        Ledger.replay(Terms("standard", Control.read("60+0")), _entries(("X", "act", "1-2")))
    with pytest.raises(DamagedGameError):
        Ledger.replay(STANDARD, [Entry(1, "X", "act", "1-2", None, 0, 100, 100)])


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_takeback_returns_to_before_the_askers_own_last_action(rules: str) -> None:
    """Whatever the opponent or a coin has done since goes back as well, under every rule set."""
    events = [("O", "join", ""), ("X", "act", "1-2"), ("O", "act", "3-4"), ("X", "act", "5-6"), ("O", "act", "7-8")]
    ledger = Ledger.replay(Terms(rules), _entries(*events, ("X", "offer", "takeback"), ("O", "accept", "takeback")))
    assert [step.action for step in ledger.steps] == ["1-2", "3-4"]
    assert ledger.position.to_act == "X"
    assert (ledger.rev, ledger.basis, ledger.offers) == (7, 7, ())


def test_a_takeback_separates_a_measurement_from_the_placement_after_it() -> None:
    """Who measured and placed goes back to before the placement first, and to before the choice with another."""
    cycle = [("O", "join", ""), ("X", "act", "1-2"), ("O", "act", "1-2"), ("X", "act", "@1"), ("X", "act", "3-4")]
    once = [("X", "offer", "takeback"), ("O", "accept", "takeback")]
    ledger = Ledger.replay(STANDARD, _entries(*cycle, *once))
    assert [step.action for step in ledger.steps] == ["1-2", "1-2", "@1"]
    ledger = Ledger.replay(STANDARD, _entries(*cycle, *once, *once))
    assert [step.action for step in ledger.steps] == ["1-2", "1-2"]
    assert ledger.position.phase.value == "measure"
    assert ledger.position.to_act == "X"


def test_a_coin_is_taken_back_with_the_placement_that_called_for_it() -> None:
    """Back before the closing placement there is no toss, and the next one is another."""
    events = [("O", "join", ""), ("X", "act", "1-2"), ("O", "act", "1-2"), ("coin", "act", "@1")]
    ledger = Ledger.replay(Terms("coin"), _entries(*events, ("O", "offer", "takeback"), ("X", "accept", "takeback")))
    assert [step.action for step in ledger.steps] == ["1-2"]
    assert ledger.position.to_act == "O"


def test_where_takebacks_are_free_the_offer_is_the_takeback() -> None:
    """Nobody has to answer, and no offer stays open."""
    events = [("O", "join", ""), ("X", "act", "1-2"), ("X", "offer", "takeback")]
    ledger = Ledger.replay(Terms("standard", takebacks="free"), _entries(*events))
    assert (ledger.steps, ledger.offers) == ((), ())


@pytest.mark.parametrize(
    ("events", "by", "seat", "score"),
    [
        ([("X", "resign", "")], "resignation", "X", Score(0, 1)),
        ([("O", "resign", "")], "resignation", "O", Score(1, 0)),
        ([("X", "offer", "draw"), ("O", "accept", "draw")], "agreement", "O", Score(0, 0)),
        ([("O", "claim", "win")], "absence", "X", Score(0, 1)),
        ([("O", "claim", "draw")], "absence", "X", Score(0, 0)),
        ([("clock", "flag", "X")], "time", "X", Score(0, 1)),
    ],
)
def test_every_end_has_its_reason_and_its_points(events: list[Any], by: str, seat: str, score: Score) -> None:
    """A game can end in five ways beside the board's, and says which."""
    ledger = Ledger.replay(STANDARD, _entries(("O", "join", ""), *events))
    assert ledger.end is not None
    assert (ledger.end.by, ledger.end.seat, ledger.end.score) == (by, seat, score)


def test_an_action_lets_offers_of_a_draw_and_a_takeback_lapse_and_no_other() -> None:
    """What was offered about the board is offered about that board; deleting the game has nothing to do with it."""
    events = [("O", "join", ""), ("X", "act", "1-2"), ("X", "offer", "draw"), ("X", "offer", "takeback")]
    open_still = _entries(*events, ("X", "offer", "deletion"), ("O", "act", "1-3"))
    assert [offer.what for offer in Ledger.replay(STANDARD, open_still).offers] == ["deletion"]


def test_clocks_are_those_of_the_entries_and_run_for_whoever_is_to_act() -> None:
    """The stored times count; the clock runs from the first placement with both seats taken, also while measuring."""
    terms = Terms("standard", Control.read("60+0"))
    entries = [
        Entry(1, "X", "act", "1-2", None, 100, 60_000, 60_000),
        Entry(2, "O", "join", "", None, 200, 60_000, 60_000),
        Entry(3, "O", "act", "1-2", None, 300, 60_000, 50_000),
        Entry(4, "X", "act", "@1", None, 400, 40_000, 50_000),
    ]
    seen = []
    for count in range(len(entries) + 1):
        clock = Ledger.replay(terms, entries[:count]).clock
        assert isinstance(clock, Clock)
        seen.append((clock.x, clock.o, clock.running, clock.since))
    assert seen == [
        (60_000, 60_000, None, 0),
        (60_000, 60_000, None, 100),
        (60_000, 60_000, "O", 200),
        (60_000, 50_000, "X", 300),
        (40_000, 50_000, "X", 400),
    ]
