"""Fail points inside a server process, put there by the tests alone: around every commit, asked for by files.

The nemesis makes a file in the store's folder and the process that commits next obeys. Below the store there is only
SQLAlchemy, so nothing of the server has to know.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util.concurrency import await_only, in_greenlet

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection
    from sqlalchemy.pool import PoolProxiedConnection

KILL_BEFORE = "kill-before-commit"
KILL_AFTER = "kill-after-commit"
FULL = "disk-full"

UNBOUNDED = 2**32 - 2


def install(folder: str, seed: str, pause: float) -> None:
    """Let every commit of this process obey the files of a folder, and wait up to `pause` seconds before and after."""
    place = Path(folder)
    rng = random.Random(seed)
    commit: Callable[[DefaultDialect, PoolProxiedConnection], None] = DefaultDialect.do_commit

    def obey(name: str) -> None:
        try:
            (place / name).unlink()
        except FileNotFoundError:
            return
        os.kill(os.getpid(), signal.SIGKILL)

    def committing(self: DefaultDialect, connection: PoolProxiedConnection) -> None:
        obey(KILL_BEFORE)
        linger()
        commit(self, connection)
        obey(KILL_AFTER)
        linger()

    def linger() -> None:
        # Not in the thread that makes the tables, if there is one: nobody plays yet.
        if in_greenlet():
            await_only(asyncio.sleep(rng.uniform(0, pause)))

    DefaultDialect.do_commit = committing  # type: ignore[method-assign]

    @event.listens_for(Engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.dialect.name == "sqlite":
            # As many pages as there are now, or all that there can be.
            pages = 1 if (place / FULL).exists() else UNBOUNDED
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
