"""From a scene to SVG. Colours and patterns are attributes, which every viewer knows: no style sheet, no font.

The page's `share/markup.ts` makes the same text, which a contract test compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Literal

from spookymarks.drawing.geometry import coordinate, corner
from spookymarks.drawing.signs import sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spookymarks.drawing.scene import Half, Scene, Stone, Thread

ThemeName = Literal["light", "dark"]
MARGIN = 12


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, those of the page's board."""

    paper: str
    card: str
    frame: str
    ink: str
    muted: str
    x: str
    o: str
    accent: str
    on_accent: str
    fresh: str
    groups: tuple[str, str, str]

    def of(self, owner: str) -> str:
        """Return the colour of a player."""
        return self.x if owner == "X" else self.o


THEMES: Mapping[ThemeName, Theme] = {
    "light": Theme(
        paper="#f6f2ea",
        card="#fffdf8",
        frame="#d8d0c0",
        ink="#24222d",
        muted="#5b5866",
        x="#b4371b",
        o="#1a5c96",
        accent="#5b45ae",
        on_accent="#ffffff",
        fresh="#f5ecd2",
        groups=("#6a3fa0", "#17714e", "#8a5f0c"),
    ),
    "dark": Theme(
        paper="#14151f",
        card="#1d1f2d",
        frame="#393d54",
        ink="#eceaf3",
        muted="#a9abbd",
        x="#ff9672",
        o="#82baf2",
        accent="#b9a6f7",
        on_accent="#1a1530",
        fresh="#33301f",
        groups=("#c7a4f2", "#71cfa2", "#e3b95c"),
    ),
}
_DASHES = ("", "8 5", "0.5 5")
_LETTER_DASHES = ("", "4 2.5", "0.5 3")


def svg(drawn: Scene, theme: ThemeName, width: int, title: str, description: str) -> str:
    """Write a square picture of a board; `title` and `description` are what those hear who cannot see it."""
    colours = THEMES[theme]
    edge = 300 + 2 * MARGIN
    ground = f'<rect x="-{MARGIN}" y="-{MARGIN}" width="{edge}" height="{edge}" fill="{colours.card}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{MARGIN} -{MARGIN} {edge} {edge}" '
        f'width="{width}" height="{width}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{ground}{board(drawn, colours)}</svg>\n"
    )


def board(drawn: Scene, colours: Theme) -> str:
    """Write the board itself, 300 units wide, on whatever ground there is."""
    return _group("".join(_parts(drawn, colours)))


def _parts(drawn: Scene, colours: Theme) -> Iterable[str]:
    fresh = {stone.square for stone in drawn.stones if stone.fresh}
    for square in range(1, 10):
        x, y = corner(square)
        if square in drawn.choices:
            yield (
                f'<rect x="{x + 2.5:g}" y="{y + 2.5:g}" width="95" height="95" rx="14" '
                f'stroke="{colours.accent}" stroke-width="2" stroke-dasharray="5 4"/>'
            )
        elif square in fresh:
            yield f'<rect x="{x + 4:g}" y="{y + 4:g}" width="92" height="92" rx="12" fill="{colours.fresh}"/>'
        yield f'<path {sign(str(square), x + 6, y + 5, 7)} stroke="{colours.muted}" stroke-width="1.6"/>'
    yield f'<path d="M100 8V292M200 8V292M8 100H292M8 200H292" stroke="{colours.frame}" stroke-width="3"/>'
    for thread in drawn.threads:
        yield _thread(thread, colours)
    for half in drawn.halves:
        yield _half(half, colours)
    for stone in drawn.stones:
        yield _stone(stone, colours)
    for start, end, owner in drawn.strokes:
        dash = ' stroke-dasharray="14 9"' if owner == "O" else ""
        path = f"M{coordinate(start.x)} {coordinate(start.y)}L{coordinate(end.x)} {coordinate(end.y)}"
        yield f'<path d="{path}" stroke="{colours.ink}" stroke-width="4.5" opacity="0.7"{dash}/>'
    for square, letter in sorted(drawn.letters.items()):
        yield _letter(square, letter, colours)
    for square, letter in sorted(drawn.choices.items()):
        yield _choice(square, letter, colours)


def _thread(thread: Thread, colours: Theme) -> str:
    pattern = thread.pattern
    if thread.role == "cycle":
        look = _look(colours.accent, 4, "", 1)
    elif thread.role == "stem":
        look = _look(colours.muted, 2, "2 4", 1)
    else:
        opacity = 0.35 if thread.role == "untouched" else 1 if thread.state == "fresh" else 0.75
        thick = 3 if thread.state == "fresh" or pattern == 2 else 1.5 if pattern is None else 2
        colour = colours.muted if pattern is None else colours.groups[pattern]
        look = _look(colour, thick, "" if pattern is None else _DASHES[pattern], opacity)
    return f'<path d="{thread.path}" {look}/>'


def _half(half: Half, colours: Theme) -> str:
    colour = colours.of(half.mark[0])
    gone = half.state == "gone"
    parts = []
    if not gone:
        ground = colours.fresh if half.state == "fresh" else colours.card
        parts.append(f'<circle r="12" fill="{ground}" opacity="{1 if half.state == "fresh" else 0.88}"/>')
    if half.role == "cycle":
        parts.append(f'<circle r="13.5" {_look(colours.accent, 2.6)}/>')
    elif half.role == "stem":
        parts.extend(f'<circle r="{r}" {_look(colours.muted, 1.3, "3 2.5")}/>' for r in ("13.5", "10.5"))
    elif half.state == "fresh":
        parts.append(f'<circle r="13" {_look(colour, 1.6)}/>')
    look = _look(colour, 1.4, "2 2") if gone else _look(colour, 2.8)
    parts.append(
        f'<path d="M-8.5-7.5 4.5 5.5M4.5-7.5-8.5 5.5" {look}/>'
        if half.mark[0] == "X"
        else f'<circle cx="-2" cy="-1" r="7" {look}/>'
    )
    # A halo keeps the number readable where rings and curves cross it.
    number = sign(half.mark[1:], 6, 4.5, 8)
    parts.append(f"<path {number} {_look(colours.card, 7)}/><path {number} {_look(colour, 2)}/>")
    opacity = 0.4 if gone else 0.45 if half.role == "untouched" else 1
    faint = "" if opacity == 1 else f' opacity="{opacity}"'
    return f'<g transform="translate({coordinate(half.at.x)} {coordinate(half.at.y)})"{faint}>{"".join(parts)}</g>'


def _stone(stone: Stone, colours: Theme) -> str:
    x, y = corner(stone.square)
    look = _look(colours.of(stone.mark[0]), 9)
    shape = (
        f'<path d="M26 28 70 72M70 28 26 72" {look}/>'
        if stone.mark[0] == "X"
        else f'<circle cx="48" cy="50" r="25" {look}/>'
    )
    number = f"<path {sign(stone.mark[1:], 77, 76, 16)} {_look(colours.of(stone.mark[0]), 1.9)}/>"
    return f'<g transform="translate({x} {y})">{shape}{number}</g>'


def _letter(square: int, letter: str, colours: Theme) -> str:
    x, y = corner(square)
    pattern = "ABC".index(letter)
    colour = colours.groups[pattern]
    ring = _look(colour, 2 if pattern == 2 else 1.5, _LETTER_DASHES[pattern])
    return (
        f'<g transform="translate({x + 91} {y + 9.5:g})"><circle r="6.5" fill="{colours.card}" {ring}/>'
        f"<path {sign(letter, -1.9, -3.2, 6.4)} {_look(colour, 2)}/></g>"
    )


def _choice(square: int, letter: str, colours: Theme) -> str:
    x, y = corner(square)
    return (
        f'<g transform="translate({x + 90} {y + 10})"><circle r="10" fill="{colours.accent}" '
        f'stroke="{colours.card}" stroke-width="2"/>'
        f"<path {sign(letter, -2.9, -4.8, 9.6)} {_look(colours.on_accent, 1.9)}/></g>"
    )


def _group(content: str) -> str:
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{content}</g>'


def _look(colour: str, width: float, dash: str = "", opacity: float = 1) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    faint = "" if opacity == 1 else f' opacity="{opacity}"'
    return f'stroke="{colour}" stroke-width="{width}"{dashes}{faint}'
