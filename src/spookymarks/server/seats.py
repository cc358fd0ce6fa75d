"""Seats and secrets: who may act for X and O. A secret is shown once and only its digest is kept.

Nothing a browser sends by itself names a seat: the page holds the secret and puts it into its first message.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string
from typing import TYPE_CHECKING, Literal, NewType

from spookymarks.rules import Letter

if TYPE_CHECKING:
    from collections.abc import Mapping

GameId = NewType("GameId", str)
Secret = NewType("Secret", str)
Digest = NewType("Digest", str)

Seat = Letter
Role = Literal["X", "O", "watch"]
Actor = Literal["X", "O", "coin", "clock"]

SEATS: tuple[Seat, Seat] = ("X", "O")
_ID_CHARACTERS = string.ascii_letters + string.digits


def new_game_id() -> GameId:
    """Return a new name for a game: twelve letters and digits, 71 random bits. It is a name, not a secret."""
    return GameId("".join(secrets.choice(_ID_CHARACTERS) for _ in range(12)))


def new_secret() -> Secret:
    """Return a new secret of 192 random bits, 32 characters that need no escaping in an address."""
    return Secret(secrets.token_urlsafe(24))


def digest(secret: Secret) -> Digest:
    """Return what is stored of a secret. It has 192 random bits, so a plain hash cannot be searched."""
    return Digest(hashlib.sha256(secret.encode()).hexdigest())


def matches(secret: Secret, stored: Digest) -> bool:
    """Tell whether a secret has the stored digest, in a time that does not depend on where they differ."""
    return hmac.compare_digest(digest(secret), stored)


def seat_of(secret: Secret, seats: Mapping[Seat, Digest]) -> Seat | None:
    """Return the seat that a secret owns; None when it owns none."""
    found: Seat | None = None
    for seat, stored in seats.items():
        if matches(secret, stored):
            found = seat
    return found


def other(seat: Seat) -> Seat:
    """Return the opposite seat."""
    return "O" if seat == "X" else "X"
