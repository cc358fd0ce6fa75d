"""Reproduction: what agrees, what does not, and that everything quick does."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from spookymarks import kernel
from spookymarks.errors import SpookyMarksError
from spookymarks.rules import STANDARD, Position
from spookymarks.solver import figures
from spookymarks.solver.claims import CLAIMS, Claim, Published, exactly, more_than, near, rounded
from spookymarks.solver.figures import Kind, Sample, Work, show
from spookymarks.solver.reproduce import Row, chosen, document, page, reproduce

RESULTS = Path(__file__).resolve().parents[2] / "docs" / "results.md"


@pytest.fixture(scope="module")
def quick() -> list[Row]:
    """Return all quick rows."""
    return list(reproduce(chosen(quick=True)))


def test_every_quick_row_agrees(quick: list[Row]) -> None:
    """What a build server can recompute is as published."""
    assert [row.claim.name for row in quick if row.agrees is False] == []
    assert len(quick) >= 35


def test_the_page_of_results_is_the_one_that_is_written(quick: list[Row]) -> None:
    """`docs/results.md` has the quick rows and fractions of today, seconds aside, and every slow row."""
    kept = RESULTS.read_text("utf-8")
    untimed = re.sub(r"[\d.]+ \|$", "|", kept, flags=re.MULTILINE).splitlines()
    for line in re.sub(r"[\d.]+ \|$", "|", page(quick), flags=re.MULTILINE).splitlines():
        assert line in untimed
    for claim in CLAIMS:
        assert f"| `{claim.name}` | {claim.about} | {claim.source} |" in kept
    assert "**no**" not in kept


def test_names_are_unique() -> None:
    """A name picks one row."""
    names = [claim.name for claim in CLAIMS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("published", "right", "wrong"),
    [
        (exactly(36), 36, 37),
        (exactly((1, 2)), (1, 2), (2, 1)),
        (exactly("1-9 3-7"), "1-9 3-7", "1-9"),
        (exactly(Fraction(569, 1260)), Fraction(569, 1260), 0.4516),
        (rounded("0.452"), Fraction(569, 1260), Fraction(453, 1000)),
        (rounded("0.5", "8.41"), (0.5, 8.4149), (0.5, 8.4151)),
        (rounded("0.5", "8.41"), (0.5, 8.41), (0.5,)),
        (more_than("18 trillion", 18 * 10**12), 18_227_289_232_224, 17 * 10**12),
        (near("0.3161", Fraction(3161, 10_000)), Sample(0.3170, 0.0003), Sample(0.3180, 0.0003)),
    ],
)
def test_agreement(published: Published, right: figures.Figure, wrong: figures.Figure) -> None:
    """A figure agrees when it is the same, or the same as far as it is printed; otherwise it does not."""
    assert published.agrees(right)
    assert not published.agrees(wrong)


def test_without_a_published_figure_nothing_agrees_or_not() -> None:
    """A new figure is neither right nor wrong."""
    row = Row(Claim("new", "a new figure", "nobody", None, lambda _: 1), 1, 0.5)
    assert row.agrees is None
    assert row.document()["published"] is None
    assert document([row], 1)["agrees"] is True


def test_a_wrong_row_shows() -> None:
    """One row that disagrees is seen in the document and on the page."""
    row = Row(Claim("wrong", "a wrong figure", "nobody", exactly(2), lambda _: 1), 1, 0.5)
    assert row.agrees is False
    assert document([row], 1)["agrees"] is False
    assert "**no**" in page([row])


def test_rows_are_documents() -> None:
    """A program gets numbers, lists of numbers, fractions as text, and the error of a sample."""

    def written(ours: figures.Figure) -> tuple[object, ...]:
        row = Row(Claim("a", "b", "c", None, lambda _: ours), ours, 0).document()
        return row["ours"], row["value"], row["exact"], row["error"]

    assert written(1296) == ("1,296", 1296, None, None)
    assert written(0.5) == ("+0.5", 0.5, None, None)
    assert written(Fraction(1, 8)) == ("1/8 = 0.12500000", 0.125, "1/8", None)
    assert written((Fraction(1, 8), Fraction(1, 2))) == ("0.12500000 / 0.50000000", [0.125, 0.5], ["1/8", "1/2"], None)
    assert written(Sample(0.25, 0.001)) == ("0.25000 ± 0.00100", 0.25, None, 0.001)
    kind = Kind(2, 0.5, (27, 9, 0), "1-3")
    assert written(kind) == ("2 moves; +0.5; 27 / 9 / 0; 1-3", kind._asdict(), None, None)


def test_rows_are_chosen_by_name() -> None:
    """A name stands for its row, or for all rows that begin with it; `quick` leaves out the slow ones."""
    assert [claim.name for claim in chosen(["perft"])] == [f"perft-{depth}" for depth in range(1, 7)]
    assert [claim.name for claim in chosen(["perft"], quick=True)] == [f"perft-{depth}" for depth in range(1, 6)]
    assert [claim.name for claim in chosen(["ensemble", "perft-2"])] == ["perft-2", "ensemble"]
    assert chosen() == CLAIMS


def test_unknown_names_are_refused() -> None:
    """A name that no row has, or no quick one, gets a sentence with those there are."""
    with pytest.raises(SpookyMarksError, match=r"no row is called 'perf'; there are perft-1, perft-2"):
        chosen(["perf"])
    with pytest.raises(SpookyMarksError, match=r"no row is called 'census' among the quick ones; there are"):
        chosen(["census"], quick=True)


def test_progress_is_told() -> None:
    """Each claim begins at 0 and long ones go up to 1."""
    told: list[tuple[str, float]] = []
    list(reproduce(chosen(["perft-3", "ensemble"]), lambda claim, share: told.append((claim.name, share))))
    assert told[0] == ("perft-3", 0)
    assert ("perft-3", 1) in told
    assert told[-1] == ("ensemble", 0)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_perft_in_parts_is_perft(depth: int) -> None:
    """Counting after the first placements, on all cores, gives what counting at once gives."""
    assert figures.perft(Work(), depth) == kernel.perft(Position.start(), depth)


def test_samples_repeat() -> None:
    """The sampled figures are the same every time."""
    assert figures.sampled(Work(), STANDARD, 10_000) == figures.sampled(Work(), STANDARD, 10_000)
    assert show(figures.sampled(Work(), STANDARD, 10_000)).startswith("0.3")


@pytest.mark.slow
def test_every_slow_row_agrees() -> None:
    """The counts over all states, and the longest perft."""
    rows = list(reproduce([claim for claim in CLAIMS if claim.slow]))
    assert [row.claim.name for row in rows if row.agrees is not True] == []
