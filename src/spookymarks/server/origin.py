"""Which web pages may open sockets.

No cookie speaks for a player, so a foreign page could do no more than a stranger; it is refused all the same,
before the socket is accepted. Programs that are no browsers send no Origin and are let in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


def origin_allowed(origin: str | None, host: str | None, allowed: AbstractSet[str]) -> bool:
    """Tell whether a request's Origin is the host it was sent to, port included, or one of the allowed."""
    if origin is None or origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    own = host is not None and parts.netloc == host.lower()
    return own and parts.scheme in {"http", "https"} and origin == f"{parts.scheme}://{parts.netloc}"
