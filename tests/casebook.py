"""The case book: games that real programs get wrong, with what the rules say, for every implementation to replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "cases"


def cases() -> list[dict[str, Any]]:
    """Return the cases: `rules`, `game` and the keys of Replay JSON to `expect` after it."""
    return _read("cases.jsonl")


def refusals() -> list[dict[str, Any]]:
    """Return the wrong games: `game`, the token that must be `refused`, and a word of the reason, `because`."""
    return _read("refusals.jsonl")


def case_id(case: dict[str, Any]) -> str:
    """Name a case in test reports."""
    return f"{case['case']:g}: {case['game']}"


def _read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_FOLDER / name).read_text("utf-8").splitlines()]
