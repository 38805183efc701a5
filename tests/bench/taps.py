"""How many taps are lost where an update arrives between a finger's touch and its lift.

It waits for the answer to the one before: the same again before that is one command, tapped twice.
"""

from __future__ import annotations

import shutil
from contextlib import suppress

from playwright.async_api import TimeoutError

from tests.bench.figures import Figure
from tests.e2e.looking import HOST, button, chromium, settled, tap_slowly
from tests.e2e.page_server import PLAYS, serving, table

TAPS = 500
LOST_AFTER_S = 1.0


async def measure() -> list[Figure]:
    """The page in a browser, beside the taps that were made."""
    if shutil.which("chromium") is None:
        print("No taps: install the package `chromium` of your system.")
        return []
    lost = 0
    async with chromium() as browser, serving() as server:
        page = await browser.new_page(
            viewport={"width": 1024, "height": 768}, reduced_motion="reduce"
        )
        await tap_slowly(page)
        await page.goto(f"http://{HOST}:{server.port}/")
        server.show(table(legal=PLAYS))
        await button(page, "Red 3").hover()
        for n in range(1, 1 + TAPS):
            await page.mouse.down()
            server.show(table(legal=PLAYS, turn=("Bo", "Cy")[n % 2]))
            await settled(page, server)
            with suppress(TimeoutError):
                async with page.expect_event("requestfinished", timeout=1000 * LOST_AFTER_S):
                    await page.mouse.up()
            await page.evaluate("new Promise((done) => setTimeout(done))")
            lost = n - len(server.told)
    return [Figure(f"taps lost of {TAPS}, each in an update", lost, "taps", "taps made", TAPS)]
