"""What several commands take: the option --rules, and text from a file or from standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from spookymarks.errors import SpookyMarksError
from spookymarks.rules import RULE_SETS, STANDARD, RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_FILE = 4 << 20
"""Bytes; no file of games for this program comes near, and a device without an end is refused in time."""


def _by_name(_context: click.Context, _parameter: click.Parameter, name: str) -> RuleSet:
    return RULE_SETS[name]


rules_option = click.option(
    "--rules",
    type=click.Choice(list(RULE_SETS)),
    default=STANDARD.name,
    show_default=True,
    callback=_by_name,
    help="The rule set.",
)


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`.

    Raises SpookyMarksError when it cannot be read, is larger than LARGEST_FILE or is not UTF-8.
    """
    try:
        content = _read(sys.stdin.buffer) if name == "-" else _read_file(Path(name).expanduser())
    except (OSError, ValueError, RuntimeError) as error:
        raise SpookyMarksError(f"{name!r} cannot be read: {reason(error)}.") from None
    if len(content) > LARGEST_FILE:
        raise SpookyMarksError(f"{name!r} is larger than {LARGEST_FILE >> 20} MiB, which no game is.")
    return _decode(content, repr(name))


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input without their ends; raises SpookyMarksError at one that is not UTF-8."""
    for number, line in enumerate(sys.stdin.buffer, 1):
        yield _decode(line, f"line {number}").rstrip("\r\n")


def reason(error: Exception) -> str:
    """Return why a file cannot be used, without the name that the caller gives."""
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return _read(file)


def _read(file: BinaryIO) -> bytes:
    return file.read(LARGEST_FILE + 1)


def _decode(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SpookyMarksError(f"{name} is not UTF-8 text: byte {error.start + 1} is wrong.") from None
