"""Limits on what one address may do: buckets of allowances that fill up with time, and counts of open connections."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from enum import Enum
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Literal

from spookymarks.server import metrics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from ipaddress import IPv4Network, IPv6Network

    from spookymarks.server.settings import Settings

MAX_ADDRESSES = 10_000
Kind = Literal["messages", "sockets", "guesses", "games", "analyses", "pictures"]


class Bucket:
    """Allows `burst` acts at once and `rate` more each second."""

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_seen")

    def __init__(self, burst: int, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._left = float(burst)
        self._seen = clock()

    def take(self) -> bool:
        """Use one allowance; False when none is left."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket an address; the ones that were used longest ago are forgotten first. `kind`: what they allow."""

    def __init__(self, burst: int, rate: float, kind: Kind) -> None:
        self._kind: Kind = kind
        self._burst = burst
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Use one allowance of an address; False, which is counted, when it has none left."""
        key = network(address)
        bucket = self._buckets.setdefault(key, Bucket(self._burst, self._rate))
        self._buckets.move_to_end(key)
        if len(self._buckets) > MAX_ADDRESSES:
            self._buckets.popitem(last=False)
        allowed = bucket.take()
        if not allowed:
            metrics.limited(self._kind)
        return allowed


class Allowances:
    """What one address may do: `messages` on all its sockets together, opened `sockets`, `guesses`, new `games`.

    A guess is a wrong secret. A right one is never refused: secrets have 192 bits, so nobody is kept from theirs for
    the sake of a neighbour who guesses. The defaults of the settings let a school of 300 people play without notice.
    """

    def __init__(self, settings: Settings) -> None:
        self.messages = Buckets(settings.address_messages_burst, settings.address_messages_per_second, kind="messages")
        self.sockets = Buckets(settings.sockets_burst, settings.sockets_per_minute / 60, kind="sockets")
        self.guesses = Buckets(settings.guesses_burst, settings.guesses_per_minute / 60, kind="guesses")
        self.games = Buckets(settings.games_burst, settings.games_per_minute / 60, kind="games")


class Reception(Enum):
    """How a new connection is received: let in, told that it is one too many, or cut off without a word."""

    IN = "in"
    FULL = "full"
    ADDRESS_FULL = "address"
    CUT = "cut"


class Doors:
    """Counts the open connections of a process, all together and by address.

    The first few beyond a limit hear why, which costs a connection each; all others are cut off. The addresses of
    `exempt` networks, those of our own proxies, stand for many people and have no limit of their own.
    """

    TOLD = 16

    def __init__(self, most: int, most_of_one: int, exempt: Iterable[IPv4Network | IPv6Network] = ()) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._exempt = tuple(exempt)
        self._open: Counter[str] = Counter()
        self._all = 0

    def enter(self, address: str) -> Reception:
        """Count a connection in, whatever becomes of it; each has to `leave`."""
        key = network(address)
        self._open[key] += 1
        self._all += 1
        excess = 0 if self._is_exempt(address) else self._open[key] - self._most_of_one
        if max(excess, self._all - self._most) > self.TOLD:
            return Reception.CUT
        if self._all > self._most:
            return Reception.FULL
        return Reception.ADDRESS_FULL if excess > 0 else Reception.IN

    def leave(self, address: str) -> None:
        """Count a connection out."""
        key = network(address)
        self._open[key] -= 1
        self._all -= 1
        if not self._open[key]:
            del self._open[key]

    def _is_exempt(self, address: str) -> bool:
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._exempt)


@lru_cache(MAX_ADDRESSES)
def network(address: str) -> str:
    """Return what counts as one address: of IPv6 the first half, since the rest is free to its owner.

    What is no address, which only a broken proxy sends, all counts as one.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped) if parsed.ipv4_mapped else parsed.exploded[:19]


def is_loopback(address: str) -> bool:
    """Tell whether an address is this machine's own."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
