from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from spookymarks.server import protocol
from spookymarks.server.edge import MAX_BODY
from spookymarks.server.errors import Code
from spookymarks.server.settings import Settings

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
# The WebSocket library closes with these by itself.
LIBRARY_CODES = {1007}


def _section(heading: str) -> str:
    found = re.search(rf"^(#+) {re.escape(heading)}$(.*?)(?=^#{{1,9}} |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None, heading
    return found[2]


def _fields(section: str) -> set[str]:
    heads = re.findall(r"^- (`.*?):", section, re.MULTILINE)
    return {name for head in heads for name in re.findall(r"`(\w+)`", head)}


def _messages(union: object) -> dict[str, type[msgspec.Struct]]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


CLIENT = _messages(protocol.ClientMessage)
SERVER = _messages(protocol.ServerMessage)


def test_the_document_has_exactly_the_messages_of_the_protocol() -> None:
    """Every message type is described, and no other."""
    assert re.findall(r"^#### `(\w+)`$", TEXT, re.MULTILINE) == [*CLIENT, *SERVER]


@pytest.mark.parametrize("name", [*CLIENT, *SERVER])
def test_every_field_of_a_message_is_described_and_shown(name: str) -> None:
    """The list of fields and the example have the fields of the type, in both directions."""
    kind = (CLIENT | SERVER)[name]
    section = _section(f"`{name}`")
    example = re.search(r"```json\n(.*)\n```", section)
    assert example is not None
    assert _fields(section) == set(kind.__struct_fields__)
    shown = msgspec.json.decode(example[1])
    assert shown.pop("t") == name
    assert list(shown) == list(kind.__struct_fields__)
    if name in CLIENT:
        assert protocol.decode(example[1].encode()) == kind(**shown)
    else:
        encoded = protocol.encode(kind(**{**shown, **({"state": msgspec.Raw(b"{}")} if "state" in shown else {})}))
        assert encoded == example[1]


def test_the_state_is_described() -> None:
    """The list of the state's fields is complete."""
    assert _fields(_section("The state")) == set(protocol.State.__struct_fields__)


def test_every_code_is_described() -> None:
    """The table of refusals has all codes and no others."""
    assert re.findall(r"^\| `(\w+)` \|", _section("Codes of refusals"), re.MULTILINE) == [str(code) for code in Code]


def test_every_close_code_is_described() -> None:
    """The table of close codes has all that the server uses, and those of its library."""
    described = {int(code) for code in re.findall(r"^\| (\d{4}) \|", _section("Close codes"), re.MULTILINE)}
    ours = {value for name, value in vars(protocol.CloseCode).items() if name.isupper()}
    assert described == ours | LIBRARY_CODES


def test_the_numbers_in_the_document_are_the_settings() -> None:
    """Limits that the document names are the ones that are in force."""
    settings = Settings()
    for sentence in (
        f"The client speaks first, within {settings.hello_seconds:g} seconds",
        f"{protocol.MAX_BYTES} bytes at most from the client",
        f"{MAX_BODY} bytes at most",
        f"may send {settings.messages_burst} messages at once and {settings.messages_per_second:g} more each second",
    ):
        assert sentence in TEXT
