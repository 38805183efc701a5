"""Which build of the page a referee serves: an open page of another build is loaded anew."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

DIGITS = 12
"""Of a build's ID, hexadecimal."""

_OWN = b'<meta name="build" content="">'


def build_of(folder: Path) -> str:
    """The ID of the page in a folder: it changes with any of its files."""
    found = sha256()
    for file in sorted(one for one in folder.rglob("*") if one.is_file()):
        content = file.read_bytes()
        found.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()[:DIGITS]


def marked(index: bytes, build: str) -> bytes:
    """The page's first file, which names its own build."""
    return index.replace(_OWN, _OWN[:-2] + build.encode() + _OWN[-2:])
