"""The page's budget: what a first visit loads, compressed."""

from __future__ import annotations

import gzip
from pathlib import Path

import spookymarks

PAGE = Path(spookymarks.__file__).parent / "page"


def _compressed(*patterns: str) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9)) for pattern in patterns for path in PAGE.glob(pattern))


def test_a_first_visit_is_small() -> None:
    """Document, script and style fit into 60 kB, and into 100 kB with the kernel."""
    page = _compressed("index.html", "assets/*.js", "assets/*.css")
    kernel = _compressed("assets/*.wasm")
    assert 0 < page <= 60_000
    assert kernel > 0
    assert page + kernel <= 100_000
