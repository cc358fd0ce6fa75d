from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from server.harness import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.harness import Server

MEASUREMENT = ["1-9", "1-5", "5-9"]


async def test_the_same_command_fifty_times_is_one_event_and_fifty_equal_answers(server: Server) -> None:
    """A command id takes effect once, on whichever of its player's sockets and however often it arrives."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as tab, server.join(game.id, game.x) as other_tab:
        for _ in range(25):
            for client in (tab, other_tab):
                await client.send(t="act", id="the-same-id", rev=1, action="1-2")
        for client in (tab, other_tab):
            await client.until(lambda client=client: len(client.answers) == 25)
            assert client.answers == [{"t": "ack", "id": "the-same-id", "rev": 2}] * 25
    assert server.events(game.id)[1:] == [(2, "X", "act", "1-2", "the-same-id")]


async def test_a_copied_measurement_is_not_taken_for_the_placement_after_it(server: Server) -> None:
    """The player who measured is to act again; the copy of the measurement still gets the old answer."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, MEASUREMENT)
        first = await o.act("@5", rev=4, command="measure-it")
        assert await o.act("@5", rev=4, command="measure-it") == first == {"t": "ack", "id": "measure-it", "rev": 5}
        assert o.turn == "O"
        assert len(server.actions(game.id)) == 4


async def test_a_command_has_the_same_answer_after_a_restart(start: Callable[..., Server]) -> None:
    """A player who never heard the answer asks again after a restart and gets it; nothing is played twice."""
    first = start()
    game = await first.new_game()
    async with first.join(game.id, game.x) as x, first.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, MEASUREMENT)
        answer = await o.act("@5", command="before-restart")
    first.stop()
    second = start()
    async with second.join(game.id, game.o) as o:
        for _ in range(50):
            assert await o.act("@5", rev=4, command="before-restart") == answer
    assert len(second.actions(game.id)) == 4


async def test_another_seat_cannot_use_a_command_id_again(server: Server) -> None:
    """The answer to a command belongs to its sender: the other seat and a watcher get a refusal."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o, server.join(game.id, None) as w:
        await x.act("1-2", command="of-player-x")
        await o.reach(2)
        await w.reach(2)
        assert (await o.act("1-2", command="of-player-x"))["code"] == "bad_message"
        assert (await w.act("1-2", command="of-player-x"))["code"] == "not_yours"
    assert len(server.actions(game.id)) == 1


async def test_of_two_tabs_that_race_one_acts_and_one_is_stale(server: Server) -> None:
    """Two sockets of one seat act on the same revision: one event, and the loser gets the new state."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as one, server.join(game.id, game.x) as two:
        answers = await asyncio.gather(one.act("1-2"), two.act("3-4"))
    assert sorted(answer["t"] for answer in answers) == ["ack", "refused"]
    (stale,) = (answer for answer in answers if answer["t"] == "refused")
    assert stale["code"] == "stale"
    ((_, _, action),) = server.actions(game.id)
    assert stale["state"]["actions"] == [action]


async def test_both_seats_race_for_every_revision_and_none_is_lost_or_doubled(server: Server) -> None:
    """While both seats send at once all the time, revisions have no gap and the file is what was announced."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        while x.state["replay"]["phase"] != "over":
            action = x.state["replay"]["legal"][0]
            answers = await asyncio.gather(x.act(action), o.act(action))
            (rev,) = (answer["rev"] for answer in answers if answer["t"] == "ack")
            for client in (x, o):
                await client.reach(rev)
    stored = server.actions(game.id)
    assert [rev for rev, _, _ in stored] == list(range(2, len(stored) + 2))
    assert stored == [(event["rev"], event["seat"], event["what"]) for event in x.events]


@pytest.mark.parametrize("rev", [0, 2, 4, 9999])
async def test_an_old_or_future_revision_is_stale_and_brings_the_state(server: Server, rev: int) -> None:
    """An action for an older or a future board is refused with the newest state, never rebased."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, ["1-2", "2-3"])
        answer = await x.act("3-4", rev=rev)
        assert answer["code"] == "stale"
        assert answer["state"] == x.state
    assert len(server.actions(game.id)) == 2


async def test_whoever_is_not_to_act_is_refused_in_every_phase(server: Server) -> None:
    """Placing and measuring belong to one seat each; the other seat and watchers are told not_yours."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o, server.join(game.id, None) as w:
        for rev, action in enumerate([*MEASUREMENT, "@5", "2-3"], 1):
            for client in (x, o, w):
                await client.reach(rev)
            owner, idle = (x, o) if x.turn == "X" else (o, x)
            for client in (idle, w):
                answer = await client.act(action)
                assert (answer["t"], answer["code"]) == ("refused", "not_yours")
            assert (await owner.act(action))["t"] == "ack"
    assert len(server.actions(game.id)) == 5


async def test_what_the_rules_refuse_is_illegal_and_says_why(server: Server) -> None:
    """An illegal action is refused with the rules' own sentence and changes nothing."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        for action, words in {"1-1": "last one left", "@3": "no measurement", "1-x": "1-9", "hello": "1-9"}.items():
            answer = await x.act(action)
            assert answer["code"] == "illegal"
            assert words in answer["message"]
        await play({"X": x, "O": o}, MEASUREMENT)
        for action, words in {"@1": "5 and 9 only", "2-3": "measured first"}.items():
            answer = await o.act(action)
            assert answer["code"] == "illegal"
            assert words in answer["message"]
    assert len(server.actions(game.id)) == 3
