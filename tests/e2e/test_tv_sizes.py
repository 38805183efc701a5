"""A TV can be read from a sofa, and no word on it stands at its edge.

How large letters are in the field of view decides whether people can read them. ISO 9241-303 (and
ISO 9241-3 before it) recommends capital letters of 20 to 22 minutes of arc, and at least 16; as
few as 10 can still be read where the contrast is good (both quoted by IBM's "Healthy computing",
"Character size", and the first by NUREG-0700, 1.3.1-4). Here a TV of 40 inches stands four metres
away: its picture is 498 mm high, and a letter of 16 minutes is 18.6 mm, a twenty-seventh of that.
"""

from __future__ import annotations

import math
from functools import partial
from itertools import product
from typing import NamedTuple

import pytest
from playwright.async_api import Page, expect

from tests.e2e.axe import drawn, violations
from tests.e2e.layout import larger_text, set_text
from tests.e2e.page_server import PageServer
from tests.e2e.screenshots import Theme
from tests.e2e.tv_views import FORTY, HOME, TVS, WEAR, show_on_tv, switch_on, tv_views
from tests.e2e.views import TEXTS_PCT, View
from tests.pairwise import Row, pairwise
from tests.worlds.evening import OWN_WIFI

pytestmark = pytest.mark.asyncio(loop_scope="session")

TV_INCHES, AWAY_MM = 40, 4000
HIGH_MM = TV_INCHES * 25.4 * 9 / math.hypot(16, 9)
LEAST_ARC = 15.0
"""Minutes of arc of a capital letter that one has to read, in names of up to ten letters, too."""
HEADLINE_ARC, SHORT_HEADLINE_ARC = 16.0, 28.0
LONG_NAME_ARC = 7.0
"""The longest names at a table of ten, while they owe a hit. The headline names who has to act."""
NEXT_ARC = 9.0
"""The longest name of who is next."""
SHORT_NAME, SHORT_HEADLINE = 10, 20
"""So many letters at most."""
TABLES = {
    "2 players": (FORTY[3:5], HOME),
    "6 players": (FORTY[:6], HOME),
    "10 players": (FORTY, HOME),
    "10 players, own Wi-Fi": (FORTY, OWN_WIFI),
}

CAPITALS = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const walker = document.createTreeWalker(document.querySelector(".tv"), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || one.closest(".sr, svg, .avatar")) continue;
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(one);
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const name = one.closest(".tv-name") && (one.closest(".tv-next") ? "next" : "name");
    const kind = one.closest("h1") ? "headline" : name ?? "word";
    const { actualBoundingBoxAscent: high } = pen.measureText("H");
    found.push([node.data.trim(), kind, high, parseFloat(fontSize)]);
  }
  return found;
}"""


class Letters(NamedTuple):
    """A text on the TV. ``arc``: a capital letter's height in minutes of arc."""

    text: str
    kind: str
    arc: float
    font_px: float

    @property
    def least_arc(self) -> float:
        """How large it has to be."""
        if self.kind == "headline":
            return SHORT_HEADLINE_ARC if len(self.text) <= SHORT_HEADLINE else HEADLINE_ARC
        if self.kind == "word" or len(self.text) <= SHORT_NAME:
            return LEAST_ARC
        return NEXT_ARC if self.kind == "next" else LONG_NAME_ARC


def arc_of(height_px: float, screen_px: int) -> float:
    """The angle under which people on the sofa see such a height, in minutes."""
    return 60 * math.degrees(math.atan(height_px / screen_px * HIGH_MM / AWAY_MM))


async def letters(page: Page) -> list[Letters]:
    """Every text that can be read, as it is laid out."""
    height = await page.evaluate("innerHeight")
    found = await page.evaluate(CAPITALS)
    return [Letters(text, kind, arc_of(px, height), font_px) for text, kind, px, font_px in found]


async def too_small(page: Page) -> list[str]:
    """A line for each text that is smaller than it has to be."""
    return [
        f"{one.kind} “{one.text}” has {one.arc:.1f} minutes, not {one.least_arc}"
        for one in await letters(page)
        if one.arc < one.least_arc
    ]


IN_MARGIN = """() => {
  const tv = document.querySelector(".tv");
  const style = getComputedStyle(tv);
  const box = tv.getBoundingClientRect();
  const sides = ["left", "right", "top", "bottom"].map((side) =>
    [side, ["left", "top"].includes(side) ? 1 : -1, parseFloat(style[`padding-${side}`])]);
  const range = document.createRange();
  const walker = document.createTreeWalker(tv, NodeFilter.SHOW_TEXT);
  const found = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || node.parentElement.closest(".sr, svg")) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      for (const [side, way, margin] of sides) {
        const left = way * (rect[side] - box[side]);
        if (left < 0.7 * margin) found.add(`${node.data.trim()}: ${side}, ${Math.round(left)} px`);
      }
    }
  }
  return [...found];
}"""
"""Texts at the edge of the screen, which some TVs cut off. Lines lean a little over their box."""

CARDS_CUT = """() => {
  const { bottom, right } = document.querySelector(".tv-laying").getBoundingClientRect();
  return [...document.querySelectorAll(".tv-laying .laid .card")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > bottom + 1 || box.right > right + 1;
  }).length;
}"""
LEAST_CARD_ARC = 40.0
"""Of a card's height in a hand of few cards: its number is a third of it."""


def laid_hand(players: tuple[str, ...], cards: int) -> View:
    """So many cards of the first player lie under the reader."""
    shown = tv_views(players)["seen: whole hand"].shown
    hand = {"player": players[0], "hand": cards, "cards": cards * ["red-7"], "points": 7 * cards}
    return View(shown | {"sightings": shown["sightings"] | {"pending": None, "counting": hand}})


async def test_sixteen_minutes_are_a_letter_of_19_millimetres() -> None:
    assert arc_of(18.62 / HIGH_MM * 720, 720) == pytest.approx(16, abs=0.01)


@pytest.mark.thorough
async def test_a_turn_and_a_hit_can_be_read_from_the_sofa(
    still_tv: Page, server: PageServer
) -> None:
    for name in ("turn", "cards come"):
        await show_on_tv(still_tv, server, tv_views(FORTY)[name])
        assert await too_small(still_tv) == [], name


@pytest.mark.thorough
async def test_text_of_twice_the_size_is_no_larger_than_the_tvs(
    still_tv: Page, server: PageServer
) -> None:
    """So a browser with larger text shows the same, and nothing is pushed off the screen."""
    text = await larger_text(still_tv)
    await set_text(text, TEXTS_PCT[-1])
    await show_on_tv(still_tv, server, tv_views(FORTY[:3])["turn"])
    root = await still_tv.evaluate(
        "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    )
    assert min(one.font_px for one in await letters(still_tv)) >= root


@pytest.mark.thorough
async def test_no_word_of_a_turn_stands_at_the_edge_of_the_screen(
    still_tv: Page, server: PageServer
) -> None:
    await show_on_tv(still_tv, server, tv_views(FORTY)["turn"])
    assert await still_tv.evaluate(IN_MARGIN) == []


FACTORS = {"view": tuple(tv_views(FORTY)), "table": tuple(TABLES), "size": tuple(TVS)}


async def faults_of(page: Page, server: PageServer, table: str, looks: list[Row]) -> list[str]:
    """What cannot be read from the sofa, and what stands at the edge of the screen."""
    players, way = TABLES[table]
    views = tv_views(players)
    await switch_on(page, server, way)
    lines = []
    for look in looks:
        width, height = TVS[look["size"]]
        await page.set_viewport_size({"width": width, "height": height})
        await show_on_tv(page, server, views[look["view"]])
        wrong = await too_small(page) + await page.evaluate(IN_MARGIN)
        lines += [f"{look['view']}, {look['size']}: {one}" for one in wrong]
    return lines


@pytest.mark.thorough
@pytest.mark.parametrize("table", TABLES)
async def test_all_can_be_read_from_the_sofa_and_no_word_stands_at_the_edge(
    still_tv: Page, server: PageServer, table: str
) -> None:
    """In every pair of view, table and size."""
    looks = [row for row in pairwise(FACTORS) if row["table"] == table]
    assert await faults_of(still_tv, server, table, looks) == []


@pytest.mark.soak
@pytest.mark.parametrize("table", TABLES)
async def test_all_can_be_read_and_no_word_stands_at_the_edge_on_every_tv(
    still_tv: Page, server: PageServer, table: str
) -> None:
    looks = [
        {"view": view, "size": size} for size, view in product(FACTORS["size"], FACTORS["view"])
    ]
    assert await faults_of(still_tv, server, table, looks) == []


@pytest.mark.thorough
@pytest.mark.parametrize("size", ("tv-720", "tv-2160"))
async def test_all_cards_of_a_hand_that_is_counted_are_seen(
    still_tv: Page, server: PageServer, size: str
) -> None:
    """As large on every screen; the more there are, the smaller they are."""
    width, height = TVS[size]
    await still_tv.set_viewport_size({"width": width, "height": height})
    for players, cards in ((("Ann", "Bo"), 12), (("Ann", "Bo"), 21), (("Ann", "Bo"), 36)):
        await show_on_tv(still_tv, server, laid_hand(players, cards))
        await expect(still_tv.locator(".tv-laying .laid .card")).to_have_count(cards)
        assert await still_tv.evaluate(CARDS_CUT) == 0, cards
    await show_on_tv(still_tv, server, laid_hand(FORTY[3:5], 9))
    assert await still_tv.evaluate(CARDS_CUT) == 0
    box = await still_tv.locator(".tv-laying .laid .card").first.bounding_box()
    assert box and arc_of(box["height"], height) >= LEAST_CARD_ARC


@pytest.mark.parametrize(
    "everything",
    [
        pytest.param(False, id="new", marks=pytest.mark.thorough),
        pytest.param(True, id="everything", marks=pytest.mark.soak),
    ],
)
async def test_axe_finds_nothing_wrong_with_any_view_of_the_tv(
    still_tv: Page, server: PageServer, everything: bool
) -> None:
    """In the dark and in the light."""

    async def dress(page: Page, theme: Theme) -> None:
        await page.evaluate(WEAR, theme)

    visits = {
        name: partial(show_on_tv, still_tv, server, view) for name, view in tv_views(FORTY).items()
    }
    assert (
        await violations(
            still_tv, visits if everything else drawn(visits), dress=dress, everything=everything
        )
        == {}
    )
