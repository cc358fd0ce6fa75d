"""What the readers of links are told about an address: a headline, a description and a picture. Never a secret."""

from __future__ import annotations

import asyncio
import re
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import Headers

from spookymarks.drawing import description, headline
from spookymarks.drawing.card import HEIGHT, WIDTH
from spookymarks.drawing.words import GAME, result
from spookymarks.server.errors import RefusedError
from spookymarks.server.seats import GameId

if TYPE_CHECKING:
    from starlette.types import Scope

    from spookymarks.server.rooms import Rooms

SECONDS = 1.0
"""How long a preview waits for the store; the page is sent without one then."""

_GAME = re.compile(r"g/([A-Za-z0-9]{1,32})")
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](:\d{1,5})?")
_TAGLINE = "Every mark stands in two squares at once, until a cycle makes it choose."
_SAMPLE = "1-4,1-5,4-8,2-6,1-8"
"""A game that has just closed a cycle: what the front page shows."""


class Previews:
    """Writes the tags that link previews are made of."""

    def __init__(self, rooms: Rooms, origin: str) -> None:
        self._rooms = rooms
        self._origin = origin

    async def tags(self, path: str, scope: Scope) -> str:
        """Return the tags for the document at a path of the page; none where there is nothing to tell.

        Reading a game takes no seat and keeps nothing in memory.
        """
        origin = self._origin or _asked(scope)
        if origin is None:
            return ""
        if path == ".":
            return _tags(origin, "/", f"{GAME} · Spookymarks", _TAGLINE, {"game": _SAMPLE})
        match = _GAME.fullmatch(path)
        state = None if match is None else await self._state(GameId(match[1]))
        if state is None:
            return ""
        shown = {"game": ",".join(state["actions"]), "rules": state["rules"]}
        usual = {"game": "", "rules": "standard"}
        picture = {name: value for name, value in shown.items() if value != usual[name]}
        text = description(state["replay"]) if state["actions"] else _TAGLINE
        return _tags(origin, f"/{path}", _title(state), text, picture)

    async def _state(self, game: GameId) -> dict[str, Any] | None:
        """Return the state of a game; None when there is none, and when the store cannot tell in time."""
        try:
            async with asyncio.timeout(SECONDS):
                room = await self._rooms.look(game)
        except (RefusedError, TimeoutError):
            return None
        state: dict[str, Any] = msgspec.json.decode(room.state)
        return state


def _title(state: dict[str, Any]) -> str:
    if state["end"] is not None:
        return f"{GAME}: {result(state['end']['score'])}"
    if not all(state["seats"].values()):
        return f"{GAME}: a seat is free"
    return headline(state["replay"])


def _tags(origin: str, path: str, title: str, text: str, picture: dict[str, str]) -> str:
    query = urlencode({"shape": "card", **picture}, safe=",@-")
    properties = {
        "og:type": "website",
        "og:site_name": "Spookymarks",
        "og:url": origin + path,
        "og:title": title,
        "og:description": text,
        "og:image": f"{origin}/api/v1/picture.png?{query}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": text,
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])


def _asked(scope: Scope) -> str | None:
    """Return the origin that a request was sent to; None when what it says is none."""
    host = Headers(scope=scope).get("host", "")
    return f"{scope['scheme']}://{host}" if _HOST.fullmatch(host) else None
