"""The colours of cards and players stay apart for people who are colour-blind."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from controller.decks.card_pages import COLORS as PRINTED
from controller.decks.card_pages import MARKS
from rules.edition import COLORS
from tests.controller.web.color_vision import MATRICES, delta_e

STYLES = Path(__file__).parents[3] / "controller" / "web" / "page" / "styles"
LEAST = 10.0
"""Four times what people just notice side by side."""
TOKEN = re.compile(r"--(red|yellow|green|blue|black): (#[0-9a-f]{6});")
PLAYER = re.compile(r'\.avatar\[data-colour="(\w+)"\] \{ background: (#[0-9a-f]{6});')


def palettes() -> dict[str, dict[str, str]]:
    tokens = TOKEN.findall((STYLES / "tokens.css").read_text(encoding="utf-8"))
    light, dark = dict(tokens[:5]), dict(tokens[5:])
    players = dict(PLAYER.findall((STYLES / "pairing.css").read_text(encoding="utf-8")))
    printed = {color or "black": field for color, field in PRINTED.items()}
    return {"cards": light, "dark cards": dark, "printed cards": printed, "players": players}


@pytest.mark.parametrize("vision", MATRICES)
@pytest.mark.parametrize("palette", palettes())
def test_no_two_colours_look_alike(palette: str, vision: str) -> None:
    colors = palettes()[palette]
    assert len(colors) == (8 if palette == "players" else 5)
    alike = {
        (first, second): round(distance, 1)
        for first, second in combinations(colors, 2)
        if (distance := delta_e(colors[first], colors[second], vision)) < LEAST
    }
    assert alike == {}


def test_each_colour_of_a_card_has_a_shape_of_its_own() -> None:
    assert set(MARKS) == set(COLORS)
    assert len(set(MARKS.values())) == len(COLORS)


@pytest.mark.parametrize(
    ("first", "second", "vision"),
    [("#d95f02", "#6a8f00", "protanopia"), ("#00a08a", "#9c8fb0", "deuteranopia")],
)
def test_the_simulation_brings_colours_closer_that_are_confused(
    first: str, second: str, vision: str
) -> None:
    assert delta_e(first, second, vision) < delta_e(first, second, "usual") / 2


def test_greys_stay_what_they_are() -> None:
    for vision in MATRICES:
        assert delta_e("#000", "#fff", vision) == pytest.approx(100, abs=0.1)
