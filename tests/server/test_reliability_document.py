from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "reliability.md").read_text("utf-8")
ROWS = {"A": 12, "B": 11, "C": 8, "D": 9, "E": 10, "F": 2}


def test_every_row_of_the_fault_list_is_answered() -> None:
    """Each fault that was thought of has its line."""
    found = {name for cell in re.findall(r"^\| ([A-F][^|]*) \|", TEXT, re.MULTILINE) for name in cell.split(", ")}
    assert found == {f"{letter}{number}" for letter, count in ROWS.items() for number in range(1, count + 1)}


def test_every_test_that_is_named_exists() -> None:
    """No line leans on a test that has gone."""
    for name in re.findall(r"`(tests/[\w/]+(?:\.py)?|test_\w+\.py)`", TEXT):
        path = ROOT / name if name.startswith("tests/") else ROOT / "tests" / "server" / name
        assert path.exists(), name
