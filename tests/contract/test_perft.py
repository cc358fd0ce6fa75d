"""The contract: action sequences are counted as the data files say, by the Python rules and by the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from contract.perft_files import Count, all_counts
from contract.reference import perft
from spookymarks import kernel
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.rules import Position

COUNTS = all_counts()
PUBLISHED = [36, 1_296, 45_432, 1_531_656, 48_684_888, 1_412_156_592]


@pytest.mark.parametrize("count", [each for each in COUNTS if each.sequences < 2_000_000], ids=str)
def test_python_rules_count_as_written(count: Count) -> None:
    """The Python rules reach every count below two million."""
    check(count, perft)


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_kernel_counts_as_written(count: Count) -> None:
    """The kernel reaches every count."""
    check(count, kernel.perft)


def test_files_hold_the_published_counts() -> None:
    """The file of the standard rules begins with the counts that three programs have agreed on."""
    start = [each.sequences for each in COUNTS if each.position.rules.name == "standard" and not each.position.marks]
    assert start == PUBLISHED


def test_every_rule_set_has_its_file() -> None:
    """No rule set goes uncounted, and each is counted from the empty board to depth 6 and from later positions."""
    for name in RULE_SETS:
        depths = [each.depth for each in COUNTS if each.position.rules.name == name and not each.position.marks]
        later = {each.position for each in COUNTS if each.position.rules.name == name and each.position.marks}
        assert depths == [1, 2, 3, 4, 5, 6]
        assert len(later) >= 5


def test_a_wrong_count_shows_its_split() -> None:
    """A count that is off is reported with the counts behind each action."""
    start = COUNTS[0].position
    with pytest.raises(AssertionError, match=r"(?s)1-2: 36\n.*8-9: 36"):
        check(Count(start, 2, 1), perft)


def check(count: Count, counted_by: Callable[[Position, int], int]) -> None:
    """Assert a count; on a mismatch show the split by the first action, to be compared with another program's."""
    found = counted_by(count.position, count.depth)
    assert found == count.sequences, f"{count}: {found}, not {count.sequences}\n{split(count, counted_by)}"


def split(count: Count, counted_by: Callable[[Position, int], int]) -> str:
    position = count.position
    return "\n".join(
        f"{position.text(action)}: {counted_by(position.play(action), count.depth - 1)}" for action in position.legal
    )
