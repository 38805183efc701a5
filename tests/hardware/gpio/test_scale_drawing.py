"""The drawing of a scale's wires shows what docs/scale.md says."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from release.parts import HEADER

DOCS = Path(__file__).parents[3] / "docs"
SVG = "{http://www.w3.org/2000/svg}"
DRAWING = ElementTree.parse(DOCS / "scale.svg").getroot()
TEXT = (DOCS / "scale.md").read_text()
DOCUMENT = " ".join(TEXT.split())


def part(name: str) -> Element:
    (found,) = (one for one in DRAWING.iter(f"{SVG}g") if one.get("data-at") == name)
    return found


def wires(name: str, key: str) -> dict[str, list[str]]:
    """What is written at each wire."""
    return {
        group.get(key, ""): [text.text or "" for text in group.iter(f"{SVG}text")]
        for group in part(name).iter(f"{SVG}g")
        if group.get(key) is not None
    }


@pytest.mark.parametrize("name", ["pi", "pico"])
def test_the_load_cells_wires_have_the_colours_of_the_document(name: str) -> None:
    told = re.search(
        r"red for (\S+), black for (\S+), white for (\S+) and green for (\S+)\.", DOCUMENT
    )
    assert told
    drawn = {colour: end for _, (colour, end) in wires(name, "data-wire").items()}
    assert drawn == dict(zip(("red", "black", "white", "green"), told.groups(), strict=True))


def test_the_board_is_at_the_pis_pins_of_the_document() -> None:
    rows = re.findall(r"^\| (\w+)(?: or \w+)? \| (.+) \(pin (\d+).*\) \|$", TEXT, re.MULTILINE)
    told = {end: [end, number, where] for end, where, number in rows}
    assert wires("pi", "data-pin") == told
    assert list(told) == ["VIN", "GND", "SDA", "SCL"]
    for _, number, where in told.values():
        names = HEADER[int(number)].names
        assert {"ground": "GND", "3.3 V": "3V3"}.get(where, where.replace(" ", "")) in names


def test_the_board_is_at_the_picos_pins_of_the_document() -> None:
    told = re.search(r"3V3 \(pin (\d+)\), GND \(pin (\d+)\), and any two free pins", DOCUMENT)
    assert told
    drawn = wires("pico", "data-pin")
    assert drawn["VIN"] == ["VIN", told[1], "3V3"]
    assert drawn["GND"] == ["GND", told[2], "ground"]
    assert drawn["SDA"][1:] == drawn["SCL"][1:] == ["any GPIO"]
