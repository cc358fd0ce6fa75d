"""Where things stand on the board, in units of which a square is 100 wide; the page's `board/geometry.ts` again."""

from __future__ import annotations

from math import floor, hypot
from typing import NamedTuple

SIDE = 100


class Point(NamedTuple):
    """A place on the board."""

    x: float
    y: float


def corner(square: int) -> Point:
    """Return the top left corner of square 1-9."""
    return Point((square - 1) % 3 * SIDE, (square - 1) // 3 * SIDE)


def slot(square: int, number: int) -> Point:
    """Return the fixed slot of mark n in a square: a small grid like the board's own, below the square's number."""
    x, y = corner(square)
    return Point(x + 20 + (number - 1) % 3 * 30, y + 27 + (number - 1) // 3 * 28.5)


BOW = (14, -14, 24, 26, -24, 8, -10, 18, -16)
"""How far the thread of mark n bows, so that pairs that run the same way do not cover each other."""


def curve(start: Point, end: Point, bow: float) -> str:
    """Return a path between two points that bows to its right by `bow` units."""
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy) or 1
    x = (start.x + end.x) / 2 - dy / length * bow
    y = (start.y + end.y) / 2 + dx / length * bow
    points = (start, Point(x, y), end)
    begin, middle, finish = (f"{coordinate(point.x)} {coordinate(point.y)}" for point in points)
    return f"M{begin}Q{middle} {finish}"


def strike(first: int, last: int) -> tuple[Point, Point]:
    """Return the ends of the stroke through a finished line, a little beyond the outer centres."""
    a, b = (Point(x + SIDE / 2, y + SIDE / 2) for x, y in (corner(first), corner(last)))
    reach = 34 / hypot(b.x - a.x, b.y - a.y)
    dx, dy = (b.x - a.x) * reach, (b.y - a.y) * reach
    return Point(a.x - dx, a.y - dy), Point(b.x + dx, b.y + dy)


def coordinate(value: float) -> str:
    """Write a coordinate with one decimal at most, as the page does."""
    tenths = floor(value * 10 + 0.5)
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10}"
