"""``make screenshots``: every view on every screen, for eyes to look at.

One picture a view and screen shows it beside itself: with two players and with ten, light and
dark, with plain and with large text.
"""

from __future__ import annotations

import asyncio
import base64
import shutil
from collections.abc import Callable
from contextlib import AsyncExitStack
from html import escape
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

import click
from playwright.async_api import Browser, Page, ViewportSize

from tests.e2e.looking import BROWSERS, HOST, chromium, tap_slowly
from tests.e2e.page_server import PageServer, serving
from tests.e2e.views import SIZES, TEN, TEXTS_PCT, TWO, look_at, views

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
TABLES = (views(TWO), views(TEN))
PATIENCE_MS = 30_000
AT_ONCE = 2
"""Screens that are looked at side by side."""
COLUMNS = len(TEXTS_PCT) * len(THEMES)
WIDEST_PX = 640
"""A picture on a sheet; a larger screen is shown smaller."""
LONGEST = 2.5
"""Screens: so much of a page that scrolls is on the sheet."""
SHEET = """<!doctype html><meta charset="utf-8"><style>
  body {{ margin: 0; padding: 12px; width: max-content; background: #777; font: 14px sans-serif; }}
  main {{ display: grid; grid-template-columns: repeat({columns}, max-content); gap: 12px; }}
  h1 {{ margin: 0 0 8px; font-size: 18px; color: white; }}
  figure {{ margin: 0; position: relative; }}
  figcaption {{ color: white; padding-bottom: 3px; }}
  img {{ display: block; width: {width}px; }}
  /* what is below it is found by scrolling */
  hr {{ position: absolute; top: {fold}px; width: 100%; margin: 20px 0 0; border: 0;
    border-top: 2px dashed magenta; }}
</style><h1>{title}</h1><main>{figures}</main>"""


class Look(NamedTuple):
    """A picture, and what is different about it."""

    caption: str
    png: bytes


async def looks(pages: dict[int, Page], server: PageServer, size: str, name: str) -> list[Look]:
    """A view in all its looks; ``pages`` are as large as that screen, by their size of text."""
    width, height = SIZES[size]
    taken = []
    for table, (percent, page) in product(TABLES, pages.items()):
        if name not in table:
            continue
        view = table[name]
        players = view.shown["game"]["players"] if view.shown["game"] else ()
        if not players and table is not TABLES[0]:
            continue  # before a game it is the same
        await look_at(page, server, view, folded=True)
        far = await page.evaluate("document.documentElement.scrollHeight")
        shown = min(max(far, height), int(LONGEST * height))
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme)
            png = await page.screenshot(
                full_page=True, clip={"x": 0, "y": 0, "width": width, "height": shown}
            )
            about = [f"{len(players)} players"] if players else []
            taken.append(Look(", ".join([*about, f"text {percent} %", theme]), png))
    return taken


async def sheet(page: Page, path: Path, size: str, name: str, taken: list[Look]) -> None:
    """All looks of a view on one picture, drawn by ``page``."""
    width, height = SIZES[size]
    scale = min(1.0, WIDEST_PX / width)
    figures = "".join(
        f"<figure><figcaption>{escape(caption)}</figcaption>"
        f'<img src="data:image/png;base64,{base64.b64encode(png).decode()}"><hr></figure>'
        for caption, png in taken
    )
    await page.set_content(
        SHEET.format(
            columns=COLUMNS,
            width=round(scale * width),
            fold=round(scale * height),
            title=escape(f"{name}, {size} ({width}x{height})"),
            figures=figures,
        )
    )
    await page.locator("body").screenshot(path=path)


async def take(
    browsers: dict[int, Browser],
    folder: Path,
    size: str,
    names: list[str],
    done: Callable[[], None],
) -> None:
    """The sheets of one screen."""
    width, height = SIZES[size]
    screen = ViewportSize(width=width, height=height)
    async with serving() as server:
        pages = {}
        for percent, browser in browsers.items():
            page = await browser.new_page(viewport=screen, reduced_motion="reduce")
            page.set_default_timeout(PATIENCE_MS)
            await tap_slowly(page)
            await page.goto(f"http://{HOST}:{server.port}/")
            pages[percent] = page
        paper = await browsers[TEXTS_PCT[0]].new_page()
        for name in names:
            plain = name.replace(",", "").replace(" ", "-")
            taken = await looks(pages, server, size, name)
            await sheet(paper, folder / f"{plain}.{size}.png", size, name, taken)
            done()
        for page in (*pages.values(), paper):
            await page.close()


async def take_all(
    folder: Path, sizes: tuple[str, ...], names: list[str], done: Callable[[], None]
) -> None:
    """The sheets of all these screens."""
    turns = asyncio.Semaphore(AT_ONCE)

    async with AsyncExitStack() as open_now:
        browsers = {
            percent: await open_now.enter_async_context(chromium(percent)) for percent in TEXTS_PCT
        }

        async def in_turn(size: str) -> None:
            async with turns:
                await take(browsers, folder, size, names, done)

        async with asyncio.TaskGroup() as all_sizes:
            for size in sizes:
                all_sizes.create_task(in_turn(size))


@click.command()
@click.option(
    "--folder", type=click.Path(path_type=Path), default="build/screenshots", show_default=True
)
@click.option("--size", "sizes", multiple=True, type=click.Choice(list(SIZES)), help="Only these.")
@click.option("--only", multiple=True, help="Only views with one of these in their names.")
def main(folder: Path, sizes: tuple[str, ...], only: tuple[str, ...]) -> None:
    """Take pictures of the page."""
    if not any(map(shutil.which, BROWSERS)):
        raise click.ClickException(f"There is no Chromium: install the package `{BROWSERS[-1]}`.")
    every = list(views(TEN))
    names = [name for name in every if any(one in name for one in only or [""])]
    if not names:
        raise click.UsageError(f"No view has such a name; there are: {'; '.join(every)}.")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sizes or tuple(SIZES)
    count = len(names) * len(wanted)
    with click.progressbar(length=count, label=f"{count} sheets in {folder}") as bar:
        asyncio.run(take_all(folder, wanted, names, lambda: bar.update(1)))


if __name__ == "__main__":
    main()
