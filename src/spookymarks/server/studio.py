"""Pictures as files: SVG, PNG and GIF from an order, and the program of the process in which pixels are made.

Making pixels takes a tenth of a second in which no other Python code runs, which no game should wait for.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Literal

import msgspec

from spookymarks.drawing import Frame, ThemeName, card, description, film, headline, scene, svg
from spookymarks.drawing.scene import Scene, Step
from spookymarks.notation.replay import ReplayDocument, replay_document
from spookymarks.notation.text import read_game_from, read_position
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    from spookymarks.notation.transcript import Transcript

NICE = 5
"""How much the process stands back behind those that serve games."""

Kind = Literal["svg", "png", "gif"]
Shape = Literal["board", "card"]


class Order(msgspec.Struct, frozen=True):
    """What is to be drawn: a game from a position, and how. `width` in pixels; a card has its own."""

    kind: Kind
    rules: str
    start: str
    game: str
    theme: ThemeName
    shape: Shape
    width: int


def draw(order: Order) -> bytes:
    """Make a picture; its position and its game are known to be good."""
    game = read_game_from(order.game, read_position(order.start, RULE_SETS[order.rules]))
    if order.kind == "gif":
        return _gif(film(game), order)
    drawn, replay = _shown(game)
    words = headline(replay), description(replay)
    text = (
        card(drawn, replay, order.theme, *words)
        if order.shape == "card"
        else svg(drawn, order.theme, order.width, *words)
    )
    return text.encode() if order.kind == "svg" else _png(text)


def _shown(game: Transcript) -> tuple[Scene, ReplayDocument]:
    """Return the scene of a game's last position, with the last action emphasised."""
    replay = replay_document(game.position)
    steps = list(game.steps())
    if not steps:
        return scene(replay), replay
    before, action = steps[-1]
    return scene(replay, Step(replay_document(before), before.text(action))), replay


def _png(text: str) -> bytes:
    import resvg_py  # noqa: PLC0415 - only the process that makes pixels needs it

    return resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True)


def _gif(frames: list[Frame], order: Order) -> bytes:
    from PIL import Image  # noqa: PLC0415 - the same

    pictures = [
        Image.open(io.BytesIO(_png(svg(frame.scene, order.theme, order.width, "", "")))).convert("RGB")
        for frame in frames
    ]
    # One palette for all frames, taken from all of them, so that nothing flickers.
    sheet = Image.new("RGB", (order.width, order.width * len(pictures)))
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (0, order.width * place))
    palette = sheet.quantize(64, dither=Image.Dither.NONE)
    reduced = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    file = io.BytesIO()
    times = [frame.time for frame in frames]
    reduced[0].save(file, "GIF", save_all=True, append_images=reduced[1:], duration=times, loop=0, optimize=False)
    return file.getvalue()


def main() -> None:
    """Carry out orders, one JSON document a line; each answer is its length in eight bytes, and then itself."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    for line in sys.stdin.buffer:
        picture = draw(msgspec.json.decode(line, type=Order))
        try:
            sys.stdout.buffer.write(len(picture).to_bytes(8, "big") + picture)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()
