"""The set-ups that a run compares: which database, how many servers, and what carries their news."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from load.servers import Servers
from services import Postgres, Redis, postgres, redis

if TYPE_CHECKING:
    from collections.abc import Iterator


class Setup(NamedTuple):
    """A way to run the server."""

    database: str
    servers: int
    bus: str = ""

    def __str__(self) -> str:
        """Return its name in tables, which also chooses it on the command line."""
        return "-".join(filter(None, (self.database, str(self.servers), self.bus)))


SETUPS = {
    str(setup): setup
    for setup in (
        Setup("sqlite", 1),
        Setup("postgresql", 1),
        Setup("postgresql", 2, "notify"),
        Setup("postgresql", 2, "redis"),
    )
}


class Stores:
    """Where the servers of a run keep their games; PostgreSQL and Redis are started when they are first wanted.

    `folder`: on the disk that is to be measured.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stack = ExitStack()
        self._postgres: Postgres | None = None
        self._redis: Redis | None = None

    @classmethod
    @contextmanager
    def open(cls, parent: Path | None) -> Iterator[Stores]:
        """Make a folder below `parent`, or where temporary files go; remove it and end what was started."""
        folder = Path(tempfile.mkdtemp(prefix="load-", dir=parent))
        stores = cls(folder)
        try:
            with stores._stack:
                yield stores
        finally:
            shutil.rmtree(folder)

    @contextmanager
    def serve(self, setup: Setup, **settings: object) -> Iterator[Servers]:
        """Run the servers of a set-up on an empty database."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        if setup.bus == "redis":
            self._redis = self._redis or self._stack.enter_context(redis())
            settings["bus"] = self._redis.url
        if setup.database == "postgresql":
            self._postgres = self._postgres or self._stack.enter_context(postgres())
            database = self._postgres.new_database()
        else:
            database = str(folder / "games.sqlite")
        with Servers(database, folder / "log", setup.servers, **settings) as servers:
            yield servers
