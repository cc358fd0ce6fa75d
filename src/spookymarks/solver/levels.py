"""The computer players: nine levels, the random player and the greedy one, and what they choose.

    >>> from spookymarks.rules import Position
    >>> from spookymarks.solver.levels import choose
    >>> str(choose(Position.start(), 9, seed=1))
    '1-9'

How they decide is in native/levels.hpp, so that the page plays the same without a server. The same position, player,
seed and game always give the same choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spookymarks.kernel import players
from spookymarks.rules import CLASSIC, RULE_SETS
from spookymarks.solver.engine import SolverError, workspaces

if TYPE_CHECKING:
    from spookymarks.rules import Action, Position


@dataclass(frozen=True, slots=True)
class Player:
    """A computer player: its number in the kernel, its name on the command line, and in a sentence what it sees."""

    number: int
    name: str
    sees: str


RANDOM = Player(0, "random", "Sees nothing; every legal action is equally likely.")
GREEDY = Player(10, "greedy", "Sees what its own action decides at once, and nothing after it.")
LEVELS = tuple(
    Player(number, str(number), sees)
    for number, sees in enumerate(
        (
            "Knows the rules, no more: seeks quiet squares, misreads measurements, closes cycles in hope.",
            "Reads its own measurements; of a cycle that it closes it sees the good outcome only, and no stems.",
            "Sees one in five of the other's better outcomes and one stem in four; places anywhere.",
            "Sees three in four of the other's better outcomes and of the stems; likes squares with open lines.",
            "Gives no win away in one action; knows a third of the openings and sees a quarter of the other replies.",
            "Knows two openings in three and sees half of the replies.",
            "Knows most openings and sees three replies in four.",
            "Knows the openings; one reply in eight escapes it.",
            "Sees everything: it keeps value and distance of every position.",
        ),
        1,
    )
)
PLAYERS = {player.name: player for player in (*LEVELS, RANDOM, GREEDY)}
"""Every player by its name."""

LARGEST_SEED = 2**64 - 1


def choose(position: Position, player: Player | int, seed: int = 0, game: int = 0) -> Action:
    """Return the action of a player, or of the level with this number, in a game of a seed.

    Raises SolverError when there is no such level, nobody is to act, or the kernel does not know the board or rules.
    """
    if not isinstance(player, Player):
        player = _level(player)
    if position.board != CLASSIC or RULE_SETS.get(position.rules.name) != position.rules:
        raise SolverError("computer players know the named rule sets on the 3×3 board only")
    if position.to_act is None:
        raise SolverError(
            f"nobody is to act in {position}: {'the game is over' if position.over else 'a coin measures'}"
        )
    with workspaces.lend() as memory:
        return players.choose(position, player.number, seed, game, memory)


def _level(number: int) -> Player:
    if not 1 <= number <= len(LEVELS):
        raise SolverError(f"levels are numbered 1 to {len(LEVELS)}; there is no level {number}")
    return LEVELS[number - 1]
