"""Series of games: the rematch, with sides swapped and the running score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.server.seats import digest, new_secret, other
from spookymarks.server.store import Series, StoredGame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spookymarks.server.ledger import Ledger
    from spookymarks.server.seats import Digest, Seat


def rematch(game: Ledger, seats: Mapping[Seat, Digest], series: Series) -> StoredGame:
    """Return the game that a finished game names as its rematch: same terms, same owners on the other sides."""
    if game.next is None or game.end is None:
        raise ValueError("only a finished game has a rematch")
    score = game.end.score
    return StoredGame(
        game.next,
        game.terms,
        # Both seats have owners, so nobody holds a secret that opens one.
        "O",
        digest(new_secret()),
        {other(seat): token for seat, token in seats.items()},
        Series(series.halves_o + round(2 * score.o), series.halves_x + round(2 * score.x), series.earlier + 1),
    )
