"""The page over https, from a referee with a certificate, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.certificates import configured, make
from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.looking import HOST, button
from tests.worlds.house import House

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.thorough
async def test_a_page_over_https_plays_and_keeps_the_screen_on(
    browser: Browser, tmp_path: Path
) -> None:
    pair = make(tmp_path, f"DNS:{HOST}")
    house = House(tmp_path)
    with house.play("--simulate", "--config", str(configured(pair, tmp_path / "f.toml"))):
        context = await browser.new_context(ignore_https_errors=True, viewport=TABLET)
        page = await context.new_page()
        await page.goto(f"https://{HOST}:{house.port}/", timeout=PATIENCE_MS)
        assert await page.evaluate("isSecureContext")
        names = page.get_by_placeholder("Name")
        for nth, name in enumerate(("Ann", "Bo")):
            await names.nth(nth).fill(name)
        await button(page, "Start the game").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Who deals?")
        assert house.get("/api/table")["game"]["players"] == ["Ann", "Bo"]
        await button(page, "More").click()
        await expect(page.get_by_role("switch", name="Keep this screen on")).to_be_checked()
        await context.close()
