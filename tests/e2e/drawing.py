"""What a browser draws and what of the page it touches, by the browser's own tracing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Iterable
from typing import Any

from playwright.async_api import CDPSession, Page

FRAME = "Graphics.Pipeline.DrawAndSwap"
"""Each frame that reaches the screen begins and ends one of these."""

ARRIVE = """() => document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  .forEach((one) => one.finish())"""
SETTLE_S = 0.2
"""To begin tracing makes a browser draw a frame."""
WINDOWS = 40
"""So often is looked again whether the page has come to rest; what moves for ever never does."""


async def traced(
    devtools: CDPSession, categories: Iterable[str], meanwhile: Awaitable[object]
) -> list[dict[str, Any]]:
    """The events of these categories from before until after something that happens meanwhile."""
    events: list[dict[str, Any]] = []
    complete = asyncio.Event()

    def collect(part: dict[str, Any]) -> None:
        events.extend(part["value"])

    def end(_: object) -> None:
        complete.set()

    devtools.on("Tracing.dataCollected", collect)
    devtools.on("Tracing.tracingComplete", end)
    config = {"recordMode": "recordUntilFull", "includedCategories": list(categories)}
    await devtools.send("Tracing.start", {"traceConfig": config, "transferMode": "ReportEvents"})
    await meanwhile
    await devtools.send("Tracing.end")
    await complete.wait()
    devtools.remove_listener("Tracing.dataCollected", collect)
    devtools.remove_listener("Tracing.tracingComplete", end)
    return events


async def frames_drawn(page: Page, meanwhile: Awaitable[object]) -> int:
    """How many frames the browser draws while something happens."""
    return len(await _frames_us(page, meanwhile, "b"))


async def on_screen_us(page: Page, meanwhile: Awaitable[object]) -> list[float]:
    """When frames are on the screen while something happens: microseconds of ``time.monotonic``."""
    return await _frames_us(page, meanwhile, "e")


async def _frames_us(page: Page, meanwhile: Awaitable[object], phase: str) -> list[float]:
    devtools = await page.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]
    began_us = 0.0

    async def once_it_is_traced() -> None:
        nonlocal began_us
        await asyncio.sleep(SETTLE_S)
        began_us = time.monotonic() * 1e6  # the browser's clock on Linux, too
        await meanwhile

    events = await traced(devtools, ["viz"], once_it_is_traced())
    await devtools.detach()
    moments_us = (one["ts"] for one in events if one["name"] == FRAME and one["ph"] == phase)
    return sorted(ts for ts in moments_us if ts >= began_us)


async def rests(page: Page, window_s: float) -> bool:
    """Whether the page draws nothing, once what is moving has arrived."""
    await page.evaluate(ARRIVE)
    for _ in range(WINDOWS):
        if await frames_drawn(page, asyncio.sleep(window_s)) == 0:
            return True
    return False
