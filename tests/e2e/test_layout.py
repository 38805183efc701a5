"""What looks for words that cannot be read and keys that cannot be tapped finds them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.e2e.layout import faults, larger_text, set_text

pytestmark = pytest.mark.asyncio(loop_scope="session")

STYLE = """<!doctype html><style>
  body { margin: 0; font: 20px/1 sans-serif; width: 100% } div, p, b { margin: 0; display: block }
  .click-through { pointer-events: none }
</style>"""
LAYER = "position: fixed; inset: auto 0 0; height: 100px; background: white"


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def empty(browser: Browser) -> AsyncIterator[Page]:
    """A page with nothing on it, 300 by 400 pixels."""
    page = await browser.new_page(viewport={"width": 300, "height": 400})
    yield page
    await page.close()


async def found(page: Page, body: str, *main: str, keys: str = "", seen: str = "") -> list[str]:
    await page.set_content(STYLE + body)
    return [str(one) for one in await faults(page, main=main, keys=keys, seen=seen)]


WRONG = {
    "an overlap": (
        "<p>Ann</p><p style='margin-top: -9px'>Bo</p>",
        "overlap: “Ann” of “Ann” and “Bo” of “Bo”",
    ),
    "an overlap below the screen": (
        "<div style='height: 900px'></div><p>Ann</p><p style='margin-top: -9px'>Bo</p>",
        "overlap: “Ann” of “Ann”",
    ),
    "a badge on a name": (
        "<p>Ann</p><b style='position: absolute; left: 20px; top: 0; background: red;"
        " width: 20px; height: 20px; pointer-events: none'></b>",
        "covered: “Ann” of “Ann” by “b”",
    ),
    "a badge of a style sheet": (
        "<p>Ann</p><b class=click-through style='position: absolute; left: 20px; top: 0;"
        " background: red; width: 20px; height: 20px'></b>",
        "covered: “Ann” of “Ann” by “click-through”",
    ),
    "half a word": ("<div style='width: 40px; overflow: hidden'>Maximilian</div>", "cut: “Maxi"),
    "half a line": ("<div style='height: 9px; overflow: clip'>Ann</div>", "cut: “Ann”"),
    "three dots": (
        "<div style='width: 90px; overflow: hidden; text-overflow: ellipsis;"
        " white-space: nowrap'>A long name</div>",
        "cut: “A long name”",
    ),
    "lines that are left out": (
        "<div style='width: 90px; overflow: hidden; display: -webkit-box; -webkit-line-clamp: 1;"
        " -webkit-box-orient: vertical'>A name on two lines</div>",
        "cut: “A name on two lines”",
    ),
    "beside the screen": ("<div style='margin-left: -9px'>Ann</div>", "cut: “Ann”"),
    "beside a picture": (
        "<svg viewBox='0 0 100 20' width=100 height=20><text x=60 y=15>Maximilian</text></svg>",
        "cut: “Maximilian”",
    ),
    "a wide page": ("<div style='white-space: nowrap'>" + "wide " * 20 + "</div>", "wide: "),
    "a broken number": (
        "<div style='width: 30px; overflow-wrap: anywhere'>1080</div>",
        "broken: “1080” stands on 2 lines",
    ),
    "a broken word": (
        "<div style='width: 30px; overflow-wrap: anywhere'>turn</div>",
        "broken: “turn” stands on 2 lines",
    ),
    "a field with small letters": (
        "<input class=field style='font-size: 15.9px'>",
        "small: letters of 15.9 px in the field “field”",
    ),
    "a list with small letters": (
        "<select style='font-size: 12px'><option>Ann</option></select>",
        "small: letters of 12 px in the field “Ann”",
    ),
    "half a number": (
        "<input type=number value=12345678 style='width: 50px; font: inherit'>",
        "cut: “12345678” in its field",
    ),
}


@pytest.mark.parametrize("what", WRONG)
async def test_what_cannot_be_read_is_found(empty: Page, what: str) -> None:
    body, fault = WRONG[what]
    said = await found(empty, body)
    assert [one for one in said if one.startswith(fault)], said


async def test_a_word_that_is_left_out_lies_on_nothing(empty: Page) -> None:
    body = """<div style='display: flex; width: 150px; white-space: nowrap'><p style='min-width: 0;
      overflow: hidden; text-overflow: ellipsis'>A long name of a game</p><p>Round</p></div>"""
    assert {one.partition(":")[0] for one in await found(empty, body)} == {"cut"}


RIGHT = {
    "numbers": "<p>Ann</p><p>Bo 1,080 20 %</p>",
    "close lines": "<p style='line-height: .9'>lines that<br>stand close</p>",
    "a word on two lines at its hyphen": "<div style='width: 30px'>Wi-Fi</div>",
    "a word on two lines": "<div style='width: 40px; overflow-wrap: anywhere'>Maximilian</div>",
    "for ears": "<p>Ann</p><p style='clip-path: inset(50%); position: absolute; top: 0'>ears</p>",
    "hidden": "<p>Ann</p><p style='visibility: hidden; margin-top: -9px'>nothing</p>",
    "in a fold": "<details><summary>Fold</summary><p style='margin-top: -9px'>in it</p></details>",
    "in a list that scrolls": (
        "<div style='height: 50px; overflow: auto'><p>A</p><p>B</p><p>C</p><p>D</p></div>"
    ),
    "below the screen": "<div style='height: 900px'></div><p>below</p>",
    "under a layer": (
        f"<div style='height: 390px'></div><p>under</p><p style='{LAYER}'>the calls</p>"
    ),
    "under glass": "<p>Ann</p><b style='position: absolute; inset: 0'></b>",
    "in a field": (
        "<input value='a name that is longer than its field' style='width: 50px; font-size: 16px'>"
    ),
    "whole elsewhere": (
        "<p data-brief style='height: 1em; overflow: hidden; width: 90px'>A ruling on two lines</p>"
    ),
    "a border of its own": "<p style='overflow: hidden; border: 5px solid'>Ann</p>",
    "a small picture": (
        "<svg viewBox='0 0 200 20' width=100 height=10><text x=60 y=15>Ann</text></svg>"
    ),
}


@pytest.mark.parametrize("what", RIGHT)
async def test_what_can_be_read_is_left_alone(empty: Page, what: str) -> None:
    assert await found(empty, RIGHT[what]) == []


AWAY = "away: the main action “Go” is not "
MAIN = {
    "there": ("<button>Go</button>", None),
    "there by another name": ("<button aria-label=Go>→</button>", None),
    "there with a border": (
        "<button style='overflow: hidden; border: 9px solid'>Go</button>",
        None,
    ),
    "in no box of its own": ("<p style='display: contents'><button>Go</button></p>", None),
    "nowhere": ("", AWAY + "there"),
    "hidden": ("<button hidden>Go</button>", AWAY + "there"),
    "below": ("<p style='height: 395px'></p><button>Go</button>", AWAY + "wholly on the screen"),
    "below in a list": (
        "<div style='height: 30px; overflow: auto'><p style='height: 40px'></p>"
        "<button>Go</button></div>",
        AWAY + "wholly on the screen",
    ),
    "under a layer": (
        f"<p style='height: 350px'></p><button>Go</button><p style='{LAYER}'>the calls</p>",
        "covered: the main action “Go” by “the calls”",
    ),
    "under glass": (
        "<button>Go</button><b style='position: absolute; inset: 0'></b>",
        "covered: the main action “Go” by “b”",
    ),
}


@pytest.mark.parametrize("where", MAIN)
async def test_a_main_action_is_on_the_screen_and_under_a_finger(empty: Page, where: str) -> None:
    body, fault = MAIN[where]
    said = await found(empty, body, "Go")
    assert [one.startswith(fault or "-") for one in said] == [True] * bool(fault), said


async def test_keys_are_looked_at_and_what_belongs_beside_them(empty: Page) -> None:
    body = (
        "<h1 style='margin: 0'>Turn</h1><button class=key>1</button><button class=key disabled>"
        "2</button><button class=key style='position: absolute; top: 390px'>3</button>"
    )
    said = await found(empty, body, keys=".key:enabled", seen="h1")
    assert [one.rpartition(",")[0] for one in said] == [
        "away: the key “3” is not wholly on the screen"
    ]
    await empty.evaluate("scrollTo(0, 400)")
    assert [one.kind for one in await faults(empty, seen="h1")] == []  # it looks from the top


async def test_text_grows_as_the_browser_is_told(browser: Browser) -> None:
    page = await browser.new_page()
    session = await larger_text(page)
    await page.set_content("<p style='font-size: 1rem'>Ann</p>")
    sizes = []
    for percent in (100, 200):
        await set_text(session, percent)
        sizes.append(await page.evaluate("getComputedStyle(document.querySelector('p')).fontSize"))
    await page.close()
    assert sizes == ["16px", "32px"]
