"""Forced colours (contrast themes of Windows): each control differs from its ground by 3 : 1.

A sample of the views is measured where axe looks at them (see ``axe.py``).
"""

from __future__ import annotations

import numpy as np
import pytest
from playwright.async_api import Browser, ViewportSize, expect

from tests.e2e.board_views import board_at, filled
from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.forced import unseen, unseen_controls, unseen_shapes, unseen_states
from tests.e2e.looking import drawn, tap_slowly
from tests.e2e.page_server import PageServer
from tests.e2e.scenes import kinds, tables_of
from tests.e2e.screenshots import THEMES

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 1024, "height": 768}
TVS: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})

BOX = {"x": 20, "y": 20, "width": 60, "height": 40, "isField": False}
WHITE, GREY, BLACK = 1.0, 0.32, 0.0
"""Luminances. White on this grey is 2.8 : 1."""
CASES = {
    "white on white": (WHITE, WHITE, WHITE, "it does not differ from its ground"),
    "a faint face": (WHITE, GREY, BLACK, ""),
    "an empty face": (WHITE, BLACK, BLACK, "what is on it cannot be seen"),
    "faint words": (BLACK, WHITE, GREY, "what is on it cannot be seen"),
    "all of it": (BLACK, WHITE, BLACK, ""),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_measured(case: str) -> None:
    ground, face, words, expected = CASES[case]
    picture = np.full((80, 100), ground)
    picture[20:60, 20:80] = face
    picture[35:45, 40:60] = words
    assert unseen(picture, BOX) == expected


def test_a_line_around_a_control_is_enough_to_find_it() -> None:
    picture = np.full((80, 100), WHITE)
    picture[20:60, 20:80] = BLACK
    picture[21:59, 21:79] = WHITE
    assert unseen(picture, BOX) == "what is on it cannot be seen"
    assert unseen(picture, BOX | {"isField": True}) == ""
    words = np.full((80, 100), WHITE)
    words[35:45, 40:60] = BLACK
    assert unseen(words, BOX) == ""
    assert unseen(words, BOX | {"isRimmed": True}) == "it looks like words on its ground"


ON = "<style>[%s=true] { outline: 4px solid CanvasText; }</style>"
STATE = "<p style='margin: 20px'><button %s=true>Ann</button></p>"


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("state", ["aria-pressed", "data-on", "data-acting"])
async def test_what_is_on_looks_otherwise_than_what_is_off(browser: Browser, state: str) -> None:
    page = await browser.new_page(forced_colors="active")
    await page.set_content(ON % state + STATE % state)
    assert await unseen_states(page) == []
    await page.set_content(STATE % state)
    assert await unseen_states(page) == [f": {state}: it looks as if it were not"]
    await page.close()


LOOKED_AT = {
    "table": ("play", "breath", "hits", "evenings"),
    "phone": ("phone, my turn", "phone, two hits", "phone, real launcher"),
    "seats": ("seats, avatar", "seats, discs on the felt"),
    "tv": ("tv, turn", "tv, hits"),
}


@pytest.mark.thorough
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("kind", LOOKED_AT)
async def test_what_can_be_tapped_whose_turn_what_is_on_and_dots_can_be_seen(
    browser: Browser, server: PageServer, kind: str
) -> None:
    wrong: dict[str, list[str]] = {}
    page = await browser.new_page(
        viewport=TVS[0] if kind == "tv" else TABLET, reduced_motion="reduce", forced_colors="active"
    )
    page.set_default_timeout(PATIENCE_MS)
    await tap_slowly(page)
    table = next(iter(tables_of(kind).values()))
    await table.open(page, server)
    for name in LOOKED_AT[kind]:
        await table.scenes[name].go(page, server)
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme)
            await drawn(page)
            found = [
                *await unseen_controls(page),
                *await unseen_shapes(page),
                *await unseen_states(page),
            ]
            if found:
                wrong[f"{name}, {theme}"] = found
    await page.close()
    assert wrong == {}


@pytest.mark.thorough
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("size", [PHONE, TVS[1]], ids=["phone", "tv"])
async def test_each_tile_of_the_board_and_its_turn_can_be_seen(
    browser: Browser, size: ViewportSize
) -> None:
    page = await browser.new_page(viewport=size, forced_colors="active")
    async with board_at(filled(12)) as url:
        await page.goto(url)
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme)
            await expect(page.locator(".turn").first).to_be_visible()
            await drawn(page)
            assert [*await unseen_shapes(page, ".tile"), *await unseen_states(page)] == []
        await page.close()


@pytest.mark.soak
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("kind", kinds())
async def test_every_control_can_be_seen_in_the_colours_of_the_device(
    browser: Browser, server: PageServer, kind: str
) -> None:
    wrong: dict[str, list[str]] = {}
    for players, table in tables_of(kind).items():
        page = await browser.new_page(reduced_motion="reduce", forced_colors="active")
        page.set_default_timeout(PATIENCE_MS)
        await tap_slowly(page)
        await table.open(page, server)
        for name, scene in table.scenes.items():
            await scene.go(page, server)
            for size in TVS if kind == "tv" else (PHONE, TABLET):
                await page.set_viewport_size(size)
                for theme in THEMES:
                    await page.emulate_media(color_scheme=theme)
                    await drawn(page)
                    found = [
                        *await unseen_controls(page),
                        *await unseen_shapes(page),
                        *await unseen_states(page),
                    ]
                    if found:
                        wrong[f"{name}, {players}, {size['width']}, {theme}"] = found
        await page.close()
    assert wrong == {}
