"""The contract: the kernel reads a position text exactly when the Python rules do, and sees the same position."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from contract.reference import Recorder, random_game
from spookymarks import kernel
from spookymarks.errors import IllegalActionError, InvalidPositionError, NotationError
from spookymarks.notation.text import read_position
from spookymarks.rules import CLASSIC, RULE_SETS, Position, RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterator

ALPHABET = "123456789123456789..-0ax¼"


def agree(text: str, rules: RuleSet, recorder: Recorder) -> bool:
    """Assert that both readers say the same of a text; return whether they accept it."""
    try:
        position = read_position(text, rules)
    except (NotationError, InvalidPositionError) as error:
        with pytest.raises(kernel.KernelRefusalError) as refused:
            kernel.read(text, rules)
        assert 1 <= refused.value.place <= len(text) + 1, text
        if isinstance(error, NotationError):
            assert 20 <= refused.value.refusal < 40, text
        return False
    assert kernel.read(text, rules) == kernel.View.unpack(recorder.record(position)), text
    return True


@pytest.mark.parametrize("name", ["standard", "no-repeat", "superposition"])
def test_positions_three_plies_deep_are_read_alike(name: str) -> None:
    """Every position that three actions reach is read by the kernel as the rules made it.

    The other rule sets place and measure the same marks as the standard one.
    """
    recorder = Recorder()
    for position in tree(Position.start(RULE_SETS[name]), 3):
        assert kernel.view(position) == kernel.View.unpack(recorder.record(position)), str(position)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=list(RULE_SETS))
def test_random_and_mutated_texts_are_read_alike(rules: RuleSet) -> None:
    """Texts near legal positions and far from them are accepted and refused together."""
    random = Random(rules.name)
    recorder = Recorder()
    verdicts = [agree(text, rules, recorder) for text in texts(random, rules)]
    assert len(verdicts) > 4_000
    assert 500 < sum(verdicts) < len(verdicts) - 500


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=list(RULE_SETS))
def test_all_actions_are_played_or_refused_alike(rules: RuleSet) -> None:
    """In positions of random games each of the 45 actions leads to the same position, or is refused by both."""
    for game in range(20):
        for position in random_game(45, game, rules):
            for number, action in enumerate(CLASSIC.actions.all):
                try:
                    following = str(position.play(action))
                except IllegalActionError:
                    with pytest.raises(kernel.KernelRefusalError) as refused:
                        kernel.play(str(position), number, rules)
                    assert 1 <= refused.value.refusal < 20
                else:
                    assert kernel.play(str(position), number, rules) == following


@pytest.mark.parametrize(
    ("text", "refusal", "place"),
    [
        ("", "EMPTY_FIELD", 1),
        ("12..3", "EMPTY_FIELD", 4),
        ("12.", "EMPTY_FIELD", 4),
        ("12.40", "NOT_A_SQUARE", 5),
        ("--", "NOT_A_SQUARE", 1),
        ("12.33", "SAME_SQUARE", 5),
        ("12.345", "TOO_MANY_SQUARES", 6),
        ("12.13.14.15.16.17.18.19.23.24", "TOO_MANY_MARKS", 28),
        ("1.2.1", "TWO_CLASSICAL", 5),
        ("1.2.13", "CLOSED_BY_CLASSICAL", 5),
        ("12.12.13", "CYCLE_NOT_MEASURED", 4),
        ("12.3", "TOO_FEW_SETTLED", 4),
        ("1.4.2.5.3.67", "LINE_BEFORE", 11),
    ],
)
def test_refusals_name_the_reason_and_the_place(text: str, refusal: str, place: int) -> None:
    """A refused text comes with the reason and with the character that it is about."""
    with pytest.raises(kernel.KernelRefusalError) as refused:
        kernel.read(text)
    assert refused.value.refusal is kernel.Refusal[refusal]
    assert refused.value.place == place


@pytest.mark.parametrize(
    ("rules", "text", "refusal", "place"),
    [
        ("no-repeat", "12.12", "REPEATS_PAIR", 4),
        ("superposition", "12.13", "SHARED_SQUARE", 4),
        ("superposition", "12.3", "NOT_IN_ORDER", 4),
        ("superposition", "1.2.34", "ROUND_NOT_BEGUN", 1),
        ("superposition", "1.4.2.5.3.6.78", "LINE_BEFORE", 13),
    ],
)
def test_refusals_of_other_rule_sets(rules: str, text: str, refusal: str, place: int) -> None:
    """Where rule sets differ, the refusal is that of the rule set."""
    with pytest.raises(kernel.KernelRefusalError) as refused:
        kernel.read(text, RULE_SETS[rules])
    assert refused.value.refusal is kernel.Refusal[refusal]
    assert refused.value.place == place


@pytest.mark.parametrize(
    ("rules", "text", "action", "refusal"),
    [
        ("standard", "-", 45, "NO_SUCH_ACTION"),
        ("standard", "1.4.2.5.3", 30, "GAME_OVER"),
        ("standard", "12.12", 5, "MUST_MEASURE"),
        ("standard", "12.12", 38, "NOT_ITS_SQUARE"),
        ("standard", "6.7.4.1.8.5.3.2", 0, "LAST_SQUARE"),
        ("standard", "6.7.4.1.8.5.3.2", 36, "LAST_SQUARE"),
        ("standard", "12", 36, "NOTHING_TO_SETTLE"),
        ("standard", "1.2", 0, "CLOSED_SQUARE"),
        ("superposition", "12", 1, "OCCUPIED_SQUARE"),
        ("no-repeat", "12", 0, "REPEATED_PAIR"),
    ],
)
def test_refused_actions_name_the_rule(rules: str, text: str, action: int, refusal: str) -> None:
    """An action that is not legal is refused with the rule that forbids it."""
    with pytest.raises(kernel.KernelRefusalError) as refused:
        kernel.play(text, action, RULE_SETS[rules])
    assert refused.value.refusal is kernel.Refusal[refusal]


def tree(position: Position, depth: int) -> Iterator[Position]:
    """Yield the position and every one that up to `depth` actions reach."""
    yield position
    if depth:
        for action in position.legal:
            yield from tree(position.play(action), depth - 1)


def texts(random: Random, rules: RuleSet) -> Iterator[str]:
    """Yield texts of positions in random games, the same with one to three faults, and plain noise."""
    for game in range(120):
        for position in random_game(9, game, rules):
            text = str(position)
            yield text
            yield mutated(random, text)
            fields = text.split(".")
            random.shuffle(fields)
            yield ".".join(fields)
    for _ in range(1_000):
        yield "".join(random.choices(ALPHABET, k=random.randrange(12)))
        yield ".".join(
            "".join(random.choices("123456789", k=random.choice((1, 2, 2)))) for _ in range(random.randrange(11))
        )


def mutated(random: Random, text: str) -> str:
    letters = list(text)
    for _ in range(random.randrange(1, 4)):
        at = random.randrange(len(letters) + 1)
        match random.randrange(3):
            case 0:
                letters[at : at + 1] = random.choice(ALPHABET)
            case 1:
                letters.insert(at, random.choice(ALPHABET))
            case _:
                del letters[at : at + 1]
    return "".join(letters)
