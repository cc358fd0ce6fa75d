from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.fakes import FAULTS, GAME, OWNERS, Listener, SlowStore, around
from spookymarks.server.errors import ConflictError, NoSuchGameError
from spookymarks.server.ledger import Ledger
from spookymarks.server.outbox import Outbox
from spookymarks.server.protocol import Act
from spookymarks.server.room import Room
from spookymarks.server.rooms import Rooms
from spookymarks.server.seats import GameId, Secret, digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spookymarks.server.ledger import Entry
    from spookymarks.server.seats import Role


def _room(store: SlowStore) -> Room:
    return Room(store.game, around(store))


Wish = tuple["Role", int, int, int | None, int | None]

wishes = st.tuples(
    st.sampled_from(["X", "O", "watch"]),
    st.integers(-1, 1),  # how far the sender's revision is off
    st.integers(0, 40),  # which of the legal actions
    st.none() | st.integers(0, 5),  # which earlier command this is a copy of, if any
    st.none() | st.integers(0, 9),  # after how many turns of the loop the sender is cut off, if ever
)


@given(
    batches=st.lists(st.lists(wishes, min_size=1, max_size=4), min_size=1, max_size=12),
    faults=st.lists(st.sampled_from(FAULTS), max_size=20),
    pauses=st.lists(st.integers(0, 4), max_size=40),
)
def test_every_command_has_one_answer_and_the_store_agrees_with_all_that_was_said(
    batches: list[list[Wish]], faults: list[str], pauses: list[int]
) -> None:
    """Over a slow and failing store: one answer a command, acknowledged means stored once, announced means stored."""
    asyncio.run(_scenario(batches, SlowStore(faults, pauses)))


async def _scenario(batches: list[list[Wish]], store: SlowStore) -> None:
    room = _room(store)
    roles: tuple[Role, ...] = ("X", "O", "watch")
    listeners = {role: Listener(room, role) for role in roles}
    sent: list[tuple[Role, Act]] = []
    expected: Counter[tuple[str, str]] = Counter()

    async def send(role: Role, act: Act, turns: int | None) -> None:
        task = asyncio.create_task(room.act(listeners[role].member, act))
        if turns is None:
            expected[role, act.id] += 1
            await task
        else:
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    for batch in batches:
        sends = []
        for wisher, offset, choice, copy, turns in batch:
            position = Ledger.replay(store.terms, store.entries, seated=True).position
            legal = position.legal or Ledger.replay(store.terms, ()).position.legal
            action = position.text(legal[choice % len(legal)])
            wish = wisher, Act(f"command-{len(sent)}", max(0, len(store.entries) + offset), action)
            if copy is not None and copy < len(sent):
                wish = sent[-1 - copy]
            sent.append(wish)
            sends.append(send(*wish, turns))
        await asyncio.gather(*sends)
    await room.act(listeners["watch"].member, Act("the-last-one", 0, "1-2"))
    for role, listener in listeners.items():
        answers = Counter((role, answer["id"]) for answer in listener.of("ack") + listener.of("refused"))
        for key, count in expected.items():
            if key[0] == role:
                assert answers[key] >= count
        assert sum(answers.values()) <= sum(1 for sender, _ in sent if sender == role) + (role == "watch")
    stored = {entry.command: entry for entry in store.entries}
    assert len(stored) == len(store.entries)
    for role, listener in listeners.items():
        for ack in listener.of("ack"):
            assert (stored[ack["id"]].rev, stored[ack["id"]].actor) == (ack["rev"], role)
        said = [(event["rev"], event["seat"], event["what"]) for event in listener.of("event")]
        assert said == [(entry.rev, entry.actor, entry.what) for entry in store.entries[: len(said)]]
    assert Ledger.replay(store.terms, store.entries, seated=True).rev == len(store.entries)


async def test_nothing_is_said_before_it_is_stored() -> None:
    """When an answer or an announcement leaves, the store has the event."""
    store = SlowStore(pauses=[3, 3])
    room = _room(store)
    stored: list[int] = []

    class Watching(Listener):
        def push(self, text: str) -> None:
            stored.append(len(store.entries))
            super().push(text)

    x = Watching(room, "X")
    stored.clear()
    await room.act(x.member, Act("some-command", 0, "1-2"))
    assert [message["t"] for message in x.heard] == ["welcome", "ack", "event"]
    assert stored == [1, 1]


async def test_a_move_is_announced_even_if_its_sender_is_given_up() -> None:
    """The sender's task is cancelled during the commit; the other player hears of the move all the same."""
    store = SlowStore(pauses=[5, 5])
    room = _room(store)
    x, o = Listener(room, "X"), Listener(room, "O")
    sending = asyncio.create_task(room.act(x.member, Act("command-1", 0, "1-5")))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    for _ in range(100):
        await asyncio.sleep(0)
    assert [event["what"] for event in o.of("event")] == ["1-5"]
    assert len(store.entries) == 1


async def test_a_commit_with_an_unknown_end_is_resolved_by_looking() -> None:
    """Reported as failed but stored: the sender hears unavailable, and asking again finds the first commit."""
    store = SlowStore(["unclear"])
    room = _room(store)
    x, w = Listener(room, "X"), Listener(room, "watch")
    command = Act("some-command", 0, "1-2")
    await room.act(x.member, command)
    assert (x.of("refused")[-1]["code"], w.of("event")) == ("unavailable", [])
    await room.act(x.member, command)
    assert x.of("ack") == [{"t": "ack", "id": "some-command", "rev": 1}]
    assert len(w.of("event")) == len(store.entries) == 1


async def test_a_command_that_was_overtaken_is_judged_anew() -> None:
    """Another process was first: everybody hears its event, and the sender is stale."""
    room = _room(SlowStore(["overtaken"]))
    x, w = Listener(room, "X"), Listener(room, "watch")
    await room.act(x.member, Act("some-command", 0, "8-9"))
    assert x.of("refused")[-1]["code"] == "stale"
    assert [event["what"] for event in w.of("event")] == x.heard[-1]["state"]["actions"] == ["1-2"]


async def test_a_conflict_that_nobody_explains_is_unavailable() -> None:
    """A store that refuses a row without having another is not asked for ever."""

    class Stubborn(SlowStore):
        async def append(self, _game: GameId, _entries: Sequence[Entry], **_more: object) -> None:
            raise ConflictError

    room = _room(Stubborn())
    x = Listener(room, "X")
    await room.act(x.member, Act("some-command", 0, "1-2"))
    assert x.of("refused")[-1]["code"] == "unavailable"


async def test_one_listener_that_is_full_does_not_concern_the_others() -> None:
    """Announcements never wait: a full outbox overflows alone."""
    room = _room(SlowStore())
    overflows: list[str] = []

    async def send(_text: str) -> None:
        await asyncio.Event().wait()

    slow = Outbox(send, lambda: overflows.append("slow"))
    room.join("watch", slow, lambda _code: None)
    for _ in range(40):
        slow.push("text")
    x = Listener(room, "X")
    await room.act(x.member, Act("some-command", 0, "1-2"))
    assert overflows == ["slow"]
    assert len(x.of("event")) == 1
    await slow.cancel()


async def test_a_seat_that_was_claimed_elsewhere_is_found() -> None:
    """A token that memory does not know is looked up in the store before it is refused."""
    store = SlowStore()
    store.owners = {"X": OWNERS["X"]}
    room = _room(store)
    token = Secret("t" * 32)
    assert await room.role_of(token) is None
    assert await Room(store.game, around(store)).own("O", digest(token))
    assert await room.role_of(token) == "O"
    assert await room.role_of(None) == "watch"
    assert json.loads(bytes(room.state))["seats"] == {"X": True, "O": True}


async def test_two_who_open_a_game_at_once_share_its_room() -> None:
    """A game has one room, and so one order, even when two load it at the same time."""
    store = SlowStore(pauses=[5, 1])
    rooms = Rooms(around(store), 60)
    first, second = await asyncio.gather(rooms.open(GAME), rooms.open(GAME))
    assert first is second
    assert store.loads == 2
    with pytest.raises(NoSuchGameError):
        await rooms.open(GameId("none"))
    assert len(rooms) == 1


async def test_opening_a_game_keeps_it_in_memory_for_a_while() -> None:
    """Between being opened and being joined a room does not count as idle, or it could be dropped and made twice."""
    rooms = Rooms(around(SlowStore()), 60)
    room = await rooms.open(GAME)
    await asyncio.sleep(0.05)
    idle = room.audience.idle_for()
    assert await rooms.open(GAME) is room
    assert room.audience.idle_for() < idle
