"""The contract: every side counts the interface, the refusals, the rule sets and the layout alike."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from ctypes import CDLL
from dataclasses import replace
from pathlib import Path

import pytest

from spookymarks import kernel
from spookymarks.kernel.library import KERNEL_ABI, library, load
from spookymarks.kernel.view import RECORD
from spookymarks.rules import RULE_SETS, STANDARD, Board, Position

ROOT = Path(__file__).resolve().parents[2]
NATIVE = ROOT / "native"
WEB = ROOT / "web" / "src" / "kernel"


def numbers(path: Path, pattern: str) -> list[int]:
    return [int(found) for found in re.findall(pattern, path.read_text(encoding="utf-8"))]


def test_interface_numbers_are_equal() -> None:
    """The sources, the built library, Python and TypeScript state the same interface number."""
    stated = numbers(NATIVE / "abi.cpp", r"constexpr u32 ABI = (\d+);")
    assert stated == [kernel.KERNEL_ABI]
    assert numbers(WEB / "module.ts", r"export const KERNEL_ABI = (\d+);") == stated
    assert library().sm_abi() == kernel.KERNEL_ABI


def test_refusals_are_equal() -> None:
    """Each refusal has one number in C++, Python and TypeScript, and words in each."""
    text = (NATIVE / "refusal.hpp").read_text(encoding="utf-8")
    native = {name.upper(): int(number) for name, number in re.findall(r"^  (\w+) = (\d+),", text, re.MULTILINE)}
    assert native == {refusal.name: refusal.value for refusal in kernel.Refusal}
    assert numbers(WEB / "errors.ts", r"(?m)^  (\d+): \"") == [number for number in native.values() if number]


def test_rule_sets_are_in_the_same_order() -> None:
    """A rule set has the same number everywhere."""
    native = re.findall(r"// ([a-z-]+)$", (NATIVE / "ruleset.hpp").read_text(encoding="utf-8"), re.MULTILINE)
    page = re.search(r"RULE_NAMES = \[(.*?)\]", (WEB / "types.ts").read_text(encoding="utf-8"), re.DOTALL)
    assert page is not None
    assert native == re.findall(r'"(.*?)"', page[1]) == list(RULE_SETS)
    assert library().sm_rules() == len(RULE_SETS)


def test_record_has_the_drawn_offsets() -> None:
    """The record's width is the one stated beside the layout, in all three languages."""
    assert numbers(NATIVE / "view.hpp", r"sizeof\(View\) == (\d+)") == [RECORD.size]
    assert numbers(WEB / "view.ts", r"VIEW_SIZE = (\d+);") == [RECORD.size]


def test_importing_the_package_loads_no_library() -> None:
    """A user without the kernel can still use the Python rules: nothing is loaded before the first call."""
    program = "import spookymarks.kernel as k, spookymarks.kernel.library as l; print(l.library.cache_info().currsize)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "0\n"


def test_a_missing_library_is_one_clear_sentence(tmp_path: Path) -> None:
    """Without the library the error says what is missing and what to do."""
    with pytest.raises(kernel.KernelMissingError, match=r"_kernel\.so is missing: run python native/build\.py"):
        load(tmp_path / "_kernel.so")


def test_a_broken_library_is_one_clear_sentence(tmp_path: Path) -> None:
    """A file that is no library is refused with its name."""
    (tmp_path / "_kernel.so").write_text("not a library", encoding="utf-8")
    with pytest.raises(kernel.KernelMissingError, match=r"_kernel\.so cannot be loaded"):
        load(tmp_path / "_kernel.so")


def test_a_library_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library with another interface number is never called."""
    path = tmp_path / "_kernel.so"
    loaded = library()
    assert isinstance(loaded, CDLL)
    shutil.copy(loaded._name, path)
    monkeypatch.setattr("spookymarks.kernel.library.KERNEL_ABI", 99)
    with pytest.raises(kernel.KernelMissingError, match=rf"has interface {KERNEL_ABI}, this version needs 99"):
        load(path)


def test_only_what_the_kernel_knows_is_asked() -> None:
    """Other boards, unnamed rule sets and impossible numbers are refused before the library is called."""
    with pytest.raises(kernel.KernelError, match="3×3 board only, not 4×4"):
        kernel.perft(Position.start(board=Board(4, 4, 4)), 1)
    with pytest.raises(kernel.KernelError, match="named rule sets only, not mine"):
        kernel.simulate(1, rules=replace(STANDARD, name="mine"))
    with pytest.raises(kernel.KernelError, match="a depth is 0 or more, not -1"):
        kernel.perft(Position.start(), -1)
    for call in (kernel.simulate, kernel.trace):
        with pytest.raises(kernel.KernelError, match="there is 1 at least, not 0 from 0"):
            call(0)
