"""A crowd that reads from the store at one time, as after a restart."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from server.test_store import FIRST, GAME
from spookymarks.server import store as module
from spookymarks.server.errors import UnavailableError
from spookymarks.server.store import Store

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_crowd_of_readers_waits_in_line(tmp_path: Path) -> None:
    """However little patience a connection has, nobody is refused because many read at once, and moves go on."""
    store = await Store.open(str(tmp_path / "games.sqlite"), 20)
    await store.create(GAME)
    readers = [asyncio.create_task(store.load(GAME.id)) for _ in range(1000)]
    await asyncio.sleep(0)
    await store.append(GAME.id, [FIRST])
    assert not all(reader.done() for reader in readers)
    assert {game.id for game in await asyncio.gather(*readers)} == {GAME.id}
    await store.close()


async def test_a_reader_does_not_wait_in_line_for_ever(tmp_path: Path) -> None:
    """A line that does not move ends in `unavailable`, and the next reader has its turn when the line moves again."""
    store = await Store.open(str(tmp_path / "games.sqlite"), 1000)
    await store.create(GAME)
    with patch.object(module, "IN_LINE_SECONDS", 0.01):
        store._turns = asyncio.Semaphore(0)
        with pytest.raises(UnavailableError):
            await store.load(GAME.id)
    store._turns.release()
    assert (await store.load(GAME.id)).id == GAME.id
    assert not store._turns.locked()
    await store.close()
