"""What a browser draws and what of the page it touches, by the browser's own tracing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession, Page

from tests.e2e.looking import drawn

FRAME = "Graphics.Pipeline.DrawAndSwap"
"""Each frame that reaches the screen begins and ends one of these."""

ARRIVE = """() => document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  .forEach((one) => one.finish())"""
TO_SETTLE = 2
"""To begin tracing makes a browser draw a frame, which is drawn before so many more begin."""
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


@dataclass(frozen=True, slots=True)
class Frame:
    """When a frame began to be drawn, and when it was on the screen: Unix times in milliseconds."""

    begun_ms: float
    shown_ms: float


async def frames_drawn(page: Page, meanwhile: Awaitable[object]) -> int:
    """How many frames the browser draws while something happens."""
    return len(await frames(page, meanwhile))


async def frames(page: Page, meanwhile: Awaitable[object]) -> list[Frame]:
    """The frames that the browser begins to draw while something happens, in their order."""
    devtools = await page.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]
    began_ms = 0.0

    async def once_it_is_traced() -> None:
        nonlocal began_ms
        await drawn(page, TO_SETTLE)
        began_ms = time.time() * 1000
        await meanwhile

    events = await traced(devtools, ["viz"], once_it_is_traced())
    unix_ms = 1000 * (time.time() - time.monotonic())  # a trace has the clock of ``monotonic``
    await devtools.detach()
    complete: list[Frame] = []
    begun: dict[str, float] = {}
    for one in sorted((one for one in events if one["name"] == FRAME), key=lambda one: one["ts"]):
        at_ms = one["ts"] / 1000 + unix_ms
        if one["ph"] == "b":
            begun[str(one["id2"])] = at_ms
        elif one["ph"] == "e" and begun.get(str(one["id2"]), 0.0) >= began_ms:
            complete.append(Frame(begun.pop(str(one["id2"])), at_ms))
    return complete


async def rests(page: Page, watched_frames: int) -> bool:
    """Whether the page draws nothing, once what is moving has arrived.

    It is watched for as long as the browser takes for so many frames. It begins them on time, but
    draws only those in which something has changed.
    """
    await page.evaluate(ARRIVE)
    for _ in range(WINDOWS):
        if await frames_drawn(page, drawn(page, watched_frames)) == 0:
            return True
    return False
