"""What rooms do beside actions: seats and tokens, clocks, ends, rematches, deletion."""

from __future__ import annotations

import asyncio

import pytest

from server.fakes import GAME, OWNERS, SECRETS, Listener, SlowStore, around
from spookymarks.server.errors import ConflictError, NoSuchGameError, RefusedError
from spookymarks.server.ledger import Entry, Ledger, now
from spookymarks.server.protocol import Accept, Act, Offer, Resign
from spookymarks.server.room import Room
from spookymarks.server.seats import Secret, digest
from spookymarks.server.terms import Control, Terms
from spookymarks.server.vitals import Outage, charged

FRESH = Secret("f" * 32)


def _free(store: SlowStore) -> None:
    del store.owners["O"]


async def test_a_free_seat_has_one_owner_who_can_ask_again() -> None:
    """Of many claims one wins; the winner's repetition is right, everybody else is told no."""
    store = SlowStore(pauses=[3] * 50)
    _free(store)
    room = Room(store.game, around(store))
    tokens = [digest(Secret(f"{number:032}")) for number in range(8)]
    answers = await asyncio.gather(*(room.own("O", token) for token in tokens))
    assert answers.count(True) == 1
    winner = tokens[answers.index(True)]
    assert store.owners["O"] == winner
    assert await room.own("O", winner)
    assert [(entry.kind, entry.actor) for entry in store.entries] == [("join", "O")]


async def test_a_claim_that_was_overtaken_by_a_move_is_made_after_it() -> None:
    """Another process has stored an action meanwhile: the claim takes the next revision."""

    class Overtaken(SlowStore):
        async def claim(self, *args: object) -> None:
            if not self.entries:
                self.entries.append(Entry(1, "X", "act", "1-2", "of-another-process", now()))
                raise ConflictError
            await super().claim(*args)  # type: ignore[arg-type]

    store = Overtaken()
    _free(store)
    room = Room(store.game, around(store))
    watcher = Listener(room, "watch")
    assert await room.own("O", OWNERS["O"])
    assert [(event["rev"], event["kind"]) for event in watcher.of("event")] == [(1, "act"), (2, "join")]


async def test_a_claim_whose_commit_was_reported_as_failed_is_found_when_asked_again() -> None:
    """The seat is owned, though nobody knew; the same token asks again and hears yes."""
    store = SlowStore(["unclear"])
    _free(store)
    room = Room(store.game, around(store))
    with pytest.raises(RefusedError):
        await room.own("O", OWNERS["O"])
    store.owners["O"] = OWNERS["O"]  # the commit had succeeded
    assert await room.own("O", OWNERS["O"])
    assert not await room.own("O", digest(FRESH))


async def test_a_new_token_closes_every_socket_of_the_old_one() -> None:
    """Other tabs and devices are signed out with 4001, the opponent stays, and the old token opens nothing."""
    store = SlowStore()
    room = Room(store.game, around(store))
    tabs, o = [Listener(room, "X"), Listener(room, "X")], Listener(room, "O")
    assert await room.own("X", digest(FRESH), SECRETS["X"])
    assert [tab.code for tab in tabs] == [4001, 4001]
    assert o.code is None
    assert (await room.role_of(SECRETS["X"]), await room.role_of(FRESH)) == (None, "X")
    assert not await room.own("X", digest(Secret("g" * 32)), SECRETS["X"])
    await room.act(tabs[0].member, Act("command-1", 1, "1-2"))
    assert tabs[0].of("refused")[-1]["code"] == "not_yours"


async def test_a_token_replaced_in_another_process_is_heard_of_before_its_next_command_counts() -> None:
    """The old token's command meets the new entry in the store, and is refused."""
    store = SlowStore()
    mine, other = Room(store.game, around(store)), Room(store.game, around(store))
    x = Listener(mine, "X")
    assert await other.own("X", digest(FRESH), SECRETS["X"])
    await mine.act(x.member, Act("command-1", 0, "1-2"))
    assert (x.of("refused")[-1]["code"], x.code) == ("not_yours", 4001)
    assert [entry.kind for entry in store.entries] == ["token"]


async def test_time_in_the_queue_is_not_charged() -> None:
    """What counts is when a command arrived, not when its turn came."""
    store = SlowStore()
    store.terms = Terms("standard", Control.read("60+0"))
    surroundings = around(store)
    room = Room(store.game, surroundings)
    x, o = Listener(room, "X"), Listener(room, "O")
    await room.act(x.member, Act("command-1", 0, "1-2"), received=100.0)
    await room.act(o.member, Act("command-2", 1, "1-3"), received=110.0)
    await room.act(x.member, Act("command-3", 2, "1-4"), received=130.5)
    clock = x.of("event")[-1]["state"]["clock"]
    assert (clock["X"], clock["O"], clock["running"]) == (39_500, 50_000, "O")


async def test_a_clock_that_runs_out_ends_the_game_by_itself() -> None:
    """Nobody has to claim it, and it is announced to everybody, once."""
    store = SlowStore()
    store.terms = Terms("standard", Control(150))
    room = Room(store.game, around(store))
    x = Listener(room, "X")
    await room.act(x.member, Act("command-1", 0, "1-2"))
    await asyncio.sleep(0.6)
    (flag,) = [event for event in x.of("event") if event["kind"] == "flag"]
    assert (flag["seat"], flag["what"]) == ("clock", "O")
    assert flag["state"]["end"] == {"by": "time", "seat": "O", "score": {"X": 1, "O": 0}}
    assert flag["state"]["clock"] == {**flag["state"]["clock"], "O": 0, "running": None}
    assert store.ended
    await room.act(x.member, Resign("command-2", 2))
    assert x.of("refused")[-1]["code"] == "game_over"


async def test_a_move_that_comes_too_late_is_refused_even_if_the_timer_has_not_looked() -> None:
    """The clock is looked at with every command."""
    store = SlowStore()
    store.terms = Terms("standard", Control.read("10+0"))
    room = Room(store.game, around(store))
    x, o = Listener(room, "X"), Listener(room, "O")
    await room.act(x.member, Act("command-1", 0, "1-2"), received=100.0)
    await room.act(o.member, Act("command-2", 1, "1-3"), received=110.0)
    assert o.of("refused")[-1]["code"] == "game_over"
    assert [entry.kind for entry in store.entries] == ["act", "flag"]


async def test_a_flag_that_cannot_be_stored_falls_later() -> None:
    """The store is away when the time is up: the room tries again, and nothing is said before it is stored."""
    store = SlowStore(["none", "lost"])
    store.terms = Terms("standard", Control(50))
    room = Room(store.game, around(store))
    x = Listener(room, "X")
    await room.act(x.member, Act("command-1", 0, "1-2"))
    await asyncio.sleep(0.5)
    assert len(store.entries) == 1
    assert [event["kind"] for event in x.of("event")] == ["act"]
    await asyncio.sleep(1.2)
    assert [event["kind"] for event in x.of("event")] == ["act", "flag"]


async def test_a_clock_goes_on_while_nobody_has_the_game_in_memory_but_not_while_no_server_runs() -> None:
    """Opened again, a game is charged for the time since its last action, less the outages in it, and shows so."""
    store = SlowStore()
    store.terms = Terms("standard", Control.read("60+0"))
    at = now()
    store.entries = [Entry(1, "X", "act", "1-2", "command-1", at - 50_000, 60_000, 60_000)]
    for outages, left in (((), 10_000), ((Outage(at - 40_000, at - 10_000),), 40_000)):
        room = Room(store.game, around(store, outages=outages))
        o = Listener(room, "O")
        shown = o.of("welcome")[0]
        running = shown["state"]["clock"]
        assert left - 2_000 < running["O"] - (shown["now"] - running["since"]) <= left
        before = len(store.entries)
        await room.act(o.member, Act(f"command-{left}", 1, "1-3"))
        assert left - 2_000 < o.of("event")[-1]["state"]["clock"]["O"] <= left
        del store.entries[before:]


def test_only_time_with_a_server_is_charged() -> None:
    """Outages are taken out where they overlap; a wall clock that went back charges nothing."""
    outages = (Outage(10, 20), Outage(50, 60))
    assert charged(0, 5, outages) == 5
    assert charged(0, 15, outages) == 10
    assert charged(12, 18, outages) == 0
    assert charged(0, 100, outages) == 80
    assert charged(30, 20, outages) == 0


async def test_a_rematch_swaps_sides_and_carries_the_score_and_the_terms() -> None:
    """Each token opens the other side of the new game, in which the points are those of the present sides."""
    store = SlowStore()
    store.terms = Terms("goff", Control.read("60+5"), "free")
    room = Room(store.game, around(store))
    x, o = Listener(room, "X"), Listener(room, "O")
    await room.act(x.member, Act("command-1", 0, "1-2"))
    await room.act(x.member, Resign("command-2", 1))
    await room.act(o.member, Offer("command-3", 2, "rematch"))
    await room.act(x.member, Accept("command-4", 3, "rematch"))
    event = o.of("event")[-1]
    (made,) = store.made
    assert (event["kind"], event["what"], event["state"]["next"]) == ("rematch", made.id, made.id)
    assert made.terms == store.terms
    assert made.seats == {"X": OWNERS["O"], "O": OWNERS["X"]}
    assert (made.series.halves_x, made.series.halves_o, made.series.earlier) == (2, 0, 1)
    assert Ledger.replay(made.terms, (), seated=True).seated
    again = Room(made, around(store))
    state = Listener(again, "watch").heard[0]["state"]
    assert state["match"] == {"X": 1, "O": 0, "games": 1}


async def test_a_game_deleted_by_both_is_gone_for_everybody() -> None:
    """The one who accepted is told so; then every socket is closed with 4004, and nothing more can be done."""
    store = SlowStore()
    room = Room(store.game, around(store))
    x, o, w = Listener(room, "X"), Listener(room, "O"), Listener(room, "watch")
    await room.act(x.member, Offer("command-1", 0, "deletion"))
    await room.act(o.member, Accept("command-2", 1, "deletion"))
    assert o.of("ack") == [{"t": "ack", "id": "command-2", "rev": 1}]
    assert [listener.code for listener in (x, o, w)] == [4004, 4004, 4004]
    assert store.deleted
    with pytest.raises(NoSuchGameError):
        await room.delete_alone()


async def test_a_deletion_that_was_withdrawn_in_another_process_does_not_happen() -> None:
    """Whoever accepts is told that there is no open offer any more, and the game stays."""
    store = SlowStore()
    room = Room(store.game, around(store))
    x, o = Listener(room, "X"), Listener(room, "O")
    await room.act(x.member, Offer("command-1", 0, "deletion"))
    store.entries.append(Entry(2, "X", "decline", "deletion", "of-another-process", now()))
    await room.act(o.member, Accept("command-2", 1, "deletion"))
    assert not store.deleted
    assert o.of("refused")[-1]["code"] == "stale"
    assert x.code is None


async def test_a_command_for_a_game_deleted_elsewhere_ends_the_socket() -> None:
    """Another process has deleted it: the next command finds out."""
    store = SlowStore()
    room = Room(store.game, around(store))
    x = Listener(room, "X")
    store.deleted = True
    await room.act(x.member, Act("command-1", 0, "1-2"))
    assert (x.of("refused")[-1]["code"], x.code) == ("no_such_game", 4004)


async def test_a_game_is_deleted_alone_only_while_the_other_seat_is_free() -> None:
    """Also if the seat has been taken in another process meanwhile."""
    store = SlowStore()
    _free(store)
    room = Room(store.game, around(store))
    assert await Room(store.game, around(store)).own("O", OWNERS["O"])
    with pytest.raises(RefusedError) as refused:
        await room.delete_alone()
    assert refused.value.code == "needs_agreement"
    assert not store.deleted
    store = SlowStore()
    _free(store)
    room = Room(store.game, around(store))
    await room.delete_alone()
    assert store.deleted
    assert room.id == GAME


async def test_a_flag_falls_although_another_process_has_just_stored_a_phrase() -> None:
    """The revision that it was meant for is taken by something that leaves the clock running: it takes the next one."""
    store = SlowStore()
    store.terms = Terms("standard", Control(100))
    room = Room(store.game, around(store))
    x = Listener(room, "X")
    await room.act(x.member, Act("command-1", 0, "1-2"))
    store.entries.append(Entry(2, "O", "say", "moment", "of-another-process", now(), 100, 100))
    await asyncio.sleep(0.5)
    assert [event["kind"] for event in x.of("event")] == ["act", "say", "flag"]
