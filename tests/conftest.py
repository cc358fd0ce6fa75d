"""What holds for all tests: no deadline for property tests, as machines are shared, and the servers they may use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from services import Postgres, Redis, postgres, redis

if TYPE_CHECKING:
    from collections.abc import Iterator

settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests; who ends or pauses it starts it again."""
    with postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """One Redis server for all tests; who ends or pauses it starts it again."""
    with redis() as server:
        yield server
