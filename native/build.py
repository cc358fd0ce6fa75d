"""Builds the kernel with the pinned zig compiler: the shared library for ctypes, the WebAssembly module for the page.

Run `python native/build.py` for both, `--target TRIPLE` for the library of another platform. The sources need no
library at all, so no system compiler, no libc and no linker script is involved: `-nostdlib` is what makes a cross
build take a second.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

ZIG = "ziglang==0.17.1"
ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "native"
LIBRARY_FOLDER = ROOT / "src" / "spookymarks" / "kernel"
WASM = ROOT / "web" / "src" / "kernel" / "kernel.wasm"
TARGETS = {
    ("linux", "x86_64"): "x86_64-linux-gnu.2.17",
    ("linux", "aarch64"): "aarch64-linux-gnu.2.17",
    ("darwin", "x86_64"): "x86_64-macos.11.0",
    ("darwin", "arm64"): "aarch64-macos.11.0",
    ("windows", "amd64"): "x86_64-windows-gnu",
    ("windows", "arm64"): "aarch64-windows-gnu",
}
COMMON = (
    "-std=c++20",
    "-O3",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-s",
    "-nostdlib",
    "-nostdinc++",
    "-fno-exceptions",
    "-fno-rtti",
    "-fvisibility=hidden",
)


class BuildError(Exception):
    """The kernel cannot be built; the text is one sentence for a person."""


def this_target() -> str:
    """Return the zig target of the running platform; BuildError when the kernel has none for it.

    A target is always named: without one zig would tune the library to the processor of this very machine.
    """
    system, machine = platform.system().lower(), platform.machine().lower()
    try:
        return TARGETS[system, machine]
    except KeyError:
        raise BuildError(f"the kernel has no target for {system} on {machine}; name one with --target") from None


def library_name(target: str) -> str:
    """Return the file name of the shared library for a target."""
    if "windows" in target:
        return "_kernel.dll"
    return "_kernel.dylib" if "macos" in target else "_kernel.so"


def this_library() -> Path:
    """Return where the library of the running platform is built; BuildError when the kernel has no target for it."""
    return LIBRARY_FOLDER / library_name(this_target())


def build_library(target: str | None = None, folder: Path = LIBRARY_FOLDER, *, force: bool = False) -> Path:
    """Build the shared library unless it is newer than its sources; returns its path. Raises BuildError."""
    chosen = target or this_target()
    product = folder / library_name(chosen)
    # Another platform's library may lie there from a cross build; nothing in its date tells.
    if force or target is not None or is_stale(product):
        # macOS writes the product's path into it unless it is given another name.
        name = (f"-Wl,-install_name,@rpath/{product.name}",) if "macos" in chosen else ()
        compile_to(product, "-target", chosen, "-shared", "-fPIC", *name)
    return product


def build_wasm(product: Path = WASM, *, force: bool = False) -> Path:
    """Build the WebAssembly module unless it is newer than its sources; returns its path. Raises BuildError."""
    if force or is_stale(product):
        stack = "-Wl,-z,stack-size=131072"
        compile_to(product, "-target", "wasm32-freestanding", "-Wl,--no-entry", "-Wl,--export-dynamic", stack)
    return product


def is_stale(product: Path) -> bool:
    """Tell whether a product is missing or older than one of the sources or this file."""
    if not product.exists():
        return True
    built = product.stat().st_mtime
    return any(source.stat().st_mtime > built for source in SOURCES.iterdir() if source.is_file())


def compile_to(product: Path, *flags: str) -> None:
    """Compile all sources into one product, which appears complete or not at all."""
    if find_spec("ziglang") is None:
        raise BuildError(f"building the kernel needs the compiler package {ZIG}: pip install {ZIG}")
    cache = ROOT / "build" / "zig"
    environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(cache), "ZIG_LOCAL_CACHE_DIR": str(cache)}
    sources = sorted(map(str, SOURCES.glob("*.cpp")))
    product.parent.mkdir(parents=True, exist_ok=True)
    # For Windows the linker leaves an import library beside its product; only the product leaves the folder.
    with TemporaryDirectory(prefix=".kernel-", dir=product.parent) as folder:
        unfinished = Path(folder) / product.name
        command = [sys.executable, "-m", "ziglang", "c++", *COMMON, *flags, *sources, "-o", str(unfinished)]
        finished = subprocess.run(  # noqa: S603 - the command is ours
            command, env=environment, capture_output=True, text=True, check=False
        )
        if finished.returncode:
            raise BuildError(f"the compiler refused {product.name}:\n{finished.stderr.strip()}")
        unfinished.replace(product)


def main() -> None:
    """Build what the command line asks for and print where it is."""
    parser = argparse.ArgumentParser(description="Build the kernel: library and WebAssembly module.")
    parser.add_argument("--target", help="zig target of the library, such as aarch64-linux-gnu.2.17 (default: here)")
    parser.add_argument("--into", type=Path, default=LIBRARY_FOLDER, help="folder for the library")
    parser.add_argument("--force", action="store_true", help="build even if nothing has changed")
    asked = parser.parse_args()
    try:
        products = build_library(asked.target, asked.into, force=asked.force), build_wasm(force=asked.force)
    except BuildError as error:
        sys.exit(f"error: {error}")
    for product in products:
        print(f"{product} {product.stat().st_size} bytes")  # noqa: T201 - a command prints


if __name__ == "__main__":
    main()
