"""What the commands that need the server's packages say when these are missing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from spookymarks.errors import SpookyMarksError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def server_packages() -> Iterator[None]:
    """Run what imports the server; raises SpookyMarksError, which says how to install it, when a package is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("spookymarks"):
            raise
        raise SpookyMarksError(
            f"the server needs more packages ({error.name} is missing): pip install 'spookymarks[server]'"
        ) from None
