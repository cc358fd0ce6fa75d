from __future__ import annotations

import asyncio
import contextlib
import random
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.harness import Game, Server, play
from spookymarks.notation.text import read_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MEASUREMENT = ["1-9", "1-5", "5-9"]

FAIL_POINT = """
import os, signal
from spookymarks.server.store import Store
append = Store.append
async def fail(self, game, entries):
    if entries[0].rev == 4 and {before}:
        os.kill(os.getpid(), signal.SIGKILL)
    await append(self, game, entries)
    if entries[0].rev == 4:
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
    assert len(fragile.events(game.id)) == (3 if before else 4)
    healed = Server(tmp_path)
    async with healed.join(game.id, game.o) as o:
        if before:
            assert o.state == pending
        assert await o.act("@5", rev=3, command="lost-answer") == {"t": "ack", "id": "lost-answer", "rev": 4}
    assert [row[2] for row in healed.events(game.id)] == [*MEASUREMENT, "@5"]
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
        await play({"X": x, "O": o}, ["@9", "2-3", "2-3"], start=3)


async def test_a_planned_restart_closes_with_1012_and_loses_nothing(start: Callable[..., Server]) -> None:
    """SIGTERM lets answers leave, tells every socket to come back soon, and ends without an error."""
    first = start()
    game = await first.new_game()
    async with first.join(game.id, game.x) as x, first.join(game.id, None) as w:
        await x.act("1-2")
        first.process.terminate()
        assert [await x.closed(), await w.closed()] == [1012, 1012]
    await asyncio.to_thread(first.stop)
    assert "stopped" in {line["event"] for line in first.log_lines()}
    assert [row[2] for row in start().events(game.id)] == ["1-2"]


@dataclass
class History:
    """What the players of one game sent and heard."""

    game: Game
    sent: dict[str, tuple[str, int, str]] = field(default_factory=dict)
    acked: dict[str, int] = field(default_factory=dict)
    announced: set[tuple[int, str, str]] = field(default_factory=set)

    def check(self, rows: list[tuple[int, str, str, str]]) -> None:
        """The file has every acknowledged command once and every announced event, and it replays."""
        assert [rev for rev, *_ in rows] == list(range(1, len(rows) + 1))
        read_game(" ".join(action for _, _, action, _ in rows))
        revisions = {command: rev for rev, _, _, command in rows}
        assert self.acked.items() <= revisions.items()
        assert revisions.keys() <= self.sent.keys()
        assert self.announced <= {(rev, seat, action) for rev, seat, action, _ in rows}


async def _duel(server: Server, rng: random.Random, histories: list[History]) -> None:
    """Play random games until the server dies."""
    with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, httpx2.TransportError):
        while True:
            history = History(await server.new_game())
            histories.append(history)
            game = history.game
            async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
                while x.state["replay"]["phase"] != "over":
                    client = x if x.turn == "X" else o
                    rev, action = client.state["rev"], rng.choice(client.state["replay"]["legal"])
                    command = uuid.uuid4().hex
                    history.sent[command] = (str(client.role), rev, action)
                    answer = await client.act(action, command=command)
                    assert answer["t"] == "ack"
                    history.acked[command] = answer["rev"]
                    for each in (x, o):
                        await each.reach(answer["rev"])
                        history.announced.update((e["rev"], e["seat"], e["action"]) for e in each.events)


async def _resend(server: Server, history: History) -> None:
    """Send the command whose answer was lost once more: it is acknowledged at the revision it was meant for."""
    for command, (seat, rev, action) in history.sent.items():
        if command not in history.acked:
            token = history.game.x if seat == "X" else history.game.o
            async with server.join(history.game.id, token) as client:
                assert await client.act(action, rev, command) == {"t": "ack", "id": command, "rev": rev + 1}
                history.acked[command] = rev + 1


async def _lane(folder: Path, seed: int, rounds: int) -> list[History]:
    rng = random.Random(seed)
    everything: list[History] = []
    open_ends: list[History] = []
    for _ in range(rounds + 1):
        server = await asyncio.to_thread(Server, folder)
        try:
            for history in open_ends:
                await _resend(server, history)
            histories: list[History] = []
            duels = [asyncio.create_task(_duel(server, rng, histories)) for _ in range(4)]
            enough = rng.randrange(5, 60)
            while sum(len(history.acked) for history in histories) < enough:  # noqa: ASYNC110 - lists, not events
                await asyncio.sleep(0.001)
            await asyncio.sleep(rng.uniform(0, 0.005))
        finally:
            server.kill()
        await asyncio.gather(*duels)
        everything += histories
        open_ends = [history for history in histories if history.sent.keys() - history.acked.keys()]
        for history in everything:
            history.check(server.events(history.game.id))
        assert not server.errors()
    return everything


async def test_no_acknowledged_move_is_lost_by_killing_the_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Over twenty kills: what was acknowledged or announced is stored, and resending mends the rest."""
    seed = random.randrange(1 << 32)
    print("seed", seed)  # noqa: T201 - shown when the test fails
    lanes = await asyncio.gather(*(_lane(tmp_path_factory.mktemp("lane"), seed + lane, rounds=10) for lane in range(2)))
    histories = [history for lane in lanes for history in lane]
    assert sum(len(history.acked) for history in histories) > 200
