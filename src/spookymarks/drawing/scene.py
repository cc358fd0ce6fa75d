"""Everything that is drawn for a position, as plain values; the page's `board/scene.ts` again.

Documents are what is drawn, so that a collapse under way, which no position is, can be drawn as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from spookymarks.drawing.geometry import BOW, Point, curve, slot, strike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spookymarks.notation.replay import OutcomeDocument, ReplayDocument

Role = Literal["plain", "cycle", "stem", "untouched"]
"""What a pending measurement does to a mark."""

State = Literal["set", "fresh", "gone"]
"""`fresh` came with the last action, `gone` is what the last measurement discarded."""


class Step(NamedTuple):
    """An action and the position that it was played in."""

    before: ReplayDocument
    action: str


class Half(NamedTuple):
    """One of the two places of a spooky pair."""

    mark: str
    square: int
    role: Role
    state: State
    at: Point


class Thread(NamedTuple):
    """The curve between two halves; `pattern` is the number of its group, None for a lone pair."""

    mark: str
    path: str
    pattern: int | None
    role: Role
    state: State


class Stone(NamedTuple):
    """A classical mark; `fresh` when the last action made it one."""

    mark: str
    square: int
    fresh: bool


class Stroke(NamedTuple):
    """The stroke through a finished line."""

    start: Point
    end: Point
    owner: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture as values. `letters` and `choices` by square: the group's letter, and which choice it is."""

    halves: tuple[Half, ...]
    threads: tuple[Thread, ...]
    stones: tuple[Stone, ...]
    strokes: tuple[Stroke, ...]
    letters: dict[int, str]
    choices: dict[int, str]


def scene(replay: ReplayDocument, last: Step | None = None) -> Scene:
    """Draw a position; `last` is the action that led to it, which is emphasised."""
    fresh = _placed(replay, last)
    letters = {} if replay["phase"] == "measure" else _letters(replay)
    halves: list[Half] = []
    threads: list[Thread] = []
    named = _letters(replay)
    for pair in replay["spooky"]:
        mark, (a, b) = pair["mark"], pair["squares"]
        number = int(mark[1:])
        role = _role(replay, mark)
        state: State = "fresh" if mark == fresh else "set"
        halves.extend(Half(mark, square, role, state, slot(square, number)) for square in (a, b))
        pattern = "ABC".index(named[a]) if a in named else None
        path = curve(slot(a, number), slot(b, number), BOW[number - 1])
        threads.append(Thread(mark, path, pattern, role, state))
    collapse = _collapse(last)
    settled: set[str] = set()
    if collapse is not None and last is not None:
        settled = {each["mark"] for each in collapse["settled"]}
        halves.extend(_discarded(last.before, collapse))
    elif last is not None and last.action[0] == last.action[-1]:
        settled = {replay["squares"][int(last.action[0]) - 1] or ""}
    return Scene(
        tuple(halves),
        tuple(threads),
        tuple(Stone(mark, square, mark in settled) for square, mark in enumerate(replay["squares"], 1) if mark),
        tuple(Stroke(*strike(line["squares"][0], line["squares"][2]), line["mark"]) for line in replay["lines"]),
        letters,
        {square: letter for letter, square in zip("AB", sorted(map(int, replay["outcomes"] or {})), strict=False)},
    )


def collapsing(before: ReplayDocument, outcome: OutcomeDocument, count: int) -> Scene:
    """Draw a collapse of which so many marks have settled, in causal order; the newest is set off, more are to come."""
    done = outcome["settled"][:count]
    names = [each["mark"] for each in done]
    drawn = scene(before)
    left = tuple(half for half in drawn.halves if half.mark not in names)
    settled = tuple(Stone(each["mark"], each["square"], each["mark"] == names[-1]) for each in done)
    return replace(
        drawn,
        halves=(*left, *_discarded(before, {**outcome, "settled": done})),
        threads=tuple(thread for thread in drawn.threads if thread.mark not in names),
        stones=tuple(sorted((*drawn.stones, *settled), key=lambda stone: stone.square)),
        choices={},
    )


def _placed(replay: ReplayDocument, last: Step | None) -> str | None:
    """Return the mark that the last action placed."""
    if last is None or last.action.startswith("@") or last.action[0] == last.action[-1]:
        return None
    newest: str = replay["spooky"][-1]["mark"]
    return newest


def _collapse(last: Step | None) -> OutcomeDocument | None:
    """Return the outcome that the last action chose; None when it was no measurement."""
    if last is None or not last.action.startswith("@"):
        return None
    return (last.before["outcomes"] or {}).get(last.action[1:])


def _discarded(before: ReplayDocument, collapse: OutcomeDocument) -> list[Half]:
    """Return the halves that a collapse threw away, where they stood."""
    pairs = {pair["mark"]: pair["squares"] for pair in before["spooky"]}
    return [
        Half(mark, square, "plain", "gone", slot(square, int(mark[1:])))
        for mark, kept in ((each["mark"], each["square"]) for each in collapse["settled"])
        for square in pairs[mark]
        if square != kept
    ]


def _role(replay: ReplayDocument, mark: str) -> Role:
    if replay["phase"] != "measure":
        return "plain"
    if mark in (replay["cycle"] or ()):
        return "cycle"
    if mark in (replay["stems"] or ()):
        return "stem"
    # Rules without cycles measure one pair at a time.
    outcomes = (replay["outcomes"] or {}).values()
    return "cycle" if any(each["settled"][0]["mark"] == mark for each in outcomes) else "untouched"


def _letters(replay: ReplayDocument) -> dict[int, str]:
    """Return the letter of each square's group: those of two pairs or more, in the order of their oldest marks."""
    found: list[tuple[int, set[int]]] = []
    for pair in replay["spooky"]:
        squares: Sequence[int] = pair["squares"]
        touching = [group for group in found if group[1].intersection(squares)]
        merged = (1 + sum(count for count, _ in touching), set(squares).union(*(held for _, held in touching)))
        # The merged group stands where its oldest part stood.
        place = found.index(touching[0]) if touching else len(found)
        found = [group for group in found if group not in touching]
        found.insert(place, merged)
    named = [held for count, held in found if count > 1]
    return {square: letter for letter, held in zip("ABC", named, strict=False) for square in held}
