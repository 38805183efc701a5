"""The page of a table over HTTP: its first file, and all that this file loads.

A checkout serves the modules as they are, and the first file names them all, so that a browser
asks for them at once. A release has a bundle, too (``page_bundle.py``): few and small files, each
named by its digest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.web.files.compressed_files import CompressedFiles, UnchangingAnswer
from controller.web.static_files import PAGE, build_of, languages_of, marked

PAGES: Final = ("/", "/index.html", "/seat", "/host")
"""All of them are the page. What follows a ``#`` is for the page alone, and is sent to nobody."""

BUNDLE: Final = Path(__file__).parents[1] / "bundle"
"""In a release: its own ``index.html``, ``languages.json``, and the folder ``assets``."""

ASSETS: Final = "/assets/"
MAIN_MODULE: Final = "app.js"
IMPORTED: Final = re.compile(
    r'(?:^|(?<=;))(?:import|export)\b(?:[^";]*?\bfrom)? ?"([^"]+)";', re.MULTILINE
)
"""The address of a module that another one cannot start without."""


def modules_of(folder: Path) -> Iterator[str]:
    """The page's modules, each once: the main one, and what is imported on the way, not later."""
    waiting, known = [folder / MAIN_MODULE], {folder / MAIN_MODULE}
    while waiting:
        module = waiting.pop(0)
        yield module.relative_to(folder).as_posix()
        for address in IMPORTED.findall(module.read_text(encoding="utf-8")):
            imported = (module.parent / address).resolve()
            if imported not in known and imported.is_file():
                known.add(imported)
                waiting.append(imported)


@cache
def preloading(index: bytes, folder: Path) -> bytes:
    """The page's first file, which asks for every module of the folder at once."""
    links = (f'<link rel="modulepreload" href="/{escape(name)}">' for name in modules_of(folder))
    return index.replace(b"</head>", "".join(f"  {link}\n" for link in links).encode() + b"</head>")


def first_file(build: str, language: str, documents: str, bundle: Path | None = None) -> bytes:
    """The page's first file: of the bundle in a folder, or with None of the modules."""
    if bundle is None:
        index, languages = (PAGE / "index.html").read_bytes(), languages_of(PAGE)
        index = preloading(index, PAGE)
    else:
        index = (bundle / "index.html").read_bytes()
        languages = (bundle / "languages.json").read_text(encoding="utf-8")
    return marked(index, build, language, languages, documents)


@cache
def own_build(language: str, bundle: Path | None = None) -> str:
    """The ID of the page of a table. Its files stay as they are while the program runs.

    Another bundle of the same modules is another page: its first file names other files, and those
    of the bundle before are gone.
    """
    return build_of(PAGE, language, first_file("", language, "", bundle) if bundle else b"")


def find_bundle() -> Path | None:
    """The folder of the bundle; None: this is a checkout, or was built without Node."""
    return BUNDLE if (BUNDLE / "index.html").is_file() else None


def page_app(first: bytes, bundle: Path | None = None) -> ASGIApp:
    """The page's files. Addresses of the interface are never looked for among them."""
    index = UnchangingAnswer(first, "text/html")
    files = CompressedFiles(PAGE)
    assets = CompressedFiles(bundle / "assets", immutable=True) if bundle else None

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path.startswith("/api/"):
            raise HTTPException(404)
        if path in PAGES and scope["method"] in ("GET", "HEAD"):
            await index.to(Headers(scope=scope))(scope, receive, send)
        elif assets and path.startswith(ASSETS):
            await assets({**scope, "path": path.removeprefix(ASSETS[:-1])}, receive, send)
        else:
            await files(scope, receive, send)

    return serve
