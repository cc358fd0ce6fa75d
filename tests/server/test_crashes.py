"""A server killed around a measurement, at exactly that place; tests/faults kills it anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed

from server.harness import Server, play

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MEASUREMENT = ["1-9", "1-5", "5-9"]

FAIL_POINT = """
import os, signal
from spookymarks.server.store import Store
append = Store.append
async def fail(self, game, entries, **more):
    if entries[0].rev == 5 and {before}:
        os.kill(os.getpid(), signal.SIGKILL)
    await append(self, game, entries, **more)
    if entries[0].rev == 5:
        os.kill(os.getpid(), signal.SIGKILL)
Store.append = fail
"""


@pytest.mark.parametrize("before", [True, False], ids=["before-commit", "after-commit"])
async def test_a_crash_around_a_commit_is_mended_by_sending_the_command_again(tmp_path: Path, before: bool) -> None:
    """Killed just before or just after the commit of a measurement, the server has it never or once, not twice."""
    fragile = Server(tmp_path, FAIL_POINT.format(before=before))
    game = await fragile.new_game()
    async with fragile.join(game.id, game.x) as x, fragile.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, MEASUREMENT)
        pending = o.state
        with pytest.raises(ConnectionClosed):
            await o.act("@5", command="lost-answer")
    assert len(fragile.actions(game.id)) == (3 if before else 4)
    healed = Server(tmp_path)
    async with healed.join(game.id, game.o) as o:
        if before:
            assert o.state == pending
        assert await o.act("@5", rev=4, command="lost-answer") == {"t": "ack", "id": "lost-answer", "rev": 5}
    assert [action for _, _, action in healed.actions(game.id)] == [*MEASUREMENT, "@5"]
    healed.stop()
    assert not healed.errors()


async def test_a_kill_during_a_measurement_leaves_the_same_options(start: Callable[..., Server]) -> None:
    """A pending measurement is part of the stored game: after SIGKILL every role sees what it saw before."""
    first = start()
    game = await first.new_game()
    async with first.join(game.id, game.x) as x, first.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, MEASUREMENT)
        pending = o.state
    first.kill()
    second = start()
    for token in (game.x, game.o, None):
        async with second.join(game.id, token) as client:
            assert client.state == pending
    async with second.join(game.id, game.x) as x, second.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, ["@9", "2-3", "2-3"], start=4)
