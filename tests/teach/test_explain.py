"""Explanations: every stated fact is proved anew for many random positions, and what there is to say is said."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING

import pytest

from spookymarks.errors import IllegalActionError
from spookymarks.notation.replay import points
from spookymarks.notation.text import read_action, read_game, read_position
from spookymarks.rules import RULE_SETS, Board, Phase, Placement, Position, RuleSet
from spookymarks.solver import SolverError, Stop, StoppedError
from spookymarks.teach import Fact, explain, facts
from strategies import random_game
from teach.proof import LETTERS, component_of, prove, still_open, tried_pairs

if TYPE_CHECKING:
    from spookymarks.rules import Action

FEWEST_MARKS = 4
"""Earlier positions are said about in the same way, but take the solver longer."""

KINDS = sorted((kind for kind in vars(facts).values() if isinstance(kind, type) and issubclass(kind, Fact)), key=str)


def said(position: str, action: str) -> list[str]:
    """Return the sentences about an action in a position text."""
    start = read_position(position)
    return [str(fact) for fact in explain(start, read_action(action, start))]


def questions(rules: RuleSet, number: int) -> list[tuple[Position, Action]]:
    """Return random positions of random games, each with one of its actions, measurements as often as placements."""
    rng = random.Random(rules.name)
    found: list[tuple[Position, Action]] = []
    while len(found) < number:
        wanted = Phase.MEASURE if len(found) % 3 == 0 else Phase.PLACE
        fitting = [
            position
            for position in random_game(rng, rules)
            if position.phase is wanted and len(position.marks) >= FEWEST_MARKS
        ]
        if fitting:
            position = rng.choice(fitting)
            # Every other question closes a cycle if it can.
            legal = position.closing if len(found) % 2 and position.closing else position.legal
            found.append((position, rng.choice(legal)))
    return found


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_every_fact_is_true(rules: RuleSet) -> None:
    """For random positions and actions under each rule set, every fact is proved without the code that found it."""
    for position, action in questions(rules, 200):
        for fact in explain(position, action):
            try:
                prove(fact, position, action)
            except AssertionError as error:
                raise AssertionError(f"{fact!r} of {position.text(action)} in {position!r}") from error


def test_every_kind_of_fact_is_met() -> None:
    """The random questions of the proof bring up every kind of fact, each with a code and a sentence of its own."""
    met: Counter[type[Fact]] = Counter()
    for rules in RULE_SETS.values():
        for position, action in questions(rules, 200):
            for fact in explain(position, action):
                met[type(fact)] += 1
                sentence = str(fact)
                assert sentence[0].isupper()
                assert sentence.endswith(".")
                assert sentence.count("\n") == 0
    concrete = [kind for kind in KINDS if kind is not Fact]
    assert {kind for kind in concrete if met[kind] < 3} == set()
    assert len({kind.code for kind in concrete}) == len(concrete)


@pytest.mark.parametrize("rules", ["standard", "coin", "closer-chooses", "no-repeat"])
def test_no_threat_and_no_dead_line_is_overlooked(rules: str) -> None:
    """A pair that wins after every reply elsewhere is a stated threat; a side left without lines is said to be."""
    threats = dead = 0
    for position, action in questions(RULE_SETS[rules], 200):
        after, actor = position.play(action), position.to_act
        if after.over or actor is None:
            continue
        stated = explain(position, action)
        named = {text for fact in stated if isinstance(fact, facts.Threat) for text in fact.closings}
        for pair in after.closing if after.to_act != actor else ():
            component = component_of(after, pair)
            tried = tried_pairs(after, actor, pair)
            quiet = [reply for reply in tried if isinstance(reply, Placement) and reply not in after.closing]
            if any(not reply.bits & component for reply in quiet) and all(map(all, tried.values())):
                threats += 1
                assert str(pair) in named
        left = [owner for owner in LETTERS if still_open(after, owner)]
        had = [owner for owner in LETTERS if still_open(position, owner)]
        gone = {fact.owner for fact in stated if isinstance(fact, facts.NoLineLeft)}
        certain = any(isinstance(fact, facts.DrawCertain) for fact in stated)
        assert certain == (not left)
        assert certain or gone == set(had) - set(left)
        dead += certain or len(gone)
    assert threats > 5
    assert dead > 2


def test_a_closed_cycle_is_told_with_both_outcomes() -> None:
    """Who chooses, what each outcome gives, what is given away, what would have been better, and the refutation."""
    assert said("49.5.2.13.34.69", "6-9") == [
        "X7 closes the cycle O6 X7; X1, O4 and X5 hang on it: O chooses whether X7 settles in 6 or 9.",
        "X7 in 6: O line 1-5-9 (highest number 6), the game ends, X 0, O 1.",
        "X7 in 9: no line, play goes on, and the game is level.",
        "X gives 1 away: the game is level before it, O is ahead by 1 after it.",
        "Better: 3-4, 3-9 or 4-9; then the game is level.",
        "O answers @6: X 0, O 1.",
        "O's only good answer is @6.",
    ]


def test_a_line_in_both_outcomes_is_told_once_more() -> None:
    """Lines that both choices give are named, and a certain win is told with its end."""
    told = said("2.5.13.7.9.8.36.14", "1-6")
    assert "Both choices give X the line 1-2-3." in told
    assert "Both choices give X the line 3-6-9." in told
    assert "After both choices X is ahead." in told
    assert "X wins by force in 1 placement: 1-6 @1, X 1, O 0." in told
    assert "Every line of O holds an X, however the pairs settle." in told


def test_a_measurement_is_told_with_its_alternative() -> None:
    """Where every mark goes, what the other choice is worth, how the game goes on, and which lines stay open."""
    assert said("49.56.26.47.89.47", "@4") == [
        "O6 settles in 4, so O4 goes to 7, X1 goes to 9 and X5 goes to 8.",
        "After the other choice, @7, O is ahead by 1.",
        "X gives nothing away: O is ahead by 1 at perfect play.",
        "O wins by force in 3 placements: @4 2-5 @2 1-3 1-3 @1, X 0, O 1.",
        "Still open to X: 1-2-3, 2-5-8, 3-6-9 and 1-5-9.",
        "Still open to O: 1-2-3, 4-5-6, 1-4-7 and 3-5-7.",
    ]


def test_haste_and_delay_are_told() -> None:
    """The side that is behind is told when it shortens the game, in placements."""
    told = said("8.9.3.1.57", "2-4")
    assert told[1] == "X needs only 2 placements now; O could have held out for 4."


def test_a_coin_chooses_for_nobody() -> None:
    """Under `coin` the outcome is told and what it leaves, and nobody is praised or blamed."""
    position = read_game("1-9 1-5 5-9", RULE_SETS["coin"]).position
    closing = read_game("1-9 1-5", RULE_SETS["coin"]).position
    told = explain(closing, read_action("5-9", closing))
    assert str(told[0]) == "X3 closes the cycle X1 O2 X3: a coin decides whether X3 settles in 5 or 9."
    codes = [fact.code for fact in explain(position, read_action("@5", position))]
    assert codes == ["settles", "worth", "lines-open", "lines-open"]


def test_the_last_square_ends_the_game() -> None:
    """The last mark, alone in its square, is told with its lines and its points."""
    position = read_game("1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6 @6").position
    told = [str(fact) for fact in explain(position, read_action("7-7", position))]
    assert told[0] == "The game is over: X line 3-5-7 (highest number 9), X 1, O 0."
    assert told[1:] == ["X gives nothing away: X is ahead by 1 at perfect play."]


def test_half_points_are_written_as_such() -> None:
    """Points are written as people write them."""
    assert [points(number) for number in (0, 0.5, 1, 1.5, 2, 0.28125)] == ["0", "½", "1", "1½", "2", "0.28125"]


def test_a_fact_is_plain_values() -> None:
    """A fact's document has its code, its fields and its sentence, so that another language can say it."""
    start = read_position("49.5.2.13.34.69")
    for fact in explain(start, read_action("6-9", start)):
        document = fact.document()
        assert set(document) == {"code", "text", *(field.name for field in fields(fact))}  # type: ignore[arg-type]
        assert (document["code"], document["text"]) == (fact.code, str(fact))


def test_what_cannot_be_explained_is_refused() -> None:
    """An illegal action, another board and a stopped search raise their own errors."""
    start = Position.start()
    with pytest.raises(IllegalActionError, match="no measurement is pending"):
        explain(start, read_action("@5", start))
    large = Position.start(board=Board(4, 4, 4))
    with pytest.raises(SolverError, match="3×3"):
        explain(large, read_action("1-2", large))
    stop = Stop()
    stop.set()
    with pytest.raises(StoppedError):
        explain(start, read_action("1-2", start), stop=stop)
