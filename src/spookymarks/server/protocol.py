"""The messages of a game's socket: their types, and the one place where text from outside becomes a message."""

# msgspec reads the annotations when the program runs, so they are not postponed here.

import json
import re
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from spookymarks.notation.replay import ReplayDocument
from spookymarks.server.errors import Code, RefusedError
from spookymarks.server.seats import Actor, Role, Seat
from spookymarks.server.terms import Takebacks

PROTOCOL = 2
MAX_BYTES = 4096

_COMMAND_ID = r"^[A-Za-z0-9_-]{8,64}\Z"
CommandId = Annotated[str, Meta(pattern=_COMMAND_ID)]
SecretText = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}\Z")]
ActionText = Annotated[str, Meta(pattern=r"^[!-~]{1,16}\Z")]
Revision = Annotated[int, Meta(ge=0, le=9999)]

Offered = Literal["draw", "takeback", "rematch", "deletion"]
Claimed = Literal["win", "draw"]
Phrase = Literal["hello", "good-luck", "nice", "oops", "moment", "thanks", "well-played", "bye"]
Kind = Literal["join", "act", "offer", "accept", "decline", "rematch", "resign", "claim", "flag", "say", "token"]
"""What an event is; the table in docs/protocol.md tells what each means."""
EndedBy = Literal["board", "resignation", "agreement", "time", "absence"]
Attendance = Literal["here", "lost", "away"]


class CloseCode:
    """The codes with which the server closes a socket."""

    WRONG_KIND = 1003
    LIMIT = 1008
    TOO_BIG = 1009
    OUR_BUG = 1011
    RESTART = 1012
    TRY_AGAIN = 1013
    WRONG_TOKEN = 4001
    NO_SUCH_GAME = 4004


# What clients send


class Incoming(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """A message from a client."""


class Hello(Incoming, frozen=True, tag="hello"):
    """The first message: which protocol the client speaks, and the secret of its seat; null watches."""

    protocol: Annotated[int, Meta(ge=0, le=9999)]
    token: SecretText | None


class Commanding(Incoming, frozen=True):
    """A command: `id` names this one intention for ever, `rev` is the revision that its sender saw."""

    id: CommandId
    rev: Revision


class Act(Commanding, frozen=True, tag="act"):
    """A placement or a measurement."""

    action: ActionText


class Resign(Commanding, frozen=True, tag="resign"):
    """The end of the game by giving it up."""


class Offer(Commanding, frozen=True, tag="offer"):
    """Something that both have to want."""

    what: Offered


class Accept(Commanding, frozen=True, tag="accept"):
    """Consent to the opponent's open offer."""

    what: Offered


class Decline(Commanding, frozen=True, tag="decline"):
    """The end of an open offer: the opponent's declined, one's own withdrawn."""

    what: Offered


class Claim(Commanding, frozen=True, tag="claim"):
    """The end of the game because the opponent has been absent for too long."""

    what: Claimed


class Say(Commanding, frozen=True, tag="say"):
    """One of the phrases there are."""

    phrase: Phrase


class Ping(Incoming, frozen=True, tag="ping"):
    """A question whether the line is alive."""


Command = Act | Resign | Offer | Accept | Decline | Claim | Say
ClientMessage = Hello | Command | Ping


# What the server sends


class SeatsTaken(Struct, frozen=True):
    """Which seats have an owner."""

    X: bool
    O: bool  # noqa: E741 - the player's letter


class Points(Struct, frozen=True):
    """Points of the two sides."""

    X: float
    O: float  # noqa: E741 - the player's letter


class ClockState(Struct, frozen=True):
    """Milliseconds left to each player; `running` has also used the time from `since` (wall time) to now."""

    control: str
    X: int
    O: int  # noqa: E741 - the player's letter
    running: Seat | None
    since: int


class OpenOffer(Struct, frozen=True):
    """An offer that waits for its answer."""

    what: Offered
    seat: Seat


class End(Struct, frozen=True):
    """Why a game is over; `seat` is who resigned, agreed, ran out of time or was absent."""

    by: EndedBy
    seat: Seat | None
    score: Points


class Match(Struct, frozen=True):
    """The points of the present sides in the earlier games of a series of rematches."""

    X: float
    O: float  # noqa: E741 - the player's letter
    games: int


class State(Struct, frozen=True):
    """A game at one revision: the actions that stand, the Replay JSON of the position, and all around it."""

    game: str
    rules: str
    rev: int
    actions: tuple[str, ...]
    seats: SeatsTaken
    replay: ReplayDocument
    takebacks: Takebacks
    clock: ClockState | None
    offers: tuple[OpenOffer, ...]
    end: End | None
    match: Match
    next: str | None


class Outgoing(Struct, frozen=True, tag_field="t"):
    """A message from the server; a state travels in it as encoded before."""


class Welcome(Outgoing, frozen=True, tag="welcome"):
    """The answer to hello."""

    role: Role
    state: Raw
    now: int
    protocol: int = PROTOCOL


class Ack(Outgoing, frozen=True, tag="ack"):
    """A command has been committed, now or earlier, as revision `rev`."""

    id: str
    rev: int


class Refused(Outgoing, frozen=True, tag="refused"):
    """A message had no effect; `stale` brings the current state along."""

    id: str | None
    code: Code
    message: str
    state: Raw | UnsetType = UNSET


class Event(Outgoing, frozen=True, tag="event"):
    """Something has happened in the game."""

    rev: int
    seat: Actor
    kind: Kind
    what: str
    state: Raw


class Presence(Outgoing, frozen=True, tag="presence"):
    """Who is there; `claim`: in how many milliseconds the player who waits may claim the game, if at all."""

    X: Attendance
    O: Attendance  # noqa: E741 - the player's letter
    watch: int
    claim: int | None


class Pong(Outgoing, frozen=True, tag="pong"):
    """The answer to ping."""


ServerMessage = Welcome | Ack | Refused | Event | Presence | Pong

_decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()
_TYPES = tuple(str(kind.__struct_config__.tag) for kind in get_args(ClientMessage))


class MessageError(RefusedError):
    """A text that is no message; `id` is the command id it carries, if one can be made out."""

    def __init__(self, code: Code, message: str, command_id: str | None) -> None:
        super().__init__(code, message)
        self.id = command_id


def decode(data: bytes) -> ClientMessage:
    """Return the message in some bytes.

    Raises MessageError with `bad_message` or `unknown_type`, and nothing else, for everything that is not
    exactly one message: too long, not JSON, a missing, unknown, repeated or mistyped field.
    """
    if len(data) > MAX_BYTES:
        raise MessageError(Code.BAD_MESSAGE, f"The message is longer than {MAX_BYTES} bytes.", None)
    try:
        message = _decoder.decode(data)
    # RecursionError: brackets nested too deeply.
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refusal(data, str(error)) from None
    # msgspec keeps the last of repeated keys; two readers could see two different messages.
    repeated = _repeated_key(data)
    if repeated is not None:
        raise MessageError(
            Code.BAD_MESSAGE, f"The message has the field {repeated!a} twice.", getattr(message, "id", None)
        )
    return message


def encode(message: ServerMessage) -> str:
    """Return the text of a message."""
    return _encoder.encode(message).decode()


def encode_state(state: State) -> Raw:
    """Return a state as it travels inside messages."""
    return Raw(_encoder.encode(state))


class _Envelope(Struct, frozen=True):
    """What can be made out of a message that is not valid."""

    t: object = None
    id: object = None


def _refusal(data: bytes, reason: str) -> MessageError:
    try:
        envelope = msgspec.json.decode(data, type=_Envelope)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return MessageError(Code.BAD_MESSAGE, f"The message is not a JSON object: {reason[:200]}.", None)
    command_id = envelope.id
    if not isinstance(command_id, str) or not re.match(_COMMAND_ID, command_id):
        command_id = None
    if isinstance(envelope.t, str) and envelope.t not in _TYPES:
        known = f"protocol {PROTOCOL} has {', '.join(_TYPES)}"
        return MessageError(Code.UNKNOWN_TYPE, f"There is no message type {envelope.t[:40]!a}; {known}.", command_id)
    return MessageError(Code.BAD_MESSAGE, f"The message is not valid: {reason[:200]}.", command_id)


def _repeated_key(data: bytes) -> str | None:
    repeated: list[str] = []

    def collect(pairs: list[tuple[str, object]]) -> None:
        names = [name for name, _ in pairs]
        repeated.extend(name for name in names if names.count(name) > 1)

    json.loads(data, object_pairs_hook=collect)
    return repeated[0] if repeated else None
