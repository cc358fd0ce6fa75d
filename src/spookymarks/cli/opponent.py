"""The computer at the table: its side, its level, and what it decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spookymarks.solver.levels import choose

if TYPE_CHECKING:
    from spookymarks.rules import Action, Letter, Position
    from spookymarks.solver.levels import Player


class Opponent(NamedTuple):
    """A computer player with the letter that it plays; the same seed gives the same games, one after the other."""

    player: Player
    letter: Letter
    seed: int
    game: int = 0

    @property
    def name(self) -> str:
        """What it is called at the table and in a record."""
        return f"Level {self.player.name}"

    @property
    def person(self) -> Letter:
        """The letter of the person it plays against."""
        return "O" if self.letter == "X" else "X"

    def choose(self, position: Position) -> Action:
        """Return what it does; it must be to act."""
        return choose(position, self.player, self.seed, self.game)

    def in_next_game(self) -> Opponent:
        """Return the same opponent for one game more."""
        return self._replace(game=self.game + 1)
