"""The long run: `python -m faults --minutes 30 --games 200` from the folder `tests`."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import resource
import secrets
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from faults.campaign import Plan, run
from faults.nemesis import DEATHS, DISTURBANCES, SERVICES
from services import postgres, redis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from services import Postgres


def main() -> int:
    """Run rounds until the time is over or something is wrong; the exit status says which."""
    parser = argparse.ArgumentParser(prog="python -m faults", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1, help="how long; a round that has begun is finished")
    parser.add_argument("--games", type=int, default=20, help="how many games are played at once")
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=2, help="how many servers, with postgresql")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="the seed of a run that is to be repeated")
    arguments = parser.parse_args()
    # Each socket is one here and two in the proxy.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="spookymarks-faults-") as folder, ExitStack() as stack:
        plan = Plan(arguments.seed, Path(folder), arguments.games, DEATHS * 10 + DISTURBANCES)
        if arguments.store == "sqlite":
            return _rounds(plan, arguments.minutes, None)
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis())
        plan = replace(
            plan,
            faults=DEATHS * 5 + ("term", "pause", "cut") + SERVICES,
            places=arguments.processes,
            services={"postgres": database, "redis": bus},
            settings={"bus": bus.url},
        )
        return _rounds(plan, arguments.minutes, database)


def _rounds(plan: Plan, minutes: float, database: Postgres | None) -> int:
    end = time.monotonic() + 60 * minutes
    for each in _plans(plan, database):
        print(f"seed {each.seed}", flush=True)  # noqa: T201 - a command prints
        verdict = asyncio.run(run(each))
        print(verdict.summary, flush=True)  # noqa: T201
        if verdict.findings:
            print(verdict.story)  # noqa: T201
            return 1
        if time.monotonic() > end:
            break
    return 0


def _plans(plan: Plan, database: Postgres | None) -> Iterator[Plan]:
    """Yield a plan for each round: its seed and its store are its own, the first has the seed that was given."""
    for number in itertools.count():
        folder = plan.folder / str(number)
        folder.mkdir()
        url = "" if database is None else database.new_database()
        yield replace(plan, seed=plan.seed if not number else f"{plan.seed}.{number}", folder=folder, database=url)


if __name__ == "__main__":
    sys.exit(main())
