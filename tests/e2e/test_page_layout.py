"""On every screen all words can be read, and what is to be tapped is under a finger.

The views in dark are laid out as in light: the theme changes colours alone, so one is measured.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from typing import NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import CDPSession, Page

from tests.e2e.conftest import TABLET
from tests.e2e.layout import (
    AT_PLAY,
    LONG,
    PLAYABLE,
    PRESSER,
    SHORT,
    Fault,
    faults,
    larger_text,
    set_text,
)
from tests.e2e.page_server import PageServer
from tests.e2e.views import SIZES, TEN, TEXTS_PCT, TWO, Players, View, fold, look_at, views

pytestmark = pytest.mark.asyncio(loop_scope="session")

PARTS = 10
"""To go to a view takes longest, so each is looked at on all screens, in so many tests."""
HALF_THE_SIZES = ("small-phone", "common-phone-across", "phone", "tablet", "screen")
"""For ten players: small and large, upright and across."""
FEW_SIZES = ("small-phone", "phone-across", "tablet")
"""For two players, who leave more room than ten."""
PICTURED = ("tablet", "tablet-upright", "screen")
"""Screens with room for the table's picture and the whole deck."""
LONGEST_NAME = "Customizable"
"""Of a key."""
PLAIN_PCT = TEXTS_PCT[0]
FOLDS = "details:not(.log)"
"""The log is the same in all views; where there is another fold, both are opened."""


class Screens(NamedTuple):
    """A page that can take on every size, and every size of text."""

    page: Page
    server: PageServer
    text: CDPSession

    async def wrong(
        self, players: Players, names: Collection[str], sizes: Collection[str] = tuple(SIZES)
    ) -> str:
        """What is wrong with these views: a line each."""
        lines = []
        for name, view in views(players).items():
            if name not in names:
                continue
            await self.page.set_viewport_size(TABLET)
            await set_text(self.text, PLAIN_PCT)
            await look_at(self.page, self.server, view, folded=True)
            lines += [
                f"{name}, {len(players)} players, {where}: {fault}"
                for where, fault in await self._on_screens(view, sizes)
            ]
        return "\n".join(lines)

    async def _on_screens(self, view: View, sizes: Collection[str]) -> list[tuple[str, Fault]]:
        found = []
        for unfolded in (False, True):
            if unfolded:
                if not await self.page.locator(FOLDS).count():
                    break
                await fold(self.page, up=False)
            for size in sizes:
                width, height = SIZES[size]
                await self.page.set_viewport_size({"width": width, "height": height})
                for percent in TEXTS_PCT:
                    await set_text(self.text, percent)
                    where = f"{size}, text {percent} %" + (", unfolded" if unfolded else "")
                    reached = not unfolded and percent == PLAIN_PCT
                    whole = LONG if percent == PLAIN_PCT else SHORT
                    found += [(where, one) for one in await self._faults(view, reached, whole)]
        return found

    async def _faults(self, view: View, reached: bool, whole: int) -> list[Fault]:
        if not reached:
            return await faults(self.page, whole=whole)
        # A refusal lies over what was tapped until it is read, and without a referee nothing is.
        plays = view.shown["state"] and view.shown["state"]["phase"] == "play"
        if not plays or view.refusal or view.lost:
            return await faults(self.page, main=view.main, whole=whole)
        if await self.page.locator(".ask").count():  # somebody else may have to press meanwhile
            return await faults(self.page, main=view.main, keys=PRESSER, whole=whole)
        return await faults(self.page, main=view.main, keys=PLAYABLE, seen=AT_PLAY, whole=whole)


@pytest_asyncio.fixture(loop_scope="session")
async def screens(page: Page, server: PageServer) -> AsyncIterator[Screens]:
    """The page of all tests, which gets back its size and its text."""
    text = await larger_text(page)
    yield Screens(page, server, text)
    await set_text(text, PLAIN_PCT)
    await text.detach()
    await page.set_viewport_size(TABLET)


async def test_a_turn_and_a_jam_can_be_read_and_tapped_on_phones(screens: Screens) -> None:
    assert await screens.wrong(TEN, ("play", "jam"), ("small-phone", "phone-across")) == ""


async def test_text_grows_with_the_browsers(screens: Screens) -> None:
    await set_text(screens.text, TEXTS_PCT[-1])
    root = await screens.page.evaluate("getComputedStyle(document.documentElement).fontSize")
    await set_text(screens.text, PLAIN_PCT)
    plain = await screens.page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert float(root.removesuffix("px")) == 2 * float(plain.removesuffix("px"))


@pytest.mark.parametrize("size", PICTURED)
async def test_the_longest_name_of_a_key_does_not_break(screens: Screens, size: str) -> None:
    width, height = SIZES[size]
    await screens.page.set_viewport_size({"width": width, "height": height})
    await look_at(screens.page, screens.server, views(TWO)["extreme, play"], folded=True)
    assert [str(one) for one in await faults(screens.page, whole=len(LONGEST_NAME))] == []


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        pytest.param(TEN, HALF_THE_SIZES, id="10", marks=pytest.mark.thorough),
        pytest.param(TWO, FEW_SIZES, id="2", marks=pytest.mark.thorough),
        pytest.param(TEN, tuple(SIZES), id="10 everywhere", marks=pytest.mark.soak),
        pytest.param(TWO, tuple(SIZES), id="2 everywhere", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("part", range(PARTS))
async def test_every_view_can_be_read_and_tapped(
    screens: Screens, players: Players, sizes: Collection[str], part: int
) -> None:
    assert await screens.wrong(players, [*views(players)][part::PARTS], sizes) == ""
