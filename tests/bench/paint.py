"""From a command sent to the page painted with it, on a processor made six times slower.

Painted is what is read and tapped: headline, keys, calls. Undo, the felt and the log follow
a frame later; how long after the command is a figure of its own.

Beside a bare page that shows the table's number alone, measured right before and right after, for
a busy machine is another one a minute later; and that beside a bare answer over HTTP. Besides,
where the main thread's time goes, by the browser's own tracing, for the bare page, too; and what
the page weighs, beside its one library alone. Without Chromium there is nothing to measure.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
from playwright.async_api import Page, Response

from tests.bench.browsing import SIZES, SLOWER, Visit, throttle, title, visiting
from tests.bench.figures import Figure, quantiles
from tests.e2e.drawing import traced

COMMANDS = 200
BARE_COMMANDS = 100
"""Before each page that is measured, and after it."""
SEAT_COMMANDS = 60
"""On a seat's phone fewer: before every second one, its flash has to end."""
SPEEDS = (1, SLOWER)
TRACED = 40
"""Fewer, for tracing itself takes time."""
FILLING = 220
"""So many commands fill the log."""
WARMING = 40
"""So many commands, and the browser knows the page's code."""
LIBRARY = "/vendor/lit-html.js"
KIB = 1024
AGAIN_S = 0.5
REST_S = 0.1
"""So long after a turn was painted the next one begins: by then the page has done, also six times
slower, what it leaves until after the frame. Nobody at a table is quicker."""
FRAME_S = 1 / 60
"""A turn begins at any moment of a frame, with a seed: turns that begin in step with the frames
would all wait the same part of a frame."""
SEED = 15
FLASH_S = 1.6
"""So long, and a phone that was called on has ended its flash."""
PATIENCE_S = 20.0

STAGES = {
    "script": ("EvaluateScript", "FunctionCall", "RunMicrotasks", "v8.callFunction"),
    "style and layout": ("UpdateLayoutTree", "Layout"),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit"),
}
"""What the main thread does, by the names of its trace events; one inside another counts once."""

FIRST, WHOLE = "main", "#felt"
"""What of the page shows a table: a selector. The felt is drawn last."""
PAINTED = "painted"
"""What the page calls."""
WATCH = """(part) => {
  let known;
  new MutationObserver((changes) => {
    const seq = window.tableSeq;
    const isIn = ({ target }) => (target.closest ? target : target.parentElement)?.closest(part);
    if (seq === known || !changes.some(isIn)) return;
    known = seq;
    const news = () => JSON.stringify([seq, performance.timeOrigin + performance.now()]);
    // the first task after the frame: timers and messages wait behind it
    requestAnimationFrame(() =>
      scheduler.postTask(() => window.painted(news()), { priority: "user-blocking" }));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""It costs the page a list of what changed, and one task once the frame is painted."""

Painted = asyncio.Queue[tuple[int, float]]
"""Sequence number, and the moment as a Unix time in milliseconds."""
Times = dict[int, list[float]]
"""Milliseconds, by how much slower the processor was made."""


async def measure(folder: Path) -> list[Figure]:
    """Time to paint at both sizes and at full and reduced speed, and the bytes of a first visit."""
    async with visiting(folder) as visit:
        if visit is None:
            return []
        weight = await _weight(visit)
        page = await visit.bare_page()
        await play(visit.client, await watched(page), FILLING, rest_s=0)
        await page.context.close()
        views: dict[str, Callable[[], Awaitable[Page]]] = {
            title(size): partial(visit.page, size) for size in SIZES
        }
        seat = "a seat's phone"
        views[seat] = partial(visit.seat, "Bo")
        figures: list[Figure] = []
        bare = [await _bare(visit)]
        for name, opened in views.items():
            page = await opened()
            painted = await watched(page)
            await play(visit.client, painted, WARMING)
            own: Times = {}
            commands, called_s = (SEAT_COMMANDS, FLASH_S) if name == seat else (COMMANDS, None)
            for slower in SPEEDS:
                await throttle(page, slower)
                own[slower], _ = await play(visit.client, painted, commands, called_s=called_s)
            figures += await _stages(page, visit.client, painted, name)
            whole_painted = await watched(page, WHOLE)
            wholes_ms, _ = await play(visit.client, whole_painted, commands // 2, called_s=called_s)
            await page.context.close()
            bare.append(await _bare(visit))
            for slower, paints_ms in own.items():
                beside_ms = [ms for times, _ in bare[-2:] for ms in times[slower]]
                named = f"command to paint, {slower}x, {name}"
                figures += quantiles(named, paints_ms, "a bare page", beside_ms)
            whole = f"command to all of the page, {SLOWER}x, {name}"
            figures += quantiles(whole, wholes_ms, "what is read and tapped", own[SLOWER])
        for slower in SPEEDS:
            figures += quantiles(
                f"command to paint, {slower}x, a bare page",
                [ms for times, _ in bare for ms in times[slower]],
                "a bare answer",
                [ms for _, answers in bare for ms in answers[slower]],
            )
        figures += await _bare_stages(visit)
        figures += await _television(visit)
    return [*figures, *weight]


async def _bare(visit: Visit) -> tuple[Times, Times]:
    """How long a bare page takes at each speed, and a bare answer."""
    page = await visit.bare_page()
    painted = await watched(page)
    paints_ms: Times = {}
    answers_ms: Times = {}
    for slower in SPEEDS:
        await throttle(page, slower)
        paints_ms[slower], answers_ms[slower] = await play(visit.client, painted, BARE_COMMANDS)
    await page.context.close()
    return paints_ms, answers_ms


async def _bare_stages(visit: Visit) -> list[Figure]:
    """What a bare page's main thread does for a command."""
    page = await visit.bare_page()
    painted = await watched(page)
    await throttle(page, SLOWER)
    figures = await _stages(page, visit.client, painted, "a bare page")
    await page.context.close()
    return figures


async def _television(visit: Visit) -> list[Figure]:
    """What a TV's main thread does for a command."""
    page = await visit.television()
    painted = await watched(page)
    await play(visit.client, painted, WARMING)
    await throttle(page, SLOWER)
    figures = await _stages(page, visit.client, painted, "a TV")
    await page.context.close()
    return figures


async def watched(page: Page, part: str = FIRST) -> Painted:
    """What the page, or a part of it, paints from now on."""
    painted: Painted = asyncio.Queue()
    devtools = await page.context.new_cdp_session(page)

    def hear(called: dict[str, str]) -> None:
        if called["name"] == PAINTED:
            painted.put_nowait(json.loads(called["payload"]))

    # A bare binding: `expose_function` answers the page each time, by a script in its main thread.
    devtools.on("Runtime.bindingCalled", hear)
    await devtools.send("Runtime.addBinding", {"name": PAINTED})
    await page.evaluate(WATCH, part)
    return painted


async def said(client: httpx.AsyncClient, command: dict[str, str]) -> tuple[float, httpx.Response]:
    """When it was sent, by the browser's clock, and the answer; again where the lease was lost."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            sent_ms = time.time() * 1000
            answer = await client.post("/api/commands", json=command)
            if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                return sent_ms, answer.raise_for_status()
            await asyncio.sleep(AGAIN_S)


async def _weight(visit: Visit) -> list[Figure]:
    """Open the page as on a device that never did before, and weigh what came."""
    page = await visit.browser.new_page()
    came: list[Response] = []
    page.on("response", lambda response: came.append(response))
    await page.goto(visit.address)
    await page.get_by_test_id("picker").wait_for()
    bodies = {
        one.url.removeprefix(visit.address): await one.body()
        for one in came
        if not one.url.endswith("/api/events")
    }
    await page.close()
    weights = {
        "raw": {path: len(body) for path, body in bodies.items()},
        "gzip": {path: len(gzip.compress(body)) for path, body in bodies.items()},
    }
    return [
        Figure(
            f"page of {len(sizes)} files, {how}",
            sum(sizes.values()) / KIB,
            "KiB",
            "lit-html alone",
            sizes[LIBRARY] / KIB,
        )
        for how, sizes in weights.items()
    ]


async def play(
    client: httpx.AsyncClient,
    painted: Painted,
    commands: int,
    rest_s: float = REST_S,
    called_s: float | None = None,
) -> tuple[list[float], list[float]]:
    """Play a card and take it back, again and again: the felt and most keys change with each.

    Bo plays ``called_s`` after he was called on, where that is given. Returns how long each took
    to be painted, and how long a bare answer before it, in ms.
    """
    paints_ms, bare_ms = [], []
    chance = Random(SEED)
    rests_s = (rest_s if called_s is None else called_s, rest_s)
    for _ in range(commands // 2):
        deeds = ({"do": "play", "by": "Bo", "card": "red-7"}, {"do": "undo"})
        for command, wait_s in zip(deeds, rests_s, strict=True):
            await asyncio.sleep(wait_s + chance.uniform(0, FRAME_S) if wait_s else 0)
            began = time.monotonic()
            await client.get("/healthz")
            bare_ms.append((time.monotonic() - began) * 1000)
            sent_ms, answer = await said(client, command)
            seq = answer.json()["seq"]
            async with asyncio.timeout(PATIENCE_S):
                while (news := await painted.get())[0] < seq:
                    pass
            paints_ms.append(news[1] - sent_ms)
    return paints_ms, bare_ms


async def _stages(
    page: Page, client: httpx.AsyncClient, painted: Painted, name: str
) -> list[Figure]:
    """What the page's main thread does for one command, in ms of its own time."""
    devtools = await page.context.new_cdp_session(page)
    categories = ("devtools.timeline", "disabled-by-default-devtools.timeline", "v8")
    events = await traced(devtools, categories, play(client, painted, TRACED))
    events = [one for one in events if one["ph"] == "X"]
    threads = Counter((one["pid"], one["tid"]) for one in events if one["name"] == "Layout")
    main = [one for one in events if (one["pid"], one["tid"]) == threads.most_common(1)[0][0]]
    all_ms = _own_ms(main, ("RunTask",)) / TRACED
    return [
        Figure(
            f"a command's {stage}, {SLOWER}x, {name}",
            _own_ms(main, names) / TRACED,
            "ms",
            "all of the main thread",
            all_ms,
        )
        for stage, names in STAGES.items()
    ]


def _own_ms(events: list[dict[str, Any]], names: tuple[str, ...]) -> float:
    """CPU time of these events, in ms; those within another of them are in it."""
    sum_us, until = 0.0, 0.0
    for one in sorted((one for one in events if one["name"] in names), key=lambda one: one["ts"]):
        if one["ts"] >= until:
            sum_us += one.get("tdur", 0)
            until = one["ts"] + one["dur"]
    return sum_us / 1000
