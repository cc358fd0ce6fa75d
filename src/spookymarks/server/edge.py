"""The outermost layer: headers on every answer, a limit on every body, and no traceback to anybody outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException

from spookymarks.server.errors import Code, error_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 16 * 1024

SECURITY_HEADERS = {
    # wasm-unsafe-eval: the page compiles its WebAssembly kernel, which is no script.
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

log = structlog.get_logger()


class Edge:
    """Wraps an application; everything that answers goes through it, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, socket or lifespan."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send_with_headers)
            return
        too_large = error_response(Code.TOO_LARGE, f"A request may have {MAX_BODY} bytes at most.", 413)
        if _declared_length(scope) > MAX_BODY:
            await too_large(scope, receive, send_with_headers)
            return
        try:
            await self._app(scope, _counting(receive), send_with_headers)
        except Exception:  # the application has answered by now, and hands it on to be logged
            log.exception("request_failed", path=scope["path"][:64])


def _declared_length(scope: Scope) -> int:
    text = Headers(scope=scope).get("content-length", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else MAX_BODY + 1


def _counting(receive: Receive) -> Receive:
    received = 0

    async def receive_counted() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MAX_BODY:
            raise HTTPException(413)
        return message

    return receive_counted
