"""Real server processes and clients that speak the protocol, for the tests of the server."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sqlite3
import sys
import time
import uuid
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import forkserver
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from spookymarks.server.run import serve

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from multiprocessing.context import ForkServerContext
    from pathlib import Path

ADDRESS_LIMITS = ("games_burst", "address_messages_burst", "sockets_burst", "guesses_burst", "connections_per_address")
PATIENCE = 20.0
"""Seconds after which a test that waits for something fails; far more than anything needs."""


@cache
def _processes() -> ForkServerContext:
    """Return a source of processes that has imported everything once: a start takes 0.1 s instead of 1.5 s."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pytest", "server.harness", "spookymarks.server.process"])
    # Python 3.11 does not hand its path on to what it loads in advance.
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)):
        forkserver.ensure_running()
    return context


Document = dict[str, Any]


def _run(database: str, log: str, settings: dict[str, str], fault: str) -> None:
    """Be a server process; `fault` is code that breaks something in it first."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND), 2)
    os.environ.update(settings)
    exec(fault, {"database": database})  # noqa: S102 - the tests' own text
    serve("127.0.0.1", 0, database)


class Server:
    """One server process on a port of its own; its database is a file in the folder, unless another one is given."""

    def __init__(self, folder: Path, fault: str = "", database: str | None = None, **settings: object) -> None:
        self.database = folder / "games.sqlite"
        self.log = folder / f"{uuid.uuid4().hex}.log"
        self.log.touch()
        self.expected_errors: set[str] = set()
        # Every client of the tests has the same address.
        settings = {**dict.fromkeys(ADDRESS_LIMITS, 100_000), **settings}
        environment = {f"SPOOKYMARKS_{name.upper()}": str(value) for name, value in settings.items()}
        self.process = _processes().Process(
            target=_run, args=(database or str(self.database), str(self.log), environment, fault), daemon=True
        )
        self.process.start()
        self.port = self._wait_for("serving")["port"]
        self.http = f"http://127.0.0.1:{self.port}"

    def _wait_for(self, event: str) -> Document:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for line in self.log_lines():
                if line.get("event") == event:
                    return line
            if not self.process.is_alive():
                break
            time.sleep(0.02)
        self.process.kill()
        raise AssertionError(f"no {event!r} in the log: {self.log.read_text()}")

    def log_lines(self) -> list[Document]:
        """Return the complete lines of the log; each has to be a JSON object."""
        return [json.loads(line) for line in self.log.read_text().splitlines(keepends=True) if line.endswith("\n")]

    def errors(self) -> set[str]:
        """Return the events of the log at level error that no test has announced."""
        lines = self.log_lines()
        return {line["event"] for line in lines if line["level"] in {"error", "critical"}} - self.expected_errors

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.kill()
        self.process.join(PATIENCE)

    def stop(self) -> None:
        """End the process as an operator does."""
        self.process.terminate()
        self.process.join(PATIENCE)
        assert not self.process.is_alive()

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.is_alive()

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask the database file itself."""
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query, values).fetchall()

    def change(self, statement: str, *values: object) -> None:
        """Change the database file itself, while no server runs."""
        with closing(sqlite3.connect(self.database)) as connection:
            connection.execute(statement, values)
            connection.commit()

    def events(self, game: str) -> list[tuple[Any, ...]]:
        """Return (rev, actor, kind, what, command) of a game as they stand in the file."""
        return self.rows("SELECT rev, actor, kind, what, command_id FROM event WHERE game_id = ? ORDER BY rev", game)

    def actions(self, game: str) -> list[tuple[Any, ...]]:
        """Return (rev, actor, action) of the actions of a game, taken back ones included."""
        return [(*row[:2], row[3]) for row in self.events(game) if row[2] == "act"]

    def client(self) -> httpx2.AsyncClient:
        """Return an HTTP client."""
        return httpx2.AsyncClient(base_url=self.http, timeout=PATIENCE, trust_env=False, verify=False)

    async def new_game(self, rules: str = "standard", **terms: object) -> Game:
        """Make a game over HTTP and claim both seats; the taking of the second one is its first event."""
        async with self.client() as client:
            made = await client.post("/api/v1/games", json={"rules": rules, "side": "X", **terms})
            assert made.status_code == 201, made.text
            game = made.json()
            claimed = await client.post(f"/api/v1/games/{game['game']}/seats", json={"join": game["join"]})
            assert claimed.status_code == 201, claimed.text
        return Game(game["game"], game["token"], claimed.json()["token"], game["join"])

    def address(self, game: str) -> str:
        """Return the address of a game's socket."""
        return f"ws://127.0.0.1:{self.port}/api/v1/games/{game}/socket"

    @asynccontextmanager
    async def raw(self, game: str, query: str = "", **options: Any) -> AsyncIterator[ClientConnection]:  # noqa: ANN401
        """Open a socket and say nothing."""
        options = {"proxy": None, "close_timeout": 1, **options}
        async with connect(self.address(game) + query, **options) as socket:
            yield socket

    @asynccontextmanager
    async def join(self, game: str, token: str | None) -> AsyncIterator[Client]:
        """Open a socket, say hello and wait for the welcome."""
        async with self.raw(game) as socket:
            client = Client(socket)
            await client.send(t="hello", protocol=2, token=token)
            await client.until(lambda: client.role is not None)
            yield client


class Game(NamedTuple):
    """A game with both seats claimed."""

    id: str
    x: str
    o: str
    join: str


@dataclass
class Client:
    """A client that keeps what it hears: the newest state, events by revision, and answers by command id."""

    socket: ClientConnection
    role: str | None = None
    state: Document = field(default_factory=dict)
    presence: Document = field(default_factory=dict)
    events: list[Document] = field(default_factory=list)
    answers: list[Document] = field(default_factory=list)
    pongs: int = 0

    @property
    def turn(self) -> str | None:
        """Who is to act in the newest state."""
        turn: str | None = self.state["replay"]["to_act"]
        return turn

    async def send(self, **message: object) -> None:
        """Send a message and wait for nothing."""
        await self.socket.send(json.dumps(message))

    async def hear(self) -> Document:
        """Take in one message."""
        message: Document = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        match message["t"]:
            case "welcome":
                self.role, self.state = message["role"], message["state"]
            case "event":
                self.events.append(message)
                self.state = message["state"]
            case "presence":
                self.presence = message
            case "pong":
                self.pongs += 1
            case "ack" | "refused":
                self.answers.append(message)
            case other:
                raise AssertionError(other)
        return message

    async def until(self, condition: Any) -> None:  # noqa: ANN401
        """Take in messages until a condition holds."""
        while not condition():
            await self.hear()

    async def reach(self, rev: int) -> Document:
        """Take in messages until the state is at a revision; return the state's replay."""
        await self.until(lambda: self.state["rev"] >= rev)
        assert self.state["rev"] == rev
        replay: Document = self.state["replay"]
        return replay

    async def answer(self) -> Document:
        """Take in messages until one answers a command."""
        count = len(self.answers)
        await self.until(lambda: len(self.answers) > count)
        return self.answers[-1]

    async def do(self, kind: str, rev: int | None = None, command: str | None = None, **fields: object) -> Document:
        """Send a command, by default at the revision seen last, and return its answer."""
        rev = self.state["rev"] if rev is None else rev
        await self.send(t=kind, id=command or uuid.uuid4().hex, rev=rev, **fields)
        return await self.answer()

    async def act(self, action: str, rev: int | None = None, command: str | None = None) -> Document:
        """Send an action as `do` does."""
        return await self.do("act", rev, command, action=action)

    async def closed(self) -> int:
        """Take in messages until the server closes; return its code."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006


async def play(seats: dict[str, Client], actions: list[str], start: int = 1) -> None:
    """Let the seats play a game text from a revision on, each action by whose turn it is."""
    for rev, action in enumerate(actions, start):
        replay = await seats["X"].reach(rev)
        await seats["O"].reach(rev)
        answer = await seats[replay["to_act"]].act(action)
        assert answer == {"t": "ack", "id": answer["id"], "rev": rev + 1}
    for client in seats.values():
        await client.reach(start + len(actions))
