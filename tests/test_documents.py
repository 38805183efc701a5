"""What the documents say is so: links lead somewhere, commands and targets are there."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from controller.cli import COMMANDS
from tests.processes import run

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("systemd/*.md")])
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|#)([^)#]+)")
TARGET = re.compile(r"`(?:[A-Z_]+=\S+ )?make ([a-z]+)|^make ([a-z]+)", re.MULTILINE)
COMMAND = re.compile(r"\brollerdeck ([a-z][a-z-]*)(?=[ `])")

MODULE = re.compile(r"([\w./]*python[\d.]*) -m ([\w.]+)")
CHOSEN = re.compile(r"""\bmake [a-z]+ T=(?:"([^"]+)"|([\w./]+))""")
VARIABLE = re.compile(r"(?:`|: )([A-Z_]+)=\S+ make\b|^\| `([A-Z_]+)=\S+` \|", re.MULTILINE)


MADE = ("settings.md", "parts.md", "http.md")
"""Documents that are made from the code."""
PROGRAM = ("rollerdeck", "rules", "hardware", "firmware_bridge", "controller")
NAMED = re.compile(r"""\b(docs/[\w-]+\.md)(?:, "([^"]+)")?""")


def names(document: Path) -> str:
    return str(document.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_links_lead_somewhere(document: Path) -> None:
    missing = [
        to for to in LINK.findall(document.read_text()) if not (document.parent / to).exists()
    ]
    assert missing == []


def written(document: Path) -> int:
    """How many bytes of it somebody wrote: the last part of docs/clauses.md is made."""
    by_hand, _, _ = document.read_text().partition("\n## Where each clause is shown")
    return len(by_hand.encode())


def test_what_is_written_by_hand_stays_short() -> None:
    sizes = {document: written(document) for document in DOCUMENTS if document.name not in MADE}
    assert max(sizes[ROOT / "README.md"], sizes[ROOT / "CONTRIBUTING.md"]) <= 8_000
    in_docs = sum(size for document, size in sizes.items() if document.parent == ROOT / "docs")
    assert in_docs <= 340_000, "shorten docs/: what is said twice first"
    assert sum(sizes.values()) <= 400_000


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_make_targets_and_commands_are_there(document: Path) -> None:
    text = document.read_text()
    makefile = (ROOT / "Makefile").read_text()
    targets = {one or other for one, other in TARGET.findall(text)}
    assert [name for name in targets if f"\n{name}:" not in makefile] == []
    if document.name == "scenarios.md":
        return  # a format for versions to come as well
    assert [name for name in set(COMMAND.findall(text)) if name not in COMMANDS] == []


def test_documented_modules_run_in_the_environment_of_make_setup() -> None:
    """A fresh clone has no other Python with the libraries, and often none called ``python``."""
    calls = [call for document in DOCUMENTS for call in MODULE.findall(document.read_text())]
    assert len(calls) > 5
    assert {python for python, _ in calls} == {".venv/bin/python"}
    assert [module for _, module in calls if importlib.util.find_spec(module) is None] == []


def test_documented_arguments_of_make_choose_tests_that_are_there() -> None:
    sources = [file.read_text() for file in (ROOT / "tests").rglob("*.py")]
    chosen = [one for document in DOCUMENTS for one in CHOSEN.findall(document.read_text())]
    assert len(chosen) > 10
    for quoted, bare in chosen:
        words = shlex.split(quoted) if quoted else [bare]
        paths = [word for word in words if "/" in word]
        assert [path for path in paths if not (ROOT / path).exists()] == []
        if "-k" in words:
            names = set(re.findall(r"\w+", words[words.index("-k") + 1])) - {"and", "or", "not"}
            assert any(all(name in source for name in names) for source in sources), names


def test_documents_that_the_program_names_are_there_with_their_headings() -> None:
    files = [
        file
        for package in PROGRAM
        for kind in ("*.py", "*.po")
        for file in (ROOT / package).rglob(kind)
    ]
    named = {named for file in files for named in NAMED.findall(file.read_text())}
    assert len(named) > 10
    for document, heading in named:
        headings = re.findall(r"^#+ (.+)$", (ROOT / document).read_text(), re.MULTILINE)
        assert not heading or heading in headings, (document, heading)


def test_documented_variables_are_read() -> None:
    texts = [document.read_text() for document in DOCUMENTS]
    variables = {name for text in texts for one in VARIABLE.findall(text) for name in one if name}
    assert len(variables) > 20
    files = [ROOT / "Makefile", *(ROOT / "tests").rglob("*.py")]
    sources = "\n".join(file.read_text() for file in files)
    read = set(re.findall(r'^([A-Z]+) [?:]?=|"([A-Z_]+)"', sources, re.MULTILINE))
    assert variables <= {name for one in read for name in one}


def test_the_architecture_names_functions_that_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    steps = re.findall(r"([\w/]+/[\w/]+\.(?:py|js)) +([\w.]+)", text)
    assert len(steps) > 30, "the paths of a press, a tap, a seen card and a power cut"
    for file, function in steps:
        source = (ROOT / file).read_text()
        for name in function.split("."):
            defined = rf"\b(class|def|function|const) {name}\b|^  (async )?{name}\("
            assert re.search(defined, source, re.MULTILINE), f"{file}: {function}"


def test_the_picture_has_the_rooms_in_the_order_that_is_held() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (rooms,) = (
        c["layers"] for c in contracts["contracts"] if c.get("containers") == ["controller"]
    )
    drawing = ElementTree.parse(ROOT / "docs" / "house.svg")
    texts = drawing.iterfind(".//{http://www.w3.org/2000/svg}text[@class='name']")
    heights = {text.text: float(text.attrib["y"]) for text in texts}
    assert list(heights)[:-3] == [room for layer in rooms for room in layer.split(" | ")]
    tops = [max(heights[room] for room in layer.split(" | ")) for layer in rooms]
    assert tops == sorted(tops)


def test_only_rooms_stand_in_the_controller_and_none_is_crowded() -> None:
    house = ROOT / "controller"
    assert [file.name for file in house.glob("*.*")] == ["__init__.py"]
    folders = [folder for folder in house.rglob("*") if (folder / "__init__.py").exists()]
    modules = {folder.name: len(list(folder.glob("*.py"))) - 1 for folder in folders}
    assert len(modules) > 10
    assert {room: count for room, count in modules.items() if count > 16} == {}


def test_make_help_lists_every_target() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(r"^([a-z]+):", makefile, re.MULTILINE)
    assert targets
    assert [name for name in targets if f"\n{name} " not in f"\n{done.stdout}"] == []


def test_the_examples_of_the_documents_hold() -> None:
    text = "".join(document.read_text() for document in DOCUMENTS)
    files = set(re.findall(r"rollerdeck replay (examples/[\w-]+\.jsonl)", text))
    assert files
    done = run("replay", *[str(ROOT / file) for file in files])
    assert (done.returncode, done.stderr) == (0, "")


def test_pinned_dependencies_name_no_address() -> None:
    pins = [path.read_text() for path in (ROOT / "constraints").glob("*.txt")]
    assert len(pins) == 11
    assert not any("://" in pin for pin in pins)
    assert all("--hash=sha256:" in pin for pin in pins)
