"""What a picture shows, in words: a headline and a description, for those who cannot see it and for link previews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.notation.replay import points

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
    both = f"X {points(x)} : {points(o)} O"
    return f"a draw, {both}" if x == o else f"{'X' if x > o else 'O'} wins, {both}"


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
