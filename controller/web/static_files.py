"""The files that browsers load: the page, which names its build, and the documents' site."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.words import ENGLISH
from controller.words.catalogue import catalogue

PAGE = Path(__file__).parent / "page"
"""The page of a table."""

BUILD_DIGITS = 12
"""Of a build's ID, hexadecimal."""

LANGUAGES = Path("words", "languages.json")
"""In the page's folder: the languages that were compiled."""


def build_of(folder: Path, language: str = ENGLISH, first: bytes = b"") -> str:
    """The ID of the page in a folder: another one with any other file, or language of the room.

    ``first``: the page's first file, where the folder does not have the one that is served.
    """
    digest = sha256(language.encode())
    digest.update(first)
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:BUILD_DIGITS]


def languages_of(folder: Path) -> str:
    """The languages that a page in this folder can show, as JSON; empty: nothing was compiled."""
    file = folder / LANGUAGES
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def marked(index: bytes, build: str, language: str, languages: str, documents: str = "") -> bytes:
    """The page's first file, which names its own build, the room's language and all languages.

    ``documents``: where their site is; empty: there is none.
    """
    names = ("build", "language", "languages", "documents")
    for name, content in zip(names, (build, language, languages, documents), strict=True):
        empty, filled = (
            f'<meta name="{name}" content="{value}">' for value in ("", escape(content))
        )
        index = index.replace(empty.encode(), filled.encode())
    return index


DOCUMENTS: Final = "/docs/"
DOCUMENTS_PLACES: Final = (
    Path(__file__).parent / "docs",
    Path(__file__).parents[2] / "build" / "docs",
)
"""Where a release has the site, and where ``make docs`` builds it."""
INLINE: Final = re.compile(rb"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)


def find_documents() -> Path | None:
    """The folder of the site; None: there is none."""
    return next((place for place in DOCUMENTS_PLACES if (place / "index.html").is_file()), None)


def documents_routes(folder: Path | None, language: str) -> list[BaseRoute]:
    """The site in a folder; without one, a sentence says how to get it, in the room's language."""
    site = _missing(language) if folder is None else _Documents(directory=folder, html=True)
    return [Route(DOCUMENTS.rstrip("/"), _to_the_site), Mount(DOCUMENTS.rstrip("/"), site)]


@cache
def documents_policy(folder: Path) -> str:
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
        csp = await asyncio.to_thread(documents_policy, Path(self.directory))
        response.headers["content-security-policy"] = csp
        return response


async def _to_the_site(request: Request) -> Response:
    return RedirectResponse(DOCUMENTS)


def _missing(language: str) -> ASGIApp:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        sentence = catalogue(language).say("refusal.no_documents")
        await PlainTextResponse(sentence, 404)(scope, receive, send)

    return answer
