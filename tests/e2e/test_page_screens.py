"""The page on every size of screen, and when the network is poor."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.looking import button, seen
from tests.e2e.page_server import COLORS, NO_GAME, PageServer, attack_deck, offer, table

pytestmark = pytest.mark.asyncio(loop_scope="session")

TEN = (
    "Ann",
    "Bo",
    "Cy",
    "Dorothea-Wilhelmina von Hohenstein",
    "Eve",
    "F",
    "Gus",
    "Hal",
    "Ida",
    "J",
)
PLAYS = [offer("play", by="Bo", card=entry["card"]) for entry in attack_deck()]
FAULT = {"code": "SENSOR_BLOCKED", "advice": "Something stays in front of the card sensor."}
HIT = {"number": 1, "by": TEN[3], "owner": "Bo", "stage": "broken", "requested": 12, "out": 12}
OWED = [
    {"player": "Bo", "by": name, "hits": 2, "until_fire": False, "reason": "AAT-1"} for name in TEN
]
SET = [offer("set", "hands"), offer("set", "scores"), offer("set", "launcher")]
DOUBTS = [
    {"hit": 10 + n, "by": name, "owner": name, "cards": 4, "uncertain": n + 1}
    for n, name in enumerate(TEN[:4])
]
OVER: dict[str, Any] = {"turn": None, "top": "wild-hit-fire", "color": None}

VIEWS = {
    "set up": NO_GAME,
    "play": table(TEN, legal=PLAYS, reload_due=True, discrepancy=-3),
    "doubts": table(TEN, legal=[*PLAYS, *SET]) | {"doubts": DOUBTS},
    "turn up": table(TEN, phase="turn_up", legal=[offer("turn_up", "card")], **OVER),
    "colour": table(TEN, phase="color", legal=[offer("color", "color", by="Bo")]),
    "fault": table(TEN, phase="hits", owed=OWED, launcher={"faults": [FAULT], "hit": HIT}),
    "no launcher": table(TEN, launcher={"link": "down", "why": "No launcher answers: start it."}),
    "count": table(
        TEN, phase="count", legal=[offer("count", "cards", player=n) for n in TEN], **OVER
    ),
    "scores": table(TEN, phase="round_over", scores=dict.fromkeys(TEN, 499), **OVER),
    "won": table(TEN, phase="game_over", winner=list(TEN), **OVER),
}
SIZES = {
    "phone": (390, 844),
    "small phone": (320, 568),
    "tablet": (1024, 768),
    "screen": (1440, 900),
}


@pytest.mark.parametrize("size", SIZES)
async def test_every_view_fits_every_screen(page: Page, server: PageServer, size: str) -> None:
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    wide = {}
    for view, shown in VIEWS.items():
        server.show(shown)
        await seen(page, server)
        wide[view] = await page.evaluate("document.documentElement.scrollWidth")
    server.show(table(TEN, legal=[*SET, offer("join", "player", "score")]))
    await button(page, "More").click()
    await button(page, "Put something right").click()
    wide["set"] = await page.evaluate("document.documentElement.scrollWidth")
    await button(page, "Cancel").click()
    await page.set_viewport_size({"width": 1024, "height": 768})
    assert wide == dict.fromkeys(wide, width)


async def test_a_finger_hits_a_card_on_a_phone(page: Page, server: PageServer) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    server.show(table(legal=PLAYS))
    await seen(page, server)
    sizes = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    cards = await page.get_by_test_id("picker").get_by_role("button").evaluate_all(sizes)
    await page.set_viewport_size({"width": 1024, "height": 768})
    assert min(min(size) for size in cards) >= 40


async def test_colours_differ_in_shape(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await seen(page, server)
    shapes = set()
    for color in COLORS:
        corner = button(page, f"{color.title()} 1").locator(".corner").first
        shapes.add(await corner.evaluate("mark => mark.firstElementChild.outerHTML"))
    assert len(shapes) == len(COLORS)


async def test_a_lost_referee_is_said_and_found_again(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await seen(page, server)
    before = await button(page, "Red 3").bounding_box()
    server.leave()
    banner = page.get_by_role("alert").filter(has_text="The referee cannot be heard.")
    await expect(banner).to_be_visible()
    box = await button(page, "Red 3").bounding_box()
    assert box is not None
    assert box == before, "the page moves under a finger"
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    server.come_back()
    server.show(table(legal=PLAYS))
    await seen(page, server)
    await expect(banner).to_have_count(0)
    await button(page, "Blue 3").click()
    assert [body["card"] for body in await server.heard()] == ["blue-3"]


async def test_a_lost_answer_counts_once(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await seen(page, server)
    await page.evaluate(
        """() => {
          const sent = window.fetch;
          window.fetch = async (...request) => {
            await sent(...request);
            window.fetch = sent;
            throw new TypeError("the answer was lost");
          };
        }"""
    )
    await button(page, "Red 3").click()
    await button(page, "Blue 3").click()
    assert [body["card"] for body in await server.heard(2)] == ["red-3", "blue-3"]


async def test_a_referee_that_never_answers_is_said(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await seen(page, server)
    await page.evaluate(
        """() => {
          const sent = window.fetch;
          const lost = () => Promise.reject(new TypeError("no network"));
          window.fetch = (path, how) => (how.method ? lost() : sent(path, how));
          window.heal = () => { window.fetch = sent; };
        }"""
    )
    await button(page, "Red 3").click()
    said = page.get_by_role("alert").filter(has_text="The referee did not answer")
    await expect(said).to_be_visible()
    await page.evaluate("heal()")
    await button(page, "Red 3").click()
    await expect(said).to_have_count(0)
    assert len(await server.heard()) == 1
