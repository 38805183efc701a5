"""How the page feels under a finger: when a tap is seen, and what is drawn while nobody taps.

Both by the browser's own tracing, on a processor made six times slower. A touch is timed from when
it is sent until a frame is on the screen that was drawn after the page had begun a frame with the
pressed key (``tests/e2e/test_page_feedback.py``). Event Timing would count a finger on this page
until after it is lifted: its figures grow with the finger's stay. The figures stand beside a bare
page with two keys, which was touched right before and right after.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from playwright.async_api import CDPSession, Locator, Page

from tests.bench.browsing import SIZES, SLOWER, Visit, throttle, title, visiting
from tests.bench.figures import Figure, quantiles
from tests.e2e.drawing import frames, frames_drawn, rests
from tests.e2e.looking import button

BARE_KEYS = """() => document.body.append(...["one", "two"].map((name) => {
  const key = document.createElement("button");
  key.textContent = name;
  key.addEventListener("pointerdown", () => { key.style.outline = "4px solid"; });
  key.addEventListener("pointerup", () => { key.style.outline = ""; });
  return key;
}))"""
ROUNDS = 40
"""Each is two taps: a card, and the undo of it."""
FINGER_S = 0.08
"""So long a finger stays on the glass."""
APART_S = 0.3
FRAME_MS = 1000 / 60
CALM_FRAMES = 30
WATCHED_S = 6.0

WATCH = """() => {
  window.touches = [];
  addEventListener("pointerdown", () => requestAnimationFrame(() =>
    touches.push(performance.timeOrigin + performance.now())));
}"""
"""The moment at which the page begins the frame that shows a touch: a Unix time in milliseconds."""


async def measure(folder: Path) -> list[Figure]:
    """Frames of an idle page, and time from touch to feedback, at each size."""
    figures = []
    async with visiting(folder) as visit:
        if visit is None:
            return []
        bare = [await _bare_touches(visit)]
        for size in SIZES:
            page = await visit.page(size)
            await rests(page, CALM_FRAMES)
            drawn = await frames_drawn(page, asyncio.sleep(WATCHED_S))
            figures.append(
                Figure(f"frames of an idle page, {title(size)}", drawn, "frames", "60 Hz", 360)
            )
            await throttle(page, SLOWER)
            touched_ms = await _touches(
                page, button(page, "Red 7"), page.locator(".dock-undo:enabled")
            )
            await page.context.close()
            bare.append(await _bare_touches(visit))
            beside_ms = [*bare[-2], *bare[-1]]
            name = f"touch to feedback, {SLOWER}x, {title(size)}"
            figures += quantiles(name, touched_ms, "a bare page", beside_ms)
        touched_ms = [ms for one in bare for ms in one]
        name = f"touch to feedback, {SLOWER}x, a bare page"
        figures += quantiles(name, touched_ms, "a frame", [FRAME_MS])
    return figures


async def _bare_touches(visit: Visit) -> list[float]:
    page = await visit.bare_page()
    await page.evaluate(BARE_KEYS)
    await throttle(page, SLOWER)
    keys = [page.get_by_role("button", name=name) for name in ("one", "two")]
    touched_ms = await _touches(page, *keys)
    await page.context.close()
    return touched_ms


async def _touches(page: Page, *keys: Locator) -> list[float]:
    """Milliseconds from each touch until the picture that shows it."""
    await page.evaluate(WATCH)
    devtools = await page.context.new_cdp_session(page)
    downs_ms: list[float] = []

    async def tapping() -> None:
        for _ in range(ROUNDS):
            for key in keys:
                await key.wait_for()
                downs_ms.append(await _tap(devtools, key))
                await asyncio.sleep(APART_S)

    drawn = await frames(page, tapping())
    began_ms = [float(one) for one in await page.evaluate("touches")]
    assert len(began_ms) == len(downs_ms), "The page was not told of every touch."
    return [
        next(frame.shown_ms for frame in drawn if frame.begun_ms >= begun_ms) - down_ms
        for down_ms, begun_ms in zip(downs_ms, began_ms, strict=True)
    ]


async def _tap(devtools: CDPSession, key: Locator) -> float:
    """Touch it; the moment at which the finger was sent: a Unix time in milliseconds."""
    box = await key.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = "Input.dispatchTouchEvent"
    down_ms = time.time() * 1000
    await devtools.send(touch, {"type": "touchStart", "touchPoints": [point]})
    await asyncio.sleep(FINGER_S)
    await devtools.send(touch, {"type": "touchEnd", "touchPoints": []})
    return down_ms
