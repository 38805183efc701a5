"""The site of the documents at ``/docs/``: a bench or a table may have no internet."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.words.catalogue import catalogue

ADDRESS: Final = "/docs/"
PLACES: Final = (Path(__file__).parent / "docs", Path(__file__).parents[2] / "build" / "docs")
"""Where a release has the site, and where ``make docs`` builds it."""
INLINE: Final = re.compile(rb"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)


def find_documents() -> Path | None:
    """The folder of the site; None: there is none."""
    return next((place for place in PLACES if (place / "index.html").is_file()), None)


def routes(folder: Path | None, language: str) -> list[BaseRoute]:
    """The site in a folder; without one, a sentence says how to get it, in the room's language."""
    site = _missing(language) if folder is None else _Documents(directory=folder, html=True)
    return [Route(ADDRESS.rstrip("/"), _to_the_site), Mount(ADDRESS.rstrip("/"), site)]


@cache
def policy(folder: Path) -> str:
    """What browsers let the pages do: of scripts within a page, only those that are there now."""
    pages = (page.read_bytes() for page in folder.rglob("*.html"))
    digests = {sha256(script).digest() for page in pages for script in INLINE.findall(page)}
    hashes = sorted(f" 'sha256-{b64encode(digest).decode()}'" for digest in digests)
    return (
        f"default-src 'self'; script-src 'self'{''.join(hashes)}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


class _Documents(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file. Raises HTTPException if there is none in the folder."""
        response = await super().get_response(path, scope)
        assert self.directory is not None
        csp = await asyncio.to_thread(policy, Path(self.directory))
        response.headers["content-security-policy"] = csp
        return response


async def _to_the_site(request: Request) -> Response:
    return RedirectResponse(ADDRESS)


def _missing(language: str) -> ASGIApp:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        sentence = catalogue(language).say("refusal.no_documents")
        await PlainTextResponse(sentence, 404)(scope, receive, send)

    return answer
