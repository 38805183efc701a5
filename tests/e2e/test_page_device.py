"""What one device is told about itself: voice, sound, dark or light, and panels with an address."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from controller.words import advice
from tests.e2e.looking import button, settled
from tests.e2e.page_server import PageServer, offer, ruling, table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

HIT = {"number": 1, "by": "Bo", "owner": "Bo", "stage": "armed", "requested": None, "out": 0}

LISTEN = """() => {
  window.heard = { said: [], tones: 0 };
  speechSynthesis.speak = (words) => heard.said.push(words.text);
  speechSynthesis.cancel = () => heard.said.push("(silence)");
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { heard.tones += 1; start.apply(this, at); };
  window.deaf = () => {
    delete speechSynthesis.speak;
    delete speechSynthesis.cancel;
    OscillatorNode.prototype.start = start;
  };
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def listening(page: Page) -> AsyncIterator[Page]:
    """The page, with ears; whatever is switched on goes off again."""
    await page.evaluate(LISTEN)
    yield page
    for name in ("Sound", "Voice"):
        one = page.get_by_role("switch", name=name)
        if await one.get_attribute("aria-checked") == "true":
            await one.click()
    await page.evaluate("deaf(); localStorage.clear()")


async def said(page: Page) -> list[str]:
    words = await page.evaluate("heard.said.splice(0)")
    return [one for one in words if one != "(silence)"]


def owed(name: str, hits: int | None, player: str | None = None) -> dict[str, object]:
    who = {"player": player or name, "by": name, "reason": "ATK-1"}
    return who | {"hits": hits, "until_fire": hits is None}


async def test_the_voice_says_whose_turn_it_is_who_hits_and_who_was_caught(
    listening: Page, server: PageServer
) -> None:
    page = listening
    server.show(table())
    await settled(page, server)
    await page.get_by_role("switch", name="Voice").click()
    assert await said(page) == ["Bo: match 7 or red."]
    caught = ruling("ruling.catches", "COM-13", by="Cy", player="Bo")
    for shown, words in (
        (table(), []),
        (table(turn="Cy", top="blue-8", color="blue"), ["Cy: match 8 or blue."]),
        (table(turn="Cy", top="red-skip"), ["Cy: match Skip or red."]),
        (table(turn="Cy", top="wild"), ["Cy: match red."]),
        (table(phase="hits", owed=[owed("Cy", 2)]), ["Cy: press 2 times."]),
        (table(phase="hits", owed=[owed("Cy", 1)]), ["Cy: press once."]),
        (table(phase="hits", owed=[owed("Ann", 4, "Bo")]), ["Ann: press 4 times, for Bo."]),
        (table(phase="hits", owed=[owed("Ann", None)]), ["Ann: press until cards come out."]),
        (table(turn="Cy", launcher={"faults": ["JAM"]}), [f"{advice('JAM')} Cy: match 7 or red."]),
    ):
        server.show(shown)
        await settled(page, server)
        assert await said(page) == words
    server.show(table(phase="hits", owed=[owed("Bo", 2)], log=[caught | {"seq": server.seq + 1}]))
    await settled(page, server)
    assert await said(page) == [
        "Cy catches Bo, who did not call UNO. The launcher is ready again. Bo: press 2 times."
    ]
    await page.get_by_role("switch", name="Voice").click()
    server.show(table(turn="Ann"))
    await settled(page, server)
    assert await said(page) == []


async def test_the_voice_says_as_much_as_it_is_told_to_and_says_it_again(
    listening: Page, server: PageServer
) -> None:
    page = listening
    again = page.get_by_role("button", name="Repeat here")
    server.show(table())
    await settled(page, server)
    await expect(again).to_have_count(0)
    await page.get_by_role("switch", name="Voice").click()
    await said(page)
    play = ruling("ruling.plays", "COM-4", player="Bo", card="red-7")

    async def played() -> list[str]:
        line = play | {"seq": server.seq + 1}
        server.show(table(turn="Cy", log=[line]))
        await settled(page, server)
        return await said(page)

    assert await played() == ["Bo plays red 7. Cy: match 7 or red."]
    await again.click()
    assert await said(page) == ["Bo plays red 7. Cy: match 7 or red."]
    await button(page, "More").click()
    await button(page, "Turns only").click()
    await button(page, "Close").click()
    assert await played() == ["Cy: match 7 or red."]
    await page.keyboard.press("a")
    assert await said(page) == ["Cy: match 7 or red."]
    await page.reload()  # the device remembers it
    await settled(page, server)
    await page.evaluate(LISTEN)
    await again.click()
    assert await said(page) == ["Cy: match 7 or red."]


async def test_each_card_and_each_press_is_heard(listening: Page, server: PageServer) -> None:
    page = listening

    async def tones() -> int:
        await settled(page, server)
        return int(await page.evaluate("{ const n = heard.tones; heard.tones = 0; n; }"))

    server.show(table(launcher={"hit": HIT}))
    await settled(page, server)
    server.move(hit=HIT | {"stage": "running", "requested": 3})
    await expect(page.get_by_role("region", name="Launcher", exact=True)).to_contain_text("0 cards")
    assert await tones() == 0
    await page.get_by_role("switch", name="Sound").click()
    tray = page.get_by_test_id("tray")
    for out in (1, 2):
        server.move(hit=HIT | {"stage": "running", "requested": 3, "out": out})
        await expect(tray).to_have_attribute("data-count", str(out))
        assert await tones() == 1
    await page.get_by_role("switch", name="Sound").click()
    server.move(hit=HIT | {"stage": "running", "requested": 3, "out": 3})
    await expect(tray).to_have_attribute("data-count", "3")
    assert await tones() == 0


async def test_what_a_device_was_told_is_remembered(listening: Page, server: PageServer) -> None:
    page = listening
    server.show(table())
    await settled(page, server)
    await page.get_by_role("switch", name="Voice").click()
    await page.get_by_role("switch", name="Dark").click()
    await page.reload()
    await settled(page, server)
    await expect(page.get_by_role("switch", name="Voice")).to_be_checked()
    await expect(page.get_by_role("switch", name="Sound")).not_to_be_checked()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await page.evaluate("localStorage.clear()")
    await page.reload()
    await settled(page, server)
    await expect(page.get_by_role("switch", name="Voice")).not_to_be_checked()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    await page.evaluate(LISTEN)  # a reload begins with the browser's own again


async def test_it_is_dark_where_the_system_is_until_it_is_told_otherwise(
    listening: Page, server: PageServer
) -> None:
    page = listening
    server.show(table())
    await settled(page, server)
    theme = page.locator("html")
    await page.emulate_media(color_scheme="dark")
    await expect(theme).to_have_attribute("data-theme", "dark")
    await page.get_by_role("switch", name="Dark").click()
    await expect(theme).to_have_attribute("data-theme", "light")
    await page.evaluate("localStorage.clear()")
    await page.emulate_media(color_scheme="light")
    await page.reload()
    await settled(page, server)
    await expect(theme).to_have_attribute("data-theme", "light")
    await page.evaluate(LISTEN)


MOVING = """() => {
  window.moving = 0;
  const count = () => { moving = Math.max(moving, document.getAnimations().length); };
  new MutationObserver(count)
    .observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


async def test_nothing_moves_for_who_wants_no_motion(page: Page, server: PageServer) -> None:
    moving = {}
    await page.evaluate(MOVING)
    motions: tuple[Literal["no-preference", "reduce"], ...] = ("no-preference", "reduce")
    for motion in motions:
        await page.emulate_media(reduced_motion=motion)
        server.show(table())
        await settled(page, server)
        await page.evaluate("moving = 0")
        server.show(table(launcher={"hit": HIT | {"stage": "running", "requested": 3, "out": 2}}))
        await settled(page, server)
        moving[motion] = await page.evaluate("moving")
    assert moving["no-preference"] > 0
    assert moving["reduce"] == 0


async def test_back_closes_a_panel_and_a_reload_comes_back_to_it(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=[offer("set", "hands")]))
    await button(page, "More").click()
    await button(page, "Correct something").click()
    form = page.get_by_role("form", name="Correct something")
    await page.reload()
    await expect(form).to_be_visible()
    await page.go_back()
    await expect(form).to_have_count(0)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Bo's turn")
    await page.go_forward()
    await expect(form).to_be_visible()
    await button(page, "Cancel").click()
    await expect(form).to_have_count(0)
    await button(page, "More").click()
    await page.go_back()
    await expect(page.get_by_role("region", name="More")).to_have_count(0)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Bo's turn")
