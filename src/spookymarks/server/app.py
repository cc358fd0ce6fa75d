"""The application: routes, error answers and the edge around them, built from a store and settings."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from spookymarks import __version__
from spookymarks.server import analysis_http, http, metrics_http, pictures_http
from spookymarks.server.analysis import NotNowError
from spookymarks.server.edge import MAX_BODY, Edge
from spookymarks.server.errors import Code, RefusedError, error_response
from spookymarks.server.openapi import describe_documents
from spookymarks.server.pages import Page
from spookymarks.server.pictures import Pictures
from spookymarks.server.previews import Previews
from spookymarks.server.service import Service
from spookymarks.server.socket import Sockets

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from spookymarks.server.analysis import Analyses
    from spookymarks.server.bus import Bus
    from spookymarks.server.settings import Settings
    from spookymarks.server.store import Store

log = structlog.get_logger()

_STATUSES = {
    404: (Code.NOT_FOUND, "There is nothing at this address."),
    405: (Code.METHOD_NOT_ALLOWED, "This address does not take such requests."),
    413: (Code.TOO_LARGE, f"A request may have {MAX_BODY} bytes at most."),
}


def build_app(store: Store, analyses: Analyses, settings: Settings, bus: Bus) -> ASGIApp:
    """Return the application; it closes the analyses, the bus and the store when it has been served."""
    service = Service(store, bus, settings)
    pictures = Pictures(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await service.start()
        upkeep = [asyncio.create_task(work) for work in service.upkeep()]
        yield
        for task in upkeep:
            task.cancel()
        await asyncio.gather(*upkeep, return_exceptions=True)
        await analyses.close()
        await pictures.close()
        await bus.close()
        await store.close()
        log.info("stopped")

    app = FastAPI(
        title="spookymarks",
        version=__version__,
        summary="Quantum Tic-Tac-Toe by link",
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        # The stock pages of the documentation load scripts from elsewhere, which our policy forbids.
        docs_url=None,
        redoc_url=None,
        exception_handlers={
            RefusedError: _refused,
            RequestValidationError: _invalid,
            HTTPException: _other,
            Exception: _failed,
        },
    )
    app.state.service = service
    app.state.analyses = analyses
    app.state.pictures = pictures
    describe_documents(app)
    app.include_router(http.router)
    app.include_router(analysis_http.router)
    app.include_router(pictures_http.router)
    app.include_router(metrics_http.router)
    # Only the page's files: compressing an answer that holds a secret would tell its length.
    app.mount(
        "/", GZipMiddleware(Page(settings.page, Previews(service.rooms, settings.public_origin)), compresslevel=6)
    )
    return Edge(Sockets(app, service))


async def _refused(_request: Request, error: Exception) -> Response:
    if not isinstance(error, RefusedError):
        raise TypeError from error
    response = error_response(error.code, error.message, error.status)
    if isinstance(error, NotNowError):
        response.headers["Retry-After"] = str(error.pause)
    return response


async def _invalid(_request: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):
        raise TypeError from error
    first = error.errors()[0]
    place = ".".join(str(part)[:40] for part in first["loc"])
    reason = str(first.get("ctx", {}).get("error", first["msg"]))
    return error_response(Code.BAD_REQUEST, f"{place}: {reason}", 422)


async def _other(_request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise TypeError from error
    code, message = _STATUSES.get(error.status_code, (Code.BAD_REQUEST, "The request is not valid."))
    response = error_response(code, message, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _failed(_request: Request, _error: Exception) -> Response:
    return error_response(Code.INTERNAL, "The server made a mistake; it has been logged.", 500)
