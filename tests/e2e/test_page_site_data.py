"""A browser that blocks the site's data: the page is played there, and remembers nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import async_playwright, expect

from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.looking import HOST, QUIET, button, settled
from tests.e2e.page_server import PLAYS, PageServer, table
from tests.need import need_program

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

BLOCK = 2
"""Chromium's content setting "block"."""
STORAGE = """() => ["localStorage", "sessionStorage"].map((name) => {
  try {
    return window[name] !== null;
  } catch (error) {
    return error.name;
  }
})"""


async def test_a_page_whose_site_data_are_blocked_is_played(
    tmp_path: Path, server: PageServer
) -> None:
    # the headless shell knows no content settings
    program = need_program("chromium", "install the package `chromium`")
    (tmp_path / "Default").mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": BLOCK}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(blocked))
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            tmp_path, executable_path=program, args=QUIET, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE_MS)
        page = await context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        server.show(table(legal=PLAYS))
        await page.goto(f"http://{HOST}:{server.port}/")
        await settled(page, server)
        assert await page.evaluate(STORAGE) == ["SecurityError", "SecurityError"]
        await page.get_by_role("switch", name="Dark").click()
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        await button(page, "Red 1").click()
        assert [body["card"] for body in await server.heard()] == ["red-1"]
        await page.reload()
        await settled(page, server)
        await expect(page.locator("html")).to_have_attribute("data-theme", "light")
        await context.close()
    assert errors == []
