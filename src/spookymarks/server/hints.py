"""What the processes that serve one store tell each other: hints, which may be lost, and never the truth itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
import structlog
from msgspec import Struct

if TYPE_CHECKING:
    from spookymarks.server.bus import Bus

log = structlog.get_logger()

Where = Literal["here", "lost", "away"]


class Hint(Struct, frozen=True, tag_field="k", array_like=True):
    """A hint about one game from one process."""

    process: str
    game: str


class Moved(Hint, frozen=True, tag="moved"):
    """The game is at a revision; -1: it has been deleted."""

    rev: int


class Here(Hint, frozen=True, tag="here"):
    """Who is connected to the process."""

    X: Where
    O: Where  # noqa: E741 - the player's letter
    watch: int


class Who(Hint, frozen=True, tag="who"):
    """The question who is connected elsewhere."""


AnyHint = Moved | Here | Who

_decoder = msgspec.json.Decoder(AnyHint)
_encoder = msgspec.json.Encoder()


def publish(bus: Bus, hint: AnyHint) -> None:
    """Send a hint to all processes."""
    bus.publish(_encoder.encode(hint).decode())


def read(text: str) -> AnyHint | None:
    """Return the hint in a text; None for anything else, which is logged."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        log.warning("hint_unreadable", length=len(text))
        return None
