"""The part of the OpenAPI document that FastAPI cannot derive: game states, which the socket encodes as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from spookymarks.server.protocol import State

if TYPE_CHECKING:
    from fastapi import FastAPI

Responses = dict[int | str, dict[str, Any]]

_REFERENCE = "#/components/schemas/{name}"


def documented(name: str) -> Responses:
    """Return the description of a successful answer whose body is the named part of a state."""
    schema = {"$ref": _REFERENCE.format(name=name)}
    return {200: {"content": {"application/json": {"schema": schema}}}}


def describe_states(app: FastAPI) -> None:
    """Add the parts of a state to the application's OpenAPI document."""
    derive = app.openapi

    def openapi() -> dict[str, Any]:
        document = derive()
        _, components = msgspec.json.schema_components([State], ref_template=_REFERENCE)
        document["components"]["schemas"].update(components)
        return document

    app.openapi = openapi  # type: ignore[method-assign]
