from __future__ import annotations

from contract.drawings import drawings, stored


def test_the_stored_drawings_are_those_of_the_server() -> None:
    """`web/tests/drawing.test.ts` holds the page to this file; whoever changes a drawing changes both sides."""
    assert stored() == list(drawings())
