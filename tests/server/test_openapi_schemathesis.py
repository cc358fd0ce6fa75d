from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, openapi
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

if TYPE_CHECKING:
    from schemathesis import APIOperation, Case

    from server.harness import Game, Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 25
SECRETS = {"join": "join", "token": "o", "fresh": "o"}


def _try(operation: APIOperation, mode: GenerationMode, game: Game) -> set[int]:
    """Send requests of one kind to one operation, some of them to a real game; return the statuses that came back."""
    statuses = set()

    @seed(1)
    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    def send(case: Case, real: bool) -> None:
        if real and case.path_parameters:
            case.path_parameters["game"] = game.id
        if real and isinstance(case.body, dict) and case.body.keys() & SECRETS.keys():
            case.body.update({name: getattr(game, seat) for name, seat in SECRETS.items() if name in case.body})
        answer = case.call()
        statuses.add(answer.status_code)
        # A position may take longer to analyse than a client waits: that is foreseen.
        busy = answer.status_code == 503 and operation.path in {"/api/v1/analysis", "/api/v1/picture.{kind}"}
        case.validate_response(answer, checks=CHECKS, excluded_checks=[not_a_server_error] if busy else None)

    send()
    return statuses


SUCCEED = {
    ("post", "/api/v1/games"): 201,
    ("get", "/api/v1/games/{game}"): 200,
    ("post", "/api/v1/games/{game}/seats"): 201,
    ("post", "/api/v1/games/{game}/token"): 200,
    ("post", "/api/v1/games/{game}/deletion"): 409,
    ("get", "/api/v1/replay"): 200,
    ("get", "/api/v1/health"): 200,
    ("get", "/api/v1/analysis"): 400,
    ("get", "/api/v1/picture.{kind}"): 400,
}


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_operation_answers_as_its_description_says(server: Server, mode: GenerationMode) -> None:
    """Requests that fit the OpenAPI document, and requests that do not, get the statuses and shapes that it names."""
    game = asyncio.run(server.new_game())
    schema = openapi.from_url(f"{server.http}/api/v1/openapi.json")
    operations = [result.ok() for result in schema.get_all_operations()]
    assert {(operation.method, operation.path) for operation in operations} == SUCCEED.keys()
    if mode is GenerationMode.NEGATIVE:  # nothing can be wrong about a request for this one
        operations = [operation for operation in operations if operation.path != "/api/v1/health"]
    for operation in operations:
        try:
            statuses = _try(operation, mode, game)
        except BaseException as error:
            error.add_note(f"{operation.method} {operation.path}")
            raise
        # The requests are no use when none gets past the door.
        if mode is GenerationMode.POSITIVE:
            assert SUCCEED[operation.method, operation.path] in statuses
