"""The claims: the published numbers of the game, who printed them, and which figure answers them.

Sources in print: Goff's pages (2026); Ishizeki and Matsuura, "Solving Quantum Tic-Tac-Toe" (2010); Kumar, Ang and
Chai, "Generalized Quantum Tic-Tac-Toe" (2012). The programs are independent ones that agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from spookymarks.rules import RULE_SETS, STANDARD, Placement, Score
from spookymarks.solver import figures
from spookymarks.solver.figures import ONE_EACH, Figure, Kind, Sample, Work, show
from spookymarks.solver.histories import totals

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.rules import RuleSet

KUMAR = "Kumar, Ang, Chai 2012"
ISHIZEKI = "Ishizeki, Matsuura 2010"
ONE, TWO, THREE = "one program", "two programs", "three programs"

ERRORS = 4
"""How many of its standard errors a sampled figure may be off."""

SAMPLED = 2_000_000

FULL, GOFF = RULE_SETS["full-board"], RULE_SETS["goff"]


@dataclass(frozen=True, slots=True)
class Published:
    """A figure as it is printed, and whether ours agrees with it."""

    text: str
    agrees: Callable[[Figure], bool]


@dataclass(frozen=True, slots=True)
class Claim:
    """A number to be recomputed. `published` is None where nobody has printed one; the `slow` take up to minutes."""

    name: str
    about: str
    source: str
    published: Published | None
    compute: Callable[[Work], Figure]
    slow: bool = False


def exactly(figure: Figure) -> Published:
    """Ours is the same."""
    return Published(show(figure), lambda ours: ours == figure)


def rounded(*texts: str) -> Published:
    """Ours are the same when they are rounded to the digits printed."""

    def agrees(ours: Figure) -> bool:
        found = ours if isinstance(ours, tuple) else (ours,)
        return len(found) == len(texts) and all(map(_rounds_to, found, texts))

    return Published(" / ".join(texts), agrees)


def _rounds_to(figure: object, text: str) -> bool:
    digits = len(text.partition(".")[2])
    return isinstance(figure, int | float | Fraction) and f"{float(figure):.{digits}f}" == text


def more_than(text: str, least: int) -> Published:
    """Ours is larger."""
    return Published(f"more than {text}", lambda ours: isinstance(ours, int) and ours > least)


def near(text: str, figure: Fraction) -> Published:
    """Ours is a sample within ERRORS standard errors of a figure that is printed to four digits."""

    def agrees(ours: Figure) -> bool:
        return isinstance(ours, Sample) and abs(ours.mean - figure) <= ERRORS * ours.error + 0.00005

    return Published(text, agrees)


def _perft(depth: int, count: int) -> Claim:
    about = f"sequences of {depth} actions (perft)" if depth > 1 else "first moves (perft)"
    return Claim(f"perft-{depth}", about, THREE, exactly(count), lambda work: figures.perft(work, depth), depth > 5)


def _kind(about: str, first: tuple[int, int], kind: Kind) -> Claim:
    move = Placement(first[0] - 1, first[1] - 1)
    words = f"first move {move}, {about}: images; value; O's replies by X's points 1 / ½ / 0; O's best"
    return Claim(f"first-{move}", words, THREE, exactly(kind), lambda _: figures.kind(move))


def _value(rules: str, source: str, published: float | None, about: str = "") -> Claim:
    words = f"value of {rules}, both perfect{about}"
    figure = None if published is None else exactly(published)
    return Claim(f"value-{rules}", words, source, figure, lambda _: figures.value(RULE_SETS[rules]))


def _sampled(rules: RuleSet, text: str, figure: Fraction) -> Claim:
    about = f"the same, {rules.name}: {SAMPLED:,} games played, standard error"
    return Claim(
        f"sampled-{rules.name}", about, THREE, near(text, figure), lambda work: figures.sampled(work, rules, SAMPLED)
    )


def _games(rules: RuleSet) -> int:
    return sum(totals(rules).games.values())


def _lines(rules: RuleSet) -> tuple[int, ...]:
    return tuple(totals(rules).owners[who].games for who in ("X", "O", "", "XO"))


def _shares() -> tuple[Fraction, ...]:
    chances = totals(STANDARD).chances
    return tuple(chances[Score(x, o)] for x, o in ((1, 0), (0, 1), (0, 0), (0.5, 1), (1, 0.5)))


def _counted_lines(work: Work) -> tuple[int, ...]:
    games = work.census(STANDARD).games
    return games.only_x, games.only_o, games.neither, games.both


def _both_ways(work: Work) -> str:
    """Compare what the census says of random play with what the histories say."""
    counted, weighed = work.census(STANDARD), totals(STANDARD)
    chances = counted.chances
    by_squares = chances.only_x, chances.only_o, chances.neither, chances.both
    by_numbers = tuple(weighed.owners[who].chance for who in ("X", "O", "", "XO"))
    same = (by_squares, counted.placements, counted.measurements) == (
        by_numbers,
        weighed.placements,
        weighed.measurements,
    )
    return "the same fractions" if same else "different fractions"


BY_LINES = (9_017_583_900_192, 1_904_469_997_248, 2_354_192_962_560, 4_951_042_372_224)
GAMES, GAMES_FULL = 18_227_289_232_224, 18_539_269_580_160
LINES = "who has a line then: only X / only O / nobody / both"
RANDOM = "random play (placements uniform over open pairs, fair coin), X − O"

CLAIMS: tuple[Claim, ...] = (
    *(_perft(depth, count) for depth, count in enumerate((36, 1_296, 45_432, 1_531_656, 48_684_888, 1_412_156_592), 1)),
    Claim("games", "complete games", KUMAR, more_than("18 trillion", 18 * 10**12), lambda _: _games(STANDARD)),
    Claim("games-standard", "complete games, by histories", THREE, exactly(GAMES), lambda _: _games(STANDARD)),
    Claim("games-lines", LINES, THREE, exactly(BY_LINES), lambda _: _lines(STANDARD)),
    Claim("games-full-board", "complete games to a full board", THREE, exactly(GAMES_FULL), lambda _: _games(FULL)),
    Claim(
        "census-states",
        "states without numbers, up to symmetry",
        THREE,
        exactly(70_704_450),
        lambda work: sum(work.census(STANDARD).layers),
        slow=True,
    ),
    Claim(
        "census-standard",
        "complete games, counted over the states",
        THREE,
        exactly(GAMES),
        lambda work: sum(work.census(STANDARD).games),
        slow=True,
    ),
    Claim("census-lines", f"{LINES}, over the states", THREE, exactly(BY_LINES), _counted_lines, slow=True),
    Claim(
        "census-full-board",
        "complete games to a full board, counted over the states",
        THREE,
        exactly(GAMES_FULL),
        lambda work: sum(work.census(FULL).games),
        slow=True,
    ),
    Claim(
        "census-random",
        "how random play ends and how long it is, over the states and by histories",
        "ours",
        exactly("the same fractions"),
        _both_ways,
        slow=True,
    ),
    _value("standard", f"{ISHIZEKI}; {KUMAR}", 0.5),
    Claim("winning-moves", "first moves that win", THREE, exactly("1-9 3-7"), lambda _: figures.winning_moves()),
    Claim(
        "full-point",
        "who can force a full point, 1 : 0",
        ISHIZEKI,
        exactly("nobody can"),
        lambda _: figures.forced_point(),
    ),
    _kind("opposite corners", (1, 9), Kind(2, 0.5, (27, 9, 0), "1-3 1-5 1-7 3-5 3-7 3-9 5-7 5-9 7-9")),
    _kind("adjacent corners", (1, 3), Kind(4, 0, (26, 9, 1), "2-5")),
    _kind("corner, centre", (1, 5), Kind(4, 0, (26, 7, 3), "1-3 1-5 1-7")),
    _kind("edge, centre", (2, 5), Kind(4, 0, (24, 8, 4), "1-9 3-7 5-8 7-9")),
    _kind("corner, next edge", (1, 2), Kind(8, 0, (20, 11, 5), "1-3 1-5 3-5 3-9 5-9")),
    _kind("corner, far edge", (1, 6), Kind(8, 0, (18, 9, 9), "1-3 2-5 3-4 3-5 3-9 4-5 5-8 5-9 7-9")),
    _kind(
        "adjacent edges",
        (2, 4),
        Kind(4, 0, (5, 13, 18), "1-3 1-5 1-7 1-9 2-8 3-5 3-6 3-7 3-8 3-9 4-6 5-6 5-7 5-8 5-9 6-7 7-8 7-9"),
    ),
    _kind(
        "opposite edges",
        (2, 8),
        Kind(
            2,
            0,
            (13, 0, 23),
            "1-2 1-3 1-5 1-7 1-8 1-9 2-3 2-5 2-7 2-8 2-9 3-5 3-7 3-8 3-9 4-5 5-6 5-7 5-8 5-9 7-8 7-9 8-9",
        ),
    ),
    Claim(
        "two-ply",
        "the 1,368 positions with two marks, by X's points 1 / ½ / 0 / less",
        THREE,
        exactly((756, 326, 286, 0)),
        figures.two_ply,
    ),
    Claim(
        "random-published",
        f"{RANDOM}, to a full board, two lines 1½ or 2",
        KUMAR,
        rounded("0.452"),
        lambda _: totals(FULL).mean,
    ),
    Claim(
        "random-full-board",
        "the same, exactly",
        THREE,
        exactly(Fraction(569, 1260)),
        lambda _: totals(FULL).mean,
    ),
    Claim(
        "random-one-each",
        "the same, two lines count 1",
        THREE,
        exactly(Fraction(437, 1260)),
        lambda _: totals(ONE_EACH).mean,
    ),
    Claim(
        "random-standard",
        f"{RANDOM}, standard",
        f"{THREE}, sampled",
        rounded("0.3161"),
        lambda _: totals(STANDARD).mean,
    ),
    Claim("random-goff", f"{RANDOM}, goff", f"{THREE}, sampled", rounded("0.3751"), lambda _: totals(GOFF).mean),
    Claim(
        "random-shares",
        "how standard random games end: 1:0 / 0:1 / 0:0 / ½:1 / 1:½",
        f"{THREE}, sampled",
        rounded("0.524", "0.185", "0.127", "0.105", "0.059"),
        lambda _: _shares(),
    ),
    Claim(
        "random-placements",
        "placements in a standard random game",
        f"{THREE}, sampled",
        rounded("8.414"),
        lambda _: totals(STANDARD).placements,
    ),
    Claim(
        "random-measurements",
        "measurements in a standard random game",
        f"{THREE}, sampled",
        rounded("1.854"),
        lambda _: totals(STANDARD).measurements,
    ),
    _sampled(STANDARD, "0.3161", Fraction(3161, 10_000)),
    _sampled(GOFF, "0.3751", Fraction(3751, 10_000)),
    _sampled(FULL, "569/1260", Fraction(569, 1260)),
    Claim("ensemble", "largest ensemble", "Goff 2026", exactly(27), lambda _: figures.largest_ensemble()),
    _value("goff", ONE, 0.5),
    _value("single", ONE, 1.0, " (X wins)"),
    _value("full-board", ONE, 0.5),
    _value("no-repeat", TWO, 0.0, " (a draw)"),
    _value("closer-chooses", TWO, 1.0),
    _value("coin", "nobody before", None),
    _value("superposition", "nobody before", None),
)
