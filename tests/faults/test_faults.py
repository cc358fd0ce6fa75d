from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from faults.campaign import Plan, run
from faults.nemesis import DEATHS, DISTURBANCES, SERVICES

if TYPE_CHECKING:
    from pathlib import Path

    from services import Postgres, Redis

SEED = os.environ.get("FAULTS_SEED") or secrets.token_hex(4)


async def test_no_fault_loses_a_move(tmp_path: Path) -> None:
    """Through 30 kills, restarts, pauses, locks, full disks and a bad network, what was promised is in the file."""
    print(f"FAULTS_SEED={SEED}")  # noqa: T201 - shown when it fails
    verdict = await run(Plan(SEED, tmp_path, tables=20, faults=DEATHS * 10 + DISTURBANCES))
    print(verdict.summary)  # noqa: T201 - shown when it fails
    assert not verdict.findings, verdict.story
    assert verdict.deaths == 30
    assert verdict.games >= 20
    # A planned restart tells everybody to come back soon.
    assert verdict.closes[1012] > 0
    # The servers did play, and the clients did meet lost answers.
    assert verdict.acked > 200
    assert verdict.unknown > 20


async def test_no_fault_of_a_service_loses_a_move(
    tmp_path: Path, postgres_server: Postgres, redis_server: Redis
) -> None:
    """Two servers share games on PostgreSQL and Redis; each of the four may die, pause or restart under load."""
    print(f"FAULTS_SEED={SEED}")  # noqa: T201 - shown when it fails
    plan = Plan(
        SEED,
        tmp_path,
        tables=6,
        faults=(*DEATHS, *SERVICES, "term", "cut"),
        database=postgres_server.new_database(),
        places=2,
        settings={"bus": redis_server.url},
        services={"postgres": postgres_server, "redis": redis_server},
    )
    verdict = await run(plan)
    print(verdict.summary)  # noqa: T201 - shown when it fails
    assert not verdict.findings, verdict.story
    assert verdict.deaths == len(DEATHS)
    assert verdict.acked > 50
