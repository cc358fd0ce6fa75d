from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from spookymarks.cli import commands
from spookymarks.server.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")
SETTINGS = {
    name: default.strip(" `")
    for name, default in re.findall(r"^\| `(\w+)` \|(.*?)\| ", PAGE.split("## The database")[0], re.MULTILINE)
}
"""The defaults that the page gives."""

IN_WORDS = {"page": "the packaged one", "analysis_workers": "cores − 1"}


def test_every_setting_is_in_the_page() -> None:
    """The table of the page has all settings and no others."""
    assert set(SETTINGS) == set(Settings.model_fields)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_the_page_has_the_default_of_a_setting(name: str) -> None:
    """What the page says of a setting that is left out is so."""
    default = Settings.model_fields[name].default
    text = "[]" if default == frozenset() else f"{default:g}" if isinstance(default, float) else str(default)
    assert SETTINGS[name] == IN_WORDS.get(name, text)


def test_every_command_for_the_operator_is_in_the_page() -> None:
    """The page shows each command of `admin`, and no other."""
    shown = set(re.findall(r"spookymarks admin ([a-z]+)", PAGE))
    listed = set(re.findall(r"^  ([a-z]+) ", CliRunner().invoke(commands, ["admin"]).stdout, re.MULTILINE))
    assert shown == listed


def test_the_options_that_the_page_uses_exist() -> None:
    """Every option of our own command that the page shows is one that its help knows."""
    for line in re.findall(r"spookymarks ((?:serve|admin)[^`#\n&]*)", PAGE):
        words = line.split()
        command = words[:2] if words[0] == "admin" and words[1:2] and words[1].isalpha() else words[:1]
        told = CliRunner().invoke(commands, [*command, "--help"]).stdout
        for option in re.findall(r"--[a-z-]+", line):
            assert option in told, line
