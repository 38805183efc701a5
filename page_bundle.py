"""The bundle of the page: few and small files, each named by the digest of its content.

For building alone, because it needs Node. esbuild, which is WebAssembly and so the same on every
processor, joins and shortens the modules and the styles; the zlib that Node has within compresses
them. The same page gives the same bytes.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

MAIN_MODULE = "app.js"
MAIN_STYLE = "page.css"
ASSETS = "assets"
LANGUAGES = "languages.json"
STYLE = re.compile(r'^ *<link rel="stylesheet" href="/([^"]+)">\n', re.MULTILINE)
SCRIPT = f'<script type="module" src="/{MAIN_MODULE}"></script>'
DIGEST_DIGITS = 8
"""Of a digest in a file's name, hexadecimal; esbuild's own have as many."""

HOW = (
    *("--bundle", "--splitting", "--format=esm", "--minify", "--charset=utf8", "--metafile=meta"),
    *(f"--outdir=../{ASSETS}", "--entry-names=[name]-[hash]", "--chunk-names=[name]-[hash]"),
    *("--tsconfig-raw={}", "--log-level=warning"),
)
COMPRESS = """
const { readFileSync, writeFileSync } = require("node:fs");
const { gzipSync } = require("node:zlib");
for (const file of process.argv.slice(1)) {
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
}
"""


class BundleFailed(Exception):
    """The page cannot be bundled: a sentence for people."""


def make_bundle(page: Path, target: Path, node: Sequence[str], esbuild: Path) -> None:
    """Bundle the page in a folder into another one, which is emptied first.

    ``node`` calls Node; ``esbuild`` is the folder of its package. Raises BundleFailed.
    """
    shutil.rmtree(target, ignore_errors=True)
    assets, copy = target / ASSETS, target / "page"
    assets.mkdir(parents=True)
    shutil.copytree(page, copy)  # esbuild's digests are of paths, too: these are alike everywhere
    index = (copy / "index.html").read_text(encoding="utf-8")
    styles = "".join(f'@import "./{name}";\n' for name in STYLE.findall(index))
    (copy / MAIN_STYLE).write_text(styles)
    program = esbuild / "bin" / "esbuild"
    _run([*node, str(program.resolve()), MAIN_MODULE, MAIN_STYLE, *HOW], copy)
    outputs: dict[str, Any] = json.loads((copy / "meta").read_text())["outputs"]
    shutil.rmtree(copy)
    (target / "index.html").write_text(_loading(index, outputs), encoding="utf-8")
    (target / LANGUAGES).write_text(json.dumps(_name_words(page / "words", assets)))
    _run([*node, "--eval", COMPRESS, *map(str, sorted(assets.resolve().iterdir()))], target)


def _run(call: list[str], folder: Path) -> None:
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True)  # noqa: S603 -- our words
    if done.returncode:  # a warning of Node's own is no failure
        raise BundleFailed(f"The page could not be bundled: {done.stderr.strip()[-600:]}")


def _loading(index: str, outputs: dict[str, Any]) -> str:
    """The page's first file, which loads the outputs in place of the modules and the styles."""
    entries = {
        Path(output["entryPoint"]).name: name
        for name, output in outputs.items()
        if "entryPoint" in output
    }
    main = entries[MAIN_MODULE]
    chunks = "".join(
        f'  <link rel="modulepreload" href="{_address(chunk)}">\n'
        for chunk in dict.fromkeys(_imported(main, outputs))
    )
    first_style = STYLE.search(index)
    if first_style is None or SCRIPT not in index:
        raise BundleFailed(f"index.html has no stylesheet, or no {SCRIPT}.")
    at = first_style.start()
    style = f'  <link rel="stylesheet" href="{_address(entries[MAIN_STYLE])}">\n'
    index = index[:at] + style + chunks + STYLE.sub("", index[at:])
    return index.replace(SCRIPT, SCRIPT.replace(f"/{MAIN_MODULE}", _address(main)))


def _address(output: str) -> str:
    return f"/{ASSETS}/{Path(output).name}"


def _imported(name: str, outputs: dict[str, Any]) -> Iterator[str]:
    """What an output cannot start without."""
    for imported in outputs[name]["imports"]:
        if imported["kind"] == "import-statement":
            yield imported["path"]
            yield from _imported(imported["path"], outputs)


def _name_words(words: Path, assets: Path) -> list[dict[str, str]]:
    """Copy each language's words to a name with their digest; the languages, with these names."""
    languages: list[dict[str, str]] = json.loads((words / LANGUAGES).read_text(encoding="utf-8"))
    for language in languages:
        content = (words / f"{language['language']}.json").read_bytes()
        digest = sha256(content).hexdigest()[:DIGEST_DIGITS]
        name = f"{language['language']}-{digest}.json"
        (assets / name).write_bytes(content)
        language["words"] = f"/{ASSETS}/{name}"
    return languages
