"""A whole round on the page: real referee, real simulated launcher, a jam on the way, the score."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from controller.journal import Entry, read_entries
from firmware_bridge.hand import Hand
from tests.e2e.conftest import HOST, button
from tests.processes import PATIENCE_S, Running, free_port

pytestmark = pytest.mark.asyncio(loop_scope="session")

BO_PLAYS = ["Red Hit 2", "Red Skip", "Red Reverse", "Red 1", "Red 2", "Red 3", "Blue 3"]
LEFT = {"Ann": 20, "Cy": 35}
"""Points that the losers count at the end."""


class Evening:
    """The page of a real referee, and what the people at it do."""

    def __init__(self, folder: Path, page: Page, referee: Running, api: httpx.AsyncClient) -> None:
        self.page = page
        self.referee = referee
        self.api = api
        self.journal = folder / "journal.db"
        self.hand = Hand(folder / "launcher.sock")
        self.jammed = False

    async def headline(self, *words: str) -> str:
        """Wait until the page's headline is one of these."""
        heading = self.page.get_by_role("heading", level=1)
        one_of = re.compile("|".join(f"^{re.escape(word)}$" for word in words))
        await expect(heading).to_have_text(one_of, timeout=PATIENCE_S * 1000)
        return await heading.inner_text()

    def said(self, do: str) -> list[Entry]:
        """Commands of that kind in the journal."""
        entries = read_entries(self.journal).entries
        return [e for e in entries if e.kind == "command" and e.body["command"]["do"] == do]

    async def shown(self, entry: Entry) -> None:
        """Wait until the page shows what an entry says."""
        main = self.page.locator("main")
        async with asyncio.timeout(PATIENCE_S):
            while True:
                if int(await main.get_attribute("data-seq") or 0) >= entry.seq:
                    return
                await asyncio.sleep(0.01)

    async def press(self) -> None:
        """One hit until it is booked; a jam that comes in its way is cleared."""
        before = len(self.said("hit"))
        press = button(self.page, "Press the launcher")
        jam = self.page.get_by_role("group", name="Fault JAM")
        async with asyncio.timeout(4 * PATIENCE_S):
            while True:
                await expect(press).to_be_enabled()
                await press.click()
                await asyncio.sleep(0.15)  # a finger is off the button again
                # pressing on would be the next player's hit as soon as this one is booked
                while True:
                    await asyncio.sleep(0.01)
                    jammed = await jam.is_visible()
                    if len(hits := self.said("hit")) > before or jammed:
                        break
                if len(hits) > before:
                    break
                self.jammed = True
                await button(self.page, "Take the card out").click()
                await button(self.page, "Cleared").click()
                await expect(jam).to_have_count(0)
        await self.shown(hits[-1])

    async def tap(self, where: Locator, do: str) -> None:
        """Tap what says a command, and wait until the page shows that it was said."""
        before = len(self.said(do))
        await where.click()
        async with asyncio.timeout(PATIENCE_S):
            while True:
                if len(said := self.said(do)) > before:
                    break
                await asyncio.sleep(0.01)
        await self.shown(said[-1])

    async def card(self, name: str, do: str = "play") -> None:
        picker = self.page.get_by_test_id("picker")
        await self.tap(picker.get_by_role("button", name=name, exact=True), do)


@pytest_asyncio.fixture(loop_scope="session")
async def evening(tmp_path: Path, browser: Browser) -> AsyncIterator[Evening]:
    """``rollerdeck play --simulate`` as `make run` starts it, and a tablet that shows its page."""
    port = free_port()
    with Running(
        tmp_path,
        *("play", "--simulate", "--port", str(port)),
        *("--socket", str(tmp_path / "launcher.sock"), "--journal", str(tmp_path / "journal.db")),
    ) as referee:
        referee.until(lambda: "http://" in referee.said, "address")
        page = await browser.new_page(viewport={"width": 1024, "height": 768})
        page.set_default_timeout(PATIENCE_S * 1000)
        await page.goto(f"http://{HOST}:{port}/")
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as api:
            yield Evening(tmp_path, page, referee, api)
        await page.close()
        assert referee.end() == 0, referee.said


async def test_a_round_is_played_to_its_score_with_a_jam_on_the_way(evening: Evening) -> None:
    page = evening.page
    await page.get_by_role("textbox", name="Player 1", exact=True).fill("Ann")
    await page.get_by_role("textbox", name="Player 2", exact=True).fill("Bo")
    third = page.get_by_role("textbox", name="Player 3", exact=True)
    if not await third.is_visible():
        await button(page, "Add a player").click()
    await third.fill("Cy")
    await page.get_by_role("combobox", name="Dealer").select_option("Ann")
    await button(page, "Start the game").click()
    await evening.headline("Turn up the first card")
    await evening.card("Red 5", do="turn_up")

    cards = iter(BO_PLAYS)
    played = 0
    while (
        shown := await evening.headline(
            "Bo's turn", "Ann's turn", "Cy's turn", "Cy hits", "Count the hands"
        )
    ) != "Count the hands":
        if shown != "Bo's turn":
            if played == 1 and not evening.jammed:
                await evening.hand.jam()
            await evening.press()
            continue
        if played == len(BO_PLAYS) - 2:
            await evening.tap(button(page, "UNO"), "uno")
        # what does not match cannot be tapped
        yellow = page.get_by_test_id("picker").get_by_role("button", name="Yellow 9", exact=True)
        await expect(yellow).to_be_disabled()
        await evening.card(next(cards))
        played += 1
    assert played == len(BO_PLAYS)
    assert evening.jammed, "the jam never came in anybody's way"

    for player, points in LEFT.items():
        await page.get_by_role("spinbutton", name=f"Points of {player}", exact=True).fill(
            str(points)
        )
        await button(page, f"Count the points of {player}").click()
    await evening.headline("Round 1 is over")
    state = (await evening.api.get("/api/table")).json()["state"]
    assert state["scores"] == {"Ann": 0, "Bo": sum(LEFT.values()), "Cy": 0}
    await expect(page.get_by_role("row", name="Bo")).to_contain_text(str(sum(LEFT.values())))

    truth = await evening.hand.truth()
    hits = [entry.body for entry in evening.said("hit")]
    booked = sum(body["command"]["cards"] for body in hits)
    doubtful = sum(body["measured"].get("uncertain", 0) for body in hits)
    assert booked <= truth.cards_left + truth.mouth_counted <= booked + doubtful
    assert truth.dings >= len(hits)
