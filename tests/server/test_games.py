from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server.harness import play
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    from server.harness import Server

WHOLE_GAME = ["1-9", "1-5", "5-9", "@5", "2-3", "2-3", "@2", "4-6", "4-6", "@4", "7-8", "7-8", "@7"]


async def test_two_players_and_a_watcher_see_one_game_to_its_end(server: Server) -> None:
    """Every state that anybody is sent is the rules' own document of the actions so far, to the end."""
    actions = WHOLE_GAME
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o, server.join(game.id, None) as w:
        assert (x.role, o.role, w.role) == ("X", "O", "watch")
        end = 1
        for rev, action in enumerate(actions, 1):
            replay = await x.reach(rev)
            await o.reach(rev)
            if replay["phase"] == "over":
                break
            answer = await (x if replay["to_act"] == "X" else o).act(action)
            assert answer["t"] == "ack"
            end = rev + 1
        await w.reach(end)
        assert w.state["replay"]["phase"] == "over"
        assert [event["rev"] for event in w.events] == list(range(2, end + 1))
        for event in w.events:
            played = actions[: event["rev"] - 1]
            assert event["state"]["replay"] == replay_document(read_game(" ".join(played)).position)
            assert event["state"]["actions"] == played
        assert w.state["end"] == {"by": "board", "seat": None, "score": w.state["replay"]["score"]}
        assert server.actions(game.id) == [(event["rev"], event["seat"], event["what"]) for event in w.events]


async def test_the_measuring_player_acts_twice_in_a_row(server: Server) -> None:
    """After a measurement its player places, and neither action is taken for a copy of the other."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, ["1-9", "1-5", "5-9", "@5", "2-3"])
        assert [event["seat"] for event in x.events] == ["X", "O", "X", "O", "O"]


@pytest.mark.parametrize("rules", RULE_SETS)
async def test_every_rule_set_is_played_as_its_rules_say(server: Server, rules: str) -> None:
    """Always taking the first legal action ends a game of every rule set, and the replayed file agrees."""
    game = await server.new_game(rules)
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        seats = {"X": x, "O": o}
        while (replay := x.state["replay"])["phase"] != "over":
            answer = await seats[replay["to_act"]].act(replay["legal"][0])
            assert answer["t"] == "ack"
            for client in (x, o):
                await client.until(lambda client=client, rev=answer["rev"]: client.state["rev"] >= rev)
                # Nobody is to act while the coin is in the air, and at the end.
                await client.until(lambda client=client: client.state["replay"]["phase"] == "over" or client.turn)
    events = server.events(game.id)[1:]
    text = " ".join(action for _, _, _, action, _ in events)
    assert x.state["replay"] == replay_document(read_game(text, RULE_SETS[rules]).position)
    assert ("coin" in {actor for _, actor, _, _, _ in events}) == (rules == "coin")
    assert all((command is None) == (actor == "coin") for _, actor, _, _, command in events)


async def test_the_coin_falls_with_the_placement_that_closes_a_cycle(server: Server) -> None:
    """Under coin nobody measures: one command makes two events, first with the options, then with the result."""
    game = await server.new_game("coin")
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, ["1-2"])
        assert await o.act("1-2") == {"t": "ack", "id": o.answers[-1]["id"], "rev": 3}
        await x.reach(4)
        placed, drawn = x.events[-2:]
        assert (placed["seat"], placed["what"]) == ("O", "1-2")
        assert placed["state"]["replay"]["to_act"] is None
        assert set(placed["state"]["replay"]["outcomes"]) == {"1", "2"}
        assert drawn["seat"] == "coin"
        assert drawn["what"] in {"@1", "@2"}
        assert drawn["state"]["replay"]["to_act"] == "X"


async def test_the_last_square_is_played_and_the_end_is_final(server: Server) -> None:
    """Move 9 in the last square is one action; after it every action is refused as game_over."""
    game = await server.new_game("full-board")
    actions = ["1-2", "1-2", "@1", "3-4", "3-4", "@3", "5-6", "5-6", "@5", "7-8", "7-8", "@7", "9-9"]
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, actions)
        assert x.state["replay"]["phase"] == "over"
        for client in (x, o):
            assert (await client.act("1-2"))["code"] == "game_over"
    assert len(server.actions(game.id)) == len(actions)


async def test_a_player_who_comes_back_sees_the_same_measurement(server: Server) -> None:
    """Reconnecting while a measurement is pending, in any role, shows the same options; one choice is taken."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        await play({"X": x, "O": o}, ["1-9", "1-5", "5-9"])
        pending = x.state
    assert set(pending["replay"]["outcomes"]) == {"5", "9"}
    for token in (game.x, game.o, None):
        async with server.join(game.id, token) as again:
            assert again.state == pending
    async with server.join(game.id, game.o) as tab, server.join(game.id, game.o) as other_tab:
        assert (await tab.act("@9"))["t"] == "ack"
        assert (await other_tab.act("@5", rev=4))["code"] == "stale"
        await tab.reach(5)
        await other_tab.reach(5)
        assert other_tab.state == tab.state


async def test_the_other_player_hears_at_once_of_a_claimed_seat(server: Server) -> None:
    """Taking a seat is an event: whoever is there learns of it before anything else happens."""
    async with server.client() as client:
        made = (await client.post("/api/v1/games", json={"side": "O"})).json()
        game = made["game"]
        async with server.join(game, made["token"]) as o:
            assert o.state["seats"] == {"X": False, "O": True}
            await client.post(f"/api/v1/games/{game}/seats", json={"join": made["join"]})
            await o.reach(1)
            assert (o.events[0]["seat"], o.events[0]["kind"]) == ("X", "join")
            assert o.state["seats"] == {"X": True, "O": True}
            assert (await client.get(f"/api/v1/games/{game}")).json() == o.state
