"""The picture of a link preview: the board in the middle, the players beside it, whoever is to act in full colour."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Literal

from spookymarks.drawing.markup import MARGIN, THEMES, Theme, ThemeName, board
from spookymarks.drawing.signs import sign
from spookymarks.notation.replay import points

if TYPE_CHECKING:
    from spookymarks.drawing.scene import Scene
    from spookymarks.notation.replay import ReplayDocument

WIDTH, HEIGHT = 1200, 630
"""What the readers of previews ask for."""

_SCALE = 1.75


def card(drawn: Scene, replay: ReplayDocument, theme: ThemeName, title: str, description: str) -> str:
    """Write the preview of a position. It is centred, because some readers cut a square out of it."""
    colours = THEMES[theme]
    edge = (300 + 2 * MARGIN) * _SCALE
    left, top = (WIDTH - edge) / 2, (HEIGHT - edge) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img"><title>{escape(title)}</title><desc>{escape(description)}</desc>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours.paper}"/>'
        f'<rect x="{left:g}" y="{top:g}" width="{edge:g}" height="{edge:g}" rx="38" fill="{colours.card}" '
        f'stroke="{colours.frame}" stroke-width="2"/>'
        f'<g transform="translate({left + MARGIN * _SCALE:g} {top + MARGIN * _SCALE:g}) scale({_SCALE})">'
        f"{board(drawn, colours)}</g>{_player('X', left / 2, replay, colours)}"
        f"{_player('O', WIDTH - left / 2, replay, colours)}</svg>\n"
    )


def _player(letter: Literal["X", "O"], x: float, replay: ReplayDocument, colours: Theme) -> str:
    score = replay["score"]
    counts = replay["to_act"] == letter if score is None else score[letter] == max(score["X"], score["O"]) > 0
    look = f'stroke="{colours.of(letter)}" stroke-width="24"'
    shape = f'<path d="M-58-58 58 58M58-58-58 58" {look}/>' if letter == "X" else f'<circle r="64" {look}/>'
    below = ""
    if score is not None:
        signs = points(score[letter])
        start = 4.4 - 20 * len(signs)
        below = "".join(
            f'<path {sign(each, start + 40 * place, 118, 52)} stroke="{colours.ink}" '
            f'stroke-width="{1 if each == "½" else 1.5}"/>'
            for place, each in enumerate(signs)
        )
    elif counts:
        below = f'<path d="M-46 128H46" stroke="{colours.accent}" stroke-width="12"/>'
    return (
        f'<g transform="translate({x:g} {HEIGHT / 2:g})" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<g opacity="{1 if counts else 0.28}">{shape}</g>{below}</g>'
    )
