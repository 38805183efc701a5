"""What browsers load, gzip-compressed for each that accepts it, and compressed once."""

from __future__ import annotations

import asyncio
import gzip
import re
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

COMPRESSED: Final = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})
"""Endings of the files that become smaller; pictures are compressed as they are."""

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""For a file whose name has the digest of its content: a browser asks for it once."""

NOT_AT_ALL: Final = re.compile(r"\s*q\s*=\s*0(\.0*)?\s*", re.IGNORECASE)
"""The weight of a coding that is not accepted."""


def accepts_gzip(headers: Headers) -> bool:
    """Whether whoever sent these headers reads gzip."""
    for coding in headers.get("accept-encoding", "").split(","):
        name, _, weight = coding.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return NOT_AT_ALL.fullmatch(weight) is None
    return False


class UnchangingAnswer:
    """An answer that stays the same: compressed once, and sent to none that has it."""

    def __init__(self, body: bytes, media_type: str) -> None:
        self._tag = sha256(body).hexdigest()
        headers = {"etag": f'"{self._tag}"', "vary": "Accept-Encoding"}
        self._whole = Response(body, headers=headers, media_type=media_type)
        self._unchanged = Response(status_code=304, headers=headers)
        headers = headers | {"etag": f'W/"{self._tag}"', "content-encoding": "gzip"}
        compressed = gzip.compress(body, mtime=0)
        self._compressed = Response(compressed, headers=headers, media_type=media_type)

    def to(self, asked: Headers) -> Response:
        """The answer to whoever sent these headers."""
        if self._tag in asked.get("if-none-match", ""):
            return self._unchanged
        return self._compressed if accepts_gzip(asked) else self._whole


class CompressedFiles(StaticFiles):
    """The files of a folder. A file ``a.js.gz`` beside ``a.js`` is its content, compressed already.

    What has to be compressed is compressed beside the loop, when a browser first asks for it, and
    kept as long as the file stays as it is.
    """

    def __init__(self, folder: Path, *, immutable: bool = False, must_exist: bool = True) -> None:
        """``immutable``: another content has another name. ``must_exist``: at the first request."""
        super().__init__(directory=folder, html=True, check_dir=must_exist)
        self._immutable = immutable
        self._compressed: dict[str, tuple[str, bytes]] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file. Raises HTTPException if there is none in the folder."""
        response = await super().get_response(path, scope)
        if self._immutable:
            response.headers["cache-control"] = IMMUTABLE
        if Path(path).suffix not in COMPRESSED:
            return response
        response.headers.add_vary_header("Accept-Encoding")
        if isinstance(response, FileResponse) and accepts_gzip(Headers(scope=scope)):
            return await self._compress(response)
        return response

    async def _compress(self, whole: FileResponse) -> Response:
        """The same answer with a smaller body."""
        file, tag = str(whole.path), whole.headers["etag"]
        known_tag, body = self._compressed.get(file, ("", b""))
        if known_tag != tag:
            body = await asyncio.to_thread(_compressed, Path(file))
            self._compressed[file] = tag, body
        headers = dict(whole.headers) | {
            "content-encoding": "gzip",
            "content-length": str(len(body)),
            "etag": f"W/{tag}",  # the same content in other bytes
        }
        del headers["accept-ranges"]
        return Response(body, headers=headers)


def _compressed(file: Path) -> bytes:
    beside = file.with_name(f"{file.name}.gz")
    return beside.read_bytes() if beside.is_file() else gzip.compress(file.read_bytes(), mtime=0)
