"""The bus by way of Redis: publish and subscribe, which keep nothing."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from spookymarks.server.bus import LINE_SECONDS, LineBus
from spookymarks.server.errors import ServerError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from redis.asyncio.client import PubSub


class RedisBus(LineBus):
    """A bus for the processes that use one Redis database; raises ServerError when the address is none."""

    def __init__(self, address: str) -> None:
        try:
            _client(address)
        except ValueError as error:
            raise ServerError(f"the setting SPOOKYMARKS_BUS is wrong: {error}") from None
        super().__init__(lambda heard: _open(address, heard))


class _Line:
    def __init__(self, client: Redis, pubsub: PubSub, channel: str, heard: Callable[[str], None]) -> None:
        self._client = client
        self._pubsub = pubsub
        self._channel = channel
        self._heard = heard

    async def send(self, texts: Sequence[str]) -> None:
        async with self._client.pipeline(transaction=False) as pipeline:
            for text in texts:
                pipeline.publish(self._channel, text)
            await pipeline.execute()

    async def listen(self) -> None:
        async for message in self._pubsub.listen():
            self._heard(message["data"])
        raise ConnectionError("the subscription ended")


def _client(address: str) -> Redis:
    return Redis.from_url(
        address,
        decode_responses=True,
        socket_connect_timeout=LINE_SECONDS,
        socket_timeout=LINE_SECONDS,
        # A connection that mends itself would hide that texts were lost.
        retry=Retry(NoBackoff(), 0),
    )


@asynccontextmanager
async def _open(address: str, heard: Callable[[str], None]) -> AsyncIterator[_Line]:
    async with _client(address) as client, client.pubsub(ignore_subscribe_messages=True) as pubsub:
        # All databases of a Redis share their channels.
        channel = f"spookymarks:{client.connection_pool.connection_kwargs.get('db', 0)}"
        await pubsub.subscribe(channel)
        yield _Line(client, pubsub, channel, heard)
