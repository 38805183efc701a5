"""The bundle of the page that a wheel carries: whole, named by content, made alike each time."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import hatch_build
from hatch_build import BUNDLE, ESBUILD_FOLDER, NO_BUNDLE, carry_bundle, digest_of, node_and_npm
from page_bundle import BundleFailed, make_bundle
from tests.need import missing

ROOT = Path(__file__).parents[2]
INDEX = """<head>
  <link rel="stylesheet" href="/a.css">
  <link rel="stylesheet" href="/styles/b.css">
  <script type="module" src="/app.js"></script>
</head>
"""
FILES = {
    "index.html": INDEX,
    "a.css": "p { color: red; }\n",
    "styles/b.css": "p { color: blue; }\n",
    "app.js": 'import { name } from "./name.js";\nexport const open = () => import("./later.js");\n'
    "console.log(name);\n",
    "later.js": 'import { name } from "./name.js";\nconsole.log("later", name);\n',
    "name.js": '/** A remark. */\nexport const name = "gräßlich";\n',
    "words/en.json": '{"language": "en"}',
    "words/languages.json": '[{"language": "en", "name": "English", "dir": "ltr"}]',
}


def a_page(folder: Path, **changed: str) -> Path:
    for name, content in (FILES | changed).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def node() -> list[str]:
    programs = node_and_npm()
    if programs is None:
        missing("node is not on this machine: install the packages `nodejs` and `npm`")
    return programs[0]


def bundled(page: Path, target: Path) -> Path:
    make_bundle(page, target, node(), hatch_build.esbuild_in(ROOT))
    return target


def content(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.thorough
def test_a_page_becomes_few_files_named_by_their_content(tmp_path: Path) -> None:
    inside = content(bundled(a_page(tmp_path / "page"), tmp_path / "bundle"))
    index = inside["index.html"].decode()
    (style,) = re.findall('<link rel="stylesheet" href="/([^"]+)">', index)
    (chunk,) = re.findall('<link rel="modulepreload" href="/([^"]+)">', index)
    (script,) = re.findall('<script type="module" src="/([^"]+)">', index)
    assert inside[style] == b"p{color:red}p{color:#00f}\n"
    assert "gräßlich".encode() in inside[chunk]
    assert b"remark" not in inside[chunk]
    (later,) = re.findall(rb'import\("\./(later-\w+\.js)"\)', inside[script])
    assert f"assets/{later.decode()}" in inside
    assert later.decode() not in index
    (english,) = json.loads(inside["languages.json"])
    words = english.pop("words").removeprefix("/")
    assert english == {"language": "en", "name": "English", "dir": "ltr"}
    assert inside[words] == b'{"language": "en"}'
    assets = {name for name in inside if name.startswith("assets/")}
    plain = {name for name in assets if not name.endswith(".gz")}
    assert plain == {style, chunk, script, words, f"assets/{later.decode()}"}
    assert assets - plain == {f"{name}.gz" for name in plain}
    for name in plain:
        assert re.search(r"-\w{8}\.(css|js|json)$", name)
        assert gzip.decompress(inside[f"{name}.gz"]) == inside[name]
    assert inside.keys() - assets == {"index.html", "languages.json"}


@pytest.mark.thorough
def test_the_same_page_gives_the_same_bytes_anywhere_and_another_one_other_names(
    tmp_path: Path,
) -> None:
    first = content(bundled(a_page(tmp_path / "page"), tmp_path / "bundle"))
    again = content(bundled(a_page(tmp_path / "a" / "b" / "other"), tmp_path / "a" / "c"))
    assert again == first
    other = a_page(tmp_path / "changed", **{"later.js": "console.log(1);\n"})
    changed = content(bundled(other, tmp_path / "d"))
    for name, body in changed.items():
        assert name in ("index.html", "languages.json") or first.get(name, body) == body


@pytest.mark.thorough
def test_a_page_that_cannot_be_bundled_is_refused_with_what_is_wrong(tmp_path: Path) -> None:
    page = a_page(tmp_path / "page", **{"app.js": 'import "./missing.js";\n'})
    with pytest.raises(BundleFailed, match=r"could not be bundled: [^$]*missing\.js"):
        bundled(page, tmp_path / "bundle")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with a page, and with a Node that only writes what it was called for."""
    a_page(tmp_path / hatch_build.PAGE)
    (tmp_path / ESBUILD_FOLDER).mkdir(parents=True)

    def make(page: Path, target: Path, *_: Any) -> None:
        target.mkdir(parents=True, exist_ok=True)
        (target / "index.html").touch()
        made = target / "made"
        made.write_text(f"{made.read_text() if made.exists() else ''}x")

    monkeypatch.setattr(hatch_build, "make_bundle", make)
    monkeypatch.setattr(hatch_build, "node_and_npm", lambda: (["node"], ["npm"]))
    return tmp_path


def test_a_wheel_carries_the_bundle_which_is_made_again_only_for_another_page(root: Path) -> None:
    made = root / BUNDLE / "made"
    for change, times in (("", "x"), ("", "x"), ("// changed", "xx"), ("// changed", "xx")):
        if change:
            (root / hatch_build.PAGE / "app.js").write_text(change)
        build_data: dict[str, Any] = {"force_include": {}}
        carry_bundle(root, build_data)
        assert build_data == {"force_include": {str(root / BUNDLE): "controller/web/bundle"}}
        assert made.read_text() == times
    shutil.rmtree(root / BUNDLE)
    carry_bundle(root, {"force_include": {}})
    assert made.read_text() == "x"


def test_a_wheel_that_is_built_without_node_says_that_it_has_no_bundle(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hatch_build, "node_and_npm", lambda: None)
    build_data: dict[str, Any] = {"force_include": {}}
    carry_bundle(root, build_data)
    assert build_data == {"force_include": {}}
    assert capsys.readouterr().err == f"{NO_BUNDLE}\n"


def test_a_bundle_that_failed_is_not_taken_for_a_whole_one(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    carry_bundle(root, {"force_include": {}})
    (root / hatch_build.PAGE / "app.js").write_text("// changed")

    def fail(*_: Any) -> None:
        raise BundleFailed("The page could not be bundled: no.")

    monkeypatch.setattr(hatch_build, "make_bundle", fail)
    for _ in range(2):
        with pytest.raises(SystemExit, match=r"^The page could not be bundled: no\.$"):
            carry_bundle(root, {"force_include": {}})
    monkeypatch.setattr(hatch_build, "node_and_npm", lambda: None)
    build_data: dict[str, Any] = {"force_include": {}}
    carry_bundle(root, build_data)
    assert build_data == {"force_include": {}}


def test_a_bundle_is_another_with_any_file_and_any_maker(tmp_path: Path) -> None:
    page, maker = a_page(tmp_path / "page"), tmp_path / "maker.py"
    maker.touch()
    digests = {digest_of(page, maker)}
    shutil.copy(page / "a.css", page / "b.css")
    digests.add(digest_of(page, maker))
    maker.write_text("# changed")
    digests |= {digest_of(page, maker), digest_of(page, maker)}
    assert len(digests) == 3
