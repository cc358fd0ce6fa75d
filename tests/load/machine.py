"""What a figure depends on besides the program: the machine, its disk at this moment, and who else works on it."""

from __future__ import annotations

import os
import platform
import statistics
import time
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

_PACKAGES = ("uvicorn", "uvloop", "websockets", "starlette", "sqlalchemy", "aiosqlite", "asyncpg", "redis")
_TICK = os.sysconf("SC_CLK_TCK")


def describe() -> dict[str, str]:
    """Return the machine, the versions and the load that others make now."""
    model = next((line for line in _lines("/proc/cpuinfo") if line.startswith("model name")), "").partition(": ")[2]
    return {
        "machine": f"{os.cpu_count()} x {model or platform.machine()}, {platform.system()} {platform.release()}",
        "versions": ", ".join(
            [f"Python {platform.python_version()}", *(f"{name} {found}" for name in _PACKAGES if (found := _has(name)))]
        ),
        "load before": f"{os.getloadavg()[0]:.2f}",
    }


def fsync_probe(folder: Path, times: int = 100) -> float:
    """Return the median of writing 4 KiB and waiting for the disk to have them, in milliseconds."""
    path = folder / "fsync-probe"
    taken = []
    with path.open("wb", buffering=0) as file:
        for _ in range(times):
            begun = time.perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - begun)
    path.unlink()
    return 1000 * statistics.median(taken)


class Use(NamedTuple):
    """What some processes use: memory in MiB, processor time in seconds so far."""

    memory: float
    processor: float


def use_of(processes: list[int]) -> Use:
    """Return what processes use together; memory is resident (RSS), counted in full for each."""
    memory = processor = 0.0
    for process in processes:
        status = dict(line.split(":", 1) for line in _lines(f"/proc/{process}/status") if ":" in line)
        memory += int(status["VmRSS"].split()[0]) / 1024
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        processor += (int(fields[11]) + int(fields[12])) / _TICK
    return Use(memory, processor)


def _has(package: str) -> str | None:
    try:
        return version(package)
    except ModuleNotFoundError:
        return None


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []
