from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server.harness import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from services import Postgres


def _checked_stop(server: Server) -> None:
    server.stop()
    assert not server.errors(), server.log.read_text()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not end it; its log must stay free of errors."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    _checked_stop(server)


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Start servers that a test may end; each, unless it says otherwise, in the folder of the first."""
    folder = tmp_path_factory.mktemp("games")
    servers: list[Server] = []

    def start(**settings: object) -> Server:
        servers.append(Server(folder, **settings))
        return servers[-1]

    yield start
    for server in servers:
        _checked_stop(server)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that nobody has used: a file, and one in a real PostgreSQL server."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.sqlite")
        return
    postgres: Postgres = request.getfixturevalue("postgres_server")
    url = postgres.new_database()
    yield url
    # Each takes 7 MB, and all of them together would take long to remove.
    postgres.query(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")
