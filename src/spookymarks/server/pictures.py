"""Pictures on request: drawn one at a time by another process, kept in memory, and never by a request that gave up."""

from __future__ import annotations

import asyncio
import hashlib
import math
import subprocess
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from spookymarks import __version__
from spookymarks.server.analysis import BusyError, NotNowError
from spookymarks.server.errors import Code
from spookymarks.server.limits import Buckets
from spookymarks.server.studio import Order, draw

if TYPE_CHECKING:
    from spookymarks.server.settings import Settings

PROGRAM = [sys.executable, "-m", "spookymarks.server.studio"]
MOST_WAITING = 16
"""How many requests may wait for the process."""
SECONDS = 8.0
"""How long one of them waits at most; the longest film takes two."""
MOST_KEPT = 16 * 1024 * 1024
"""How many bytes of pictures stay in memory."""


class Pictures:
    """Makes and keeps pictures. All methods belong to the event loop, none blocks it."""

    def __init__(self, settings: Settings) -> None:
        self._allowances = Buckets(settings.pictures_burst, settings.pictures_per_minute / 60, kind="pictures")
        self._limit_pause = math.ceil(60 / settings.pictures_per_minute)
        self._kept: OrderedDict[Order, bytes] = OrderedDict()
        self._size = 0
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._process: asyncio.subprocess.Process | None = None

    def admit(self, address: str) -> None:
        """Count one request of an address; raises NotNowError `limit` when it has made too many."""
        if not self._allowances.take(address):
            sentence = "Too many pictures for your address; please wait a minute."
            raise NotNowError(Code.LIMIT, sentence, 429, self._limit_pause)

    async def picture(self, order: Order) -> bytes:
        """Return a picture, a kept one or a new one.

        Raises BusyError when too many wait already, or when this one is not ready in time.
        """
        if order.kind == "svg":
            return draw(order)
        if order in self._kept:
            self._kept.move_to_end(order)
            return self._kept[order]
        if self._waiting >= MOST_WAITING:
            raise BusyError("Too many pictures are being drawn")
        self._waiting += 1
        try:
            async with asyncio.timeout(SECONDS), self._turn:
                # Somebody may have waited for the same one.
                return self._kept.get(order) or self._keep(order, await self._ask(order))
        except TimeoutError:
            raise BusyError(f"The picture was not ready within {SECONDS:g} seconds") from None
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def _keep(self, order: Order, picture: bytes) -> bytes:
        self._kept[order] = picture
        self._size += len(picture)
        while self._size > MOST_KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])
        return picture

    async def _ask(self, order: Order) -> bytes:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *PROGRAM,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # Ctrl-C is for the server; the process ends with it.
                start_new_session=True,
            )
        questions, answers = self._process.stdin, self._process.stdout
        if questions is None or answers is None:
            raise RuntimeError("the process that draws has no pipes")
        try:
            questions.write(msgspec.json.encode(order) + b"\n")
            await questions.drain()
            length = int.from_bytes(await answers.readexactly(8), "big")
            return await answers.readexactly(length)
        except BaseException:
            # An answer that nobody took would be the next one's.
            await self.close()
            raise


def tag_of(order: Order) -> str:
    """Return the entity tag of a picture: this program draws an order in one way."""
    text = f"{__version__} ".encode() + msgspec.json.encode(order)
    return f'"{hashlib.sha256(text).hexdigest()[:32]}"'
