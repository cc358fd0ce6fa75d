"""GET /api/v1/analysis: what perfect play makes of a position; an exact answer, which anybody may keep for ever."""

# FastAPI reads the annotations when the program runs, so they are not postponed here.

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.requests import HTTPConnection

from spookymarks.errors import SpookyMarksError
from spookymarks.notation.text import read_game, read_position
from spookymarks.rules import RULE_SETS, Position
from spookymarks.server.analysis import Analyses
from spookymarks.server.answer import Answer
from spookymarks.server.errors import Code, RefusedError
from spookymarks.server.http import RulesName, address_of, refusals
from spookymarks.server.openapi import Responses, documented
from spookymarks.solver import Depth

_KEPT: Responses = {304: {"description": "The answer is the one whose entity tag the request names."}}

router = APIRouter(prefix="/api/v1")


def analyses_of(connection: HTTPConnection) -> Analyses:
    """Return the analyses that the application makes and keeps."""
    analyses: Analyses = connection.app.state.analyses
    return analyses


@router.head("/analysis", include_in_schema=False)
@router.get("/analysis", responses=documented("AnalysisDocument") | _KEPT | refusals(400, 413, 422, 429, 503))
async def analysis(  # noqa: PLR0913, PLR0917 - one argument a parameter of the address
    request: Request,
    analyses: Annotated[Analyses, Depends(analyses_of)],
    game: Annotated[str | None, Query(max_length=2000, description="A game text, such as 1-9 1-5 5-9 @5.")] = None,
    position: Annotated[str | None, Query(max_length=100, description="A position text, such as 9.5.1.23.")] = None,
    rules: RulesName = "standard",
    detail: Annotated[
        Literal["values", "lines", "full"],
        Query(description="Values alone; with distances and lines; with the numbers of good replies as well."),
    ] = "full",
) -> Response:
    """Return the value of a position, and of every legal action in it, at perfect play.

    The position is given by its text or by a game that leads to it. The answer never changes.
    """
    analyses.admit(address_of(request))
    wanted = _read(game, position, rules)
    answer = await _unless_gone(request, analyses.answer(wanted, Depth[detail.upper()]))
    if answer is None:
        return Response(status_code=503)  # which nobody hears
    headers = {"ETag": answer.tag, "Cache-Control": "public, max-age=31536000, immutable"}
    if client_has(request, answer.tag):
        return Response(status_code=304, headers=headers)
    return Response(answer.body, headers=headers, media_type="application/json")


def _read(game: str | None, position: str | None, rules: str) -> Position:
    if (game is None) == (position is None):
        raise RefusedError(Code.BAD_REQUEST, "query: give either a game or a position", 422)
    try:
        if position is not None:
            return read_position(position, RULE_SETS[rules])
        return read_game(game or "", RULE_SETS[rules]).position
    except SpookyMarksError as error:
        raise RefusedError(Code.BAD_GAME, str(error)) from None


async def _unless_gone(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer | None:
    """Return what some work returns; None, with the work cancelled, when the client leaves before."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else leaving.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _gone(request: Request) -> None:
    """Return when the client has left. A body that it sends, though there is nothing to say in one, is dropped."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def client_has(request: Request, tag: str) -> bool:
    """Tell whether the client has this very answer; tags compare weakly here, as RFC 9110 (13.1.2) says."""
    named = [each.strip().removeprefix("W/") for each in ",".join(request.headers.getlist("If-None-Match")).split(",")]
    return tag in named or named == ["*"]
