"""``make screenshots``: every view on every screen, for eyes to look at.

One picture a view and screen shows it beside itself: with two players and with ten, light and
dark, with plain and with large text, and in each of the languages that were asked for.
"""

from __future__ import annotations

import asyncio
import base64
import shutil
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from html import escape
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

import click
from playwright.async_api import Browser, FloatRect, Page, ViewportSize

from tests.e2e.looking import BROWSERS, chromium, tap_slowly
from tests.e2e.page_server import PageServer, serving
from tests.e2e.pseudo import speak_pseudo, switch
from tests.e2e.scenes import Kind, Scene, kinds
from tests.e2e.tv_views import TVS, WEAR
from tests.e2e.views import SIZES, TEXTS_PCT

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
EVERY_SIZE = SIZES | TVS
Wanted = tuple[str, ...]
"""Parts of the names of views."""
Tongues = tuple[str, ...]
PLAIN = "en"
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


async def looks(
    pages: dict[int, Page], server: PageServer, kind: Kind, size: str, name: str, tongues: Tongues
) -> list[Look]:
    """A view in all its looks; ``pages`` are as large as that screen, by their size of text."""
    width, height = EVERY_SIZE[size]
    taken: dict[tuple[int, str], list[Look]] = {}
    for at, (percent, page) in product(range(len(kind.tables)), pages.items()):
        scene = kind.tables[at].get(name)
        if not scene or (at and not scene.players):
            continue  # before a game it is the same
        await scene.go(page, server)
        for tongue in tongues:
            await switch(page, tongue)
            far = await page.evaluate("document.documentElement.scrollHeight")
            shown = min(max(far, height), int(LONGEST * height))
            for theme in THEMES:
                if kind.themes_itself:
                    await page.evaluate(WEAR, theme)
                else:
                    await page.emulate_media(color_scheme=theme)
                clip = FloatRect(x=0, y=0, width=width, height=shown)
                png = await page.screenshot(full_page=True, clip=clip)
                look = Look(caption(scene, tongue, percent, theme), png)
                taken.setdefault((at, tongue), []).append(look)
        await switch(page, PLAIN)
    return [look for row in taken.values() for look in row]


def caption(scene: Scene, tongue: str, percent: int, theme: Theme) -> str:
    """What is said over a picture."""
    people = f"{scene.players} players, " if scene.players else ""
    return f"{people}{tongue}, text {percent} %, {theme}"


async def sheet(page: Page, path: Path, size: str, name: str, taken: list[Look]) -> None:
    """All looks of a view on one picture, drawn by ``page``."""
    width, height = EVERY_SIZE[size]
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


def names_on(size: str, kind: Kind, wanted: Wanted) -> list[str]:
    """Those of the kind's views that this screen has: a TV has its own."""
    if kind.themes_itself != (size in TVS):
        return []
    names = dict.fromkeys(name for table in kind.tables for name in table)
    return [name for name in names if any(one in name for one in wanted)]


async def take(
    browsers: dict[int, Browser],
    folder: Path,
    size: str,
    wanted: Wanted,
    tongues: Tongues,
    done: Callable[[], None],
) -> None:
    """The sheets of one screen."""
    width, height = EVERY_SIZE[size]
    screen = ViewportSize(width=width, height=height)
    async with serving() as server:
        speak_pseudo(server)
        paper = await browsers[TEXTS_PCT[0]].new_page()
        for kind in kinds().values():
            names = names_on(size, kind, wanted)
            pages = {}
            for percent, browser in browsers.items() if names else ():
                page = await browser.new_page(viewport=screen, reduced_motion="reduce")
                page.set_default_timeout(PATIENCE_MS)
                await tap_slowly(page)
                await kind.open(page, server)
                pages[percent] = page
            for name in names:
                plain = name.replace(",", "").replace(" ", "-")
                taken = await looks(pages, server, kind, size, name, tongues)
                await sheet(paper, folder / f"{plain}.{size}.png", size, name, taken)
                done()
            for page in pages.values():
                await page.close()
        await paper.close()


async def take_all(
    folder: Path, sizes: tuple[str, ...], wanted: Wanted, tongues: Tongues, done: Callable[[], None]
) -> None:
    """The sheets of all these screens."""
    turns = asyncio.Semaphore(AT_ONCE)

    async with AsyncExitStack() as open_now:
        browsers = {
            percent: await open_now.enter_async_context(chromium(percent)) for percent in TEXTS_PCT
        }

        async def in_turn(size: str) -> None:
            async with turns:
                await take(browsers, folder, size, wanted, tongues, done)

        async with asyncio.TaskGroup() as all_sizes:
            for size in sizes:
                all_sizes.create_task(in_turn(size))


@click.command()
@click.option(
    "--folder", type=click.Path(path_type=Path), default="build/screenshots", show_default=True
)
@click.option(
    "--size", "sizes", multiple=True, type=click.Choice(list(EVERY_SIZE)), help="Only these."
)
@click.option("--only", multiple=True, help="Only views with one of these in their names.")
@click.option(
    "--language", "tongues", multiple=True, help="In these, also en-XA and he-XB; else English."
)
def main(folder: Path, sizes: tuple[str, ...], only: Wanted, tongues: Tongues) -> None:
    """Take pictures of the page."""
    if not any(map(shutil.which, BROWSERS)):
        raise click.ClickException(f"There is no Chromium: install the package `{BROWSERS[-1]}`.")
    wanted, screens = only or ("",), sizes or tuple(EVERY_SIZE)
    count = sum(
        len(names_on(size, kind, wanted)) for size, kind in product(screens, kinds().values())
    )
    if not count:
        every = dict.fromkeys(name for one in kinds().values() for t in one.tables for name in t)
        raise click.UsageError(f"No view has such a name; there are: {'; '.join(every)}.")
    folder.mkdir(parents=True, exist_ok=True)
    with click.progressbar(length=count, label=f"{count} sheets in {folder}") as bar:
        done = partial(bar.update, 1)
        asyncio.run(take_all(folder, screens, wanted, tongues or (PLAIN,), done))


if __name__ == "__main__":
    main()
