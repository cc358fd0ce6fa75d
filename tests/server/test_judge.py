from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spookymarks.rules import RULE_SETS, Phase
from spookymarks.server import protocol
from spookymarks.server.errors import Code, RefusedError
from spookymarks.server.judge import MAX_EVENTS, PHRASES, Moment, added, decide, flag
from spookymarks.server.ledger import Ledger
from spookymarks.server.protocol import Accept, Act, Claim, Decline, Offer, Resign, Say
from spookymarks.server.seats import SEATS, other
from spookymarks.server.terms import DAY, Control, Terms

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.server.protocol import Command
    from spookymarks.server.seats import Seat
    from spookymarks.server.terms import Takebacks

ids = itertools.count()
NOW = Moment(1000)
STANDARD = Terms("standard")


def _fresh() -> str:
    return f"command-{next(ids)}"


def _start(terms: Terms = STANDARD) -> Ledger:
    """Return a game whose second seat has just been taken."""
    ledger = Ledger.replay(terms, ())
    (entry,) = added(ledger, NOW, "O", "join")
    return ledger.then(entry)


def _after(ledger: Ledger, command: Command, seat: Seat, moment: Moment = NOW) -> Ledger:
    """Return the game after a command; what it adds replays."""
    for entry in decide(ledger, command, seat, moment):
        ledger = ledger.then(entry)
    assert Ledger.replay(ledger.terms, ledger.entries) == ledger
    return ledger


def _played(ledger: Ledger, *actions: str) -> Ledger:
    for action in actions:
        seat = ledger.position.to_act
        assert seat is not None
        ledger = _after(ledger, Act(_fresh(), ledger.rev, action), seat)
    return ledger


def _refusal(ledger: Ledger, command: Command, seat: Seat, moment: Moment = NOW) -> tuple[Code, str]:
    with pytest.raises(RefusedError) as refused:
        decide(ledger, command, seat, moment)
    return refused.value.code, refused.value.message


def _code(ledger: Ledger, command: Command, seat: Seat) -> Code:
    return _refusal(ledger, command, seat)[0]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_actions_are_judged_by_phase_and_seat(rules: str) -> None:
    """In every position of a whole game one seat may act and the other may not, and what is added replays."""
    ledger = _start(Terms(rules))
    while ledger.end is None:
        actor = ledger.position.to_act
        assert actor is not None
        command = Act(_fresh(), ledger.rev, ledger.position.text(ledger.position.legal[-1]))
        assert _code(ledger, command, other(actor)) is Code.NOT_YOURS
        ledger = _after(ledger, command, actor)
    assert ledger.end.by == "board"
    for seat in SEATS:
        assert _code(ledger, Act(_fresh(), ledger.rev, "1-2"), seat) is Code.GAME_OVER


STAGES: dict[str, Callable[[], Ledger]] = {
    "placing": lambda: _played(_start(), "1-2", "2-3"),
    "measuring": lambda: _played(_start(), "1-2", "1-2"),
    "ended": lambda: _after(_played(_start(), "1-2"), Resign(_fresh(), 2), "O"),
}
ANSWERS = {
    "placing": {
        "act": "not_yours",
        "resign": None,
        "draw": None,
        "takeback": None,
        "rematch": "illegal",
        "deletion": None,
        "claim": "illegal",
    },
    "ended": {
        "act": "game_over",
        "resign": "game_over",
        "draw": "game_over",
        "takeback": "game_over",
        "rematch": None,
        "deletion": None,
        "claim": "game_over",
    },
}
ANSWERS["measuring"] = ANSWERS["placing"]


@pytest.mark.parametrize("stage", STAGES)
def test_every_command_has_its_answer_in_every_phase(stage: str) -> None:
    """The table of commands and phases, for the seat that is not to act."""
    ledger = STAGES[stage]()
    rev = ledger.rev
    commands: dict[str, Command] = {
        "act": Act(_fresh(), rev, "@1" if ledger.position.phase is Phase.MEASURE else "4-5"),
        "resign": Resign(_fresh(), rev),
        "claim": Claim(_fresh(), rev, "win"),
        **{what: Offer(_fresh(), rev, what) for what in get_args(protocol.Offered)},
    }
    for name, command in commands.items():
        expected = ANSWERS[stage][name]
        if expected is None:
            _after(ledger, command, "O")
        else:
            assert _code(ledger, command, "O") == expected, name


def test_an_action_seen_on_an_older_board_is_stale_and_one_seen_before_a_phrase_is_not() -> None:
    """Only what changes the board or ends the game makes a sender look again."""
    ledger = _played(_start(), "1-2")
    rev = ledger.rev
    ledger = _after(ledger, Say(_fresh(), rev, "nice"), "X")
    ledger = _after(ledger, Offer(_fresh(), rev, "draw"), "X")
    assert _code(ledger, Act(_fresh(), rev - 1, "2-3"), "O") is Code.STALE
    assert _code(ledger, Act(_fresh(), ledger.rev + 1, "2-3"), "O") is Code.STALE
    assert [step.action for step in _after(ledger, Act(_fresh(), rev, "2-3"), "O").steps] == ["1-2", "2-3"]


def test_an_offer_can_be_answered_only_by_somebody_who_has_seen_it() -> None:
    """Accepting before the offer came is stale, or else one would accept what another command was meant for."""
    ledger = _played(_start(), "1-2")
    rev = ledger.rev
    ledger = _after(ledger, Offer(_fresh(), rev, "draw"), "X")
    assert _code(ledger, Accept(_fresh(), rev, "draw"), "O") is Code.STALE
    assert _code(ledger, Accept(_fresh(), ledger.rev, "takeback"), "O") is Code.ILLEGAL
    assert _code(ledger, Accept(_fresh(), ledger.rev, "draw"), "X") is Code.ILLEGAL
    assert _after(ledger, Accept(_fresh(), ledger.rev, "draw"), "O").end is not None


def test_an_offer_is_made_once_between_two_actions() -> None:
    """Declined or withdrawn, it cannot be repeated until somebody has acted: nobody can be pestered."""
    for decliner in SEATS:
        ledger = _played(_start(), "1-2")
        ledger = _after(ledger, Offer(_fresh(), ledger.rev, "draw"), "X")
        assert _code(ledger, Offer(_fresh(), ledger.rev, "draw"), "X") is Code.ILLEGAL
        ledger = _after(ledger, Decline(_fresh(), ledger.rev, "draw"), decliner)
        assert ledger.offers == ()
        assert "next action" in _refusal(ledger, Offer(_fresh(), ledger.rev, "draw"), "X")[1]
        ledger = _played(ledger, "1-3")
        assert _after(ledger, Offer(_fresh(), ledger.rev, "draw"), "X").offers


@pytest.mark.parametrize(("takebacks", "answer"), [("never", "made without takebacks"), ("ask", None), ("free", None)])
def test_takebacks_are_as_agreed_when_the_game_was_made(takebacks: Takebacks, answer: str | None) -> None:
    """Never refuses, ask waits for the other, free happens at once."""
    ledger = _played(_start(Terms("standard", takebacks=takebacks)), "1-2", "1-3")
    offer = Offer(_fresh(), ledger.rev, "takeback")
    if answer is not None:
        assert answer in _refusal(ledger, offer, "X")[1]
        return
    ledger = _after(ledger, offer, "X")
    assert len(ledger.steps) == (2 if takebacks == "ask" else 0)
    if takebacks == "ask":
        assert _after(ledger, Accept(_fresh(), ledger.rev, "takeback"), "O").steps == ()


def test_with_nobody_opposite_there_is_nobody_to_agree() -> None:
    """While the other seat is free offers and resignation are refused with that reason."""
    ledger = _played(Ledger.replay(STANDARD, ()), "1-2")
    for command in (*(Offer(_fresh(), 1, what) for what in ("draw", "takeback", "deletion")), Resign(_fresh(), 1)):
        code, message = _refusal(ledger, command, "X")
        assert code is Code.ILLEGAL
        assert "Nobody has taken the other seat" in message


def test_nothing_of_ones_own_cannot_be_taken_back() -> None:
    """O, who has not acted yet, has nothing to take back, though X has."""
    ledger = _played(_start(), "1-2")
    assert "nothing to take back" in _refusal(ledger, Offer(_fresh(), ledger.rev, "takeback"), "O")[1]


def test_a_resignation_is_never_stale_but_never_from_the_future() -> None:
    """Whoever gives up gives up, whatever the opponent has just done."""
    ledger = _played(_start(), "1-2", "1-3", "1-4")
    assert _after(ledger, Resign(_fresh(), 0), "O").end is not None
    assert _code(ledger, Resign(_fresh(), 99), "O") is Code.STALE


def test_a_claim_needs_an_absent_opponent_who_is_to_act() -> None:
    """Absence is judged by the server; during one's own turn, and while they are here, nothing can be claimed."""
    ledger = _played(_start(), "1-2")
    away = Moment(1000, absent=True)
    assert "not been absent" in _refusal(ledger, Claim(_fresh(), ledger.rev, "win"), "X")[1]
    assert "opponent is to act" in _refusal(ledger, Claim(_fresh(), ledger.rev, "win"), "O", away)[1]
    ended = _after(ledger, Claim(_fresh(), ledger.rev, "win"), "X", away)
    assert ended.end is not None
    assert (ended.end.by, ended.end.seat, str(ended.end.score)) == ("absence", "O", "1-0")


def test_a_seat_can_say_a_few_things_between_two_actions() -> None:
    """More is refused, until somebody has acted or the game has ended."""
    ledger = _start()
    for seat in SEATS:
        for _ in range(PHRASES):
            ledger = _after(ledger, Say(_fresh(), 0, "hello"), seat)
        assert _code(ledger, Say(_fresh(), 0, "hello"), seat) is Code.LIMIT
    ledger = _played(ledger, "1-2")
    assert _after(ledger, Say(_fresh(), 0, "nice"), "O").rev == ledger.rev + 1


def test_a_game_cannot_grow_for_ever() -> None:
    """After very many events only actions, answers and resignation are taken: free takebacks would never end."""
    ledger = _start(Terms("standard", takebacks="free"))
    while ledger.rev < MAX_EVENTS - 1:
        ledger = ledger.then(decide(ledger, Act(_fresh(), ledger.rev, "1-2"), "X", NOW)[0])
        ledger = ledger.then(decide(ledger, Offer(_fresh(), ledger.rev, "takeback"), "X", NOW)[0])
    ledger = _played(ledger, "1-2")
    assert _code(ledger, Offer(_fresh(), ledger.rev, "takeback"), "X") is Code.LIMIT
    assert _code(ledger, Say(_fresh(), ledger.rev, "oops"), "X") is Code.LIMIT
    assert _after(ledger, Resign(_fresh(), ledger.rev), "X").end is not None


def test_a_clock_is_charged_for_the_time_until_each_action_and_rewarded_for_placements() -> None:
    """The first placement is free; then time is taken, an increment given, and a measurement gets none."""
    ledger = _start(Terms("standard", Control.read("60+5")))
    for seat, action, spent, x, o in (
        ("X", "1-2", 9_000, 60_000, 60_000),
        ("O", "1-2", 10_000, 60_000, 55_000),
        ("X", "@1", 20_000, 40_000, 55_000),
        ("X", "3-4", 1_000, 44_000, 55_000),
    ):
        before = ledger.clock
        ledger = _after(ledger, Act(_fresh(), ledger.rev, action), seat, Moment(2000, spent))
        assert ledger.clock is not None
        assert (ledger.clock.x, ledger.clock.o) == (x, o), (before, action)
    assert ledger.clock is not None
    assert (ledger.clock.running, ledger.clock.since) == ("O", 2000)


def test_what_does_not_touch_the_board_does_not_touch_the_clock() -> None:
    """A phrase, an open offer and a declined one leave both clocks running as they were."""
    ledger = _played(_start(Terms("standard", Control.read("60+0"))), "1-2")
    clock = ledger.clock
    for command in (Say(_fresh(), 0, "moment"), Offer(_fresh(), ledger.rev, "draw")):
        ledger = _after(ledger, command, "X", Moment(5000, 3000))
    ledger = _after(ledger, Decline(_fresh(), ledger.rev, "draw"), "O", Moment(6000, 4000))
    assert ledger.clock == clock


def test_a_takeback_switches_the_clock_and_gives_no_time_back() -> None:
    """Who was to act pays for the time until the takeback; then the asker's clock runs."""
    ledger = _played(_start(Terms("standard", Control.read("60+0"))), "1-2", "1-3")
    ledger = _after(ledger, Offer(_fresh(), ledger.rev, "takeback"), "O", Moment(2000, 7_000))
    ledger = _after(ledger, Accept(_fresh(), ledger.rev, "takeback"), "X", Moment(3000, 9_000))
    assert ledger.clock is not None
    assert (ledger.clock.x, ledger.clock.o, ledger.clock.running) == (51_000, 60_000, "O")


def test_a_clock_of_days_gives_each_action_its_full_time() -> None:
    """Nothing is saved up and nothing is lost, whoever acts, also twice in a row."""
    ledger = _start(Terms("standard", Control.read("2d")))
    for action in ("1-2", "1-2", "@1", "3-4"):
        actor = ledger.position.to_act
        assert actor is not None
        ledger = _after(ledger, Act(_fresh(), ledger.rev, action), actor, Moment(1000, DAY))
        assert ledger.clock is not None
        assert (ledger.clock.x, ledger.clock.o) == (2 * DAY, 2 * DAY)


def test_the_flag_falls_when_nothing_is_left_and_not_before() -> None:
    """A millisecond decides, for whoever is to act, also for a measurement; a standing clock never falls."""
    ledger = _start(Terms("standard", Control.read("60+0")))
    assert flag(ledger, Moment(1000, 10**9)) == ()
    ledger = _played(ledger, "1-2", "1-2")
    assert flag(ledger, Moment(1000, 59_999)) == ()
    (entry,) = flag(ledger, Moment(1000, 60_000))
    assert (entry.actor, entry.kind, entry.what, entry.clock_x) == ("clock", "flag", "X", 0)
    end = ledger.then(entry).end
    assert end is not None
    assert (end.by, end.seat, str(end.score)) == ("time", "X", "0-1")


def test_an_accepted_deletion_adds_nothing_and_an_accepted_rematch_names_a_new_game() -> None:
    """The caller deletes; the rematch's id is new each time."""
    ledger = _after(_played(_start(), "1-2"), Resign(_fresh(), 2), "O")
    for what in ("deletion", "rematch"):
        ledger = _after(ledger, Offer(_fresh(), ledger.rev, what), "X")
    assert decide(ledger, Accept(_fresh(), ledger.rev, "deletion"), "O", NOW) == ()
    (one,), (two,) = (decide(ledger, Accept(_fresh(), ledger.rev, "rematch"), "O", NOW) for _ in range(2))
    assert (one.kind, len(one.what)) == ("rematch", 12)
    assert one.what != two.what
    assert _code(ledger.then(one), Offer(_fresh(), ledger.rev, "rematch"), "O") is Code.ILLEGAL


@given(
    seed=st.integers(0, 2**32),
    rules=st.sampled_from(list(RULE_SETS)),
    takebacks=st.sampled_from(["never", "ask", "free"]),
    clock=st.sampled_from([None, "60+5", "3d"]),
)
def test_whatever_is_sent_a_game_stays_one_that_replays(
    seed: int, rules: str, takebacks: Takebacks, clock: str | None
) -> None:
    """Random commands of both seats, right or wrong: each is refused or adds entries that replay to the same game."""
    rng = random.Random(seed)
    ledger = _start(Terms(rules, Control.read(clock) if clock else None, takebacks))
    for _ in range(60):
        seat = rng.choice(SEATS)
        rev = max(0, ledger.rev - rng.choice([0, 0, 0, 0, 1, 2, -1]))
        legal = ledger.position.legal
        action = ledger.position.text(rng.choice(legal)) if legal else "1-2"
        what = rng.choice(get_args(protocol.Offered))
        commands: list[Command] = [Act(_fresh(), rev, action)] * 8
        commands += [kind(_fresh(), rev, what) for kind in (Offer, Accept, Decline)]
        commands += [Say(_fresh(), rev, "nice"), Claim(_fresh(), rev, "win")]
        commands += [Resign(_fresh(), rev)] if rng.random() < 0.02 else []
        moment = Moment(rng.randrange(10**6), rng.randrange(2000), absent=rng.random() < 0.05)
        before = ledger
        try:
            ledger = _after(ledger, rng.choice(commands), seat, moment)
        except RefusedError:
            continue
        assert ledger.rev > before.rev or ledger == before
        assert before.end is None or ledger.end == before.end
        assert all(offer.what in {"rematch", "deletion"} for offer in ledger.offers) or ledger.end is None
        if ledger.clock is not None:
            assert min(ledger.clock.x, ledger.clock.o) >= 0
            assert (ledger.clock.running is not None) == bool(ledger.steps and ledger.end is None)
