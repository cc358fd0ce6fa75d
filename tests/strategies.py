"""Random games for every test: hypothesis strategies and a plain generator, both over legal actions only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from spookymarks.rules import RULE_SETS, STANDARD, Action, Position, RuleSet

if TYPE_CHECKING:
    import random

rule_sets = st.sampled_from(list(RULE_SETS.values()))
entangling_rule_sets = st.sampled_from([rules for rules in RULE_SETS.values() if rules.entangles])


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rule_sets) -> list[tuple[Position, Action]]:
    """Draw a legal game of any length: each action with the position it was played in."""
    position = Position.start(draw(rules))
    steps: list[tuple[Position, Action]] = []
    for _ in range(draw(st.integers(0, 13))):
        if position.over:
            break
        action = draw(st.sampled_from(position.legal))
        steps.append((position, action))
        position = position.play(action)
    return steps


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rule_sets) -> Position:
    """Draw a position that a legal game reaches."""
    steps = draw(games(rules))
    if not steps:
        return Position.start(draw(rules))
    position, action = steps[-1]
    return position.play(action)


def random_game(rng: random.Random, rules: RuleSet = STANDARD) -> list[Position]:
    """Play a random game to its end and return its positions, the start first."""
    position = Position.start(rules)
    played = [position]
    while not position.over:
        legal = position.legal
        position = position.play(legal[int(rng.random() * len(legal))])
        played.append(position)
    return played
