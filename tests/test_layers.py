"""The layers: who may import whom. The picture is in docs/architecture.md."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import spookymarks

ROOT = Path(spookymarks.__file__).parent

ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "rules": {"errors"},
    "notation": {"rules", "errors"},
    "game": {"notation", "rules", "errors"},
    "kernel": {"rules", "errors"},
    "render": {"rules", "errors"},
    "drawing": {"notation", "rules", "errors"},
    "solver": {"kernel", "notation", "rules", "errors"},
    "teach": {"solver", "game", "notation", "rules", "errors"},
    "server": {"drawing", "teach", "solver", "game", "notation", "rules", "errors"},
    "cli": {"server", "teach", "solver", "kernel", "render", "game", "notation", "rules", "errors"},
    "__init__": {"solver", "game", "notation", "rules", "errors"},
    "__main__": {"cli"},
}

STANDARD_LIBRARY_ONLY = {"errors", "rules", "notation", "game", "drawing"}


def _layer(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "spookymarks" and len(parts) > 1 else None


def _imports() -> list[tuple[str, str, str]]:
    """Return (layer, file, imported module) for every import statement in the package."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        relative = path.relative_to(ROOT)
        layer = relative.parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found += [(layer, str(relative), alias.name) for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                assert node.level == 0, f"{relative} imports relatively, which hides its layer"
                names = [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "spookymarks" else []
                found += [(layer, str(relative), name) for name in names or [node.module]]
    return found


def test_every_arrow_points_down() -> None:
    """Each layer imports only the layers below it."""
    wrong = [
        f"{file} imports {module}"
        for layer, file, module in _imports()
        if (target := _layer(module)) is not None
        and target != layer
        and target not in ALLOWED[layer]
        # The root's own names, such as its version, belong to no layer.
        and (target in ALLOWED or target[0] != "_")
    ]
    assert wrong == []


def test_every_part_has_a_layer() -> None:
    """No module stands outside the picture."""
    assert {layer for layer, _, _ in _imports()} <= set(ALLOWED)


def test_the_core_needs_the_standard_library_alone() -> None:
    """Rules, notation and games import no other distribution."""
    foreign = [
        f"{file} imports {module}"
        for layer, file, module in _imports()
        if layer in STANDARD_LIBRARY_ONLY and module.split(".")[0] not in sys.stdlib_module_names | {"spookymarks"}
    ]
    assert foreign == []


def test_public_names_are_loaded_from_where_they_are_declared() -> None:
    """The lazy names of the package are those declared for type checkers, and each of them loads."""
    declared = {
        alias.asname
        for node in ast.walk(ast.parse(Path(spookymarks.__file__).read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("spookymarks")
        for alias in node.names
    }
    assert declared == set(spookymarks.__all__) - {"__version__"}
    for name in spookymarks.__all__:
        assert getattr(spookymarks, name) is not None
    assert set(dir(spookymarks)) == set(spookymarks.__all__)
