"""`perft`: the counts, whoever counts them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from spookymarks import kernel
from spookymarks.cli import commands
from spookymarks.cli.perft import count, count_in_python
from spookymarks.rules import RULE_SETS, Position

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Invoke = Callable[..., Result]


@pytest.mark.parametrize(("depth", "nodes"), list(enumerate([1, 36, 1296, 45432, 1531656, 48684888])))
def test_the_standard_counts(depth: int, nodes: int) -> None:
    """The number of action sequences from the empty board, on a line of its own."""
    done = CliRunner().invoke(commands, ["perft", str(depth)])
    assert (done.exit_code, done.output) == (0, f"{nodes}\n")


def test_split_adds_up(invoke: Invoke) -> None:
    """`--split` counts for each first action, in action order, and ends with the sum."""
    done = invoke("perft", "3", "--split")
    *parts, total = done.stdout.splitlines()
    assert parts[0].startswith("1-2 ")
    assert len(parts) == 36
    assert sum(int(part.split()[1]) for part in parts) == int(total) == 45432


def test_json_is_one_document(invoke: Invoke) -> None:
    """`--json` prints rules, position, depth, nodes and, when asked, the split; nothing else."""
    done = invoke("perft", "2", "--position", "12.12", "--split", "--json", "--rules", "goff")
    assert json.loads(done.stdout) == {
        "rules": "goff",
        "position": "12.12",
        "depth": 2,
        "nodes": 42,
        "split": {"@1": 21, "@2": 21},
    }


@pytest.mark.parametrize("arguments", [["0", "--split"], ["3", "--split", "--position", "5.17.6.23.4"]])
def test_nothing_to_split(arguments: list[str]) -> None:
    """At depth 0 there is one sequence and no action; a game that is over has none below it."""
    done = CliRunner().invoke(commands, ["perft", *arguments])
    assert (done.exit_code, done.output) == (0, "1\n" if arguments[0] == "0" else "0\n")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_both_counters_agree(rules: str) -> None:
    """The kernel in portions and the Python rules count the same under every rule set."""
    position = Position.start(RULE_SETS[rules])
    expected = count_in_python(position, 3)
    assert kernel.perft(position, 3) == expected
    assert count(position, 5, kernel.perft) == kernel.perft(position, 5)


def test_without_the_kernel_python_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing library is told on standard error, and the answer is the same."""

    def missing(_position: Position, _depth: int) -> int:
        raise kernel.KernelMissingError("the native kernel is missing")

    monkeypatch.setattr(kernel, "perft", missing)
    done = CliRunner().invoke(commands, ["perft", "2"])
    assert (done.exit_code, done.stdout) == (0, "1296\n")
    assert done.stderr == "spookymarks: the native kernel is missing; counting in Python, a few hundred times slower\n"
