"""Protocol 2 as the scripted clients speak it: every message and request they send is made here."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, NamedTuple

import httpx2

if TYPE_CHECKING:
    import random

    from faults.history import Document

PROTOCOL = 2
API = "/api/v1"
ANSWER_SECONDS = 2.0
"""After so long without an answer, the answer counts as lost."""

_LETTERS = string.ascii_letters + string.digits + "-_"


class Unknown(NamedTuple):
    """A request whose answer is lost or says `unavailable`: it may have been carried out."""

    reason: str


class Reply(NamedTuple):
    """A certain answer to a request."""

    status: int
    body: Document


def hello(token: str | None) -> Document:
    """Return the first message of a socket."""
    return {"t": "hello", "protocol": PROTOCOL, "token": token}


def secret(rng: random.Random) -> str:
    """Return a token of a claimer's own, or a command id."""
    return "".join(rng.choice(_LETTERS) for _ in range(32))


class Api:
    """The HTTP side, through the proxy; every request has a connection of its own."""

    def __init__(self, port: int) -> None:
        self._client = httpx2.AsyncClient(
            base_url=f"http://127.0.0.1:{port}{API}",
            timeout=ANSWER_SECONDS,
            trust_env=False,
            verify=False,  # there is no TLS, and its certificates take long to load
            headers={"Connection": "close"},
        )

    async def post(self, path: str, body: Document) -> Reply | Unknown:
        """Send a request once."""
        try:
            response = await self._client.post(path, json=body)
            if response.status_code == 503:
                return Unknown("unavailable")
            return Reply(response.status_code, response.json())
        except (httpx2.TransportError, ValueError) as error:
            return Unknown(type(error).__name__)

    async def close(self) -> None:
        """Close what is open."""
        await self._client.aclose()


def socket_address(port: int, game: str) -> str:
    """Return the address of a game's socket."""
    return f"ws://127.0.0.1:{port}{API}/games/{game}/socket"
