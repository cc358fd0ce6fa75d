"""The messages of a game's socket: their types, and the one place where text from outside becomes a message."""

# msgspec reads the annotations when the program runs, so they are not postponed here.

import json
import re
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from spookymarks.notation.replay import ReplayDocument
from spookymarks.server.errors import Code, RefusedError
from spookymarks.server.seats import Actor, Role

PROTOCOL = 1
MAX_BYTES = 4096

_COMMAND_ID = r"^[A-Za-z0-9_-]{8,64}\Z"
CommandId = Annotated[str, Meta(pattern=_COMMAND_ID)]
SecretText = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}\Z")]
ActionText = Annotated[str, Meta(pattern=r"^[!-~]{1,16}\Z")]
Revision = Annotated[int, Meta(ge=0, le=9999)]


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


class Act(Incoming, frozen=True, tag="act"):
    """One intended action: `id` names it for ever, `rev` is the revision its sender saw."""

    id: CommandId
    rev: Revision
    action: ActionText


class Ping(Incoming, frozen=True, tag="ping"):
    """A question whether the line is alive."""


ClientMessage = Hello | Act | Ping


# What the server sends


class SeatsTaken(Struct, frozen=True):
    """Which seats have an owner."""

    X: bool
    O: bool  # noqa: E741 - the player's letter


class State(Struct, frozen=True):
    """A game at one revision: its actions so far and the Replay JSON of the position."""

    game: str
    rules: str
    rev: int
    actions: tuple[str, ...]
    seats: SeatsTaken
    replay: ReplayDocument


class Outgoing(Struct, frozen=True, tag_field="t"):
    """A message from the server; a state travels in it as encoded before."""


class Welcome(Outgoing, frozen=True, tag="welcome"):
    """The answer to hello."""

    role: Role
    state: Raw
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
    """Somebody acted."""

    rev: int
    seat: Actor
    action: str
    state: Raw


class Presence(Outgoing, frozen=True, tag="presence"):
    """How many sockets are open for each role."""

    X: int
    O: int  # noqa: E741 - the player's letter
    watch: int


class Pong(Outgoing, frozen=True, tag="pong"):
    """The answer to ping."""


ServerMessage = Welcome | Ack | Refused | Event | Presence | Pong

_decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()
_TYPES = frozenset({"hello", "act", "ping"})


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
        known = f"protocol {PROTOCOL} has hello, act and ping"
        return MessageError(Code.UNKNOWN_TYPE, f"There is no message type {envelope.t[:40]!a}; {known}.", command_id)
    return MessageError(Code.BAD_MESSAGE, f"The message is not valid: {reason[:200]}.", command_id)


def _repeated_key(data: bytes) -> str | None:
    repeated: list[str] = []

    def collect(pairs: list[tuple[str, object]]) -> None:
        names = [name for name, _ in pairs]
        repeated.extend(name for name in names if names.count(name) > 1)

    json.loads(data, object_pairs_hook=collect)
    return repeated[0] if repeated else None
