"""Nobody is shown a key of the catalogue, a value without its words, or a text of the code."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Page, Route

from tests.controller.words.test_word_uses import PREFIXES
from tests.e2e.looking import settled
from tests.e2e.page_server import PAGE, PageServer
from tests.e2e.pairing_views import MANY, go_to, places
from tests.e2e.tv_views import show_on_tv, tv_views
from tests.e2e.views import GROUPS, HOUSE_RULES, SAMPLE, THREE, look_at, views

pytestmark = pytest.mark.asyncio(loop_scope="session")

SHOWN = """() => [document.body.innerText, ...[...document.querySelectorAll("[aria-label]")]
    .map((one) => one.getAttribute("aria-label"))].join("\\n")"""
NO_WORDS = re.compile(
    rf"\b({'|'.join(sorted(PREFIXES))})\.\w\S*|\{{\w+\}}|undefined|\[object", re.I
)


FEW = ("set up", "refused", "fault", "no launcher", "a past game", "power-grab, towers")
"""Views in which most of what comes from the referee is shown."""


async def raw(page: Page) -> str | None:
    """The first thing that the page shows and that is no words."""
    shown = await page.evaluate(SHOWN)
    assert len(shown) > 20
    bad = NO_WORDS.search(shown)
    return bad and bad[0]


@pytest.mark.thorough
async def test_no_view_at_all_shows_a_key(page: Page, server: PageServer) -> None:
    every = views(THREE)
    for name in SAMPLE:
        await look_at(page, server, every[name])
        assert await raw(page) is None, name


TYPED = (
    *("Rollerdeck", "UNO", "simulator", "UN", "purple walrus", "deal me in"),
    *("rollerdeck host pin", "rollerdeck host link", "rollerdeck verify"),
    *(*THREE, *(name[:letters] for name in MANY for letters in (30, 34, 40)), "Zoe", *GROUPS),
    *(*(rule["text"] for rule in HOUSE_RULES), "Bo hits twice.", "Bo wins the game."),
)
"""What no catalogue has: names, what people have typed, and what stands for a ruling."""
NO_TEXT = re.compile(
    r"https?://\S+|\b[A-Z]{3}-\d+|\b[0-9a-f]{4,64}\b|[A-Z][a-z]{2} \d+, \d{4}|[AP]M\b"
    r"|K7QF|\b(and|or)\b"
    rf"|\b[A-Z]?({'|'.join(map(re.escape, sorted(TYPED, key=len, reverse=True)))})(?!\w)"
)
"""Addresses, clauses, codes, what the browser joins lists with, dates, and what no catalogue has; a
disc's letter is beside a name."""
LETTERS = re.compile(r"[A-Za-z]{2,}")
PLACE = re.compile(r"\{\{|\}\}|\{[^}]*\}|[A-Za-z]")
READ = """() => {
  const own = [...document.querySelectorAll("body [lang]")].map((one) => one.innerText);
  const names = ["aria-label", "placeholder", "title", "alt"];
  const named = [...document.querySelectorAll(names.map((name) => `[${name}]`))]
    .flatMap((one) => names.map((name) => one.getAttribute(name) ?? ""));
  return [own.reduce((all, one) => all.replace(one, ""), document.body.innerText), ...named];
}"""
"""All that is shown or named, but for languages in their own words."""


def foreign(message: Any) -> Any:
    """The same message in letters that no program has: its values stay."""
    if isinstance(message, dict):
        return {form: foreign(text) for form, text in message.items()}
    return PLACE.sub(lambda found: "ж" if len(found[0]) == 1 else found[0], message)


@asynccontextmanager
async def reading(page: Page) -> AsyncIterator[Callable[[PageServer], Awaitable[set[str]]]]:
    """What a page shows that is not of the catalogue: its words are exchanged, then it is read."""
    words = json.loads((PAGE / "words" / "en.json").read_text())
    strange = words | {"messages": {key: foreign(one) for key, one in words["messages"].items()}}
    answers: list[Any] = [words]

    async def answer(route: Route) -> None:
        await route.fulfill(json=answers[0])

    async def speak(server: PageServer, now: Any) -> None:
        answers[0] = now
        await page.evaluate("import('/catalogue.js').then(({ speak }) => speak('en'))")
        server.show(server.table)
        await settled(page, server)

    async def read(server: PageServer) -> set[str]:
        await speak(server, strange)
        lines = "\n".join(await page.evaluate(READ)).splitlines()
        await speak(server, words)
        return {line.strip() for line in lines if LETTERS.search(NO_TEXT.sub("", line))}

    await page.route("**/words/en.json", answer)
    yield read
    await page.unroute("**/words/en.json")


@pytest.mark.thorough
async def test_what_people_read_is_in_the_catalogue_and_no_key_of_it(
    page: Page, server: PageServer
) -> None:
    every = views(THREE)
    async with reading(page) as read:
        for name in FEW:
            await look_at(page, server, every[name])
            assert await raw(page) is None, name
            assert await read(server) == set(), name


@pytest.mark.thorough
async def test_all_that_people_read_is_in_the_catalogue(
    page: Page, still_tv: Page, server: PageServer
) -> None:
    found: dict[str, set[str]] = {}
    async with reading(page) as read:
        for name, view in views(THREE).items():
            if not view.lost:  # it shows nothing new then
                await look_at(page, server, view)
                found[name] = await read(server)
        for name, place in places().items():
            server.reset()
            await settled(page, server)  # what was open is closed
            await go_to(page, server, place)
            found[name] = await read(server)
    async with reading(still_tv) as read:
        for name, view in tv_views(THREE).items():
            if not view.lost:
                await show_on_tv(still_tv, server, view)
                found[f"TV: {name}"] = await read(server)
    assert {name: texts for name, texts in found.items() if texts} == {}


async def test_no_browser_translates_the_page(page: Page) -> None:
    """Chrome's translation replaces the page's texts, and what is rendered later is lost."""
    assert await page.locator("html").get_attribute("translate") == "no"
