"""In Chromium: somebody drags over the camera's live picture to say where the pile is."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, expect

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import numpy as np  # isort: skip

from controller.readers.camera.eye import Eye  # isort: skip
from controller.readers.camera.share import Share  # isort: skip
from controller.readers.camera.live.view import View  # isort: skip
from tests.processes import PATIENCE_S

from tests.readers.camera.test_running import Notes  # isort: skip

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]


async def test_the_part_that_is_drawn_is_the_one_that_is_looked_at(browser: Browser) -> None:
    notes, eye = Notes(), Eye(range(250))
    chosen: list[Share | None] = []
    view = await View.at("127.0.0.1", 0, notes, chosen.append)
    eye.see(picture := np.full((180, 320), 120, np.uint8), 0.0)
    context = await browser.new_context(viewport={"width": 800, "height": 700})
    page = await context.new_page()
    try:
        await page.goto(notes[0].removesuffix(".").rpartition(" ")[2], wait_until="commit")
        async with asyncio.timeout(PATIENCE_S):
            # the browser shows a picture once the next one begins
            while await page.evaluate("document.querySelector('img')?.naturalWidth") != 320:
                view.draw(picture, eye, None)
        await page.mouse.move(200, 45)
        await page.mouse.down()
        await page.mouse.move(500, 300)
        await page.mouse.move(600, 405)
        await page.mouse.up()
        await expect(page.get_by_role("status")).to_contain_text("--region 25,10,50,80")
        await page.get_by_role("button").click()
        await expect(page.get_by_role("status")).to_contain_text("finds the pile by itself")
    finally:
        await context.close()
        await view.close()
    assert chosen == [(0.25, 0.1, 0.5, 0.8), None]
