"""What the network does to one connection, drawn from a seed so that it can be drawn again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random


@dataclass(frozen=True, slots=True)
class Weather:
    """The lot of one connection.

    `delay`: seconds that every piece may wait, each way. `cut_up`, `cut_down`: after how many bytes from the client or
    from the server the line breaks, both ways. `deaf_after` and `deaf_for`: after how many bytes from the server it is
    not read any more, and for how many seconds. `drop`, `double`, `swap`: the chances of each text message from the
    server to be lost, to come twice, to come after the next one.
    """

    delay: float = 0
    cut_up: int | None = None
    cut_down: int | None = None
    deaf_after: int | None = None
    deaf_for: float = 0
    drop: float = 0
    double: float = 0
    swap: float = 0

    @property
    def mutates(self) -> bool:
        """Whether messages may be lost, repeated or out of order."""
        return bool(self.drop or self.double or self.swap)


CALM = Weather()


def draw(rng: random.Random) -> Weather:
    """Return the weather of one more connection; every second one is calm."""
    # The first welcome has 1.2 kB or so, and an event as many: a cut comes early or late in a connection's life.
    length = rng.choice((200, 400, 1000, 4000, 20_000))
    match rng.choice(("calm",) * 6 + ("delay", "cut up", "cut down", "deaf", "mutate", "mutate")):
        case "delay":
            return Weather(delay=rng.uniform(0.002, 0.05))
        case "cut up":
            return Weather(cut_up=rng.randrange(length // 4, length))
        case "cut down":
            return Weather(cut_down=rng.randrange(length))
        case "deaf":
            return Weather(deaf_after=rng.randrange(length), deaf_for=rng.uniform(0.3, 2))
        case "mutate":
            return Weather(drop=rng.choice((0, 0.1)), double=rng.choice((0, 0.2)), swap=0.1)
    return CALM
