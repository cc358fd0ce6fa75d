from __future__ import annotations

import socket
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


def test_a_wrong_setting_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the variable."""
    monkeypatch.setenv("SPOOKYMARKS_BUSY_MS", "soon")
    with pytest.raises(SpookyMarksError, match="the setting SPOOKYMARKS_BUSY_MS is wrong: "):
        run.serve("127.0.0.1", 0)


def test_a_wrong_database_is_one_sentence(tmp_path: Path) -> None:
    """It is found before anything is served."""
    with pytest.raises(SpookyMarksError, match="cannot be opened: unable to open database file"):
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
