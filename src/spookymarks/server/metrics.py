"""What the server counts about itself, and nothing about anybody: every label has a few fixed values."""

from __future__ import annotations

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

from spookymarks import __version__

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})

_sockets = Gauge("spookymarks_sockets", "Open sockets that have said hello.", ["role"], multiprocess_mode="livesum")
_rooms = Gauge("spookymarks_rooms", "Games in memory.", multiprocess_mode="livesum")
_bus = Gauge("spookymarks_bus_sure", "1 while hints of other processes arrive.", multiprocess_mode="livemin")
_start = Gauge("spookymarks_start_time_seconds", "Start of the oldest process.", multiprocess_mode="livemin")
_build = Gauge("spookymarks_build_info", "The version of the program.", ["version"], multiprocess_mode="livemax")
_commands = Counter("spookymarks_commands", "Commands by kind and answer: ack, or a code.", ["kind", "answer"])
_commit = Histogram(
    "spookymarks_commit_seconds",
    "Time of one transaction.",
    buckets=(0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1, 2, 5),
)
_jobs = Histogram("spookymarks_commit_jobs", "Pieces of work in one transaction.", buckets=(1, 2, 4, 8, 16, 32, 64))
_overflows = Counter("spookymarks_outbox_overflows", "Sockets given up because they did not read.")
_foreign = Counter("spookymarks_origins_refused", "Sockets refused because of their origin.")
_limited = Counter("spookymarks_limited", "Refusals because an allowance was used up.", ["kind"])
_turned_away = Counter("spookymarks_connections_refused", "Connections ended before the application.", ["reason"])
_requests = Counter("spookymarks_http_requests", "HTTP requests.", ["method", "route", "status"])


def begin() -> None:
    """Note that a server process begins, and of which version."""
    _start.set_to_current_time()
    _build.labels(__version__).set(1)


def entered(role: str) -> None:
    """Count a socket that has a role from now on."""
    _sockets.labels(role).inc()


def left(role: str) -> None:
    """Count a socket that had a role."""
    _sockets.labels(role).dec()


def rooms(count: int) -> None:
    """Set how many games are in memory."""
    _rooms.set(count)


def bus(sure: bool) -> None:
    """Set whether the hints of other processes arrive."""
    _bus.set(sure)


def command(kind: object, answer: str) -> None:
    """Count an answered command: its message type, and `ack` or the code of the refusal."""
    _commands.labels(kind, answer).inc()


def commit(seconds: float, jobs: int) -> None:
    """Count a transaction."""
    _commit.observe(seconds)
    _jobs.observe(jobs)


def overflow() -> None:
    """Count a socket that did not read."""
    _overflows.inc()


def foreign_origin() -> None:
    """Count a socket of another web page."""
    _foreign.inc()


def limited(kind: str) -> None:
    """Count a refusal by an allowance."""
    _limited.labels(kind).inc()


def turned_away(reason: str) -> None:
    """Count a connection that never got to the application."""
    _turned_away.labels(reason).inc()


def request(method: str, route: str, status: int) -> None:
    """Count an HTTP request; `route` is the template of its path."""
    _requests.labels(method if method in _METHODS else "other", route, status).inc()


def exposition() -> bytes:
    """Return everything in Prometheus' text format, of all processes that share a folder."""
    if _FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def ended(process: int) -> None:
    """Forget what a process that has ended had open."""
    if _FOLDER in os.environ:
        multiprocess.mark_process_dead(process)  # type: ignore[no-untyped-call]
