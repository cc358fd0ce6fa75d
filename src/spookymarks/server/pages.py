"""The built page, as files: one document for every address of the page, and assets that never change."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Scope

    from spookymarks.server.previews import Previews

# The addresses that the page itself takes apart; "." is the folder's own.
_DOCUMENT = re.compile(r"\.|play|computer|analysis|review|puzzles|settings|embed|g/[A-Za-z0-9]{1,32}")
_FOR_EVER = "public, max-age=31536000, immutable"
_HEAD_ENDS = "</head>"


class Page(StaticFiles):
    """The files of the built page, in a folder that may be built later."""

    def __init__(self, folder: Path, previews: Previews) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder
        self._previews = previews

    async def check_config(self) -> None:
        """Accept that there is no folder: `get_response` says what is missing."""

    def _shows_page(self, path: str, scope: Scope) -> bool:
        wants_document = "text/html" in Headers(scope=scope).get("accept", "")
        return wants_document and not path.startswith(("api/", "assets/")) and (self._folder / "index.html").is_file()

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or the page's document for the page's own addresses and for people who are lost."""
        if _DOCUMENT.fullmatch(path):
            if not (self._folder / "index.html").is_file():
                return PlainTextResponse("The page has not been built; `make play` builds it.\n", 503)
            tags = await self._previews.tags(path, scope) if scope["method"] in {"GET", "HEAD"} else ""
            if tags:
                return self._with_tags(tags, scope)
            path = "index.html"
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not self._shows_page(path, scope):
                raise
            # A person gets the page, which says that nothing is there and offers a way on.
            response = await super().get_response("index.html", scope)
            response.status_code = 404
        # The builder puts a digest into the name of every asset; other names stay when their content changes.
        response.headers["Cache-Control"] = _FOR_EVER if path.startswith("assets/") else "no-cache"
        return response

    def _with_tags(self, tags: str, scope: Scope) -> Response:
        document = (self._folder / "index.html").read_text("utf-8").replace(_HEAD_ENDS, tags + _HEAD_ENDS, 1)
        headers = {
            "ETag": f'"{hashlib.sha256(document.encode()).hexdigest()[:32]}"',
            "Cache-Control": "no-cache",
        }
        if self.is_not_modified(Headers(headers), Headers(scope=scope)):
            return Response(status_code=304, headers=headers)
        return HTMLResponse(document, headers=headers)
