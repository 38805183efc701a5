"""What eyes and fingers miss on a page: words that overlap, are cut or break, keys out of reach."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import CDPSession, Page

from tests.e2e.looking import PLAIN_PX

LOOK = "wanted => globalThis.layoutFaults?.(wanted)"
"""Null: the page has not loaded it."""
LOAD = f"() => {{ {Path(__file__).with_name('layout.js').read_text(encoding='utf-8')} }}"
PLAYABLE = ".deck .pick:enabled"
AT_PLAY = "h1, .pile .card:not(.empty)"
"""What is on the screen together with the keys: headline and top card."""
PRESSER = ".presser:enabled"
OWN_KEYS = (
    ".own-screen:not([data-need=counting], [data-trouble=true]) "
    ":is(.own-keys button, .own-dock button, .presser, .at-pile button):enabled"
)
OVER_OWN_KEYS = ".ask, .player, .more, .explain, .recounts"
"""What lies over the keys of a player's phone until it is answered or closed."""


class Fault(NamedTuple):
    """``kind``: overlap, covered, cut, broken, small, wide or away; ``px`` by how much, or 0."""

    kind: str
    what: str
    px: int

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}" + (f", by {self.px} px" if self.px else "")


SHORT, LONG = 6, 10
"""Letters of a word that never breaks: with the largest text, and with plain text."""


async def faults(
    page: Page, *, main: Iterable[str] = (), keys: str = "", seen: str = "", whole: int = SHORT
) -> list[Fault]:
    """What is wrong with the page as it is laid out now.

    ``main`` are names of buttons, ``keys`` selects elements, and ``seen`` those that are to be seen
    while there are such keys: all have to be on the screen without scrolling; buttons and keys
    also under a finger. ``whole``: words of so many letters do not break; with plain text, lists
    show all of what is chosen (a list cannot break its line). Whoever plays in the dark finds all
    at the same place: the theme changes colours alone, so one is measured.
    """
    wanted = {
        "main": list(main),
        "keys": keys,
        "seen": seen,
        "whole": whole,
        "lists": whole > SHORT,
    }
    found = await page.evaluate(LOOK, wanted)
    if found is None:
        await page.evaluate(LOAD)
        found = await page.evaluate(LOOK, wanted)
    return [Fault(*one) for one in found]


async def larger_text(page: Page) -> CDPSession:
    """A session that sets the browser's own size of text, for ``set_text``."""
    return await page.context.new_cdp_session(page)


async def set_text(session: CDPSession, percent: int) -> None:
    """As people set it in the browser's settings; a page may not overrule it."""
    size = PLAIN_PX * percent // 100
    await session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
