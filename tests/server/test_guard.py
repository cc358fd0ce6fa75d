from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from server.harness import Server
from spookymarks.errors import SpookyMarksError
from spookymarks.server.guard import only_server

if TYPE_CHECKING:
    from pathlib import Path


def test_a_second_server_on_the_same_file_refuses(tmp_path: Path) -> None:
    """One sentence names the file, also when it is called by another name; the first server goes on."""
    first = Server(tmp_path)
    other_name = tmp_path / "link.sqlite"
    other_name.symlink_to(first.database)
    sentence = f"the database {first.database} is served by another process; stop that one first"
    for name in (str(first.database), f"sqlite:///{first.database}", str(other_name)):
        with pytest.raises(SpookyMarksError) as caught, only_server(name):
            pass
        assert str(caught.value) == sentence
    command = [sys.executable, "-m", "spookymarks", "serve", "--port", "0", "--database", str(first.database)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    second = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert second.returncode == 2
    assert second.stderr.splitlines() == [f"spookymarks: {sentence}"]
    assert first.alive
    first.stop()


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_server_that_has_ended_holds_nothing(tmp_path: Path, end: str) -> None:
    """Stopped or killed, it leaves a file at most, and the next one starts."""
    first = Server(tmp_path)
    getattr(first, end)()
    second = Server(tmp_path)
    assert second.alive
    second.stop()


def test_other_files_are_free(tmp_path: Path) -> None:
    """Each file has a guard of its own."""
    with only_server(str(tmp_path / "first.sqlite")), only_server(str(tmp_path / "second.sqlite")):
        pass


def test_the_same_process_can_hold_a_file_again(tmp_path: Path) -> None:
    """What the block held is free after it, whether it ended well or not."""
    with pytest.raises(ZeroDivisionError), only_server(str(tmp_path / "games.sqlite")):
        raise ZeroDivisionError
    with only_server(str(tmp_path / "games.sqlite")):
        pass


def test_a_file_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    """A folder that is missing is named, and not made."""
    sentence = f"cannot be opened: there is no folder {tmp_path}/none$"
    with pytest.raises(SpookyMarksError, match=sentence), only_server(str(tmp_path / "none" / "games.sqlite")):
        pass
    assert not (tmp_path / "none").exists()


def test_a_database_server_is_not_held() -> None:
    """Several processes may serve one PostgreSQL database."""
    with only_server("postgresql://host/games"), only_server("postgresql://host/games"):
        pass
