"""A browser that looks at a game, on a tablet and on a phone; for what is measured of the page."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from tests.bench.house import begin_game, house

SIZES = ((1024, 768), (390, 844))
"""Width and height of a tablet and of a phone, in CSS pixels."""
TV = (1920, 1080)
SLOWER = 6
"""How much slower the processor is made: this is a cheap phone."""

BARE = """() => {
  document.body.innerHTML = "<main><p>0</p></main>";
  const [main, line] = [document.querySelector("main"), document.querySelector("p")];
  new EventSource("/api/events").addEventListener("table", ({ lastEventId: seq }) => {
    line.textContent = seq;
    main.dataset.settled = seq;
  });
}"""
"""A page that shows a table's number alone: what is slow there, no page can help."""


NUMBERED = """(() => {
  window.EventSource = class extends EventSource {
    constructor(...address) {
      super(...address);
      this.addEventListener("table", ({ lastEventId: seq }) => { window.tableSeq = Number(seq); });
    }
  };
})()"""
"""``tableSeq`` is the number of the table that the page is told last."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A game in progress, and a browser that can open its page."""

    address: str
    client: httpx.AsyncClient
    browser: Browser

    async def page(self, size: tuple[int, int]) -> Page:
        """The page, once it shows its cards."""
        context = await self._context(size, touch=True)
        page = await context.new_page()
        await page.goto(self.address)
        await page.get_by_test_id("picker").wait_for()
        return page

    async def seat(self, player: str) -> Page:
        """A phone that holds this player's seat, once it shows it."""
        context = await self._context(SIZES[-1], touch=True)
        answer = await self.client.post("/api/seats/codes", json={"player": player})
        code = answer.raise_for_status().json()["code"]
        claim = await context.request.post(
            f"{self.address}/api/seats/claim", data={"code": code}, fail_on_status_code=True
        )
        await claim.dispose()
        page = await context.new_page()
        await page.goto(self.address)
        await page.locator('main[data-role="seat"][data-settled]').wait_for()
        return page

    async def television(self) -> Page:
        """The table on a TV."""
        page = await (await self._context(TV, touch=False)).new_page()
        await page.goto(f"{self.address}/#tv")
        await page.locator(".tv-seat").first.wait_for()
        return page

    async def bare_page(self) -> Page:
        """The least that can follow the same game: a line of text."""
        page = await (await self._context(SIZES[0], touch=False)).new_page()
        await page.goto(f"{self.address}/healthz")
        await page.evaluate(BARE)
        await page.locator("main[data-settled]").wait_for()
        return page

    async def _context(self, size: tuple[int, int], *, touch: bool) -> BrowserContext:
        """A browser's storage of its own, whose pages know the number of the table they show."""
        width, height = size
        context = await self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch
        )
        await context.add_init_script(NUMBERED)
        return context


@asynccontextmanager
async def visiting(folder: Path) -> AsyncIterator[Visit | None]:
    """Play until the block ends; None, and a word about it, where there is no Chromium."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("The page was not measured: install the package `chromium` of your system.")
        yield None
        return
    with house(folder) as running:
        with httpx.Client(base_url=running.address) as client:
            begin_game(client)
        async with (
            async_playwright() as playwright,
            httpx.AsyncClient(base_url=running.address, timeout=20) as client,
        ):
            browser = await playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            await _linked(client)
            yield Visit(running.address, client, browser)
            await browser.close()


async def _linked(client: httpx.AsyncClient) -> None:
    """Wait for the launcher: without it a card cannot disarm it."""
    while True:
        if (await client.get("/healthz")).json()["link"] == "up":
            return
        await asyncio.sleep(0.02)


async def throttle(page: Page, slower: int) -> None:
    """Make the page's processor so many times slower."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})


def title(size: tuple[int, int]) -> str:
    """How a size is called in a table."""
    return f"{size[0]}x{size[1]}"
