"""Real PostgreSQL and Redis servers for the tests: each in a folder of its own, on a loopback port of its own.

They run on Linux, without a place in the system: `make services` installs the programs, and nothing else is touched.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 30.0
"""Seconds after which a server that does not start or stop fails the test; far more than it needs."""
WATCH = 'read _; kill -CONT "$1"; kill -QUIT "$1"; sleep 1; kill -KILL "$1"; rm -rf "$2"'


class Service:
    """A server process that a test may end, pause and start again; its port stays the same."""

    def __init__(self, folder: Path, command: list[str], stop: signal.Signals, user: str | None = None) -> None:
        self.folder = folder
        self.port = _free_port()
        self._command = command
        self._stop = stop
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None
        self._watch: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and return when it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [part.format(port=self.port, folder=self.folder) for part in self._command],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                user=self._user,
                # Ctrl-C in the terminal is for the tests; the fixtures stop their servers.
                start_new_session=True,
            )
        # When the tests are killed, the pipe to this process ends, and then it ends the server.
        self._watch = subprocess.Popen(
            ["sh", "-c", WATCH, "sh", str(self._process.pid), str(self.folder)],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )
        end = time.monotonic() + PATIENCE
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"{self._command[0]} does not start: {(self.folder / 'log').read_text()}")
            time.sleep(0.02)

    def answers(self) -> bool:
        """Whether the server takes connections."""
        raise NotImplementedError

    def stop(self) -> None:
        """End as an operator does, without waiting for clients; nothing happens when it does not run."""
        self._end(self._stop)

    def kill(self) -> None:
        """End every process of the server as a power cut would."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Freeze every process of the server: the kernel still takes connections, and nobody answers."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Go on after a pause."""
        self._signal(signal.SIGCONT)

    @property
    def running(self) -> bool:
        """Whether the server has been started and not ended."""
        return self._process is not None and self._process.poll() is None

    def _end(self, number: signal.Signals) -> None:
        if self._process is None or self._watch is None:
            return
        with self._watch:
            self._watch.kill()
        self._signal(number)
        self._signal(signal.SIGCONT)
        self._process.wait(PATIENCE)
        self._process = None

    def _signal(self, number: signal.Signals) -> None:
        """Signal the server and, when the signal cannot be handled by it, its children, the parent first."""
        if self._process is None:
            return
        everybody = number in {signal.SIGKILL, signal.SIGSTOP, signal.SIGCONT}
        if number == signal.SIGKILL:
            # A parent that is dead has no children to find: stop it first, so that it makes no new ones.
            self._process.send_signal(signal.SIGSTOP)
        children = _children(self._process.pid) if everybody else []
        for pid in [self._process.pid, *children]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)


S = TypeVar("S", bound=Service)


class Postgres(Service):
    """A PostgreSQL server. `url`: its own database; `new_database` makes one for a test alone."""

    def __init__(self, folder: Path) -> None:
        self._programs = _postgres_programs()
        # It refuses to run as root.
        user = "postgres" if os.geteuid() == 0 else None
        if user:
            os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        options = {
            "listen_addresses": "127.0.0.1",
            "port": "{port}",
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
            "max_connections": "100",
            "max_wal_size": "128MB",
        }
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        command = [str(self._programs / "postgres"), "-D", "{folder}/data", *settings]
        super().__init__(folder, command, signal.SIGINT, user)
        self._run("initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")

    @property
    def url(self) -> str:
        """The address of the database that every server has."""
        return self._url("postgres")

    def new_database(self) -> str:
        """Make an empty database and return its address."""
        name = f"test_{uuid.uuid4().hex}"
        self.query(f"CREATE DATABASE {name}")
        return self._url(name)

    def query(self, statement: str, url: str | None = None) -> list[str]:
        """Run a statement in a database, by default the server's own; return its rows, columns joined by `|`."""
        done = self._run("psql", url or self.url, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement)
        return done.splitlines()

    def answers(self) -> bool:
        """Whether the server takes connections."""
        check = [str(self._programs / "pg_isready"), "-q", "-d", self.url]
        return subprocess.run(check, check=False).returncode == 0

    def _url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def _run(self, program: str, *arguments: str) -> str:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(
            command, cwd=self.folder, user=self._user, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


class Redis(Service):
    """A Redis server that keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            raise AssertionError("redis-server is missing: run `make services`")
        options = {"--port": "{port}", "--bind": "127.0.0.1", "--save": "", "--appendonly": "no", "--dir": "{folder}"}
        command = [program, *(part for option in options.items() for part in option)]
        super().__init__(folder, command, signal.SIGTERM)

    @property
    def url(self) -> str:
        """The address of its first database."""
        return f"redis://127.0.0.1:{self.port}/0"

    def answers(self) -> bool:
        """Whether the server takes connections."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16) == b"+PONG\r\n"
        except OSError:
            return False


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL server until the block ends; it writes to disk as in production."""
    with _folder() as folder:
        yield from _running(Postgres(folder))


@contextlib.contextmanager
def redis() -> Iterator[Redis]:
    """Run a Redis server until the block ends."""
    with _folder() as folder:
        yield from _running(Redis(folder))


def _running(service: S) -> Iterator[S]:
    try:
        service.start()
        yield service
    finally:
        service.kill()


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    # Not pytest's: another user could not reach it.
    with tempfile.TemporaryDirectory(prefix="spookymarks-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _postgres_programs() -> Path:
    # Debian keeps the server's programs out of the path, a folder a version.
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    program = shutil.which("postgres") or (found[-1] if found else None)
    if program is None:
        raise AssertionError("PostgreSQL's server is missing: run `make services`")
    return Path(program).resolve().parent


def _free_port() -> int:
    """Return a port below those that the system hands out, so that nobody gets it while the server is down."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def _children(parent: int) -> list[int]:
    """Return the children of a process; those of PostgreSQL have no children and each is its own process group."""
    children = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name, in parentheses, may hold blanks; behind it stand the state and the parent.
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                children.append(int(stat.parent.name))
    return children
