"""The page on a phone, and when the network is poor."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from tests.e2e.looking import HOST, button, settled
from tests.e2e.page_server import COLORS, PLAYS, PageServer, table

pytestmark = pytest.mark.asyncio(loop_scope="session")

TABLET: ViewportSize = {"width": 1024, "height": 768}
LONGER_THAN_ANY_RETRY_MS = 25_000


async def test_a_finger_hits_a_card_on_a_phone(page: Page, server: PageServer) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    server.show(table(legal=PLAYS))
    await settled(page, server)
    sizes = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    cards = await page.get_by_test_id("picker").get_by_role("button").evaluate_all(sizes)
    await page.set_viewport_size({"width": 1024, "height": 768})
    assert min(min(size) for size in cards) >= 40


async def test_colours_differ_in_shape(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    shapes = set()
    for color in COLORS:
        corner = button(page, f"{color.title()} 1").locator(".corner").first
        shapes.add(await corner.evaluate("mark => mark.firstElementChild.outerHTML"))
    assert len(shapes) == len(COLORS)


async def test_a_lost_referee_is_said_and_found_again(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    before = await button(page, "Red 3").bounding_box()
    server.leave()
    banner = page.get_by_role("alert").filter(has_text="No connection to the referee.")
    await expect(banner).to_be_visible()
    box = await button(page, "Red 3").bounding_box()
    assert box is not None
    assert box == before, "the page moves under a finger"
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    server.come_back()
    server.show(table(legal=PLAYS))
    await settled(page, server)
    await expect(banner).to_have_count(0)
    await button(page, "Blue 3").click()
    assert [body["card"] for body in await server.heard()] == ["blue-3"]


async def test_a_lost_answer_counts_once(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
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


@pytest.mark.thorough
async def test_a_referee_that_never_answers_is_said(browser: Browser, server: PageServer) -> None:
    page = await browser.new_page(viewport=TABLET, reduced_motion="reduce")
    await page.clock.install()
    server.show(table(legal=PLAYS))
    await page.goto(f"http://{HOST}:{server.port}/")
    await settled(page, server)
    await page.evaluate(
        """() => {
          const sent = window.fetch;
          const lost = () => Promise.reject(new TypeError("no network"));
          window.fetch = (path, how) => (how?.method ? lost() : sent(path, how));
          window.heal = () => { window.fetch = sent; };
        }"""
    )
    await button(page, "Red 3").click()
    said = page.get_by_role("alert").filter(has_text="The referee did not answer")
    await page.clock.run_for(LONGER_THAN_ANY_RETRY_MS)
    await expect(said).to_be_visible()
    await page.evaluate("heal()")
    await button(page, "Red 4").click()
    await expect(said).to_have_count(0)
    assert [body["card"] for body in await server.heard()] == ["red-4"]
    await page.close()
