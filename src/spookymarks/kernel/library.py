"""Loads the shared library once, checks that it belongs to this version, and gives its functions their types."""

from __future__ import annotations

import ctypes
import platform
from functools import lru_cache
from pathlib import Path

from spookymarks.kernel.errors import KernelMissingError

KERNEL_ABI = 2
"""The number of the flat interface; equal to ABI in native/abi.cpp and KERNEL_ABI in web/src/kernel/module.ts."""

SUFFIXES = {"Windows": "dll", "Darwin": "dylib"}

_u32, _u64, _buffer = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p
_SIGNATURES: dict[str, tuple[type, ...]] = {
    "sm_abi": (_u32,),
    "sm_start": (_u32, _buffer),
    "sm_read": (_u32, _u32, ctypes.c_char_p, _u32, _buffer, _buffer),
    "sm_write": (_u32, _buffer, _buffer),
    "sm_play": (_u32, _u32, _buffer, _u32),
    "sm_view": (_u32, _u32, _buffer, _buffer),
    "sm_perft": (_u64, _u32, _buffer, _u32),
    "sm_simulate": (_u32, _u32, _u64, _u64, _u64, _buffer),
    "sm_trace": (_u32, _u32, _u64, _u64, _u32, _buffer),
    "sm_workspace_size": (_u32,),
    "sm_solve": (_u32, _u32, _buffer, _u32, _buffer, _buffer, _buffer),
    "sm_choose": (_u32, _u32, _buffer, _u32, _u64, _u64, _buffer),
    "sm_memory_size": (_u64,),
    "sm_duel": (_u32, _u32, _u32, _u32, _u64, _u64, _u64, _buffer, _buffer),
    "sm_simulate_games": (_u32, _u32, _u64, _u64, _u64, _buffer),
    "sm_first_wrong_row": (_u64, _u32, _buffer, _u64),
    "sm_values": (_u64, _u32, _buffer, _u64, _buffer, _buffer, _buffer),
    "sm_census_expand": (_u32, _u32, _buffer, _u64, _u64, _u64, _buffer, _u64, _u64, _buffer),
    "sm_census_enlarge": (_u32, _buffer, _u64, _buffer, _u64),
}
"""The result type of each function, then its arguments; functions without a result have an unused one."""


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    """Return the loaded library; raises KernelMissingError when there is none that fits."""
    return load(Path(__file__).with_name(f"_kernel.{SUFFIXES.get(platform.system(), 'so')}"))


def load(path: Path) -> ctypes.CDLL:
    """Load a library file; raises KernelMissingError when it is missing, broken or of another version."""
    hint = "run python native/build.py in a checkout, or install a wheel for this platform"
    if not path.exists():
        raise KernelMissingError(f"the native kernel {path.name} is missing: {hint}")
    try:
        loaded = ctypes.CDLL(str(path))
        found = int(loaded.sm_abi())
    except (OSError, AttributeError) as error:
        raise KernelMissingError(f"the native kernel {path.name} cannot be loaded ({error}): {hint}") from error
    if found != KERNEL_ABI:
        raise KernelMissingError(
            f"the native kernel {path.name} has interface {found}, this version needs {KERNEL_ABI}: {hint}"
        )
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(loaded, name)
        function.restype = result
        function.argtypes = arguments
    return loaded
