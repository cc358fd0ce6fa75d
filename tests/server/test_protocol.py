from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spookymarks.server.errors import Code
from spookymarks.server.protocol import (
    MAX_BYTES,
    Act,
    ClientMessage,
    Hello,
    MessageError,
    Offer,
    Ping,
    Refused,
    Say,
    decode,
    encode,
)

VALID = {"t": "act", "id": "some-command", "rev": 6, "action": "1-5"}

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
documents = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
names = st.sampled_from(["t", "id", "rev", "action", "what", "phrase", "protocol", "token", "seat"])
near_messages = st.dictionaries(
    names,
    documents
    | st.sampled_from(["act", "hello", "ping", "offer", "resign", "say", "draw", "nice", "some-command", "1-5"]),
    max_size=5,
)


def _decode(data: bytes) -> ClientMessage | MessageError:
    """Return what decoding gives; any other exception than a MessageError is a failure."""
    try:
        return decode(data)
    except MessageError as error:
        encode(Refused(error.id, error.code, error.message)).encode("utf-8")
        return error


@given(st.binary())
@example(b"\xff" * 10)
@example(b"[" * MAX_BYTES)
@example(b'{"t":' * 600)
@example(b'{"t":"\\ud800"}')
@example(b'{"t":"act\\u0000"}')
@example(b'{"id":"\\udfff","t":"x"}')
@example(b"9" * MAX_BYTES)
def test_any_bytes_are_a_message_or_a_coded_refusal(data: bytes) -> None:
    """Nothing from outside raises anything else, and every refusal can be sent."""
    _decode(data)


@given(st.text(alphabet='{}[]":,\\ud80tactideprv0123456789.-+eENainfl \n'))
def test_any_text_near_json_is_a_message_or_a_coded_refusal(text: str) -> None:
    """The same, for text made of what JSON is made of."""
    _decode(text.encode())


@given(documents | near_messages, st.booleans())
def test_any_document_is_a_message_or_a_coded_refusal(document: Any, ascii_only: bool) -> None:  # noqa: ANN401
    """The same, for documents; one that passes has the exact fields that it was given."""
    text = json.dumps(document, ensure_ascii=ascii_only)
    data = text.encode("utf-8", errors="surrogatepass")
    result = _decode(data)
    if not isinstance(result, MessageError):
        kind = type(result).__name__.lower()
        fields = {name: getattr(result, name) for name in result.__struct_fields__}
        assert document == {"t": kind, **fields}


@given(names, scalars)
def test_a_changed_field_is_refused_or_kept_as_it_is(name: str, value: Any) -> None:  # noqa: ANN401
    """No value is coerced: what is accepted is equal, in value and type, to what was sent."""
    result = _decode(json.dumps({**VALID, name: value}).encode("utf-8", errors="surrogatepass"))
    if isinstance(result, Act):
        assert getattr(result, name) == value
        assert type(getattr(result, name)) is type(value)


@given(st.sampled_from(sorted(VALID)), st.integers(0, 4))
def test_a_repeated_field_is_refused(name: str, place: int) -> None:
    """A field that stands there twice is refused wherever the copy stands, so no two readers can differ."""
    pairs = list(VALID.items())
    pairs.insert(place, (name, VALID[name]))
    text = "{" + ",".join(f"{json.dumps(key)}:{json.dumps(value)}" for key, value in pairs) + "}"
    result = _decode(text.encode())
    assert isinstance(result, MessageError)
    assert result.code is Code.BAD_MESSAGE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(VALID), Act("some-command", 6, "1-5")),
        ('{"t":"hello","protocol":1,"token":null}', Hello(1, None)),
        ('{"token":"' + "s" * 32 + '","protocol":2,"t":"hello"}', Hello(2, "s" * 32)),
        ('{"t":"offer","id":"some-command","rev":6,"what":"draw"}', Offer("some-command", 6, "draw")),
        ('{"t":"say","id":"some-command","rev":6,"phrase":"nice"}', Say("some-command", 6, "nice")),
        (' {"t" : "ping"}\n', Ping()),
    ],
)
def test_messages_are_read(text: str, message: object) -> None:
    """Order and white space do not matter."""
    assert decode(text.encode()) == message


def test_the_size_is_counted_in_bytes() -> None:
    """4096 bytes are read, 4097 are not."""
    text = json.dumps(VALID).encode()
    assert decode(text.ljust(MAX_BYTES)) == decode(text)
    with pytest.raises(MessageError, match="longer than 4096 bytes"):
        decode(text.ljust(MAX_BYTES + 1))


def test_a_refusal_names_what_is_wrong() -> None:
    """The sentence names the field, the type or the repeated key."""
    for change, words in {'"rev":"6"': "rev", '"x":1': "x", '"rev":6,"rev":6': "'rev' twice"}.items():
        with pytest.raises(MessageError, match=words):
            decode(('{"t":"act","id":"some-command","action":"1-5",' + change + "}").encode())
    with pytest.raises(MessageError, match="no message type 'rename'; protocol 2 has hello, act, resign"):
        decode(b'{"t":"rename"}')
    for text in ('{"t":"offer","id":"some-command","rev":6,"what":"money"}', '{"t":"say","id":"some-command","rev":6}'):
        with pytest.raises(MessageError, match=r"what|phrase"):
            decode(text.encode())
