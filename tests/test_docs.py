"""The documents: their examples run, and what they name exists."""

from __future__ import annotations

import doctest
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import spookymarks
import spookymarks.solver

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path) -> None:
    """Every prompt in a page gives the answer that the page shows."""
    failed, _ = doctest.testfile(str(page), module_relative=False, verbose=False)
    assert failed == 0


@pytest.mark.parametrize("module", [spookymarks, spookymarks.solver], ids=lambda module: module.__name__)
def test_the_examples_of_a_docstring_run(module: ModuleType) -> None:
    """Every prompt in the docstring of a public module gives the answer that it shows."""
    failed, tried = doctest.testmod(module)
    assert tried
    assert failed == 0


def test_the_readme_has_examples() -> None:
    """The README shows the library at work."""
    assert (ROOT / "README.md").read_text("utf-8").count(">>>") >= 5


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_what_a_page_names_exists(page: Path) -> None:
    """Files, make targets and commands that a page names are there."""
    text = page.read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make ([a-z-]+)`", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"
    for name in re.findall(r"`((?:docs|tests|src|native|web|bench)/[\w./-]+)`", text):
        assert (ROOT / name).exists(), name
    for link in re.findall(r"\]\(([\w./-]+)\)", text):
        assert (page.parent / link).exists(), link


def test_no_machine_is_named() -> None:
    """No tracked text names a folder of the machine it was written on, or the host of a package index."""
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    pattern = re.compile(r"(?<![\w.])/(?:work|root|home)/|https?://[\w.-]*(?:pypi|npmjs|pythonhosted)[\w.-]*")
    found = []
    for name in files:
        path = ROOT / name
        if path.exists() and path.suffix in {".py", ".md", ".toml", ".json", ".ts", ".svelte", ".cpp", ".hpp", ""}:
            found += [f"{name}: {match.group()}" for match in pattern.finditer(path.read_text("utf-8"))]
    assert found == []
