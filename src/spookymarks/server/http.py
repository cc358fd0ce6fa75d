"""The HTTP interface under /api/v1: making games, claiming seats, reading games and positions."""

# FastAPI reads the annotations when the program runs, so they are not postponed here.

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from spookymarks import __version__
from spookymarks.errors import NotationError
from spookymarks.notation.replay import replay_document
from spookymarks.notation.text import read_game
from spookymarks.rules import RULE_SETS
from spookymarks.server.errors import Code, RefusedError
from spookymarks.server.openapi import Responses, documented
from spookymarks.server.seats import GameId, Seat, Secret
from spookymarks.server.service import Service, Side
from spookymarks.server.terms import Control, Takebacks, Terms

router = APIRouter(prefix="/api/v1")


def service_of(connection: HTTPConnection) -> Service:
    """Return the service that the application was built around."""
    service: Service = connection.app.state.service
    return service


def address_of(connection: HTTPConnection) -> str:
    """Return the address that counts for limits: the client's, or what one of our own proxies says it is."""
    return connection.client.host if connection.client else "unknown"


def _known_rules(name: str) -> str:
    if name not in RULE_SETS:
        raise ValueError(f"there is no rule set {name[:40]!a}; choose one of {', '.join(RULE_SETS)}")
    return name


def _known_clock(text: str) -> str:
    return str(Control.read(text))


Shared = Annotated[Service, Depends(service_of)]
RulesName = Annotated[str, AfterValidator(_known_rules), Field(json_schema_extra={"enum": list(RULE_SETS)})]
ClockText = Annotated[str, AfterValidator(_known_clock), Field(examples=["300+5", "3d"])]
SeatToken = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{32,64}$")]
GameName = Annotated[str, Path(pattern="^[A-Za-z0-9]{1,32}$", description="The game's id.")]


class Body(BaseModel):
    """A document with exactly these fields, of exactly these types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class CreateGame(Body):
    """What the maker of a game decides."""

    rules: RulesName = "standard"
    side: Side = "random"
    clock: ClockText | None = None
    takebacks: Takebacks = "ask"


class CreatedGame(Body):
    """A new game. `token` is the secret of the maker's seat, `join` opens the other seat; neither is shown again."""

    game: str
    rules: str
    seat: Seat
    token: str
    join: str


class ClaimSeat(Body):
    """The join secret of a game, as its invitation carries it.

    `token`: the seat's secret, 192 random bits or more of the claimer's own. With it a claim whose answer was lost can
    be repeated; without it the server makes one.
    """

    join: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{16,64}$")]
    token: SeatToken | None = None


class ClaimedSeat(Body):
    """A seat and its secret, which is not shown again."""

    seat: Seat
    token: str


class ReplaceToken(Body):
    """The token of a seat, and the one that shall open the seat from now on."""

    token: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{16,64}$")]
    fresh: SeatToken


class DeleteGame(Body):
    """The token of the seat whose owner wants the game to be forgotten."""

    token: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{16,64}$")]


class DeletedGame(Body):
    """The game is gone."""

    deleted: Literal[True] = True


class Health(Body):
    """Whether games can be played now, and how many are live."""

    status: Literal["ok", "failing"]
    version: str
    rooms: int


class Problem(Body):
    """What a refusal says."""

    code: Code
    message: str


class ErrorDocument(Body):
    """The body of every answer that is not a success."""

    error: Problem


def refusals(*statuses: int) -> Responses:
    """Return the description of the answers with these statuses, which all have one shape."""
    return {status: {"model": ErrorDocument} for status in statuses}


@router.post("/games", status_code=201, responses=refusals(400, 413, 422, 429, 503))
async def create_game(request: Request, wish: CreateGame, service: Shared) -> CreatedGame:
    """Make a game and own a seat of it."""
    control = None if wish.clock is None else Control.read(wish.clock)
    new = await service.create(Terms(wish.rules, control, wish.takebacks), wish.side, address_of(request))
    return CreatedGame(game=new.game, rules=wish.rules, seat=new.seat, token=new.token, join=new.join)


@router.get("/games/{game}", responses=documented("State") | refusals(404, 422, 500, 503))
async def read_state(game: GameName, service: Shared) -> Response:
    """Read a game. This never claims a seat, so that link previews cannot."""
    room = await service.rooms.look(GameId(game))
    return Response(bytes(room.state), media_type="application/json")


@router.post("/games/{game}/seats", status_code=201, responses=refusals(400, 403, 404, 409, 413, 422, 429, 503))
async def claim_seat(request: Request, game: GameName, claim: ClaimSeat, service: Shared) -> ClaimedSeat:
    """Claim the free seat of a game; of many who try, one gets it, and gets it again with the same token."""
    wish = None if claim.token is None else Secret(claim.token)
    with service.guarded(address_of(request)):
        seat, token = await service.claim(GameId(game), Secret(claim.join), wish)
    return ClaimedSeat(seat=seat, token=token)


@router.post("/games/{game}/token", responses=refusals(400, 403, 404, 413, 422, 429, 500, 503))
async def replace_token(request: Request, game: GameName, wish: ReplaceToken, service: Shared) -> ClaimedSeat:
    """Replace the token of a seat: whoever else has the old one is signed out."""
    with service.guarded(address_of(request)):
        seat = await service.replace_token(GameId(game), Secret(wish.token), Secret(wish.fresh))
    return ClaimedSeat(seat=seat, token=wish.fresh)


@router.post("/games/{game}/deletion", responses=refusals(400, 403, 404, 409, 413, 422, 429, 500, 503))
async def delete_game(request: Request, game: GameName, wish: DeleteGame, service: Shared) -> DeletedGame:
    """Delete a game whose other seat is free; with two players both have to agree, on the socket."""
    with service.guarded(address_of(request)):
        await service.delete(GameId(game), Secret(wish.token))
    return DeletedGame()


@router.get("/replay", responses=documented("ReplayDocument") | refusals(400, 422))
async def replay(
    game: Annotated[str, Query(max_length=2000, description="A game text, such as 1-9 1-5 5-9 @5.")] = "",
    rules: RulesName = "standard",
) -> JSONResponse:
    """Return the position that a game text leads to."""
    try:
        transcript = read_game(game, RULE_SETS[rules])
    except NotationError as error:
        raise RefusedError(Code.BAD_GAME, str(error)) from None
    return JSONResponse(replay_document(transcript.position))


@router.get("/health", responses={503: {"model": Health}})
async def health(service: Shared, response: Response) -> Health:
    """Tell whether moves can be stored: the status is 503 after a commit failed, until one succeeds."""
    healthy = service.store.healthy
    if not healthy:
        response.status_code = 503
    return Health(status="ok" if healthy else "failing", version=__version__, rooms=len(service.rooms))
