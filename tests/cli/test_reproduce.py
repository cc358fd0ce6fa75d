"""`reproduce`: the table, the document, the page, and the exit status."""

from __future__ import annotations

import json
import re
import signal
from typing import TYPE_CHECKING

import pexpect

from spookymarks.solver.claims import Claim, exactly

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from click.testing import Result

    Invoke = Callable[..., Result]


def test_the_table(invoke: Invoke) -> None:
    """People see claim, source, published figure, ours, whether they agree, and a last line."""
    done = invoke("reproduce", "--only", "perft-2", "--only", "ensemble", COLUMNS="160")
    assert done.exit_code == 0
    rows = [re.split(r" {2,}", line.strip()) for line in done.stdout.splitlines()]
    assert ["claim", "source", "published", "ours", "agrees", "seconds"] in rows
    found = [row[:5] for row in rows]
    assert ["perft-2: sequences of 2 actions (perft)", "three programs", "1,296", "1,296", "yes"] in found
    assert ["ensemble: largest ensemble", "Goff 2026", "27", "27", "yes"] in found
    assert "2 rows in" in done.stdout
    assert done.stdout.endswith("nothing disagrees\n")


def test_json_is_one_document(invoke: Invoke) -> None:
    """`--json` prints the rows, whether all agree, and the seconds; nothing else."""
    done = invoke("reproduce", "--only", "value-single", "--only", "value-coin", "--json")
    found = json.loads(done.stdout)
    assert found["agrees"] is True
    assert found["seconds"] >= 0
    single, coin = found["rows"]
    assert single.pop("seconds") >= 0
    assert single == {
        "name": "value-single",
        "claim": "value of single, both perfect (X wins)",
        "source": "one program",
        "published": "+1",
        "ours": "+1",
        "value": 1.0,
        "exact": None,
        "error": None,
        "agrees": True,
    }
    assert (coin["published"], coin["value"], coin["agrees"]) == (None, 0.5, None)


def test_markdown_is_a_page(invoke: Invoke) -> None:
    """`--markdown` prints the page of results with the chosen rows."""
    done = invoke("reproduce", "--only", "ensemble", "--markdown")
    assert done.stdout.startswith("# Results\n")
    assert "| `ensemble` | largest ensemble | Goff 2026 | 27 | 27 | yes | " in done.stdout


def test_a_disagreement_is_an_exit_status(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that disagrees is named, and the exit status is 1, in every form."""
    claims = (Claim("sum", "one and one", "school", exactly(3), lambda _: 2),)
    monkeypatch.setattr("spookymarks.cli.reproduce.chosen", lambda *_args, **_options: claims)
    plain, document, page = (invoke("reproduce", *form) for form in ((), ("--json",), ("--markdown",)))
    assert [done.exit_code for done in (plain, document, page)] == [1, 1, 1]
    assert plain.stdout.endswith("sum disagree\n")
    assert json.loads(document.stdout)["agrees"] is False
    assert "**no**" in page.stdout


def test_an_unknown_row_is_bad_input(invoke: Invoke) -> None:
    """A name that no row has gets one line on standard error and status 2."""
    done = invoke("reproduce", "--only", "perf")
    assert done.exit_code == 2
    assert done.stderr.startswith("spookymarks: no row is called 'perf'; there are perft-1, ")
    assert done.stderr.count("\n") == 1


def test_two_forms_exclude_each_other(invoke: Invoke) -> None:
    """Standard output holds one document or one page."""
    done = invoke("reproduce", "--json", "--markdown")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "spookymarks: --json and --markdown exclude each other\n"


def test_control_c_ends_the_longest_count(terminal: Callable[..., pexpect.spawn[str]]) -> None:
    """At a terminal the progress shows the row at work, and an interrupt ends it with status 130."""
    child = terminal("reproduce", "--only", "census-states")
    child.expect("census-states 0%")
    child.kill(signal.SIGINT)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
