"""Texts that are messages of the protocol, nearly are, or are far from it; and a second opinion on which is which."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

_COMMAND = r"[A-Za-z0-9_-]{8,64}"
_OFFERS = ("draw", "takeback", "rematch", "deletion")
_PHRASES = ("hello", "good-luck", "nice", "oops", "moment", "thanks", "well-played", "bye")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9999


def _matches(pattern: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _is_one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in words


def _is_token(value: object) -> bool:
    return value is None or _matches(r"[A-Za-z0-9_-]{16,64}")(value)


_ANY_COMMAND = {"id": _matches(_COMMAND), "rev": _is_number}
SHAPES: dict[str, dict[str, Callable[[object], bool]]] = {
    "hello": {"protocol": _is_number, "token": _is_token},
    "ping": {},
    "act": {**_ANY_COMMAND, "action": _matches(r"[!-~]{1,16}")},
    "resign": _ANY_COMMAND,
    "offer": {**_ANY_COMMAND, "what": _is_one_of(*_OFFERS)},
    "accept": {**_ANY_COMMAND, "what": _is_one_of(*_OFFERS)},
    "decline": {**_ANY_COMMAND, "what": _is_one_of(*_OFFERS)},
    "claim": {**_ANY_COMMAND, "what": _is_one_of("win", "draw")},
    "say": {**_ANY_COMMAND, "phrase": _is_one_of(*_PHRASES)},
}

_GOOD = {
    "protocol": ("2", "1", "0", "9999"),
    "token": ("null", '"' + "t" * 32 + '"', '"' + "a-_9" * 16 + '"'),
    "id": ('"some-command"', '"12345678"', '"' + "x" * 64 + '"'),
    "rev": ("0", "1", "6", "9999"),
    "action": ('"1-5"', '"@5"', '"4-4"', '"1-2"'),
    "what": ('"win"', *(f'"{word}"' for word in _OFFERS)),
    "phrase": tuple(f'"{word}"' for word in _PHRASES),
}
_ATOMS = (
    "null true false 0 -0 -1 1.0 1e0 1E+2 0.5 10000 99999999999999999999 1e999 -1e-999 NaN Infinity 01 +1 .5 1. 0x10 "
    '"" "x" "\\u0000" "\\ud800" "\\udc00\\ud800" "\\ud83d\\ude00" "\\u202e" "\\/" "\\x41" "\\" "act" "draw" "win" '
    '[] {} [[]] [null] {"t":"ping"} {"a":{"b":[1,2,{}]}} \'1\' undefined //'
).split()
_KEYS = (
    '"t"',
    '"id"',
    '"rev"',
    '"seat"',
    '"token"',
    '"__proto__"',
    '"constructor"',
    '"\\u0074"',
    '"T"',
    '""',
    '"what"',
    "t",
    "1",
)
_BYTES = (
    *(b"\0", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\xae", b"\x1b[2J"),
    *(bytes([byte]) for byte in b'\n\r\t{}[]"\\,: e-9'),
)


def text(random: Random) -> bytes:
    """Return the bytes of a message with a few mistakes in it, or with none."""
    kind = random.choice(list(SHAPES))
    fields = [('"t"', f'"{kind}"'), *((f'"{name}"', random.choice(_GOOD[name])) for name in SHAPES[kind])]
    random.shuffle(fields)
    for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
        _spoil(random, fields)
    gap = random.choice(("", "", " ", "\n", "\t "))
    data = ("{" + ",".join(f"{gap}{name}{gap}:{gap}{value}{gap}" for name, value in fields) + "}").encode()
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        data = _spoil_bytes(random, data)
    return data


def _spoil(random: Random, fields: list[tuple[str, str]]) -> None:
    at = random.randrange(len(fields)) if fields else 0
    match random.randrange(5):
        case 0 if fields:
            del fields[at]
        case 1 if fields:
            fields[at] = (fields[at][0], random.choice(_ATOMS))
        case 2 if fields:
            fields[at] = (random.choice(_KEYS), fields[at][1])
        case 3 if fields:
            fields.append(fields[at])
        case _:
            fields.insert(at, (random.choice(_KEYS), random.choice(_ATOMS)))


def _spoil_bytes(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data) + 1)
    match random.randrange(7):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + random.choice(_BYTES) + data[at:]
        case 2:
            return data[:at] + random.choice(_BYTES) + data[at + 1 :]
        case 3:
            return data + random.choice((data, b" ", b"\0", b"}", b"x"))
        case 4:
            return random.choice((b"[", b'{"t":', b'"')) * random.choice((1, 2, 50, 700)) + data
        case 5:
            return data.ljust(random.choice((4095, 4096, 4097)))
        case _:
            return data[:at] + random.randbytes(random.randrange(9)) + data[at:]


def verdict(data: bytes) -> dict[str, Any] | None:
    """Return the document of a message, read with the standard library and the table above; None for anything else."""
    if len(data) > 4096:
        return None
    try:
        document = json.loads(data.decode(), object_pairs_hook=_once, parse_constant=_refuse)
        json.dumps(document, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or not isinstance(document.get("t"), str):
        return None
    shape = SHAPES.get(document["t"])
    if shape is None or document.keys() != {"t", *shape}:
        return None
    return document if all(good(document[name]) for name, good in shape.items()) else None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name twice")
    return found


def _refuse(constant: str) -> None:
    raise ValueError(constant)
