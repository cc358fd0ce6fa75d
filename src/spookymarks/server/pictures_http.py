"""GET /api/v1/picture.svg, .png and .gif: a position or a whole game as a picture, for whoever has its text."""

# FastAPI reads the annotations when the program runs, so they are not postponed here.

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.requests import HTTPConnection

from spookymarks.drawing import ThemeName
from spookymarks.errors import SpookyMarksError
from spookymarks.notation.text import read_game_from, read_position, write_game
from spookymarks.rules import RULE_SETS
from spookymarks.server.analysis_http import client_has
from spookymarks.server.errors import Code, RefusedError
from spookymarks.server.http import RulesName, address_of, refusals
from spookymarks.server.openapi import Responses
from spookymarks.server.pictures import Pictures, tag_of
from spookymarks.server.studio import Kind, Order, Shape

TYPES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
WIDEST = {"svg": 2048, "png": 1024, "gif": 640}
"""In pixels. A picture costs time and memory by its area, a film by its frames as well."""
USUAL_WIDTH = 480

_DRAWN: Responses = {
    200: {"content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in TYPES.values()}},
    304: {"description": "The picture is the one whose entity tag the request names."},
}

router = APIRouter(prefix="/api/v1")


def pictures_of(connection: HTTPConnection) -> Pictures:
    """Return the pictures that the application makes and keeps."""
    pictures: Pictures = connection.app.state.pictures
    return pictures


@router.head("/picture.{kind}", include_in_schema=False)
@router.get("/picture.{kind}", response_class=Response, responses=_DRAWN | refusals(400, 413, 422, 429, 503))
async def picture(  # noqa: PLR0913, PLR0917 - one argument a parameter of the address
    request: Request,
    kind: Kind,
    pictures: Annotated[Pictures, Depends(pictures_of)],
    game: Annotated[str, Query(max_length=2000, description="A game text, such as 1-9 1-5 5-9 @5.")] = "",
    position: Annotated[
        str, Query(max_length=100, description="The text of the position that the game begins at.")
    ] = "-",
    rules: RulesName = "standard",
    theme: ThemeName = "light",
    shape: Annotated[Shape, Query(description="The board alone, or a card for link previews, 1200 by 630.")] = "board",
    size: Annotated[int | None, Query(ge=32, le=2048, description="The width of a board in pixels.")] = None,
) -> Response:
    """Return the picture of the position that a game leads to, or, as GIF, of the whole game."""
    pictures.admit(address_of(request))
    if shape == "card" and (size is not None or kind == "gif"):
        raise RefusedError(Code.BAD_REQUEST, "query.shape: a card is an SVG or a PNG and has one size", 422)
    width = size or USUAL_WIDTH
    if width > WIDEST[kind]:
        raise RefusedError(Code.BAD_REQUEST, f"query.size: a {kind} is at most {WIDEST[kind]} pixels wide", 422)
    try:
        played = read_game_from(game, read_position(position, RULE_SETS[rules]))
    except SpookyMarksError as error:
        raise RefusedError(Code.BAD_GAME, str(error)) from None
    order = Order(kind, rules, str(played.start), write_game(played), theme, shape, width)
    # Not for ever: another version of the program may draw it better.
    headers = {"ETag": tag_of(order), "Cache-Control": "public, max-age=86400"}
    if client_has(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return Response(await pictures.picture(order), headers=headers, media_type=TYPES[kind])
