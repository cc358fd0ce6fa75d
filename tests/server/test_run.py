from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from spookymarks.errors import SpookyMarksError
from spookymarks.server import run
from spookymarks.server.origin import origin_allowed

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the test process's own logging as it is."""
    monkeypatch.setattr(run, "configure_logging", lambda: None)


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    """Somebody else listens there: the sentence names the address and the port."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        with pytest.raises(SpookyMarksError, match=rf"cannot listen on 127\.0\.0\.1, port {port}: "):
            run.serve("127.0.0.1", port, str(tmp_path / "games.sqlite"))


@pytest.mark.parametrize(("host", "port"), [("no.such.host.invalid", 0), ("127.0.0.1", 70000)])
def test_an_impossible_address_is_one_sentence(tmp_path: Path, host: str, port: int) -> None:
    """A host that is none and a port out of range are refused alike."""
    with pytest.raises(SpookyMarksError, match=f"cannot listen on {host}, port {port}: "):
        run.serve(host, port, str(tmp_path / "games.sqlite"))


def test_answers_are_not_held_back() -> None:
    """Small packets leave at once: without this option an answer in two parts waits for an acknowledgement."""
    with closing(run._listen("127.0.0.1", 0)) as listener:
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_what_nobody_takes_is_given_up() -> None:
    """The kernel ends a connection whose peer has taken nothing for half a minute."""
    with closing(run._listen("127.0.0.1", 0)) as listener:
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000


FILES = """
import resource, sys
from spookymarks.server.run import _with_files
from spookymarks.server.settings import Settings
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))
settings = _with_files(Settings(connections=1000))
print(settings.connections, *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(
    ("soft", "hard", "connections", "now", "words"),
    [
        (256, 4096, 1000, 1100, 0),
        (2000, 4096, 1000, 2000, 0),
        (256, 600, 500, 600, 1),
    ],
    ids=["raised", "enough", "forbidden"],
)
def test_there_are_as_many_open_files_as_connections(
    soft: int, hard: int, connections: int, now: int, words: int
) -> None:
    """The soft limit is raised; where the hard one is too low, one sentence says how many connections that leaves."""
    command = [sys.executable, "-c", FILES, str(soft), str(hard)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    *said, last = done.stdout.splitlines()
    assert last == f"{connections} {now} {hard}"
    assert len(said) == words
    if words:
        assert "the system allows a process 600 open files, so it takes 500 connections at once and not 1000" in said[0]


def test_a_wrong_bus_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is found before anything is served, and said once, not by every worker."""
    monkeypatch.setenv("SPOOKYMARKS_BUS", "kafka://127.0.0.1")
    with pytest.raises(SpookyMarksError, match="the setting SPOOKYMARKS_BUS is wrong: "):
        run.serve("127.0.0.1", 0, str(tmp_path / "games.sqlite"))


def test_a_wrong_setting_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the variable."""
    monkeypatch.setenv("SPOOKYMARKS_BUSY_MS", "soon")
    with pytest.raises(SpookyMarksError, match="the setting SPOOKYMARKS_BUSY_MS is wrong: "):
        run.serve("127.0.0.1", 0)


def test_a_wrong_database_is_one_sentence(tmp_path: Path) -> None:
    """It is found before anything is served."""
    with pytest.raises(SpookyMarksError, match="cannot be opened: there is no folder"):
        run.serve("127.0.0.1", 0, str(tmp_path / "none" / "games.sqlite"))


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "play.example", True),
        ("https://play.example", "play.example", True),
        ("http://play.example:8000", "play.example:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://play.example", "Play.Example", True),
        ("https://friend.example", "play.example", True),
        ("https://play.example", None, False),
        ("https://play.example.evil.example", "play.example", False),
        ("https://evil.play.example", "play.example", False),
        ("https://play.example:444", "play.example", False),
        ("ftp://play.example", "play.example", False),
        ("https://play.example/path", "play.example", False),
        ("https://friend.example:444", "play.example", False),
        ("null", "play.example", False),
        ("", "", False),
    ],
)
def test_origins_are_compared_whole(origin: str | None, host: str | None, allowed: bool) -> None:
    """Scheme, host and port count; nothing before, behind or beside them does."""
    assert origin_allowed(origin, host, frozenset({"https://friend.example"})) is allowed
