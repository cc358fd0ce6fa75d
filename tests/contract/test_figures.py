"""The contract: millions of random games come out as the published figures say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from spookymarks import kernel
from spookymarks.rules import RULE_SETS, STANDARD, RuleSet


def play(games: int, rules: RuleSet, parts: int = 4) -> list[kernel.Totals]:
    """Play the games in parts side by side: a call holds no lock of the interpreter."""
    share = games // parts
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda part: kernel.simulate(share, 569, rules, part * share), range(parts)))


def test_standard_games_have_the_known_mean_and_shares() -> None:
    """Twenty million games: mean 0.3161, shares 52.4, 18.5, 12.7, 10.5 and 5.9 %, 8.414 placements, 1.854 measurements.

    One standard error of the mean is 0.0002.
    """
    parts = play(20_000_000, STANDARD)
    games = sum(part.games for part in parts)
    assert games == 20_000_000
    assert sum(part.mean for part in parts) / len(parts) == pytest.approx(0.3161, abs=0.0006)
    shares = [sum(part[field] for part in parts) / games for field in range(5, 11)]
    assert shares == pytest.approx([0.524, 0.185, 0.127, 0.105, 0.059, 0], abs=0.0006)
    assert sum(part.placements for part in parts) / games == pytest.approx(8.414, abs=0.001)
    assert sum(part.measurements for part in parts) / games == pytest.approx(1.854, abs=0.001)


@pytest.mark.parametrize(("rules", "mean"), [("goff", 0.3751), ("full-board", 569 / 1260)])
def test_other_rule_sets_have_the_known_mean(rules: str, mean: float) -> None:
    """Four million games come within four standard errors of the known mean (569/1260 is exact)."""
    parts = play(4_000_000, RULE_SETS[rules])
    assert sum(part.mean for part in parts) / len(parts) == pytest.approx(mean, abs=0.002)


def test_a_full_board_is_always_filled() -> None:
    """Where lines do not end the game every game has nine placements."""
    totals = kernel.simulate(1_000, rules=RULE_SETS["full-board"])
    assert totals.placements == 9 * totals.games
