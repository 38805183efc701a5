"""A finger that keeps pressing at the page presses nobody else's hit."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.e2e.evening import Evening

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
TURN_UP = {"do": "turn_up", "card": "red-5"}
SAY = """([path, body]) =>
  fetch(path, {method: "POST", body: JSON.stringify(body)}).then((answer) => answer.ok)"""
TAPS, TAPS_MS = 6, 350
"""So often and so quickly after a hit."""


@pytest.mark.thorough
async def test_who_keeps_tapping_the_button_presses_for_nobody_else(unhurried: Evening) -> None:
    page = unhurried.page
    for path, body in (("/api/games", GAME), ("/api/commands", TURN_UP)):
        assert await page.evaluate(SAY, [path, body])
    finger = page.locator(".presser")
    await expect(finger).to_have_text("Press")
    place = await finger.bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    await page.clock.install()

    async def tap() -> None:
        await page.mouse.click(x, y)
        await page.clock.run_for(TAPS_MS)

    while not unhurried.said("hit"):
        await tap()
    for _ in range(TAPS):
        await tap()
    assert [hit.body["command"]["by"] for hit in unhurried.said("hit")] == ["Bo"]
    await expect(finger).to_have_text("Wait")
    await expect(page.get_by_text("button does not work for a moment")).to_be_visible()
    await expect(finger).to_have_text("Press")
    await page.mouse.click(x, y)
    await unhurried.until_said("hit", 1)
    assert [hit.body["command"]["by"] for hit in unhurried.said("hit")] == ["Bo", "Cy"]
