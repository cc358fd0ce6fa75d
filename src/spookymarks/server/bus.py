"""The bus: short texts between the processes that serve one store, and how each knows that none was lost."""

from __future__ import annotations

import asyncio
import math
import random
import secrets
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import structlog

from spookymarks.server.database import database_url
from spookymarks.server.errors import ServerError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractAsyncContextManager

    from spookymarks.server.settings import Settings

BEAT_SECONDS = 0.5
SURE_SECONDS = 1.25
"""Silence after which a process is no longer sure: two beats, and some time for a busy machine."""
DEAD_BEATS = 6
"""Unanswered beats after which a line that looks open is given up."""
LINE_SECONDS = 2.0
"""How long opening a line, and sending on it, may take."""
FORGET_SECONDS = 30.0
"""Silence after which another process counts as ended and not as cut off."""
MAX_WAITING = 1000
MAX_GROUP = 64
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0

# What a text on the line is, in its first character; the sender's name follows, then the text itself.
TEXT, BEAT, LOST, BYE = "=", "~", "?", "."
NAME_LENGTH = 8

_EXTRAS = {"asyncpg": "postgresql", "redis": "redis"}

log = structlog.get_logger()


class Bus(Protocol):
    """Carries short texts between the processes that serve one store. A text may be lost; then `sure` soon is False."""

    @property
    def sure(self) -> bool:
        """Whether what was published elsewhere has arrived here, up to a second or so ago."""

    def publish(self, text: str) -> None:
        """Send a text of 1000 characters at most to every process, this one included; never blocks, never raises."""

    async def start(self, heard: Callable[[str], None], again: Callable[[], None]) -> None:
        """Begin, without waiting for the line. `heard` gets every text.

        `again` is called whenever texts may have been lost and the line is up, the first time included.
        """

    async def close(self) -> None:
        """End; nothing is heard afterwards."""


class NoBus:
    """The bus of a process that is alone: there is nobody to tell, and nothing to miss."""

    sure = True

    def publish(self, text: str) -> None:
        """Tell nobody."""

    async def start(self, heard: Callable[[str], None], again: Callable[[], None]) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""


class Line(Protocol):
    """An open connection to whatever carries the texts; once it breaks it stays broken."""

    async def send(self, texts: Sequence[str]) -> None:
        """Send texts to every line, this one included, in this order."""

    async def listen(self) -> None:
        """Take texts in until the call is cancelled; raises when the line breaks."""


class LineBus:
    """A bus over a line that is opened anew whenever it breaks.

    Every process sends a beat twice a second, and a farewell when it ends. A process is sure while it hears its own
    beats and those of everybody it knows: a line is in order, so what was sent before a beat has arrived before it.
    A process whose line was down says so when it is up again, because others did not get what it wanted to say.
    """

    def __init__(self, open_line: Callable[[Callable[[str], None]], AbstractAsyncContextManager[Line]]) -> None:
        """`open_line` opens a line that calls its argument with every text."""
        self._open_line = open_line
        self._name = secrets.token_hex(NAME_LENGTH // 2)
        self._last = {self._name: -math.inf}
        self._unanswered = 0
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self._up = False
        self._lost = False
        self._told: bool | None = None
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    @property
    def sure(self) -> bool:
        """Whether what was published elsewhere has arrived here, up to a second or so ago."""
        return time.monotonic() - min(self._last.values()) <= SURE_SECONDS

    def publish(self, text: str) -> None:
        """Send a text to every process; while the line is down or full, note instead that something was lost."""
        if self._up and len(self._waiting) < MAX_WAITING:
            self._put(TEXT, text)
        else:
            self._lost = True

    async def start(self, heard: Callable[[str], None], again: Callable[[], None]) -> None:
        """Begin, without waiting for the line."""
        self._heard = heard
        self._again = again
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Send what waits and a farewell, when the line is up; nothing is heard afterwards."""
        if self._task is None:
            return
        self._closing = True
        if self._up:
            self._put(BYE)
            await asyncio.wait({self._task}, timeout=LINE_SECONDS)
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing:
            try:
                async with self._open_line(self._hear) as line, asyncio.TaskGroup() as group:
                    self._up = True
                    self._unanswered = 0
                    others = [group.create_task(line.listen()), group.create_task(self._beat())]
                    await self._send(line)
                    for task in others:
                        task.cancel()
            except* Exception as errors:  # noqa: BLE001 - whatever broke the line, the next one may work
                pause = FIRST_PAUSE if self._up else min(pause * 2, LONGEST_PAUSE)
                self._down(errors)
                # Everybody lost their lines at the same time, and should not come back at the same time.
                await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - no secret

    async def _send(self, line: Line) -> None:
        """Send whatever waits; return after the farewell."""
        while not self._closing or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                texts = [self._waiting.popleft() for _ in range(min(len(self._waiting), MAX_GROUP))]
                async with asyncio.timeout(LINE_SECONDS):
                    await line.send(texts)

    async def _beat(self) -> None:
        while True:
            # Counted, not timed: after a pause of the whole process the answers are still on their way.
            if self._unanswered >= DEAD_BEATS:
                raise ConnectionError("what is sent does not come back")
            self._unanswered += 1
            if self._lost:
                self._lost = False
                self._put(LOST)
            self._put(BEAT)
            self._judge("beats are missing" if self._told else None)
            await asyncio.sleep(BEAT_SECONDS)

    def _put(self, kind: str, text: str = "") -> None:
        self._waiting.append(kind + self._name + text)
        self._wake.set()

    def _hear(self, text: str) -> None:
        kind, sender = text[:1], text[1 : 1 + NAME_LENGTH]
        if kind == TEXT:
            self._heard(text[1 + NAME_LENGTH :])
        elif kind == BEAT:
            self._last[sender] = time.monotonic()
            if sender == self._name:
                self._unanswered = 0
            self._judge()
        elif sender != self._name:
            if kind == LOST:
                self._again()
            elif kind == BYE:
                self._last.pop(sender, None)

    def _down(self, errors: BaseExceptionGroup) -> None:
        """Note that the line broke: what it carried, and what waited for it, may be lost."""
        self._lost = self._lost or self._up
        self._up = False
        self._waiting.clear()
        # The others are still remembered: their lines may come back later than this one.
        self._last[self._name] = -math.inf
        self._judge(_reason(errors))

    def _judge(self, why: str | None = None) -> None:
        """Forget who must have ended, and tell when being sure begins or ends."""
        now = time.monotonic()
        self._last = {
            name: last for name, last in self._last.items() if name == self._name or now - last <= FORGET_SECONDS
        }
        sure = self.sure
        if sure and not self._told:
            if self._told is False:
                log.info("bus_sure_again")
            self._told = True
            self._again()
        elif not sure and self._told is not False and why:
            log.warning("bus_unsure", reason=why)
            self._told = False


def open_bus(settings: Settings, database: str) -> Bus:
    """Return the bus that the settings name, not started; an empty name means what suits the database.

    Raises ServerError, in one sentence, when the name is none or its package is missing.
    """
    url = database_url(database)
    try:
        if settings.bus:
            from spookymarks.server.bus_redis import RedisBus  # noqa: PLC0415 - an extra

            return RedisBus(settings.bus)
        if url.get_backend_name() == "postgresql":
            from spookymarks.server.bus_postgres import PostgresBus  # noqa: PLC0415 - an extra

            return PostgresBus(url)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _EXTRAS:
            raise
        extra = _EXTRAS[package]
        raise ServerError(f"the bus needs the package {package}: pip install 'spookymarks[{extra}]'") from None
    return NoBus()


def _reason(error: BaseException) -> str:
    """Return the first thing that went wrong, in its own words."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__
