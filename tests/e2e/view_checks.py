"""Looks at a view in many ways in one visit: is all of it readable, in reach and translated?"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby, product
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Browser, Page

import controller
from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.layout import LONG, SHORT, faults, larger_text, set_text
from tests.e2e.looking import button, drawn, tap_slowly
from tests.e2e.page_server import PageServer
from tests.e2e.pairing_views import LONGEST, MANY
from tests.e2e.pseudo import ACCENTED, RIGHT_TO_LEFT, foreign, switch
from tests.e2e.scenes import Scene, kinds, tables_of
from tests.e2e.tv_views import FORTY, SCREENS, TVS
from tests.e2e.views import GROUPS, HOUSE_RULES, SIZES, TEN, TEXTS_PCT, THREE, fold
from tests.pairwise import Row, pairwise

WORDS = Path(controller.__file__).parent / "words"
ENGLISH = "en"
MADE_UP = (ACCENTED, RIGHT_TO_LEFT)
LANGUAGES = (*sorted(one.stem for one in WORDS.glob("*.po") if one.stem != ENGLISH), *MADE_UP)
PLAIN_PCT = TEXTS_PCT[0]
FOLDS = "details:not(.log)"
"""The log is the same in all views."""
SCROLLS_BY = "document.documentElement.scrollHeight - innerHeight"
MAIN_NAMES = """() => [...document.querySelectorAll("[data-main]")]
  .map((one) => (one.ariaLabel ?? one.textContent).trim().replace(/\\s+/g, " "))"""
TYPED = (
    *({*THREE, *TEN, *MANY, *FORTY, *GROUPS, "Zoe"}),
    *(name[:letters] for name in (*MANY, *FORTY) for letters in (30, LONGEST)),
    *(str(one["text"]) for one in HOUSE_RULES if "text" in one),
    *("purple walrus", "deal me in", "rollerdeck host pin", "rollerdeck host link"),
    *("rollerdeck verify", "Bo hits twice.", "Bo wins the game.", "K7QF", "K 7 Q F"),
    *("--draws", "rollerdeck reader", "--pair", "/seat"),
)
"""What people typed in the views, commands, codes, what stands for a ruling, a path."""


UNPAINTED = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":root { opacity: 0.0001 !important }");
  document.adoptedStyleSheets.push(sheet);
})()"""
"""The browser lays out the page, and finds what lies at a point, but paints nothing."""


class Setting(NamedTuple):
    """How a view is looked at."""

    players: str
    unfolded: bool
    language: str
    size: str
    text_pct: int

    def __str__(self) -> str:
        folded = ", unfolded" if self.unfolded else ""
        return f"{self.players}, {self.language}, {self.size}, text {self.text_pct} %{folded}"


def factors(kind: str) -> dict[str, tuple[Any, ...]]:
    """Every value of each thing on which the look of a kind of device depends."""
    tables = tables_of(kind)
    return {
        "view": tuple(dict.fromkeys(name for table in tables.values() for name in table.scenes)),
        "players": tuple(tables),
        "unfolded": (False, True),
        "language": (ENGLISH, *LANGUAGES),
        "size": tuple(kinds()[kind].sizes),
        "text_pct": TEXTS_PCT,
    }


def possible(kind: str, row: Row) -> bool:
    """Whether the view is there with so many players; ``row`` may lack either."""
    names = {"view", "players"}
    return not names <= {*row} or row["view"] in tables_of(kind)[row["players"]].scenes


@cache
def pairs(kind: str) -> list[Row]:
    """Settings of all views in which every pair of values occurs."""
    return pairwise(factors(kind), lambda row: possible(kind, row))


def some_settings(kind: str, view: str) -> list[Setting]:
    """Those of ``pairs`` for a view."""
    rows = ({**row} for row in pairs(kind) if row["view"] == view)
    return [Setting(**{name: row[name] for name in Setting._fields}) for row in rows]


def all_settings(kind: str, view: str) -> list[Setting]:
    """Every combination of values for a view."""
    values = factors(kind)
    every = (Setting(*one) for one in product(*(values[name] for name in Setting._fields)))
    return [one for one in every if possible(kind, {"view": view, "players": one.players})]


class Devices:
    """Pages of one kind of device that stay open from one view to the next."""

    def __init__(self, browser: Browser, server: PageServer) -> None:
        self._browser = browser
        self._server = server
        self._pages: dict[tuple[str, object], Page] = {}

    async def page(self, kind: str, players: str) -> Page:
        """A device of this kind that is switched on."""
        table = tables_of(kind)[players]
        if any(other != kind for other, _ in self._pages):
            await self.close()  # a page asks again who it is, and would be of this kind then
        if (kind, table.open) not in self._pages:
            page = await self._browser.new_page(viewport=TABLET, reduced_motion="reduce")
            self._pages[kind, table.open] = page
            page.set_default_timeout(PATIENCE_MS)
            await tap_slowly(page)
            await page.add_init_script(UNPAINTED)
            await table.open(page, self._server)
        return self._pages[kind, table.open]

    async def close(self) -> None:
        """Close all pages; the next one is loaded anew."""
        for page in self._pages.values():
            await page.close()
        self._pages.clear()

    async def faults_of(self, kind: str, view: str, settings: Iterable[Setting]) -> list[str]:
        """What is wrong with a view in these settings: a line each."""
        lines = []
        order = {
            value: nth for values in factors(kind).values() for nth, value in enumerate(values)
        }
        in_order = sorted(settings, key=lambda one: [order[value] for value in one])
        for players, some in groupby(in_order, key=lambda one: one.players):
            page = await self.page(kind, players)
            visit = Visit(page, kind, tables_of(kind)[players].scenes[view])
            lines += await visit.faults(self._server, [*some])
        return [f"{view}, {line}" for line in lines]


class Visit:
    """A page that is led to a view once."""

    def __init__(self, page: Page, kind: str, scene: Scene) -> None:
        self._page = page
        self._kind = kind
        self._scene = scene

    async def faults(self, server: PageServer, settings: Sequence[Setting]) -> list[str]:
        """What is wrong in these settings, in their order; afterwards the page is as before."""
        page = self._page
        await self._scene.go(page, server)
        for name in self._scene.main:  # while the buttons have their English names
            await button(page, name).first.evaluate("one => { one.dataset.main = ''; }")
        text = await larger_text(page)
        lines = []
        if self._kind == "phone":
            await self._resize("common-phone")
            await drawn(page)  # it makes room with its next frame
            far = await page.evaluate(SCROLLS_BY)
            players = settings[0].players
            lines += [f"{players}, common-phone: scrolls by {far} px"] if far > 0 else []
        language, unfolded = ENGLISH, False
        for setting in settings:
            if setting.unfolded and not unfolded:
                unfolded = await page.locator(FOLDS).count() > 0
                await fold(page, up=False)
            await asyncio.gather(self._resize(setting.size), set_text(text, setting.text_pct))
            if setting.language != language:
                language = setting.language
                await switch(page, language)
            lines += [f"{setting}: {one}" for one in await self._look(setting, unfolded)]
        await set_text(text, PLAIN_PCT)
        await text.detach()
        if language != ENGLISH:
            await switch(page, ENGLISH)
        await page.set_viewport_size(TABLET)
        return lines

    async def _resize(self, size: str) -> None:
        width, height = (SIZES | SCREENS)[size]
        await self._page.set_viewport_size({"width": width, "height": height})

    async def _look(self, setting: Setting, unfolded: bool) -> list[str]:
        plain = setting.text_pct == PLAIN_PCT
        reach = await self._reach(setting.language) if plain and not unfolded else {}
        whole = LONG if plain else SHORT
        lines = [str(one) for one in await faults(self._page, whole=whole, **reach)]
        if setting.size in TVS:
            far = await self._page.evaluate(SCROLLS_BY)
            lines += [f"{far} px are below the screen"] if far > 0 else []
        if setting.language in MADE_UP:
            lines += sorted(await foreign(self._page, TYPED))
        return lines

    async def _reach(self, language: str) -> dict[str, Any]:
        """What has to be in reach, with its names in the language that is shown now.

        A small phone has no room for every key where each name on a key is 40 % longer: there the
        keys scroll.
        """
        names = await self._page.evaluate(MAIN_NAMES)
        assert len(names) == len(self._scene.main), (names, self._scene.main)
        keys, seen, over, left = self._scene.keys
        if await self._page.locator(over).count():
            keys, seen = left, ""
        return {"main": names, "keys": "" if language == ACCENTED else keys, "seen": seen}
