"""Reproduction: every claim recomputed, one row each, with what is printed and what is found."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from spookymarks.errors import SpookyMarksError
from spookymarks.solver.claims import CLAIMS, Claim
from spookymarks.solver.figures import Figure, Kind, Sample, Work, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PREFACE = """\
# Results

Every published number of the game, recomputed. This page is written by `spookymarks reproduce --markdown`. The seconds
are those of one run on two shared cores; a count over all states takes one core less than two minutes,
and is paid by the first row that reads it. "Three programs" and the like are independent ones, without a publication,
that agree. "New" is what nobody has printed.

Two ways lead to the number of games and to random play. The **census** goes through all states of the game: positions
without numbers, up to symmetry, each with the number of games that lead to it. The **histories** know no squares at
all: only lines depend on which squares are neighbours, so whichever numbers settle together and when, every assignment
of the nine numbers to the nine squares is equally frequent. Both give the same integers and the same fractions, which
is why random play is known here without an error.

| row | claim | source | published | ours | agrees | seconds |
|---|---|---|---|---|---|---:|"""


@dataclass(frozen=True, slots=True)
class Row:
    """A claim, what we found, and the seconds that it took. A census is paid by the first row that reads it."""

    claim: Claim
    ours: Figure
    seconds: float

    @property
    def agrees(self) -> bool | None:
        """Whether the figure agrees with the published one; None where nobody has printed one."""
        return None if self.claim.published is None else self.claim.published.agrees(self.ours)

    def document(self) -> dict[str, object]:
        """Return the row for a program: figures as people read them, and `value` as a number or a list of numbers.

        `exact` is the fraction when ours is one that is no integer; `error` the standard error of a sample.
        """
        published = self.claim.published
        return {
            "name": self.claim.name,
            "claim": self.claim.about,
            "source": self.claim.source,
            "published": None if published is None else published.text,
            "ours": show(self.ours),
            "value": _value(self.ours),
            "exact": _exact(self.ours),
            "error": self.ours.error if isinstance(self.ours, Sample) else None,
            "agrees": self.agrees,
            "seconds": round(self.seconds, 3),
        }


def chosen(only: Sequence[str] = (), *, quick: bool = False, claims: Sequence[Claim] = CLAIMS) -> tuple[Claim, ...]:
    """Return the claims with these names, or whose names begin with them and a hyphen; all without names.

    `quick` leaves out the slow ones. Raises SpookyMarksError for a name that none of them has.
    """
    left = tuple(claim for claim in claims if not (quick and claim.slow))
    for name in only:
        if not any(_has(claim, name) for claim in left):
            known = ", ".join(claim.name for claim in left)
            slow = " among the quick ones" if any(_has(claim, name) for claim in claims) else ""
            raise SpookyMarksError(f"no row is called {name!r}{slow}; there are {known}")
    return tuple(claim for claim in left if not only or any(_has(claim, name) for name in only))


def reproduce(claims: Sequence[Claim], told: Callable[[Claim, float], object] | None = None) -> Iterator[Row]:
    """Recompute claims one after the other; `told` hears which share of a claim's work is done."""
    work = Work()
    for claim in claims:
        if told is not None:
            work.told = _teller(told, claim)
            work.told(0)
        begun = time.perf_counter()
        ours = claim.compute(work)
        yield Row(claim, ours, time.perf_counter() - begun)


def document(rows: Sequence[Row], seconds: float) -> dict[str, object]:
    """Return all rows as one document; `agrees` tells whether every one with a published figure does."""
    return {
        "agrees": all(row.agrees is not False for row in rows),
        "rows": [row.document() for row in rows],
        "seconds": round(seconds, 3),
    }


def page(rows: Sequence[Row]) -> str:
    """Return the rows as a page in Markdown: a table, and the fractions of which it shows the first digits."""
    lines = [PREFACE]
    for row in rows:
        published = row.claim.published.text if row.claim.published else "–"
        agrees = {True: "yes", False: "**no**", None: "new"}[row.agrees]
        cells = (row.claim.about, row.claim.source, published, show(row.ours), agrees, f"{row.seconds:.2f}")
        lines.append(f"| `{row.claim.name}` | {' | '.join(cells)} |")
    lines += ["", "## Exactly", ""]
    for row in rows:
        exact = _exact(row.ours)
        if exact is not None:
            lines.append(f"- {row.claim.about}: {' / '.join(exact) if isinstance(exact, list) else exact}")
    return "\n".join(lines) + "\n"


def _teller(told: Callable[[Claim, float], object], claim: Claim) -> Callable[[float], object]:
    return lambda share: told(claim, share)


def _has(claim: Claim, name: str) -> bool:
    return claim.name == name or claim.name.startswith(f"{name}-")


def _value(ours: Figure) -> object:
    match ours:
        case Fraction():
            return float(ours)
        case Sample(mean, _):
            return mean
        case Kind():
            return ours._asdict()
        case tuple():
            return [_value(each) for each in ours]
        case _:
            return ours


def _exact(ours: Figure) -> str | list[str] | None:
    match ours:
        case Fraction():
            return str(ours)
        case Sample() | Kind():
            return None
        case tuple() if any(isinstance(each, Fraction) for each in ours):
            return [str(each) for each in ours]
        case _:
            return None
