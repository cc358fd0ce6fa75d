"""The messages on their way to one socket: bounded, so that a client that does not read harms only itself."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

MAX_MESSAGES = 32
MAX_CHARACTERS = 64 * 1024


class Outbox:
    """A queue that its owner sends from and that nobody ever waits to write to.

    When it is full, everything in it is dropped and `overflow` is called once: the client has to come back and
    start from a snapshot.
    """

    def __init__(self, overflow: Callable[[], None]) -> None:
        self._overflow = overflow
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._changed = asyncio.Event()
        self._roomy = asyncio.Event()
        self._roomy.set()
        self._closed = False

    def push(self, text: str) -> None:
        """Add a message; a closed outbox ignores it."""
        if self._closed:
            return
        self._waiting.append(text)
        self._characters += len(text)
        if len(self._waiting) > MAX_MESSAGES or self._characters > MAX_CHARACTERS:
            self._waiting.clear()
            self._characters = 0
            self._closed = True
            self._overflow()
        elif not self._has_room:
            self._roomy.clear()
        self._changed.set()

    def close(self) -> None:
        """Accept no more messages; what is in it is still sent."""
        self._closed = True
        self._changed.set()

    async def room(self) -> None:
        """Wait until half of the bounds is free: who asks for answers waits until they have left."""
        await self._roomy.wait()

    @property
    def _has_room(self) -> bool:
        return len(self._waiting) < MAX_MESSAGES // 2 and self._characters < MAX_CHARACTERS // 2

    async def send_all(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what is pushed, in order, until the outbox is closed and empty."""
        try:
            while True:
                while self._waiting:
                    text = self._waiting.popleft()
                    self._characters -= len(text)
                    await send(text)
                    if self._has_room:
                        self._roomy.set()
                if self._closed:
                    return
                self._changed.clear()
                await self._changed.wait()
        finally:
            self._closed = True
            self._roomy.set()
