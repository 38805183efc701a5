"""How the page feels under a finger: when a tap is seen, and what is drawn while nobody taps.

Both by the browser's own measuring, on a processor made six times slower. A finger's touch is timed
by Event Timing, from the touch to the next frame on the screen; that frame shows the key pressed
(``tests/e2e/test_page_feedback.py``). Its figures are multiples of 8 ms, and none is below 16 ms.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.async_api import CDPSession, Locator, Page

from tests.bench.browsing import SIZES, SLOWER, throttle, title, visiting
from tests.bench.figures import Figure, quantile
from tests.e2e.drawing import frames_drawn, rests
from tests.e2e.looking import button

ROUNDS = 40
"""Each is two taps: a card, and the undo of it."""
FINGER_S = 0.08
"""So long a finger stays on the glass."""
APART_S = 0.3
LEAST_MS = 16.0
FRAME_MS = 1000 / 60
CALM_S = 0.5
WATCHED_S = 6.0

WATCH = """() => {
  window.touches = [];
  new PerformanceObserver((list) => list.getEntries()
    .filter((one) => one.name === "pointerdown").forEach((one) => touches.push(one.duration)))
    .observe({ type: "event", durationThreshold: 16 });
}"""


async def measure(folder: Path) -> list[Figure]:
    """Frames of an idle page, and time from touch to feedback, at each size."""
    figures = []
    async with visiting(folder) as visit:
        if visit is None:
            return []
        for size in SIZES:
            page = await visit.page(size)
            await rests(page, CALM_S)
            drawn = await frames_drawn(page, asyncio.sleep(WATCHED_S))
            figures.append(
                Figure(f"frames of an idle page, {title(size)}", drawn, "frames", "60 Hz", 360)
            )
            await throttle(page, SLOWER)
            touched_ms = await _touches(page)
            figures += [
                Figure(
                    f"touch to feedback, {SLOWER}x, {title(size)}, {label}",
                    quantile(touched_ms, share),
                    "ms",
                    "a frame",
                    FRAME_MS,
                )
                for label, share in (("p50", 0.5), ("p99", 0.99))
            ]
            await page.close()
    return figures


async def _touches(page: Page) -> list[float]:
    await page.evaluate(WATCH)
    devtools = await page.context.new_cdp_session(page)
    taps = 0
    for _ in range(ROUNDS):
        for key in (button(page, "Red 7"), page.locator(".dock-undo:enabled")):
            await key.wait_for()
            await _tap(devtools, key)
            taps += 1
            await asyncio.sleep(APART_S)
    slow_ms = [float(one) for one in await page.evaluate("touches")]
    return [*slow_ms, *[LEAST_MS] * (taps - len(slow_ms))]


async def _tap(devtools: CDPSession, key: Locator) -> None:
    box = await key.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = "Input.dispatchTouchEvent"
    await devtools.send(touch, {"type": "touchStart", "touchPoints": [point]})
    await asyncio.sleep(FINGER_S)
    await devtools.send(touch, {"type": "touchEnd", "touchPoints": []})
