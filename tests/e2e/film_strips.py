"""``make strips``: what moves on the page, a frame every 200 ms, for eyes to look at.

Each strip shows one moment on a phone, a tablet or a TV. The page's timers and animations stand
still while a frame is taken, so that a slow machine takes the same frames.
"""

from __future__ import annotations

import asyncio
import base64
import shutil
from collections.abc import Mapping
from html import escape
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

import click
from playwright.async_api import Browser, Page

from tests.e2e.looking import BROWSERS, HOST, IS_SETTLED, chromium, settled
from tests.e2e.page_server import ANYBODY, JSON, PageServer, seat_of, serving
from tests.e2e.told import RED_7, hit, play, sets, told
from tests.e2e.tv_views import WEAR, came, dressed, switch_on
from tests.e2e.views import THREE

FRAME_MS = 200
STEP_MS = 4
"""The page's time passes in such steps while it draws a new table."""
MOST_STEPS = 500
QUALITY_PCT = 60
"""Of a WebP."""
FRAME_PX = 300
"""The width of a frame on a strip."""

Device = Literal["phone", "tablet", "tv"]
SIZES: Mapping[Device, tuple[int, int]] = {
    "phone": (390, 844),
    "tablet": (1024, 768),
    "tv": (1280, 720),
}
Look = Literal["light", "dark", "still"]
"""``still``: light, where motion is unwanted."""
LOOKS: tuple[Look, ...] = ("light", "dark", "still")

REST = """(() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    return animation;
  };
  window.moving = document.getAnimations.bind(document);
  document.getAnimations = () => [];
})()"""
"""What the page sets in motion waits for the next frame of the strip, and nobody for its end."""
ADVANCE = """(ms) => {
  window.known ??= new WeakSet();
  for (const animation of moving()) {
    animation.pause();
    if (!known.has(animation)) animation.currentTime = 0;
    known.add(animation);
    const at = animation.currentTime + ms;
    if (at >= animation.effect.getComputedTiming().endTime) animation.finish();
    else animation.currentTime = at;
  }
}"""
"""Moves all animations on, and those that are new from their first moment; then they rest."""


class Strip(NamedTuple):
    """A moment: tables by when they come, in milliseconds after the first frame."""

    tables: Mapping[int, JSON]
    end_ms: int


LATEST = 1000
"""The number of an entry that no page has seen."""


def _then(before: JSON, after: JSON) -> JSON:
    """The table after, whose rulings since the one before no page has seen."""
    known = len(before["log"])
    fresh = [line | {"seq": LATEST} for line in after["log"][known:]]
    return after | {"log": [*after["log"][:known], *fresh]}


def _win() -> Strip:
    """Bo plays the last card."""
    one_left = (RED_7, sets(turn="Bo", hands={"Bo": 1}))
    before = told(THREE, *one_left)
    won = _then(before, told(THREE, *one_left, play("Bo", "red-3")))
    return Strip({0: dressed(before), 400: dressed(won)}, 2600)


def _press(cards: int) -> Strip:
    """Cy presses, and so many cards come."""
    owes = (RED_7, play("Bo", "wild-all-hit", color="blue"))

    def running(out: int) -> JSON:
        under_way = {"hit": {"number": 12, "stage": "running", "requested": cards, "out": out}}
        return dressed(told(THREE, *owes, launcher=under_way))

    before = told(THREE, *owes)
    after = _then(before, told(THREE, *owes, hit("Cy", cards)))
    tables = {0: dressed(before), 200: running(0)}
    tables |= {600 + 150 * out: running(out) for out in range(1, cards + 1)}
    end_ms = max(tables) + 400
    return Strip(tables | {end_ms: dressed(after)}, end_ms + 1800)


def _join() -> Strip:
    """Five phones come before a game, Bo's first."""
    names = ("Bo", "Ann", "Cy", "Dee", "Ed")
    return Strip({400 * count: came(names[:count]) for count in range(len(names) + 1)}, 2600)


STRIPS: Mapping[str, Strip] = {
    "win": _win(),
    "dry-press": _press(0),
    "eight-cards": _press(8),
    "join": _join(),
}


async def _open(browser: Browser, server: PageServer, device: Device, look: Look) -> Page:
    width, height = SIZES[device]
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if look == "dark" else "light",
        reduced_motion="reduce" if look == "still" else "no-preference",
    )
    page = await context.new_page()
    await page.clock.install()
    await page.add_init_script(REST)
    server.reset()
    server.me = seat_of("Bo") if device == "phone" else ANYBODY
    if device == "tv":
        await switch_on(page, server)
        await page.evaluate(WEAR, "dark" if look == "dark" else "light")
    else:
        await page.goto(f"http://{HOST}:{server.port}/")
    return page


async def _show(page: Page, server: PageServer, shown: JSON) -> None:
    """Push a table, and let as little of the page's time pass as it takes to draw it."""
    server.show(shown)
    for _ in range(MOST_STEPS):
        if await page.evaluate(IS_SETTLED, server.seq):
            return
        await page.clock.run_for(STEP_MS)
    raise click.ClickException(f"The page does not settle at table {server.seq}.")


async def frames(page: Page, server: PageServer, strip: Strip) -> dict[int, bytes]:
    """A picture of the page every 200 ms, by its time."""
    server.show(strip.tables[0])
    await settled(page, server)
    now_s = await page.evaluate("Date.now()") / 1000
    await page.clock.pause_at(now_s + 1)
    taken = {}
    later = sorted(at_ms for at_ms in strip.tables if at_ms)
    for at_ms in range(0, strip.end_ms + 1, FRAME_MS):
        while later and later[0] <= at_ms:
            await _show(page, server, strip.tables[later.pop(0)])
            await page.evaluate(ADVANCE, 0)
        taken[at_ms] = await page.screenshot()
        await page.clock.run_for(FRAME_MS)
        await page.evaluate(ADVANCE, FRAME_MS)
    return taken


async def paste(paper: Page, path: Path, pictures: Mapping[int, bytes]) -> None:
    """All frames in rows on one picture."""
    figures = "".join(
        f"<figure><figcaption>{at_ms} ms</figcaption>"
        f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}"></figure>'
        for at_ms, picture in pictures.items()
    )
    await paper.set_content(
        f"<!doctype html><title>{escape(path.stem)}</title><style>"
        "body { margin: 0; padding: 6px; background: #777; color: white; font: 12px sans-serif;"
        f" width: {5 * (FRAME_PX + 6)}px; display: flex; flex-wrap: wrap; gap: 6px; }}"
        f"figure {{ margin: 0; }} img {{ display: block; width: {FRAME_PX}px; }}</style>{figures}"
    )
    box = await paper.locator("body").bounding_box()
    assert box is not None
    protocol = await paper.context.new_cdp_session(paper)
    picture = await protocol.send(
        "Page.captureScreenshot",
        {
            "format": path.suffix.removeprefix("."),
            "quality": QUALITY_PCT,
            "captureBeyondViewport": True,
            "clip": {**box, "scale": 1},
        },
    )
    await asyncio.to_thread(path.write_bytes, base64.b64decode(picture["data"]))


async def take(
    folder: Path,
    names: tuple[str, ...],
    devices: tuple[Device, ...],
    looks: tuple[Look, ...],
    suffix: str,
) -> None:
    """Write the strips of these moments on these devices, in these looks."""
    async with chromium() as browser, serving() as server:
        paper = await browser.new_page()
        for name, device, look in product(names, devices, looks):
            page = await _open(browser, server, device, look)
            path = folder / f"{name}.{device}.{look}.{suffix}"
            await paste(paper, path, await frames(page, server, STRIPS[name]))
            await page.context.close()
            click.echo(path)


@click.command()
@click.option(
    "--folder", type=click.Path(path_type=Path), default="build/strips", show_default=True
)
@click.option("--only", "names", multiple=True, type=click.Choice(list(STRIPS)))
@click.option("--device", "devices", multiple=True, type=click.Choice(list(SIZES)))
@click.option("--look", "looks", multiple=True, type=click.Choice(LOOKS))
@click.option("--format", "suffix", type=click.Choice(["png", "webp"]), default="png")
def main(
    folder: Path,
    names: tuple[str, ...],
    devices: tuple[Device, ...],
    looks: tuple[Look, ...],
    suffix: str,
) -> None:
    """Take film strips of the page."""
    if not any(map(shutil.which, BROWSERS)):
        raise click.ClickException(f"There is no Chromium: install the package `{BROWSERS[-1]}`.")
    folder.mkdir(parents=True, exist_ok=True)
    names, devices = names or tuple(STRIPS), devices or tuple(SIZES)
    asyncio.run(take(folder, names, devices, looks or LOOKS, suffix))


if __name__ == "__main__":
    main()
