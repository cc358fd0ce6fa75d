"""The contract: millions of random games come out as the exact figures say, which agree with the published ones."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from spookymarks import kernel
from spookymarks.rules import RULE_SETS, STANDARD, RuleSet, Score
from spookymarks.solver.histories import totals


def play(games: int, rules: RuleSet, parts: int = 4) -> list[kernel.Totals]:
    """Play the games in parts side by side: a call holds no lock of the interpreter."""
    share = games // parts
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda part: kernel.simulate(share, 569, rules, part * share), range(parts)))


def test_standard_games_have_the_exact_mean_and_shares() -> None:
    """Twenty million games: the mean, the shares of all ends, placements and measurements, within four standard errors.

    One standard error of the mean is 0.0002.
    """
    parts = play(20_000_000, STANDARD)
    games = sum(part.games for part in parts)
    assert games == 20_000_000
    exact = totals(STANDARD)
    assert sum(part.mean for part in parts) / len(parts) == pytest.approx(float(exact.mean), abs=0.0008)
    ends = [Score(x, o) for x, o in ((1, 0), (0, 1), (0, 0), (0.5, 1), (1, 0.5))]
    shares = [sum(part[field] for part in parts) / games for field in range(5, 11)]
    assert shares == pytest.approx([*(float(exact.chances[end]) for end in ends), 0], abs=0.00045)
    assert sum(part.placements for part in parts) / games == pytest.approx(float(exact.placements), abs=0.001)
    assert sum(part.measurements for part in parts) / games == pytest.approx(float(exact.measurements), abs=0.0005)


@pytest.mark.parametrize("rules", ["goff", "full-board"])
def test_other_rule_sets_have_the_exact_mean(rules: str) -> None:
    """Four million games come within four standard errors of the exact mean."""
    parts = play(4_000_000, RULE_SETS[rules])
    exact = float(totals(RULE_SETS[rules]).mean)
    assert sum(part.mean for part in parts) / len(parts) == pytest.approx(exact, abs=0.002)


def test_a_full_board_is_always_filled() -> None:
    """Where lines do not end the game every game has nine placements."""
    totals = kernel.simulate(1_000, rules=RULE_SETS["full-board"])
    assert totals.placements == 9 * totals.games
