"""What the tests of the page wait with."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.looking import FRAMES_ANYWAY, HOST, LATE_SCRIPT, button, settled
from tests.e2e.page_server import PLAYS, PageServer, table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

SOON_MS = 300
SETTLED = "main[data-settled]"


async def test_a_page_is_not_settled_until_a_tap_is_answered(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    server.pause()
    await button(page, "Red 3").click()
    await server.heard()
    await expect(page.locator(SETTLED)).to_have_count(0)
    page.set_default_timeout(SOON_MS)
    with pytest.raises(AssertionError, match="not settled at table"):
        await settled(page, server)
    page.set_default_timeout(PATIENCE_MS)
    server.resume()
    await settled(page, server)


async def test_a_page_is_not_settled_until_motion_is_over(
    browser: Browser, server: PageServer
) -> None:
    page = await browser.new_page()
    await page.goto(f"http://{HOST}:{server.port}/")
    await settled(page, server)
    await page.evaluate(
        """() => {
          window.motion = document.body.animate([{ opacity: 1 }, { opacity: 1 }], 1e6);
        }"""
    )
    server.show(table())
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.locator(SETTLED)).to_have_count(0)
    await page.evaluate("motion.finish()")
    await settled(page, server)
    await page.close()


async def test_a_page_of_which_no_frames_are_drawn_goes_on(
    browser: Browser, server: PageServer
) -> None:
    page = await browser.new_page()
    await page.add_init_script(f"window.requestAnimationFrame = () => 0; {FRAMES_ANYWAY}")
    await page.goto(f"http://{HOST}:{server.port}/")
    await settled(page, server)
    await page.close()


NOTE = """() => {
  window.notes = [];
  const began = performance.now();
  const note = (what) => notes.push([what, performance.now() - began]);
  const source = new EventSource("/api/events");
  source.addEventListener("table", () => note("event"));
  fetch("/api/me").then(() => note("answer"));
  requestAnimationFrame(() => note("frame"));
}"""


async def test_a_page_can_be_made_late(browser: Browser, server: PageServer) -> None:
    page = await browser.new_page()
    await page.goto(f"http://{HOST}:{server.port}/healthz")
    late = {"answersMs": 400, "pageMs": 400, "seed": 5}
    await page.evaluate(f"({LATE_SCRIPT})({json.dumps(late)})")
    await page.evaluate(NOTE)
    await page.wait_for_function("() => notes.length === 3")
    notes = dict(await page.evaluate("notes"))
    assert min(notes.values()) > 0.2 * 400  # the least of this seed's first delays
    await page.close()
