"""GET /metrics: what the server counts, for the operator alone."""

# FastAPI reads the annotations when the program runs, so they are not postponed here.

import secrets

from fastapi import APIRouter, HTTPException, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from spookymarks.server import metrics
from spookymarks.server.edge import FORWARDING
from spookymarks.server.limits import is_loopback
from spookymarks.server.settings import Settings

router = APIRouter()


@router.get("/metrics", include_in_schema=False)
async def read_metrics(request: Request) -> Response:
    """Return the metrics; for everybody but the operator there is nothing here."""
    if not _may_read(request, request.app.state.service.settings):
        raise HTTPException(404)
    return Response(metrics.exposition(), media_type=CONTENT_TYPE_LATEST)


def _may_read(request: Request, settings: Settings) -> bool:
    """Tell whether a request bears the token; where none is set, whether it comes from this machine itself.

    A request with a forwarding header comes through a proxy on this machine, so from anywhere.
    """
    if settings.metrics_token:
        wanted = b"Bearer " + settings.metrics_token.encode()
        given = request.headers.get("authorization", "").encode("latin-1")
        return secrets.compare_digest(given, wanted)
    forwarded = any(name in request.headers for name in FORWARDING)
    return request.client is not None and is_loopback(request.client.host) and not forwarded
