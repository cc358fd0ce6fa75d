"""The page in Firefox: it loads, a cycle is played and measured, the computer answers, and no error is reported."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from browser.firefox import PROGRAM, firefox

if TYPE_CHECKING:
    from pathlib import Path

    from browser.stage import Site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(shutil.which(PROGRAM) is None, reason=f"{PROGRAM} is not installed"),
]


def test_a_game_in_firefox(site: Site, tmp_path: Path) -> None:
    """Two people play a cycle and its collapse, and then somebody plays the computer."""
    with firefox(tmp_path) as browser:
        browser.open(site.url)
        browser.press("^Pass and play$")
        for square in (1, 5, 1, 5):
            browser.press(f"^Square {square},")
        browser.sees("X chooses")
        browser.press(r"^A: ")
        browser.sees("O2 in 1|O2 settled|settle")
        browser.open(f"{site.url}/computer#level=1&side=X")
        browser.press("^Play against level 1")
        for square in (1, 5):
            browser.press(f"^Square {square},")
        browser.sees("O placed O2")
        assert browser.faults == []
