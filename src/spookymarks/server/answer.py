"""What is sent of an analysis: its bytes and their tag. Imports nothing of the server: its processes start fast."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from spookymarks.solver import analyze
from spookymarks.solver.document import analysis_document

if TYPE_CHECKING:
    from spookymarks.rules import Position
    from spookymarks.solver import Depth, Stop

EFFORT = ("nodes", "seconds")
"""What an analysis tells about the search and not about the position. It differs each time, so it is not sent."""


class Answer(NamedTuple):
    """An analysis as it is sent: the bytes of a JSON document, and the entity tag that these bytes have for ever."""

    body: bytes
    tag: str


def answer_to(position: Position, depth: Depth, stop: Stop | None = None) -> Answer:
    """Analyse a position; raises StoppedError soon after the stop is set."""
    document = {
        name: value
        for name, value in analysis_document(analyze(position, depth=depth, stop=stop)).items()
        if name not in EFFORT
    }
    body = msgspec.json.encode(document)
    return Answer(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')
