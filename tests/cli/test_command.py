"""The command as a whole: its help, its errors, its exit statuses."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import spookymarks
from spookymarks.cli import ABOUT, commands
from spookymarks.rules import RULE_SETS

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]
    Invoke = Callable[..., Result]


def test_help_lists_every_command(run: Run) -> None:
    """`--help`, and no argument at all, name every command with its line and exit with 0."""
    asked, bare = run("--help"), run()
    assert asked.returncode == bare.returncode == 0
    assert asked.stdout == bare.stdout
    for name, about in ABOUT.items():
        assert any(line.split() == [name, *about.split()] for line in asked.stdout.splitlines())


_MAKER = re.compile(r"^@click\.(command|group)\(\"", re.MULTILINE)


def test_the_table_of_commands_is_the_commands() -> None:
    """Each module of the package that makes a command is in the table, and says of itself what the table says."""
    folder = Path(spookymarks.__file__).parent / "cli"
    modules = {path.stem for path in folder.glob("*.py") if _MAKER.search(path.read_text("utf-8"))}
    assert modules == set(ABOUT)
    for name, about in ABOUT.items():
        command = commands.get_command(commands.make_context("spookymarks", ["--help"], resilient_parsing=True), name)
        assert command is not None
        assert (command.name, command.short_help) == (name, about)


def test_help_imports_no_command(surroundings: dict[str, str]) -> None:
    """The help listing loads neither Rich nor the rules nor any command's module."""
    script = (
        "import sys; sys.argv = ['spookymarks', '--help']\n"
        "from spookymarks.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", env=surroundings, check=True
    )
    loaded = set(done.stderr.split())
    assert "spookymarks.cli" in loaded
    assert not loaded & {"rich", "spookymarks.rules", "fastapi", *(f"spookymarks.cli.{name}" for name in ABOUT)}


@pytest.mark.parametrize("name", ABOUT)
def test_every_command_explains_itself(invoke: Invoke, name: str) -> None:
    """`--help` of each command exits with 0 and prints its usage."""
    done = invoke(name, "--help")
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"{name} [OPTIONS]" in done.stdout


def test_version(run: Run) -> None:
    """`--version` prints the package's version."""
    assert run("--version").stdout == f"spookymarks {spookymarks.__version__}\n"


WRONG = {
    "an unknown command": (["nope"], "'nope'"),
    "an unknown option": (["replay", "--nope", "1-2"], "--nope"),
    "unknown rules": (["replay", "--rules", "chess", "1-2"], "'chess'"),
    "no game": (["replay"], "GAME"),
    "a word that is no action": (["replay", "1-2 hello"], "'hello' at character 5"),
    "an illegal action": (["replay", "1-2", "1-2", "3-4"], "'3-4' at character 9"),
    "a depth that is no number": (["perft", "deep"], "'deep'"),
    "a depth below 0": (["perft", "--", "-1"], "-1"),
    "a depth beyond any game": (["perft", "99"], "99"),
    "a depth of many digits": (["perft", "9" * 5000], "DEPTH"),
    "a wrong position": (["perft", "1", "--position", "12.99"], "O2"),
    "a position that is none": (["perft", "1", "--position", "x"], "'x' at character 1"),
    "no format": (["convert", "--from", "game"], "--to"),
    "an unknown format": (["convert", "--from", "pgn", "--to", "game"], "'pgn'"),
    "a format that is only written": (["convert", "--from", "replay", "--to", "game"], "'replay'"),
    "a missing file": (["convert", "--from", "game", "--to", "record", "missing.txt"], "'missing.txt'"),
    "a folder": (["convert", "--from", "game", "--to", "record", "."], "'.'"),
    "a missing game to play": (["play", "--load", "missing.txt"], "'missing.txt'"),
    "a port that is none": (["serve", "--port", "70000"], "70000"),
}


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_one_line_and_status_2(invoke: Invoke, case: str) -> None:
    """A wrong argument is named on one line of standard error, nothing is printed, and the status is 2."""
    arguments, named = WRONG[case]
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("spookymarks: ")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr
    if arguments[0] != "play":
        assert done.stdout == ""


def test_unknown_rules_are_answered_with_the_names(run: Run) -> None:
    """In a process of its own: whoever mistypes a rule set is told all of them, and nothing else."""
    done = run("perft", "1", "--rules", "standart")
    error = done.stderr
    assert (done.returncode, done.stdout, error.count("\n")) == (2, "", 1)
    assert all(f"'{name}'" in error for name in RULE_SETS)


@pytest.mark.parametrize("arguments", [["--help"], ["replay", "1-2"], ["replay", "--json", "1-2"], ["play"]])
def test_a_pipe_without_a_reader_is_no_error(
    arguments: list[str], command: list[str], surroundings: dict[str, str]
) -> None:
    """When nobody reads from the beginning, the command ends with status 1 and without a word."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run(
            [*command, *arguments], input=b"1-2\n", stdout=closed, stderr=subprocess.PIPE, env=surroundings, check=False
        )
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("arguments", [["replay", "-"], ["replay", "--json", "-"]])
def test_a_reader_that_leaves_early_is_no_error(
    arguments: list[str], command: list[str], surroundings: dict[str, str], tmp_path: Path
) -> None:
    """When the reading end of the pipe closes, the command stops without a word."""
    games = tmp_path / "games"
    games.write_text("1-2 1-3\n" * 3000, "utf-8")
    with games.open("rb") as given:
        child = subprocess.Popen(
            [*command, *arguments], stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings
        )
        with child:
            assert child.stdout is not None
            assert child.stderr is not None
            assert child.stdout.readline()
            child.stdout.close()
            assert child.stderr.read() == b""
        assert child.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_one_line(command: list[str], surroundings: dict[str, str]) -> None:
    """Output that cannot be written is told in one line, with status 1."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*command, "replay", "--json", "1-2"], stdout=full, stderr=subprocess.PIPE, env=surroundings, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode() == "spookymarks: the output cannot be written: No space left on device\n"


def test_an_interrupt_is_status_130(command: list[str], surroundings: dict[str, str]) -> None:
    """Ctrl-C ends a command that waits for input, without a traceback."""
    child = subprocess.Popen(
        [*command, "replay", "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings,
    )
    with child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(b"1-2\n" * 2000)
        child.stdin.flush()
        assert json.loads(child.stdout.readline())["position"] == "12"
        child.send_signal(signal.SIGINT)
        child.stdout.read()
        assert child.stderr.read().strip() == b""
    assert child.returncode == 130


WORDS = st.sampled_from(
    ["play", "replay", "perft", "convert", "--json", "--rules", "goff", "coin", "-", "1-2", "@1", "4-4", "--split",
     "--position", "12.12", "--from", "--to", "game", "record", "goff", "golf", "ksmanis", "0", "2", "--load"]
)  # fmt: skip
LINES = st.one_of(
    st.sampled_from(
        ["1-9", "15", "5 9", "A", "b", "@5", "5", "X3 5", "O2@1", "undo", "redo", "moves", "new", "rules", "help",
         "board", "save game.txt", "load game.txt", "n", "y", "quit", "", "X99999999999999999999 1"]
    ),
    st.text(max_size=12).filter(lambda text: "save" not in text.lower()),
)  # fmt: skip


# No digits: a count of many plies would be right, and would take for ever.
NOISE = st.text(st.characters(exclude_categories=("Cs", "Nd")), max_size=8)


def invoke_in_a_folder(arguments: list[str], typed: bytes) -> Result:
    """Run the command inside this process, in an empty folder."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        return CliRunner().invoke(commands, arguments, input=typed)


@settings(max_examples=80)
@given(st.lists(st.one_of(WORDS, NOISE), max_size=6), st.binary(max_size=60))
def test_arbitrary_arguments_never_crash(arguments: list[str], typed: bytes) -> None:
    """Whatever the arguments and the input are, the command ends with status 0 or 2."""
    done = invoke_in_a_folder(arguments, typed)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert done.exit_code in {0, 2}
    assert "Traceback" not in done.output


@settings(max_examples=80)
@given(st.lists(LINES, max_size=14), st.sampled_from(list(RULE_SETS)), st.binary(max_size=8))
def test_arbitrary_lines_never_crash_a_game(lines: list[str], rules: str, noise: bytes) -> None:
    """Whatever is typed, a game goes on until the input ends, and it ends with status 0."""
    done = invoke_in_a_folder(["play", "--rules", rules], "\n".join(lines).encode() + b"\n" + noise)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert done.exit_code == 0
    assert "Traceback" not in done.output
