"""The site of the documents is whole, can be read without a network, and is made alike each time.

``make docs`` builds it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import rollerdeck
from controller.cli import group
from controller.web.operations import OPERATIONS
from controller.web.static_files import PAGE
from hardware.launcher import Fault
from release.pack import MAKERS
from release.settings import sections
from rules import COMMANDS
from tests.need import need_file, need_module

pytestmark = pytest.mark.of_site

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "docs"
LOADED = re.compile(r"""<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)=["']([^"']+)""")
STYLED = re.compile(r"""url\(["']?(?!data:)([^"')]+)|@import\s+["']([^"']+)""")
LINKED = re.compile(r"\$\{documents\}([\w./-]+)")
SECTION = re.compile(r'<section id="(rollerdeck[a-z-]*)"')
CODE = r"<code[^>]*>(.*?)</code>"
NAMED_FIRST = re.compile(f"<tr[^>]*><td><p>{CODE}")
HEADED = re.compile(f"<h3>{CODE}")
DEFINED = re.compile(r'<dt class="sig[^>]* id="rollerdeck\.(\w+)"')


@pytest.fixture(scope="module")
def site() -> Path:
    return need_file(SITE / "index.html", "`make docs` builds it").parent


def build(docs: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """As ``make docs`` does, with another seed for Python's sets."""
    need_module("sphinx", "`make docs` installs it")
    options = ("-q", "-W", "--keep-going", "-E", "-c", str(docs / "site"))
    places = ("-d", str(target / "doctrees"), str(docs), str(target / "site"))
    return subprocess.run(
        [sys.executable, "-m", "sphinx", *options, *places],
        env=os.environ | {"PYTHONHASHSEED": "7", "HOME": str(target), "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
    )


def files(folder: Path) -> dict[Path, bytes]:
    return {
        file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()
    }


def commands(command: click.Command, name: str) -> Iterator[str]:
    yield name
    if isinstance(command, click.Group):
        context = click.Context(command)
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield from commands(found, f"{name}-{inner}")


def test_every_command_is_in_the_reference_and_no_other(site: Path) -> None:
    page = (site / "site" / "command-line.html").read_text()
    assert sorted(SECTION.findall(page)) == sorted(commands(group, "rollerdeck"))


def plain(found: list[str]) -> list[str]:
    return sorted(re.sub(r"<[^>]*>", "", one) for one in found)


def test_every_setting_is_in_the_reference_and_no_other(site: Path) -> None:
    page = (site / "settings.html").read_text()
    settings = [setting.key for section in sections() for setting in section.settings]
    assert sorted(set(plain(NAMED_FIRST.findall(page)))) == sorted(settings)


def test_every_request_and_command_is_in_the_reference_and_no_other(site: Path) -> None:
    page = (site / "http.html").read_text()
    requests = [f"{operation.method} {operation.path}" for operation in OPERATIONS]
    said = [do for do, command in COMMANDS.items() if not command.measured]
    assert plain(HEADED.findall(page)) == sorted(requests + said)


def test_every_public_name_is_in_the_reference_and_no_other(site: Path) -> None:
    page = (site / "site" / "python.html").read_text()
    assert sorted(DEFINED.findall(page)) == sorted(rollerdeck.__all__)


def test_the_links_of_the_page_lead_to_pages_and_headings(site: Path) -> None:
    scripts = (PAGE / "views").glob("*.js")
    linked = {page for file in scripts for page in LINKED.findall(file.read_text())}
    assert linked == {"faults.html"}
    headings = set(
        re.findall(r'<(?:section|span) id="([^"]+)"', (site / "faults.html").read_text())
    )
    assert {fault.lower() for fault in Fault} - headings == set()


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = {file: file.read_text() for file in site.rglob("*.html")}
    styles = {file: file.read_text() for file in site.rglob("*.css")}
    loaded = {to for text in pages.values() for to in LOADED.findall(text)}
    styled = {one or two for text in styles.values() for one, two in STYLED.findall(text)}
    assert len(pages) > 40
    assert len(loaded) > 10
    assert [to for to in loaded | styled if "//" in to] == []


def test_it_has_the_licences_of_others_files_and_nothing_that_no_reader_needs(site: Path) -> None:
    names = {file.name for file in site.rglob("*") if file.is_file()}
    assert names >= {"furo.LICENSE", "sphinx.LICENSE"}
    makers = MAKERS.findall((site / "index.html").read_text())
    assert [name for name, _ in makers] == ["Sphinx", "Furo"]
    assert [one for one in names if one.endswith(".map") or one.startswith(".")] == []
    assert "objects.inv" not in names


def test_the_same_tree_gives_the_same_site(site: Path, tmp_path: Path) -> None:
    done = build(ROOT / "docs", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    before, again = files(site), files(tmp_path / "site")
    assert Path("searchindex.js") in again
    every = before.keys() | again.keys()
    assert [str(file) for file in every if before.get(file) != again.get(file)] == []


def test_links_that_lead_nowhere_fail(tmp_path: Path) -> None:
    for name in ("docs", "systemd", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for file in ROOT.glob("*.md"):
        shutil.copy(file, tmp_path)
    with (tmp_path / "docs" / "tv.md").open("a") as page:
        page.write("\n[Nothing](nothing.md), [no heading](voice.md#no-heading)\n")
    done = build(tmp_path / "docs", tmp_path)
    assert done.returncode != 0
    missing = re.findall(r"tv\.md:\d+: WARNING: .*not found.*: '(.*?)'", done.stderr)
    assert missing == ["nothing.md", "no-heading"]
