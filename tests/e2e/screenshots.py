"""``make screenshots``: every view on every screen, in light and dark, for eyes to look at."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Literal

import click
from playwright.async_api import Browser, ViewportSize

from tests.e2e.looking import HOST, chromium
from tests.e2e.page_server import PageServer, serving
from tests.e2e.views import SIZES, TEN, THREE, View, look_at, views

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PATIENCE_MS = 10_000


def every_view() -> dict[str, View]:
    """For few players and for many."""
    return {
        f"{len(players)} {name}": view
        for players in (THREE, TEN)
        for name, view in views(players).items()
    }


async def take(
    browser: Browser, server: PageServer, folder: Path, size: str, some: dict[str, View]
) -> None:
    """Pictures on one size of screen."""
    width, height = SIZES[size]
    screen = ViewportSize(width=width, height=height)
    page = await browser.new_page(viewport=screen, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE_MS)
    await page.goto(f"http://{HOST}:{server.port}/")
    for name, view in some.items():
        await look_at(page, server, view)
        plain = name.replace(",", "").replace(" ", "-")
        screen_of_its_own = not await page.locator(".table-screen").count()
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme)
            path = folder / f"{plain}.{size}.{theme}.png"
            await page.screenshot(path=path, full_page=screen_of_its_own)
    await page.close()


async def take_all(folder: Path, sizes: tuple[str, ...], some: dict[str, View]) -> None:
    """Pictures on all these sizes."""
    async with chromium() as browser, serving() as server:
        for size in sizes:
            await take(browser, server, folder, size, some)
            print(f"{size}: {len(THEMES) * len(some)} pictures in {folder}")


@click.command()
@click.option(
    "--folder", type=click.Path(path_type=Path), default="build/screenshots", show_default=True
)
@click.option("--size", "sizes", multiple=True, type=click.Choice(list(SIZES)), help="Only these.")
@click.option("--only", multiple=True, help="Only views with one of these in their names.")
def main(folder: Path, sizes: tuple[str, ...], only: tuple[str, ...]) -> None:
    """Take pictures of the page."""
    if shutil.which("chromium") is None:
        raise click.ClickException("There is no Chromium: install the package `chromium`.")
    every = every_view()
    some = {name: view for name, view in every.items() if any(one in name for one in only or [""])}
    if not some:
        known = ", ".join(views(THREE))
        raise click.UsageError(f"No view has such a name; there are: {known}.")
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(folder, sizes or tuple(SIZES), some))


if __name__ == "__main__":
    main()
