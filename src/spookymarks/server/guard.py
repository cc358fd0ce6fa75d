"""The guard of a database file: no second server serves it, because each would know only its own moves."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from spookymarks.server.database import database_url
from spookymarks.server.errors import ServerError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def only_server(database: str) -> Iterator[None]:
    """Hold a SQLite database for this process while the block runs; of other databases nothing is held.

    What is held is a lock of the operating system on a file beside the database, so a killed process leaves none.
    Raises ServerError when another process holds it, or the file cannot be made.
    """
    url = database_url(database)
    if url.get_backend_name() != "sqlite":
        yield
        return
    file = Path(url.database or "").resolve()
    if not file.parent.is_dir():
        raise ServerError(f"the database {file} cannot be opened: there is no folder {file.parent}")
    lock = FileLock(f"{file}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise ServerError(f"the database {file} is served by another process; stop that one first") from None
    except OSError as error:
        raise ServerError(f"the database {file} cannot be opened: {error.strerror}") from None
    try:
        yield
    finally:
        lock.release()
