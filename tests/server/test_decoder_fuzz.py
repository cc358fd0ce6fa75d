from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.grammar import SHAPES, text, verdict
from spookymarks.server.errors import Code
from spookymarks.server.protocol import ClientMessage, MessageError, Refused, decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.harness import Server

PART = 1000


def _decoded(data: bytes) -> ClientMessage | MessageError:
    try:
        return decode(data)
    except MessageError as error:
        return error


def _check(data: bytes) -> str:
    """Decode, compare with the second opinion, and return the kind of the answer."""
    expected = verdict(data)
    message = _decoded(data)
    if isinstance(message, MessageError):
        assert expected is None, data
        assert message.code in {Code.BAD_MESSAGE, Code.UNKNOWN_TYPE}
        encode(Refused(message.id, message.code, message.message)).encode()
        return message.code
    kind = str(message.__struct_config__.tag)
    assert expected is not None, data
    assert {"t": kind, **{name: getattr(message, name) for name in message.__struct_fields__}} == expected, data
    return kind


def _check_many(seed: int) -> None:
    random = Random(seed)
    answers = Counter(_check(text(random)) for _ in range(PART))
    # The texts are no use when nearly all of them are of one kind.
    assert len(answers) > len(SHAPES) // 2


seeds = st.integers(0, 2**64 - 1)


@given(seeds)
@settings(max_examples=100, deadline=None)
def test_whatever_comes_is_a_message_or_a_coded_refusal(seed: int) -> None:
    """100,000 messages with mistakes: each is what a second, slower reader says it is, and nothing else is raised."""
    _check_many(seed)


@pytest.mark.slow
@given(seeds)
@settings(max_examples=1000, deadline=None)
def test_whatever_comes_is_a_message_or_a_coded_refusal_a_million_times(seed: int) -> None:
    """The same, with 1,000,000 messages."""
    _check_many(seed)


async def test_every_text_gets_its_answer_on_the_socket(start: Callable[..., Server]) -> None:
    """Of the same texts over a socket each gets one answer, in order; the process lives and logs no error."""
    server = start(messages_burst=100_000, address_messages_burst=100_000)
    game = await server.new_game()
    random = Random(20)
    for _ in range(20):
        texts = [data for data in (text(random) for _ in range(100)) if _is_sendable(data)]
        async with server.join(game.id, None) as watcher:
            for data in texts:
                await watcher.socket.send(data.decode())
                before = len(watcher.answers) + watcher.pongs
                await watcher.until(
                    lambda watcher=watcher, before=before: len(watcher.answers) + watcher.pongs > before
                )
                if watcher.answers and (document := verdict(data)) and document["t"] not in {"ping", "hello"}:
                    assert watcher.answers[-1]["code"] == "not_yours"
                    assert watcher.answers[-1]["id"] == document["id"]
    async with server.client() as client:
        assert (await client.get(f"/api/v1/games/{game.id}")).json()["rev"] == 1
    assert all(json.loads(line) for line in server.log.read_text().splitlines())


def _is_sendable(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return len(data) <= 4096
