"""Which build of the page a referee serves: an open page of another build is loaded anew."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from controller.words import ENGLISH

PAGE = Path(__file__).parent / "page"
"""The page of a table."""

DIGITS = 12
"""Of a build's ID, hexadecimal."""

LANGUAGES = Path("words", "languages.json")
"""In the page's folder: the languages that were compiled."""


def build_of(folder: Path, language: str = ENGLISH) -> str:
    """The ID of the page in a folder: another one with any other file, or language of the room."""
    digest = sha256(language.encode())
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:DIGITS]


@cache
def own_build(language: str) -> str:
    """The ID of the page of a table. Its files stay as they are while the program runs."""
    return build_of(PAGE, language)


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
