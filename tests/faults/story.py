"""A failure as a story that a person can read: the game, what happened last, the commands in question, the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from faults.history import Note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from faults.checker import Finding
    from faults.history import Game, History
    from faults.stored import StoredGame

LINES = 30
FINDINGS = 12


def tell(findings: Sequence[Finding], history: History, stored: dict[str, StoredGame], seed: str) -> str:
    """Return the first finding with its game's story, the sentences of the others, and how to run it again."""
    first = findings[0]
    parts = [f"FAULTS_SEED={seed}: {len(findings)} findings", ""]
    parts += [f"- {f'game {each.game}: ' if each.game else ''}{each.sentence}" for each in findings[:FINDINGS]]
    if first.game is not None and first.game in history.games:
        parts += ["", *_game(first, history.games[first.game], history, stored.get(first.game))]
    return "\n".join(part[:2000] for part in parts)


def _game(finding: Finding, game: Game, history: History, rows: StoredGame | None) -> list[str]:
    notes = sorted([*game.notes, *(Note(at, f"--- {text}") for at, text in history.faults)])
    # Up to a little after the revision or command in question, if it is named in the notes.
    wanted = [text for text in (finding.command, finding.sentence) if text]
    last = max((place for place, note in enumerate(notes) if any(each in note.text for each in wanted)), default=None)
    end = len(notes) if last is None else last + 5
    begin = notes[0].at if notes else 0.0
    lines = [f"game {game.id}, {game.rules}, clock {game.clock}, takebacks {game.takebacks}:"]
    lines += [f"  {note.at - begin:8.3f}  {note.text}" for note in notes[max(0, end - LINES) : end]]
    if finding.command in game.commands:
        lines += ["the command:", f"  {game.commands[finding.command]}"]
    if rows is None:
        return [*lines, "the store has no such game"]
    around = rows.facts if finding.rev is None else rows.facts[max(0, finding.rev - 8) : finding.rev + 3]
    return [*lines, "the store:", *(f"  {fact}" for fact in around[-12:])]
