from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from spookymarks.server.seats import digest, matches, new_game_id, new_secret, other, seat_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.harness import Server


async def test_of_a_hundred_who_join_at_once_one_owns_the_seat(server: Server) -> None:
    """A seat has one owner: one claim succeeds, all others are told seat_taken, and the winner can play."""
    async with server.client() as client:
        for _ in range(3):
            made = (await client.post("/api/v1/games", json={"side": "X"})).json()
            claims = await asyncio.gather(
                *(client.post(f"/api/v1/games/{made['game']}/seats", json={"join": made["join"]}) for _ in range(100))
            )
            assert Counter(claim.status_code for claim in claims) == {201: 1, 409: 99}
            assert {claim.json()["error"]["code"] for claim in claims if claim.status_code == 409} == {"seat_taken"}
            (won,) = (claim.json() for claim in claims if claim.status_code == 201)
            async with server.join(made["game"], won["token"]) as o:
                assert o.role == "O" == won["seat"]


async def test_reading_a_game_never_claims_a_seat(server: Server) -> None:
    """However often a link is fetched, by whatever means a previewer has, the seat stays free."""
    async with server.client() as client:
        made = (await client.post("/api/v1/games", json={"side": "X"})).json()
        game = made["game"]
        for _ in range(20):
            for address in (f"/api/v1/games/{game}", f"/g/{game}", f"/api/v1/games/{game}/seats"):
                await client.get(address)
                await client.head(address)
        async with server.join(game, None):
            assert (await client.get(f"/api/v1/games/{game}")).json()["seats"] == {"X": True, "O": False}
        claimed = await client.post(f"/api/v1/games/{game}/seats", json={"join": made["join"]})
        assert claimed.status_code == 201


@pytest.mark.parametrize("side", ["X", "O", "random"])
async def test_the_maker_sits_where_they_wish_and_the_link_opens_the_other_seat(server: Server, side: str) -> None:
    """The join secret opens the seat that the maker does not have."""
    async with server.client() as client:
        made = (await client.post("/api/v1/games", json={"side": side})).json()
        claimed = await client.post(f"/api/v1/games/{made['game']}/seats", json={"join": made["join"]})
    assert side in (made["seat"], "random")
    assert {made["seat"], claimed.json()["seat"]} == {"X", "O"}


async def test_wrong_secrets_open_nothing(server: Server) -> None:
    """A guessed secret, the other kind of secret and one of another game are refused, by HTTP and by socket."""
    game = await server.new_game()
    stranger = await server.new_game()
    async with server.client() as client:
        for secret in ("x" * 32, game.x, stranger.join):
            claim = await client.post(f"/api/v1/games/{game.id}/seats", json={"join": secret})
            assert (claim.status_code, claim.json()["error"]["code"]) == (403, "wrong_secret")
    for secret in ("x" * 32, game.join, stranger.x):
        async with server.raw(game.id) as socket:
            await socket.send(f'{{"t":"hello","protocol":2,"token":"{secret}"}}')
            await socket.wait_closed()
            assert socket.close_code == 4001


async def test_secrets_are_stored_as_digests_only(server: Server) -> None:
    """Nobody who reads the database file can act in a game."""
    game = await server.new_game()
    stored = str(server.rows("SELECT * FROM seat, game WHERE game_id = ? AND id = game_id", game.id))
    for secret in (game.x, game.o, game.join):
        assert secret not in stored
        assert digest(secret) in stored


def test_ids_and_secrets_are_long_and_never_repeat() -> None:
    """Game ids have 71 random bits and secrets 192, in characters that need no escaping in an address."""
    ids = {new_game_id() for _ in range(2000)}
    secrets = {new_secret() for _ in range(2000)}
    assert len(ids) == len(secrets) == 2000
    assert {len(name) for name in ids} == {12}
    assert {len(secret) for secret in secrets} == {32}
    assert all(name.isascii() and name.isalnum() for name in ids)
    # Each of the 62 characters is due 387 times; below 250 or above 550 would be a broken source.
    assert all(250 < count < 550 for count in Counter("".join(ids)).values())


def test_a_secret_opens_its_own_seat_only() -> None:
    """The seat of a secret is the one whose digest it has."""
    x, o = new_secret(), new_secret()
    seats = {"X": digest(x), "O": digest(o)}
    assert (seat_of(x, seats), seat_of(o, seats), seat_of(new_secret(), seats)) == ("X", "O", None)
    assert matches(x, digest(x))
    assert not matches(x, digest(o))
    assert (other("X"), other("O")) == ("O", "X")


async def test_a_claim_whose_answer_was_lost_can_be_repeated(start: Callable[..., Server]) -> None:
    """With a token of one's own the same claim gives the same seat, again after a restart; another token gets none."""
    first = start()
    token = "t" * 32
    async with first.client() as client:
        made = (await client.post("/api/v1/games", json={"side": "X"})).json()
        seats = f"/api/v1/games/{made['game']}/seats"
        claims = await asyncio.gather(
            *(client.post(seats, json={"join": made["join"], "token": token}) for _ in range(20))
        )
        assert {claim.status_code for claim in claims} == {201}
        assert all(claim.json() == {"seat": "O", "token": token} for claim in claims)
    first.kill()
    again = start()
    async with again.client() as client:
        repeated = await client.post(seats, json={"join": made["join"], "token": token})
        assert (repeated.status_code, repeated.json()) == (201, {"seat": "O", "token": token})
        stranger = await client.post(seats, json={"join": made["join"], "token": "u" * 32})
        assert (stranger.status_code, stranger.json()["error"]["code"]) == (409, "seat_taken")
        weak = await client.post(seats, json={"join": made["join"], "token": "short"})
        assert weak.status_code == 422
    assert again.rows("SELECT count(*) FROM seat WHERE game_id = ?", made["game"]) == [(2,)]
    async with again.join(made["game"], token) as client:
        assert client.role == "O"
