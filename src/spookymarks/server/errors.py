"""Every refusal and failure of the server: one code and one sentence each, and the one shape they are sent in."""

from __future__ import annotations

from enum import StrEnum

from starlette.responses import JSONResponse

from spookymarks.errors import SpookyMarksError


class Code(StrEnum):
    """The stable names of refusals; `docs/protocol.md` explains each."""

    # On the socket.
    STALE = "stale"
    ILLEGAL = "illegal"
    NOT_YOURS = "not_yours"
    GAME_OVER = "game_over"
    BAD_MESSAGE = "bad_message"
    UNKNOWN_TYPE = "unknown_type"
    WRONG_PROTOCOL = "wrong_protocol"
    # On both.
    UNAVAILABLE = "unavailable"
    LIMIT = "limit"
    DAMAGED = "damaged"
    # Over HTTP.
    BAD_REQUEST = "bad_request"
    BAD_GAME = "bad_game"
    NO_SUCH_GAME = "no_such_game"
    WRONG_SECRET = "wrong_secret"  # noqa: S105 - the name of a refusal
    SEAT_TAKEN = "seat_taken"
    NEEDS_AGREEMENT = "needs_agreement"
    FOREIGN_ORIGIN = "foreign_origin"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    TOO_LARGE = "too_large"
    INTERNAL = "internal"


class ServerError(SpookyMarksError):
    """A failure that the person who starts the server can mend; its text says how."""


class RefusedError(Exception):
    """A request that is answered with a code and a sentence, and changes nothing.

    `status` is the HTTP status, for those that travel over HTTP.
    """

    def __init__(self, code: Code, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status


class NoSuchGameError(RefusedError):
    """A game that the store does not hold."""

    def __init__(self) -> None:
        super().__init__(Code.NO_SUCH_GAME, "There is no such game.", 404)


class UnavailableError(RefusedError):
    """The store cannot do it now; asking again with the same command id is safe."""

    def __init__(self) -> None:
        super().__init__(Code.UNAVAILABLE, "The game store does not answer; please try again.", 503)


class DamagedGameError(RefusedError):
    """A stored game whose events do not replay under the rules; it is not served."""

    def __init__(self) -> None:
        super().__init__(Code.DAMAGED, "The record of this game is damaged, so it cannot be shown.", 500)


class ConflictError(Exception):
    """A row that would break a key of the store: somebody else was there first."""


def error_response(code: Code, message: str, status: int) -> JSONResponse:
    """Return the answer that every refused or failed request gets."""
    return JSONResponse({"error": {"code": code, "message": message}}, status)
