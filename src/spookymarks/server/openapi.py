"""The part of the OpenAPI document that FastAPI cannot derive: documents that others than FastAPI encode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from spookymarks.server.answer import EFFORT
from spookymarks.server.protocol import State
from spookymarks.solver.document import AnalysisDocument

if TYPE_CHECKING:
    from fastapi import FastAPI

Responses = dict[int | str, dict[str, Any]]

_REFERENCE = "#/components/schemas/{name}"


def documented(name: str) -> Responses:
    """Return the description of a successful answer whose body is a document of this name."""
    schema = {"$ref": _REFERENCE.format(name=name)}
    return {200: {"content": {"application/json": {"schema": schema}}}}


def describe_documents(app: FastAPI) -> None:
    """Add states, analyses and their parts to the application's OpenAPI document."""
    derive = app.openapi

    def openapi() -> dict[str, Any]:
        document = derive()
        _, components = msgspec.json.schema_components([State, AnalysisDocument], ref_template=_REFERENCE)
        sent = components["AnalysisDocument"]
        for name in EFFORT:
            del sent["properties"][name]
            sent["required"].remove(name)
        document["components"]["schemas"].update(components)
        return document

    app.openapi = openapi  # type: ignore[method-assign]
