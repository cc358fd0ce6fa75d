"""Play by link beside the moves, over real sockets: draws, takebacks, phrases, clocks, rematches, tokens, deletion."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from server.harness import play

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from server.harness import Client, Game, Server


@asynccontextmanager
async def _pair(server: Server, game: Game) -> AsyncIterator[tuple[Client, Client]]:
    async with server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        yield x, o


async def _both(rev: int, *clients: Client) -> None:
    for client in clients:
        await client.reach(rev)


async def test_a_draw_is_offered_declined_and_agreed(server: Server) -> None:
    """Both see the offer, its end, and the drawn game; the end and its reason are there for who comes later."""
    game = await server.new_game()
    async with _pair(server, game) as (x, o):
        await play({"X": x, "O": o}, ["1-2"])
        assert (await x.do("offer", what="draw"))["rev"] == 3
        await _both(3, x, o)
        assert x.state["offers"] == o.state["offers"] == [{"what": "draw", "seat": "X"}]
        assert (await o.do("decline", what="draw"))["rev"] == 4
        await _both(4, x, o)
        assert x.state["offers"] == []
        await play({"X": x, "O": o}, ["2-3"], start=4)
        await o.do("offer", what="draw")
        await _both(6, x, o)
        assert (await x.do("accept", what="draw"))["t"] == "ack"
        await _both(7, x, o)
        assert o.state["end"] == {"by": "agreement", "seat": "X", "score": {"X": 0, "O": 0}}
        assert (await o.act("3-4"))["code"] == "game_over"
    async with server.join(game.id, None) as later:
        assert later.state["end"]["by"] == "agreement"


async def test_a_takeback_returns_both_to_the_askers_decision_also_after_a_restart(
    start: Callable[..., Server],
) -> None:
    """O measured and placed: the takeback undoes the placement alone, and the replayed file says the same."""
    server = start()
    game = await server.new_game()
    async with _pair(server, game) as (x, o):
        await play({"X": x, "O": o}, ["1-9", "1-5", "5-9", "@5", "2-3"])
        await o.do("offer", what="takeback")
        await _both(7, x, o)
        await x.do("accept", what="takeback")
        await _both(8, x, o)
        assert x.state["actions"] == ["1-9", "1-5", "5-9", "@5"]
        assert (x.state["replay"]["to_act"], x.state["replay"]["phase"]) == ("O", "place")
        state = x.state
    server.kill()
    again = start()
    async with _pair(again, game) as (x, o):
        assert x.state == o.state == state
        await play({"X": x, "O": o}, ["2-4"], start=8)


@pytest.mark.parametrize(("takebacks", "code"), [("never", "illegal"), ("free", None)])
async def test_takebacks_follow_the_terms_of_the_game(server: Server, takebacks: str, code: str | None) -> None:
    """Never means never, and free asks nobody; everybody can read the terms in the state."""
    game = await server.new_game(takebacks=takebacks)
    async with _pair(server, game) as (x, o):
        assert x.state["takebacks"] == takebacks
        await play({"X": x, "O": o}, ["1-2"])
        answer = await x.do("offer", what="takeback")
        assert answer.get("code") == code
        if code is None:
            await _both(3, x, o)
            assert (x.state["actions"], o.state["actions"]) == ([], [])


async def test_phrases_reach_everybody_and_make_no_move_stale(server: Server) -> None:
    """X acts on the board that it saw while O speaks; watchers hear, but cannot speak."""
    game = await server.new_game()
    async with _pair(server, game) as (x, o), server.join(game.id, None) as w:
        assert (await o.do("say", phrase="good-luck"))["t"] == "ack"
        assert (await x.act("1-2", rev=1))["t"] == "ack"
        await _both(3, x, o, w)
        assert [(event["kind"], event["seat"], event["what"]) for event in w.events] == [
            ("say", "O", "good-luck"),
            ("act", "X", "1-2"),
        ]
        assert (await w.do("say", phrase="hello"))["code"] == "not_yours"
        assert (await x.do("say", phrase="<b>"))["code"] == "bad_message"


async def test_a_game_with_a_clock_says_what_is_left_and_ends_when_nothing_is(server: Server) -> None:
    """The clock runs while O thinks and while X measures, is the same after a reload, and ends the game by itself."""
    game = await server.new_game(clock="10+0")
    async with _pair(server, game) as (x, o):
        clock = {"control": "10+0", "X": 10_000, "O": 10_000, "running": None}
        assert {name: x.state["clock"][name] for name in clock} == clock
        await play({"X": x, "O": o}, ["1-2"])
        await asyncio.sleep(0.3)
        await play({"X": x, "O": o}, ["1-2"], start=2)
        clock = x.state["clock"]
        assert (clock["X"], clock["running"]) == (10_000, "X")
        assert clock["O"] <= 9_700
        async with server.join(game.id, game.x) as tab:
            assert tab.state["clock"] == clock
        await _both(4, x, o)
        assert x.events[-1] == {**x.events[-1], "kind": "flag", "seat": "clock", "what": "X"}
        assert x.state["end"] == {"by": "time", "seat": "X", "score": {"X": 0, "O": 1}}
        assert (await x.act("@1"))["code"] == "game_over"


async def test_the_measurement_runs_the_clock_of_whoever_measures(server: Server) -> None:
    """Under the rules where the closer measures it is the closer's."""
    game = await server.new_game("closer-chooses", clock="600+0")
    async with _pair(server, game) as (x, o):
        await play({"X": x, "O": o}, ["1-2", "1-2"])
        assert (x.state["replay"]["phase"], x.state["clock"]["running"]) == ("measure", "O")


async def test_a_planned_and_an_unplanned_stop_cost_no_player_time(start: Callable[..., Server]) -> None:
    """The time without a server is not charged: after it the clock goes on where it was."""
    server = start()
    game = await server.new_game(clock="60+0")
    async with _pair(server, game) as (x, o):
        await play({"X": x, "O": o}, ["1-2"])
    await asyncio.sleep(0.2)
    server.kill()
    # What an hour without a server leaves behind: nothing newer in the file than an hour ago.
    hour = 3_600_000
    server.change("UPDATE event SET at = at - ?", hour)
    server.change("UPDATE process SET beat_at = beat_at - ?", hour)
    again = start()
    async with _pair(again, game) as (x, o):
        assert (await o.act("1-3"))["t"] == "ack"
        await _both(3, x, o)
        assert 50_000 < x.state["clock"]["O"] <= 60_000


async def test_a_rematch_swaps_the_sides_keeps_the_terms_and_counts_the_points(server: Server) -> None:
    """The same tokens open the other sides of the new game, watchers are told where it is, and it can be repeated."""
    game = await server.new_game("goff", clock="600+5", takebacks="never")
    tokens = {"X": game.x, "O": game.o}
    points = {game.x: 0.0, game.o: 0.0}
    identity = game.id
    for played in range(3):
        async with (
            server.join(identity, tokens["X"]) as x,
            server.join(identity, tokens["O"]) as o,
            server.join(identity, None) as w,
        ):
            assert (x.role, o.role) == ("X", "O")
            assert x.state["match"] == {"X": points[tokens["X"]], "O": points[tokens["O"]], "games": played}
            assert (x.state["rules"], x.state["clock"]["control"], x.state["takebacks"]) == ("goff", "600+5", "never")
            start = x.state["rev"]
            await o.do("resign")
            points[tokens["X"]] += 1
            await _both(start + 1, x, o)
            assert (await o.do("offer", what="rematch"))["t"] == "ack"
            await _both(start + 2, x, o)
            assert (await x.do("accept", what="rematch"))["t"] == "ack"
            await _both(start + 3, x, o, w)
            assert w.events[-1]["kind"] == "rematch"
            identity = w.state["next"]
            assert (await o.do("offer", what="rematch"))["code"] == "illegal"
        tokens = {"X": tokens["O"], "O": tokens["X"]}


async def test_a_new_token_signs_everybody_else_out(server: Server) -> None:
    """The sockets of the old token are closed with 4001; it opens nothing any more, by socket or over HTTP."""
    game = await server.new_game()
    fresh = "n" * 32
    path = f"/api/v1/games/{game.id}/token"
    async with server.client() as client, server.join(game.id, game.x) as x, server.join(game.id, game.o) as o:
        for _ in range(2):  # also when the first answer was lost
            answer = await client.post(path, json={"token": game.x, "fresh": fresh})
            assert (answer.status_code, answer.json()) == (200, {"seat": "X", "token": fresh})
        assert await x.closed() == 4001
        await o.reach(2)
        assert (o.events[-1]["kind"], o.events[-1]["seat"]) == ("token", "X")
        other = await client.post(path, json={"token": game.x, "fresh": "m" * 32})
        assert (other.status_code, other.json()["error"]["code"]) == (403, "wrong_secret")
        async with server.join(game.id, fresh) as again:
            assert (await again.act("1-2"))["t"] == "ack"
    stored = str(server.rows("SELECT * FROM seat WHERE game_id = ?", game.id))
    assert fresh not in stored


async def test_a_game_is_deleted_alone_or_by_both(server: Server) -> None:
    """Alone while the other seat is free, by agreement afterwards; then nothing of it is left and nobody stays."""
    async with server.client() as client:
        made = (await client.post("/api/v1/games", json={"side": "X"})).json()
        path = f"/api/v1/games/{made['game']}"
        wrong = await client.post(f"{path}/deletion", json={"token": "w" * 32})
        assert wrong.status_code == 403
        async with server.join(made["game"], made["token"]) as x:
            gone = await client.post(f"{path}/deletion", json={"token": made["token"]})
            assert (gone.status_code, gone.json()) == (200, {"deleted": True})
            assert await x.closed() == 4004
        assert (await client.get(path)).status_code == 404
        game = await server.new_game()
        alone = await client.post(f"/api/v1/games/{game.id}/deletion", json={"token": game.x})
        assert (alone.status_code, alone.json()["error"]["code"]) == (409, "needs_agreement")
        async with _pair(server, game) as (x, o), server.join(game.id, None) as w:
            await x.do("offer", what="deletion")
            await o.reach(2)
            assert (await o.do("accept", what="deletion")) == {"t": "ack", "id": o.answers[-1]["id"], "rev": 2}
            assert [await each.closed() for each in (x, o, w)] == [4004, 4004, 4004]
        for identity in (made["game"], game.id):
            for table, column in (("game", "id"), ("seat", "game_id"), ("event", "game_id")):
                query = f"SELECT count(*) FROM {table} WHERE {column} = ?"  # noqa: S608 - the test's own names
                assert server.rows(query, identity) == [(0,)]


async def test_presence_tells_a_broken_line_from_a_good_bye(server: Server) -> None:
    """Closing the page says so; a line that breaks may be mended."""
    game = await server.new_game()
    async with server.join(game.id, game.x) as x, server.join(game.id, None):
        async with server.join(game.id, game.o):
            await x.until(lambda: (x.presence.get("O"), x.presence.get("watch")) == ("here", 1))
        await x.until(lambda: x.presence["O"] == "away")
        async with server.join(game.id, game.o) as o:
            await x.until(lambda: x.presence["O"] == "here")
            o.socket.transport.abort()
            await x.until(lambda: x.presence["O"] == "lost")


async def test_what_players_do_twice_counts_once(server: Server) -> None:
    """Every kind of command has one effect a command id: the copy gets the first answer, also after the end."""
    game = await server.new_game()
    async with _pair(server, game) as (x, o):
        for kind, fields in (("say", {"phrase": "hello"}), ("offer", {"what": "draw"}), ("resign", {})):
            first = await x.do(kind, command=f"{kind}-command", **fields)
            assert first["t"] == "ack"
            assert await x.do(kind, command=f"{kind}-command", **fields) == first
            await _both(first["rev"], x, o)
        assert [row[2] for row in server.events(game.id)] == ["join", "say", "offer", "resign"]


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"clock": "5+0"}, "'5+0'"),
        ({"clock": "99d"}, "'99d'"),
        ({"clock": 300}, "clock"),
        ({"clock": "300 + 5"}, "'300 + 5'"),
        ({"takebacks": "sometimes"}, "takebacks"),
    ],
)
async def test_wrong_terms_are_refused_with_the_text_and_the_place(
    server: Server, terms: dict[str, object], words: str
) -> None:
    """One sentence names the field or the text that is wrong, and no game is made."""
    before = server.rows("SELECT count(*) FROM game")
    async with server.client() as client:
        answer = await client.post("/api/v1/games", json=terms)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_request")
        assert words in answer.json()["error"]["message"]
    assert server.rows("SELECT count(*) FROM game") == before
