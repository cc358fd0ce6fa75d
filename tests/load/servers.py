"""The servers that a run measures: `spookymarks serve`, as an operator starts it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Self

from load.lobby import Caller

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 60.0
"""Seconds within which a server has to start, and to end."""
MANY = 100_000_000


class Servers:
    """Some server processes on one database, each on a port of its own; leaving the block ends them."""

    def __init__(self, database: str, log: Path, count: int = 1, **settings: object) -> None:
        self._database = database
        self._log = log
        # The limits of an address are meant for strangers, and all of this comes from one machine.
        allowed = {
            "games_burst": MANY,
            "analyses_burst": MANY,
            "messages_burst": MANY,
            "address_messages_burst": MANY,
            "connections": 30_000,
        }
        self._settings = {f"SPOOKYMARKS_{name.upper()}": str(value) for name, value in (allowed | settings).items()}
        self.ports = tuple(_free_port() for _ in range(count))
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that serve."""
        return [process.pid for process in self._processes]

    def start(self) -> None:
        """Start all, one after the other; return when they answer."""
        for port in self.ports:
            command = [sys.executable, "-m", "spookymarks", "serve", "--port", str(port), "--database", self._database]
            with self._log.open("ab") as log:
                self._processes.append(
                    subprocess.Popen(command, env={**os.environ, **self._settings}, stdout=log, stderr=log)
                )
            self._wait_for(port)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End all and wait for it."""
        for process in self._processes:
            process.send_signal(how)
        for process in self._processes:
            process.wait(PATIENCE)
        self._processes.clear()

    def _wait_for(self, port: int) -> None:
        end = time.monotonic() + PATIENCE
        while not asyncio.run(_answers(port)):
            if self._processes[-1].poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server does not start: {self._log.read_text()[-1000:]}")
            time.sleep(0.05)


async def _answers(port: int) -> bool:
    try:
        caller = await Caller.open(port)
        answer = await caller.call("GET", "/api/v1/health")
        await caller.close()
    except (OSError, EOFError):
        return False
    return answer.status == 200


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port
