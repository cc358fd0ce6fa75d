"""What a picture shows, in words: a headline and a description, for those who cannot see it and for link previews."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spookymarks.notation.replay import ReplayDocument, ScoreDocument

GAME = "Quantum Tic-Tac-Toe"


def headline(replay: ReplayDocument) -> str:
    """Say what the position waits for, or how the game ended."""
    score, actor = replay["score"], replay["to_act"]
    if score is not None:
        return f"{GAME}: {result(score)}"
    if replay["phase"] == "measure":
        return f"{GAME}: {actor} to choose" if actor else f"{GAME}: the coin to choose"
    return f"{GAME}: {actor} to place"


def result(score: ScoreDocument) -> str:
    """Say who has won, and the points."""
    x, o = score["X"], score["O"]
    points = f"X {points_of(x)} : {points_of(o)} O"
    return f"a draw, {points}" if x == o else f"{'X' if x > o else 'O'} wins, {points}"


def description(replay: ReplayDocument) -> str:
    """Say where every mark stands."""
    settled = [f"{mark} in {square}" for square, mark in enumerate(replay["squares"], 1) if mark]
    spooky = ["{} in {} and {}".format(pair["mark"], *pair["squares"]) for pair in replay["spooky"]]
    parts = []
    if settled:
        parts.append(f"Settled: {', '.join(settled)}.")
    if spooky:
        parts.append(f"Spooky pairs: {', '.join(spooky)}.")
    return " ".join(parts) or "The board is empty."


def points_of(value: float) -> str:
    """Write points: 0, ½, 1, 1½, 2."""
    whole = int(value)
    return str(whole) if value == whole else f"{whole or ''}½"
