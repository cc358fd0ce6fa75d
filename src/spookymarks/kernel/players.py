"""The kernel's computer players, by number: what they choose, and duels between them. See native/levels.hpp."""

from __future__ import annotations

import ctypes
from struct import Struct
from typing import TYPE_CHECKING

from spookymarks.kernel.calls import Memory, packed, rules_number, zeroed
from spookymarks.kernel.library import library
from spookymarks.rules import CLASSIC

if TYPE_CHECKING:
    from spookymarks.rules import Action, Position, RuleSet

LEADS = 9
"""A game ends with a lead of −4 to 4 halves of a point."""

_DUEL = Struct(f"<{2 * LEADS}Q")


def choose(position: Position, player: int, seed: int, game: int, memory: Memory) -> Action:
    """Return what a player does in a game of a seed; somebody, not a coin, must be to act.

    `memory` is a `workspace`, used by one call at a time.
    """
    action = int(library().sm_choose(*packed(position), player, seed, game, memory))
    return CLASSIC.actions.all[action]


def duel_memory() -> Memory:
    """Return new memory for the duels of one rule set: 16 MiB."""
    return zeroed(library().sm_memory_size())


def duel(  # noqa: PLR0913, PLR0917 - the kernel's own arguments
    rules: RuleSet, players: tuple[int, int], seed: int, first: int, games: int, memory: Memory
) -> tuple[int, ...]:
    """Play the games `first` to `first + games - 1` of a seed; the first player is X in those with an even number.

    Returns how many of them ended with the first player ahead by −4, −3 … 4 halves: as X, then as O.
    """
    record = ctypes.create_string_buffer(_DUEL.size)
    library().sm_duel(rules_number(rules), *players, seed, first, games, memory, record)
    return _DUEL.unpack(record.raw)
