"""The frames of a WebSocket connection as bytes: where each ends and whether it is a text, no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_WHOLE_TEXT = 0x81
"""The first byte of a text message in one frame."""


class Frame(NamedTuple):
    """A frame with its header; `text`: whether it is a whole text message."""

    data: bytes
    text: bool


class Splitter:
    """Cuts what a server sends into the answer to the handshake, which is passed on as it is, and frames."""

    def __init__(self) -> None:
        self._rest = b""
        self._upgraded = False

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Yield every frame that is complete with these bytes."""
        self._rest += data
        if not self._upgraded:
            head, separator, self._rest = self._rest.partition(b"\r\n\r\n")
            if not separator:
                self._rest = head
                return
            self._upgraded = True
            yield Frame(head + separator, text=False)
        while (length := frame_length(self._rest)) is not None and len(self._rest) >= length:
            data, self._rest = self._rest[:length], self._rest[length:]
            yield Frame(data, text=data[0] == _WHOLE_TEXT)

    @property
    def rest(self) -> bytes:
        """The beginning of a frame that has not ended yet."""
        return self._rest


def frame_length(data: bytes) -> int | None:
    """Return how many bytes the first frame has, header included; None when its header is not complete."""
    if len(data) < 2:
        return None
    masked, length = data[1] & 0x80, data[1] & 0x7F
    header = 2 + {126: 2, 127: 8}.get(length, 0)
    if len(data) < header:
        return None
    if length >= 126:
        length = int.from_bytes(data[2:header], "big")
    return header + (4 if masked else 0) + length
