"""Copying a SQLite database while a server uses it: a whole snapshot in one file, or none."""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from spookymarks.server.database import database_url
from spookymarks.server.errors import ServerError

PAGES = 1024
"""Pages copied between two looks for Ctrl-C."""


def back_up(database: str, target: Path) -> None:
    """Copy a SQLite database into a new file, as it is now.

    Games go on meanwhile: readers and writers do not wait for each other. The file appears under its name only when it
    is complete, sound and on disk, and it needs no second file beside it.
    Raises ServerError, in one sentence, when the target exists, when either file cannot be used, when the copy does not
    pass SQLite's own check, and for PostgreSQL, which has a tool of its own.
    """
    source = _source(database)
    if os.path.lexists(target):
        raise ServerError(f"the file {str(target)!r} exists already; a backup overwrites nothing")
    part = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part")
    try:
        _copy(source, part)
        _sync(part)
        # Windows and some file systems have no other way to claim a name; it is empty for this moment only.
        target.touch(exist_ok=False)
        part.replace(target)
        _sync(target.parent)
    except FileExistsError:
        raise ServerError(f"the file {str(target)!r} exists already; a backup overwrites nothing") from None
    except (sqlite3.Error, OSError) as error:
        text = getattr(error, "strerror", None) or error
        raise ServerError(f"the database {str(source)!r} cannot be copied to {str(target)!r}: {text}") from None
    finally:
        for leftover in (part, part.with_name(f"{part.name}-journal")):
            leftover.unlink(missing_ok=True)


def read_only(path: Path) -> str:
    """Return the URI under which SQLite opens a file without the right to change it."""
    return f"{path.absolute().as_uri()}?mode=ro"


def _source(database: str) -> Path:
    url = database_url(database)
    if url.get_backend_name() != "sqlite":
        raise ServerError("only a SQLite database is copied here; use pg_dump for PostgreSQL, also while games go on")
    path = Path(url.database or "")
    if not path.is_file():
        raise ServerError(f"there is no database {str(path)!r}")
    return path


def _copy(path: Path, part: Path) -> None:
    with closing(sqlite3.connect(read_only(path), uri=True, isolation_level=None)) as source:
        # The snapshot is taken here. Without it each write of the server would make the copy start again.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        with closing(sqlite3.connect(part, isolation_level=None)) as target:
            source.backup(target, pages=PAGES)
            target.execute("PRAGMA journal_mode = DELETE")
            found = [str(row[0]) for row in target.execute("PRAGMA integrity_check(1)")]
    if found != ["ok"]:
        raise sqlite3.DatabaseError(f"the copy is damaged: {' '.join(found)}")


def _sync(path: Path) -> None:
    """Make the kernel write a file or the entries of a folder to disk; some systems refuse it for folders."""
    with suppress(PermissionError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
