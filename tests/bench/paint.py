"""From a command sent to the page painted with it, on a processor made six times slower.

Beside a bare answer over HTTP; and what the page weighs, beside its one library alone. Without
Chromium there is nothing to measure.
"""

from __future__ import annotations

import asyncio
import gzip
import shutil
import time
from pathlib import Path

import httpx
from playwright.async_api import Browser, Page, Response, async_playwright

from tests.bench.figures import Figure, quantile
from tests.bench.house import begin_game, house

COMMANDS = 200
SLOWER = 6
LIBRARY = "/vendor/lit-html.js"
KIB = 1024
AGAIN_S = 0.5
PATIENCE_S = 20.0

WATCH = """() => {
  const seen = () => document.querySelector("main")?.dataset.seq;
  let last = seen();
  new MutationObserver(() => {
    const seq = seen();
    if (seq === last) return;
    last = seq;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel(); // heard once the frame is painted
      port1.onmessage = () => painted(Number(seq), performance.timeOrigin + performance.now());
      port2.postMessage(null);
    });
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""

Painted = asyncio.Queue[tuple[int, float]]
"""Sequence number, and the moment as a Unix time in milliseconds."""


async def measure(folder: Path) -> list[Figure]:
    """Time to paint at full and at reduced speed, and the bytes of the first visit."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("No paint: install the package `chromium` of your system.")
        return []
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
            page, weight = await _visit(browser, running.address)
            painted: Painted = asyncio.Queue()
            await page.expose_function("painted", lambda *news: painted.put_nowait(news))
            await page.evaluate(WATCH)
            figures = []
            for slower in (1, SLOWER):
                figures += await _paints(page, client, painted, slower)
            await browser.close()
    return [*figures, *weight]


async def _linked(client: httpx.AsyncClient) -> None:
    """Wait for the launcher: without it a card cannot disarm it."""
    while True:
        if (await client.get("/healthz")).json()["link"] == "up":
            return
        await asyncio.sleep(0.02)


async def _said(client: httpx.AsyncClient, command: dict[str, str]) -> tuple[float, httpx.Response]:
    """When it was sent, by the browser's clock, and the answer; again where the lease was lost."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            sent_ms = time.time() * 1000
            answer = await client.post("/api/commands", json=command)
            if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                return sent_ms, answer.raise_for_status()
            await asyncio.sleep(AGAIN_S)


async def _visit(browser: Browser, address: str) -> tuple[Page, list[Figure]]:
    """Open the page as on a device that never did before, and weigh what came."""
    page = await browser.new_page(viewport={"width": 1024, "height": 768})
    came: list[Response] = []
    page.on("response", lambda response: came.append(response))
    await page.goto(address)
    await page.get_by_test_id("picker").wait_for()
    bodies = {
        one.url.removeprefix(address): await one.body()
        for one in came
        if not one.url.endswith("/api/events")
    }
    weights = {
        "raw": {path: len(body) for path, body in bodies.items()},
        "gzip": {path: len(gzip.compress(body)) for path, body in bodies.items()},
    }
    return page, [
        Figure(
            f"page of {len(sizes)} files, {how}",
            sum(sizes.values()) / KIB,
            "KiB",
            "lit-html alone",
            sizes[LIBRARY] / KIB,
        )
        for how, sizes in weights.items()
    ]


async def _paints(
    page: Page, client: httpx.AsyncClient, painted: Painted, slower: int
) -> list[Figure]:
    """Play a card and take it back, again and again: the felt and most keys change with each."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    paints_ms, bare_ms = [], []
    for _ in range(COMMANDS // 2):
        for command in ({"do": "play", "by": "Bo", "card": "red-7"}, {"do": "undo"}):
            began = time.monotonic()
            await client.get("/healthz")
            bare_ms.append((time.monotonic() - began) * 1000)
            sent_ms, answer = await _said(client, command)
            seq = answer.json()["seq"]
            while (news := await painted.get())[0] < seq:
                pass
            paints_ms.append(news[1] - sent_ms)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    name = "command to paint" if slower == 1 else f"command to paint, {slower}x slower CPU"
    return [
        Figure(
            f"{name}, {label}",
            quantile(paints_ms, share),
            "ms",
            "a bare answer",
            quantile(bare_ms, share),
        )
        for label, share in (("p50", 0.5), ("p99", 0.99))
    ]
