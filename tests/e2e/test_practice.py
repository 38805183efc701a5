"""A round for practice on the page of a real referee, from set-up to its end."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.e2e.evening import Evening
from tests.e2e.looking import button

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

AT_ONCE = """
  const usual = setTimeout;
  window.setTimeout = (f, ms, ...rest) => usual(f, ms === 1200 ? 0 : ms, ...rest);
"""
"""Nobody reads what the bots do."""
MOST_TURNS = 200


async def test_a_round_is_tried_and_nothing_is_touched(evening: Evening) -> None:
    page = evening.page
    await page.add_init_script(AT_ONCE)
    await page.reload()
    before = await evening.table()
    await button(page, "Try a round").click()
    turn = page.locator(".practice .held:enabled, .practice .primary:enabled")
    again = button(page, "Another round")
    for _ in range(MOST_TURNS):
        await turn.first.wait_for()
        if await again.count():
            break
        held = page.locator(".practice .held:enabled")
        await (held if await held.count() else turn).first.click()
        color = page.get_by_role("button", name="Blue", exact=True)
        if await color.count():
            await color.click()
    await expect(page.locator(".practice-coach")).to_contain_text("counted in points")
    assert await evening.table() == before
    await button(page, "Back").click()
    await expect(page.get_by_role("heading", name="Set up a game")).to_be_visible()
