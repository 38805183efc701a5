"""What the documents say is so: links lead somewhere, commands and targets are there."""

from __future__ import annotations

import re
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


def names(document: Path) -> str:
    return str(document.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_links_lead_somewhere(document: Path) -> None:
    missing = [
        to for to in LINK.findall(document.read_text()) if not (document.parent / to).exists()
    ]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_make_targets_and_commands_are_there(document: Path) -> None:
    text = document.read_text()
    makefile = (ROOT / "Makefile").read_text()
    targets = {one or other for one, other in TARGET.findall(text)}
    assert [name for name in targets if f"\n{name}:" not in makefile] == []
    if document.name == "scenarios.md":
        return  # a format for versions to come as well
    assert [name for name in set(COMMAND.findall(text)) if name not in COMMANDS] == []


def test_the_architecture_lists_every_module_of_the_controller() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    rooms = re.split(r"^\| file of `(\w+)/` \| holds \|$", text, flags=re.MULTILINE)[1:]
    listed = {
        f"{room}/{file}"
        for room, table in zip(rooms[::2], rooms[1::2], strict=True)
        for row in re.findall(r"^\|(.*?)\|", table.split("\n\n")[0], re.MULTILINE)
        for file in re.findall(r"`([a-z_/]+\.py)`", row)
    }
    house = ROOT / "controller"
    there = {
        str(file.relative_to(house)) for file in house.rglob("*.py") if file.name != "__init__.py"
    }
    assert listed == there


def test_the_architecture_names_functions_that_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    rows = re.findall(r"^\| `([\w/.]+\.(?:py|js))` \| (`[^|]+`) \|", text, re.MULTILINE)
    assert len(rows) > 20, "the paths of a hit and of a card"
    for file, functions in rows:
        there = (ROOT / file).read_text()
        for function in re.findall(r"`([\w.]+)`", functions):
            for name in function.split("."):
                defined = rf"\b(class|def|function|const) {name}\b|^  (async )?{name}\("
                assert re.search(defined, there, re.MULTILINE), f"{file}: {function}"


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


def test_the_examples_of_the_readme_hold() -> None:
    files = re.findall(r"rollerdeck replay (\S+\.jsonl)", (ROOT / "README.md").read_text())
    assert files
    done = run("replay", *[str(ROOT / file) for file in files])
    assert (done.returncode, done.stderr) == (0, "")


def test_pinned_dependencies_name_no_address() -> None:
    pins = [path.read_text() for path in (ROOT / "constraints").glob("*.txt")]
    assert len(pins) == 10
    assert not any("://" in pin for pin in pins)
    assert all("--hash=sha256:" in pin for pin in pins)
