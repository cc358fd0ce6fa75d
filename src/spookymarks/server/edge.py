"""The outermost layer: headers on every answer, a limit on every body, and no traceback to anybody outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException

from spookymarks.server import metrics
from spookymarks.server.errors import Code, error_response
from spookymarks.server.limits import is_loopback

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
# What other sites may show: one view of the page, which can do nothing to a game, and the pictures.
FRAMED = "/embed"
PICTURES = "/api/v1/picture."
# Only over HTTPS, where a proxy that we trust says so: over HTTP browsers ignore it. Not for sub-domains, which may
# belong to somebody else.
TRANSPORT_SECURITY = "max-age=31536000"
# Games are found by their link, not by search engines.
UNLISTED = ("/g/", "/api/")
FORWARDING = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded", "via")
NOTHING_HERE = "There is nothing at this address."

log = structlog.get_logger()


class Edge:
    """Wraps an application; everything that answers goes through it, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._proxy_seen = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, socket or lifespan."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                add_headers(scope, message)
            await send(message)

        self._notice_proxy(scope)
        try:
            if _declared_length(scope) > MAX_BODY:
                too_large = error_response(Code.TOO_LARGE, f"A request may have {MAX_BODY} bytes at most.", 413)
                await too_large(scope, receive, send_with_headers)
            else:
                await self._app(scope, _counting(receive), send_with_headers)
        except Exception:  # the application has answered by now, and hands it on to be logged
            log.exception("request_failed", route=_route(scope))
        finally:
            metrics.request(scope["method"], _route(scope), status)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = False

        async def send_or_deny(message: Message) -> None:
            nonlocal accepted
            accepted = accepted or message["type"] != "websocket.close"
            if not accepted:
                # Closed before it was opened: the application has no socket at this address.
                await error_response(Code.NOT_FOUND, NOTHING_HERE, 404)(scope, receive, send_or_deny)
                return
            if message["type"] == "websocket.http.response.start":
                add_headers(scope, message)
            await send(message)

        await self._app(scope, receive, send_or_deny)

    def _notice_proxy(self, scope: Scope) -> None:
        """Say once that a proxy on this machine is not trusted: all its clients then count as one address."""
        if self._proxy_seen or "x-forwarded-for" not in Headers(scope=scope):
            return
        client = scope["client"]
        if client is not None and is_loopback(client[0]):
            self._proxy_seen = True
            log.warning("proxy_not_trusted", hint="set SPOOKYMARKS_TRUSTED_PROXIES to the addresses of your proxies")


def add_headers(scope: Scope, start: Message) -> None:
    """Give the start of an answer the headers that every answer has."""
    headers = MutableHeaders(scope=start)
    headers.update(security_headers(scope["path"]))
    headers.setdefault("Cache-Control", "no-store")
    if scope["scheme"] in {"https", "wss"}:
        headers["Strict-Transport-Security"] = TRANSPORT_SECURITY
    if scope["path"].startswith(UNLISTED):
        headers["X-Robots-Tag"] = "noindex"


def security_headers(path: str) -> dict[str, str]:
    """Return the headers that say what a browser may do with the answer at a path."""
    headers = dict(SECURITY_HEADERS)
    if path == FRAMED:
        policy = headers["Content-Security-Policy"]
        headers["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", "frame-ancestors *")
        del headers["X-Frame-Options"]
    elif path.startswith(PICTURES):
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return headers


def _route(scope: Scope) -> str:
    """Return the template of the route that answered; the page's files, and what is nowhere, are one."""
    return str(getattr(scope.get("route"), "path", "page"))


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
