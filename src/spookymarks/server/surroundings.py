"""What all live games of a process share: the store, the bus to the other processes, and the process's own times."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from spookymarks.server.bus import Bus
    from spookymarks.server.store import Store
    from spookymarks.server.vitals import Vitals


class Surroundings:
    """The parts around rooms. `clock`: the process's own seconds, which only go forward."""

    def __init__(self, store: Store, bus: Bus, vitals: Vitals) -> None:
        self.store = store
        self.bus = bus
        self.vitals = vitals
        self.clock: Callable[[], float] = asyncio.get_running_loop().time
