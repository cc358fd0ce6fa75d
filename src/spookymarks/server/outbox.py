"""The messages on their way to one socket: bounded, so that a client that does not read harms only itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from spookymarks.server import metrics

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

MAX_MESSAGES = 32
MAX_CHARACTERS = 64 * 1024


class Outbox:
    """A queue that nobody ever waits to write to; a task sends from it while there is something in it.

    When it is full, everything in it is dropped and `overflow` is called once: the client has to come back and
    start from a snapshot. After `send` has raised, the line is taken for broken and the outbox for closed.
    """

    # Ten thousand of these wait for the rare news of their games, so an empty one keeps no task and no queue.
    __slots__ = ("_characters", "_closed", "_overflow", "_roomy", "_send", "_sender", "_waiting")

    def __init__(self, send: Callable[[str], Awaitable[None]], overflow: Callable[[], None]) -> None:
        self._send = send
        self._overflow = overflow
        self._waiting: list[str] = []
        self._characters = 0
        self._closed = False
        self._sender: asyncio.Task[None] | None = None
        self._roomy: asyncio.Event | None = None

    def push(self, text: str) -> None:
        """Add a message; a closed outbox ignores it."""
        if self._closed:
            return
        self._waiting.append(text)
        self._characters += len(text)
        if len(self._waiting) > MAX_MESSAGES or self._characters > MAX_CHARACTERS:
            self._drop()
            metrics.overflow()
            self._overflow()
        elif self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    def close(self) -> None:
        """Accept no more messages; what is in it is still sent."""
        self._closed = True

    async def room(self) -> None:
        """Wait until half of the bounds is free: who asks for answers waits until they have left."""
        if not self._has_room and not self._closed:
            self._roomy = self._roomy or asyncio.Event()
            await self._roomy.wait()

    async def sent(self) -> None:
        """Wait until everything in it has been sent."""
        if self._sender is not None:
            await asyncio.wait({self._sender})

    async def cancel(self) -> None:
        """Close it and send no more; return when nothing is being sent."""
        self._drop()
        if self._sender is not None:
            self._sender.cancel()
            await asyncio.wait({self._sender})

    @property
    def _has_room(self) -> bool:
        return len(self._waiting) < MAX_MESSAGES // 2 and self._characters < MAX_CHARACTERS // 2

    def _drop(self) -> None:
        self._waiting.clear()
        self._characters = 0
        self._closed = True

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.pop(0)
                self._characters -= len(text)
                await self._send(text)
                if self._has_room:
                    self._wake()
        finally:
            if self._waiting:  # sending has failed
                self._drop()
            self._sender = None
            self._wake()

    def _wake(self) -> None:
        """Let go on who waits for room."""
        if self._roomy is not None:
            self._roomy.set()
            self._roomy = None
