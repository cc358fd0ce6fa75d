from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from faults import hooks, mutants
from faults.campaign import Plan, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROUNDS = 5
BEFORE, AFTER = hooks.KILL_BEFORE, hooks.KILL_AFTER


@pytest.mark.parametrize(
    ("mutant", "faults", "sentence"),
    [
        (mutants.forget_commands, (AFTER, "cut", AFTER), r"in the store \d times|refused"),
        (mutants.acknowledge_first, (BEFORE, BEFORE, BEFORE), r"acknowledged as revision \d+, but"),
        (mutants.announce_first, (BEFORE, BEFORE, BEFORE), r"a client saw event|was welcomed at revision"),
        (mutants.let_anybody_act, ("cut", "cut", "cut"), r"which is not what was sent"),
        (mutants.believe_failed_commits, ("full", "full"), r"entry \d+ follows entry \d+"),
        (mutants.move_stale_commands, ("cut", "cut", "cut"), r"its sender cannot have seen"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
async def test_the_harness_sees_a_broken_server(
    tmp_path: Path, mutant: Callable[[], None], faults: tuple[str, ...], sentence: str
) -> None:
    """A server without one of the guards fails the same check that the real one passes, and the sentence says why."""
    code = f"from faults import mutants\nmutants.{mutant.__name__}()\n"
    found: list[str] = []
    for number in range(ROUNDS):
        folder = tmp_path / str(number)
        folder.mkdir()
        sabotage = mutants.WITHOUT_COMMAND_KEY if mutant is mutants.forget_commands else ()
        seed = f"{mutant.__name__}/{number}"
        verdict = await run(Plan(seed, folder, 8, faults, mutant=code, sabotage=sabotage))
        found += [finding.sentence for finding in verdict.findings]
        told = next((each for each in found if re.search(sentence, each)), None)
        if told is not None:
            print(f"{mutant.__name__}: {told}")  # noqa: T201 - the proof, with `pytest -s`
            return
    pytest.fail(f"{mutant.__name__} was not seen in {ROUNDS} rounds; found: {found[:5]}")
