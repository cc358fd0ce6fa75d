from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from server.fakes import GAME, Listener, SlowStore, around
from spookymarks.server.audience import PRESENCE_PAUSE
from spookymarks.server.bus import NoBus
from spookymarks.server.hints import Here
from spookymarks.server.presence import HEARD_SECONDS, LOST_SECONDS, Presence
from spookymarks.server.protocol import Act, Claim, Resign
from spookymarks.server.room import Room
from spookymarks.server.rooms import Rooms
from spookymarks.server.terms import DAY, Control, Terms


class Time:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the present second."""
        return self.now


def _here(process: str, x: Any = "away", o: Any = "away", watch: int = 0) -> Here:  # noqa: ANN401
    return Here(process, GAME, x, o, watch)


def test_a_broken_line_is_lost_for_a_minute_and_then_away() -> None:
    """Reconnecting is not leaving: only a broken line counts as lost, and only for a while."""
    time = Time()
    presence = Presence(time)
    assert presence.where("X") == "away"
    presence.enter("X")
    presence.enter("X")
    presence.leave("X", dropped=True)
    assert presence.where("X") == "here"
    presence.leave("X", dropped=True)
    assert presence.where("X") == "lost"
    time.now += LOST_SECONDS
    assert presence.where("X") == "away"
    presence.enter("X")
    presence.leave("X", dropped=False)
    assert presence.where("X") == "away"


def test_other_processes_count_as_long_as_they_repeat_themselves() -> None:
    """Somebody connected elsewhere is here; a process that has fallen silent is forgotten."""
    time = Time()
    presence = Presence(time)
    presence.enter("watch")
    presence.hear(_here("other", x="here", watch=2))
    presence.hear(_here("third", o="lost"))
    assert (presence.where("X"), presence.where("O"), presence.watching) == ("here", "lost", 3)
    presence.hear(_here("other", x="lost"))
    assert (presence.where("X"), presence.watching) == ("lost", 1)
    time.now += HEARD_SECONDS
    assert (presence.where("X"), presence.where("O"), presence.watching) == ("away", "away", 1)


def test_absence_is_counted_from_when_it_began() -> None:
    """From the last socket's end here, from the last word of another process, or from when this one began to look."""
    time = Time()
    presence = Presence(time)
    assert presence.absent_since("O") == 1000
    time.now = 1010
    presence.enter("O")
    assert presence.absent_since("O") is None
    time.now = 1020
    presence.leave("O", dropped=True)
    assert presence.absent_since("O") == 1020
    time.now = 1030
    presence.hear(_here("other", o="here"))
    time.now = 1040
    presence.hear(_here("other", o="away"))
    assert presence.absent_since("O") == 1040


async def test_who_waits_may_claim_when_the_other_has_been_absent_during_their_own_turn() -> None:
    """The grace is counted from the later of leaving and the beginning of the turn, and ends when they return."""
    store = SlowStore()
    store.terms = Terms("standard", Control.read("60+0"))
    surroundings = around(store)
    surroundings.clock = time = Time()
    room = Room(store.game, surroundings)
    x, o = Listener(room, "X"), Listener(room, "O")
    room.audience.leave(o.member, dropped=True)
    time.now += 500  # absent for long, but it was X's turn
    await room.act(x.member, Act("command-1", 0, "1-2"))
    await room.act(x.member, Claim("command-2", 1, "win"))
    assert x.of("refused")[-1]["code"] == "illegal"
    await asyncio.sleep(2 * PRESENCE_PAUSE)
    assert x.of("presence")[-1] == {"t": "presence", "X": "here", "O": "away", "watch": 0, "claim": 30_000}
    back = Listener(room, "O")
    time.now += 29
    room.audience.leave(back.member, dropped=True)
    time.now += 29.9
    await room.act(x.member, Claim("command-3", 1, "win"))
    assert x.of("refused")[-1]["code"] == "illegal"
    time.now += 0.1
    await room.act(x.member, Claim("command-4", 1, "win"))
    assert x.of("event")[-1]["state"]["end"] == {"by": "absence", "seat": "O", "score": {"X": 1, "O": 0}}
    assert store.ended


async def test_everybody_hears_when_a_turn_makes_a_claim_possible_and_when_one_ends_it() -> None:
    """The countdown begins with the turn of somebody who is away, and disappears with the claim's end."""
    store = SlowStore()
    store.terms = Terms("standard", Control.read("60+0"))
    room = Room(store.game, around(store))
    x = Listener(room, "X")
    await asyncio.sleep(2 * PRESENCE_PAUSE)
    told = len(x.of("presence"))
    assert x.of("presence")[-1]["claim"] is None
    await room.act(x.member, Act("command-1", 0, "1-2"))
    await asyncio.sleep(2 * PRESENCE_PAUSE)
    assert 29_000 < x.of("presence")[-1]["claim"] <= 30_000
    await room.act(x.member, Resign("command-2", 1))
    await asyncio.sleep(2 * PRESENCE_PAUSE)
    assert [message["claim"] is None for message in x.of("presence")[told:]] == [False, True]


async def test_nothing_can_be_claimed_while_hints_may_be_lost() -> None:
    """The absent could be present in a process that cannot be heard: nobody loses a game to a broken bus."""

    class Unsure(NoBus):
        sure = False

    store = SlowStore()
    store.terms = Terms("standard", Control.read("60+0"))
    surroundings = around(store, Unsure())
    surroundings.clock = time = Time()
    room = Room(store.game, surroundings)
    x = Listener(room, "X")
    await room.act(x.member, Act("command-1", 0, "1-2"))
    time.now += 40
    await room.act(x.member, Claim("command-2", 1, "win"))
    assert x.of("refused")[-1]["code"] == "illegal"


@pytest.mark.parametrize(("clock", "answer"), [("600+0", "ack"), ("3d", "refused"), (None, "refused")])
async def test_the_grace_goes_with_the_pace(clock: str | None, answer: str) -> None:
    """Five minutes are much in a quick game and nothing in one without a clock; days decide by themselves."""
    store = SlowStore()
    store.terms = Terms("standard", Control.read(clock) if clock else None)
    surroundings = around(store)
    surroundings.clock = time = Time()
    room = Room(store.game, surroundings)
    x = Listener(room, "X")
    await room.act(x.member, Act("command-1", 0, "1-2"))
    time.now += 300
    await room.act(x.member, Claim("command-2", 1, "draw"))
    assert [message["t"] for message in x.heard if message.get("id") == "command-2"] == [answer]


async def test_without_a_clock_three_days_count_even_if_the_server_forgot_the_game() -> None:
    """They are counted by the stored time of the last action, so nobody has to keep a page open for them."""
    store = SlowStore()
    room = Room(store.game, around(store))
    x = Listener(room, "X")
    await room.act(x.member, Act("command-1", 0, "1-2"))
    entry = store.entries[0]
    for age, answer in ((3 * DAY - 60_000, "refused"), (3 * DAY, "ack")):
        object.__setattr__(entry, "at", entry.at - age)
        again = Room(store.game, around(store))
        x = Listener(again, "X")
        await again.act(x.member, Claim(f"command-{age}", 1, "win"))
        assert [message["t"] for message in x.heard if message.get("id") == f"command-{age}"] == [answer]
        object.__setattr__(entry, "at", entry.at + age)


class Wire(NoBus):
    """A bus whose texts wait until the test delivers them."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def publish(self, text: str) -> None:
        """Keep a text."""
        self.texts.append(text)


class Linked:
    """The rooms of two processes over one store, and the wire between them."""

    def __init__(self, store: SlowStore) -> None:
        self.wire = Wire()
        self.rooms = []
        for name in ("first", "second"):
            surroundings = around(store, self.wire)
            surroundings.vitals.name = name
            self.rooms.append(Rooms(surroundings, 60))

    async def deliver(self) -> None:
        """Hand on what is said until nobody has anything to say, or five times."""
        for _ in range(5):
            await asyncio.sleep(2 * PRESENCE_PAUSE)
            texts, self.wire.texts = self.wire.texts, []
            for text in texts:
                for each in self.rooms:
                    each.heard(text)


async def test_processes_tell_each_other_who_is_there() -> None:
    """A process that opens a game asks, the others answer; comings and goings reach everybody in both."""
    linked = Linked(SlowStore())
    x = Listener(await linked.rooms[0].open(GAME), "X")
    await linked.deliver()
    o = Listener(await linked.rooms[1].open(GAME), "O")
    await linked.deliver()
    for listener in (x, o):
        assert listener.of("presence")[-1] == {"t": "presence", "X": "here", "O": "here", "watch": 0, "claim": None}
    (await linked.rooms[1].open(GAME)).audience.leave(o.member, dropped=True)
    await linked.deliver()
    assert x.of("presence")[-1]["O"] == "lost"


async def test_a_hint_makes_a_room_read_what_another_process_stored() -> None:
    """The hint carries no news itself: the store does; rubbish on the bus is ignored."""
    store = SlowStore()
    mine, other = Rooms(around(store), 60), Rooms(around(store), 60)
    x, o = Listener(await mine.open(GAME), "X"), Listener(await other.open(GAME), "O")
    await (await mine.open(GAME)).act(x.member, Act("command-1", 0, "1-2"))
    for text in ("rubbish", "[]", json.dumps(["moved", "elsewhere", "unknown", 7])):
        other.heard(text)
    assert o.of("event") == []
    other.heard(json.dumps(["moved", "elsewhere", GAME, 1]))
    for _ in range(20):
        await asyncio.sleep(0)
    assert [event["what"] for event in o.of("event")] == ["1-2"]


async def test_while_hints_may_be_lost_the_store_is_asked_again_and_again() -> None:
    """A room whose process hears nothing stays behind for about a poll, and a deleted game's sockets are closed."""

    class Unsure(NoBus):
        sure = False

    store = SlowStore()
    mine, deaf = Rooms(around(store), 60), Rooms(around(store, Unsure()), 60)
    polling = asyncio.create_task(deaf.keep_up())
    x, o = Listener(await mine.open(GAME), "X"), Listener(await deaf.open(GAME), "O")
    await (await mine.open(GAME)).act(x.member, Act("command-1", 0, "1-2"))
    async with asyncio.timeout(10):
        while not o.of("event"):  # noqa: ASYNC110 - a list, not an event
            await asyncio.sleep(0.01)
        store.deleted = True
        while o.code is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert o.code == 4004
    polling.cancel()
    await asyncio.gather(polling, return_exceptions=True)


async def test_a_deletion_is_heard_of_once_and_echoes_end() -> None:
    """Two processes that hold a deleted game close its sockets and do not tell each other for ever."""
    store = SlowStore()
    del store.owners["O"]
    linked = Linked(store)
    x = Listener(await linked.rooms[0].open(GAME), "X")
    w = Listener(await linked.rooms[1].open(GAME), "watch")
    await (await linked.rooms[0].open(GAME)).delete_alone()
    await linked.deliver()
    assert (x.code, w.code) == (4004, 4004)
    assert linked.wire.texts == []
