"""The wheel: what people install holds everything it needs, and works away from the checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import spookymarks

ROOT = Path(__file__).parents[2]


def run(*command: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_wheel_fits_every_python_of_one_platform(wheel: Path) -> None:
    """The kernel involves no header of Python's, so the tag names a platform and no Python version."""
    assert re.fullmatch(r"spookymarks-[\d.]+-py3-none-\w+\.whl", wheel.name)
    assert not wheel.name.endswith("-any.whl")


def test_the_wheel_holds_what_it_needs_and_no_more(wheel: Path) -> None:
    """Page, kernel, migrations, data and type marker are in it; sources of other parts and tests are not."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for pattern in (
        r"spookymarks/page/index\.html",
        r"spookymarks/page/assets/kernel-[\w-]+\.wasm",
        r"spookymarks/kernel/_kernel\.\w+",
        r"spookymarks/server/migrations/versions/0001_\w+\.py",
        r"spookymarks/solver/data/puzzles\.jsonl",
        r"spookymarks/solver/data/levels\.json",
        r"spookymarks/py\.typed",
        r".*/licenses/LICENSE",
    ):
        assert any(re.fullmatch(pattern, name) for name in names), pattern
    assert [name for name in names if not re.match(r"spookymarks(/|-[\d.]+\.dist-info/)", name)] == []
    assert [name for name in names if re.search(r"node_modules|\.svelte$|\.ts$|\.cpp$|/test_", name)] == []


def test_the_installed_command_works_away_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    """From another folder, the wheel's own files answer: the library, and the native kernel for perft."""
    code = "import spookymarks, sys; sys.stdout.write(spookymarks.__file__)"
    where = run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(installed)).stdout
    assert Path(where).is_relative_to(installed)
    done = run(sys.executable, "-m", "spookymarks", "perft", "5", "--json", cwd=tmp_path, PYTHONPATH=str(installed))
    assert "48684888" in done.stdout
    assert done.stderr == ""


def test_versions_agree() -> None:
    """Package, project file and page carry the same version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    page = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert spookymarks.__version__ == project["version"] == page["version"]
