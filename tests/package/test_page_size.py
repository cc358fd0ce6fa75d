"""The size of the built page, compressed; what a visit really loads is measured by tests/browser/test_budget.py."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import spookymarks

PAGE = Path(spookymarks.__file__).parent / "page"


def _compressed(*paths: Path) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)


def test_the_frame_is_small() -> None:
    """The document and the script and style that it names, which every visit loads, fit into 36 kB."""
    document = PAGE / "index.html"
    named = re.findall(r'(?:src|href)="/(assets/[^"]+)"', document.read_text("utf-8"))
    assert len(named) >= 2
    assert _compressed(document, *(PAGE / name for name in named)) <= 36_000


def test_all_that_is_kept_for_later_is_small() -> None:
    """Every view in every language, the kernel and the service worker, which a device keeps, fit into 300 kB."""
    files = [path for path in PAGE.rglob("*") if path.suffix in {".html", ".js", ".css", ".wasm", ".svg"}]
    assert 0 < _compressed(*files) <= 300_000
