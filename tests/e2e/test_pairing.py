"""Phones at a real referee where each seat acts for itself: a seat is got once and never lost."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from controller.journal.entry import Entry
from controller.journal.reading import read_entries
from tests.e2e.conftest import PATIENCE_MS, TABLET
from tests.e2e.evening import Evening
from tests.e2e.looking import HOST, button, settled, tap_slowly
from tests.e2e.way import way_to
from tests.worlds.phones import host_link

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
PLAYERS = ("Ann", "Bo", "Cy")
FIELD = "The four characters of the code"
SAY = """async (command) => (await fetch("/api/commands", { method: "POST",
  headers: { "content-type": "application/json" }, body: JSON.stringify(command) })).json()"""
WHO = "async () => (await fetch('/api/me')).json()"


class Pairing:
    """A table screen, and the phones that come to it."""

    def __init__(self, evening: Evening, browser: Browser) -> None:
        self.evening = evening
        self.page = evening.page
        self.phones: list[Page] = []
        self._browser = browser

    async def phone(self, address: str = "/", port: int | None = None) -> Page:
        """Another phone that opens an address of the page, at the referee's port or another."""
        page = await (await self._browser.new_context(**PHONE)).new_page()
        await tap_slowly(page)
        page.set_default_timeout(PATIENCE_MS)
        self.phones.append(page)
        await page.goto(f"http://{HOST}:{port or self.evening.port}{address}")
        return page

    async def code(self, player: str) -> str:
        """The code of a player's seat, as the table screen shows it."""
        back = button(self.page, "Back to the seats")
        show = button(self.page, f"Show the code of {player}'s seat")
        await expect(back.or_(show)).to_be_visible()
        if await back.is_visible():
            await back.click()
        await show.click()
        await expect(self.page.locator(".letters")).to_be_visible()
        await expect(self.page.get_by_role("heading", level=1)).to_have_text(player)
        return await self.page.locator(".letters").inner_text()

    async def corrected(self) -> Entry:
        """The table screen corrects how many cards Bo has; returns the newest entry after it."""
        cards = (await self.evening.state())["hands"]["Bo"] % 9 + 1
        await self.page.evaluate(SAY, {"do": "set", "hands": {"Bo": cards}})
        return self.evening.said("set")[-1]

    def admitted(self) -> int:
        """How many times a device was admitted."""
        return sum(entry.kind == "admitted" for entry in read_entries(self.evening.journal).entries)


async def is_seat_of(page: Page, player: str) -> int:
    """Wait until a phone is the seat of a player; returns its number."""
    await expect(page.locator('main[data-role="seat"]')).to_have_count(1)
    await expect(page.locator(".arriving")).to_have_count(0)  # its end closes what is open
    me = await page.evaluate(WHO)
    assert (me["role"], me["player"]) == ("seat", player)
    return int(me["device"])


@pytest_asyncio.fixture(loop_scope="session")
async def pairing(tmp_path: Path, browser: Browser) -> AsyncIterator[Pairing]:
    """A table where each seat acts for itself: its screen was admitted by the host's link."""
    screen = await browser.new_context(viewport=TABLET, reduced_motion="reduce")
    page = await screen.new_page()
    await tap_slowly(page)
    evening = Evening(tmp_path, page, access="seats")
    try:
        await evening.open()
        await expect(page.get_by_role("heading", name="You are only watching")).to_be_visible()
        host = await screen.new_page()
        await host.goto(f"{evening.address}/host#{host_link(evening.journal)}")
        await expect(host.locator('main[data-role="table"]')).to_have_count(1)
        await host.close()
        await page.reload()
        await evening.set_up(*PLAYERS, target=500)
        await evening.card("Red 5", do="turn_up")
        await page.evaluate("location.hash = 'seats'")
        yield (whole := Pairing(evening, browser))
        for phone in (page, *whole.phones):
            await phone.context.close()
    finally:
        evening.end()


@pytest.mark.thorough
async def test_a_seat_is_got_once_and_kept(pairing: Pairing) -> None:
    """By the code's address and by typing; then loaded again, frozen, and with a new referee."""
    scanned = await pairing.phone(f"/seat#{await pairing.code('Ann')}")
    await expect(pairing.page.get_by_text("A phone has this seat now.")).to_be_visible()
    code = await pairing.code("Bo")
    typed = await pairing.phone("/seat")
    await typed.get_by_label(FIELD).fill(f" {code[:2]} {code[2:]}".lower())
    await button(typed, "Sit down").tap()
    numbers = [await is_seat_of(scanned, "Ann"), await is_seat_of(typed, "Bo")]
    admitted = pairing.admitted()

    async def all_the_same() -> None:
        now = [await is_seat_of(scanned, "Ann"), await is_seat_of(typed, "Bo")]
        assert now == numbers
        assert pairing.admitted() == admitted, "nothing is asked again"

    await asyncio.gather(scanned.reload(), typed.reload())
    await all_the_same()
    sleeping = await scanned.context.new_cdp_session(scanned)
    await sleeping.send("Page.setWebLifecycleState", {"state": "frozen"})
    await pairing.evening.kill_the_referee()
    await sleeping.send("Page.setWebLifecycleState", {"state": "active"})
    await all_the_same()
    await asyncio.gather(scanned.reload(), typed.reload())
    await all_the_same()


@pytest.mark.soak
async def test_a_seat_outlives_all_that_happens_to_a_phone(pairing: Pairing) -> None:
    """Loaded again, cut off, at another address, frozen for a minute, and with a new referee."""
    frozen_s = float(os.environ.get("FROZEN_S", "60"))
    async with way_to(pairing.evening.port) as way:
        page = await pairing.phone(f"/seat#{await pairing.code('Ann')}", way.port)
        number = await is_seat_of(page, "Ann")
        admitted = pairing.admitted()
        sleeping = await page.context.new_cdp_session(page)

        async def is_the_same() -> None:
            assert await is_seat_of(page, "Ann") == number
            assert pairing.admitted() == admitted, "nothing is asked again"
            await expect(page.locator("#code")).to_have_count(0)

        async def goes_on() -> None:
            """The game moves, and the phone sees it."""
            await settled(page, await pairing.corrected())
            await is_the_same()

        await page.reload()
        await goes_on()
        for host in range(2, 5):
            way.address = f"127.0.0.{host}"
            assert way.cut() > 0
            await goes_on()
        await sleeping.send("Page.setWebLifecycleState", {"state": "frozen"})
        way.address = "127.0.0.9"
        way.cut()
        await asyncio.sleep(frozen_s)
        await sleeping.send("Page.setWebLifecycleState", {"state": "active"})
        await goes_on()
        await sleeping.send("Page.setWebLifecycleState", {"state": "frozen"})
        await pairing.evening.kill_the_referee()
        await asyncio.sleep(frozen_s)
        await sleeping.send("Page.setWebLifecycleState", {"state": "active"})
        await goes_on()
        await page.reload()
        await goes_on()


@pytest.mark.thorough
async def test_two_phones_with_one_code_are_one_seat(pairing: Pairing) -> None:
    code = await pairing.code("Cy")
    both = await asyncio.gather(*(pairing.phone(f"/seat#{code}") for _ in range(2)))
    for page in both:
        await page.locator('main[data-role="seat"], main:has(#code)').wait_for()
    roles = sorted([(await page.evaluate(WHO))["role"] for page in both])
    assert roles == ["seat", "spectator"]
    [late] = [page for page in both if await page.locator("#code").count()]
    await expect(late.get_by_role("alert").filter(has_text="code")).to_be_visible()
    again = await pairing.phone(f"/seat#{await pairing.code('Cy')}")  # a second phone is possible
    await is_seat_of(again, "Cy")
    await button(pairing.page, "Back to the seats").click()
    await expect(pairing.page.get_by_text("2 phones")).to_be_visible()


@pytest.mark.thorough
async def test_an_answer_lost_on_the_way_gives_one_seat(pairing: Pairing) -> None:
    page = await pairing.phone("/seat")
    lost: list[int] = []

    async def lose(route: Route) -> None:
        """The referee hears it; the phone hears nothing."""
        if lost:
            return await route.continue_()
        headers = {**route.request.headers, "origin": pairing.evening.address}
        async with httpx.AsyncClient() as client:
            answer = await client.post(
                route.request.url.replace(HOST, "127.0.0.1"),
                content=route.request.post_data,
                headers=headers | {"host": f"{HOST}:{pairing.evening.port}"},
            )
        lost.append(answer.status_code)
        return await route.abort("connectionreset")

    await page.route("**/api/seats/claim", lose)
    await page.get_by_label(FIELD).fill(await pairing.code("Ann"))
    before = pairing.admitted()
    await button(page, "Sit down").tap()
    await is_seat_of(page, "Ann")
    assert lost == [200]
    assert pairing.admitted() == before + 1


@pytest.mark.thorough
async def test_a_phone_that_is_signed_out_looks_on_until_it_gets_another_code(
    pairing: Pairing,
) -> None:
    page = await pairing.phone(f"/seat#{await pairing.code('Ann')}")
    number = await is_seat_of(page, "Ann")
    await button(pairing.page, "Back to the seats").click()
    await button(pairing.page, f"Sign out phone {number}").click()
    await button(pairing.page, f"Sign out phone {number} now").click()
    await expect(page.get_by_text("This phone was signed out at a table screen.")).to_be_visible()
    await expect(page.get_by_role("heading", name="You are only watching")).to_be_visible()
    await page.goto(f"{pairing.evening.address}/seat#{await pairing.code('Bo')}")
    await is_seat_of(page, "Bo")


@pytest.mark.thorough
async def test_a_player_is_shown_with_what_the_phone_chose(pairing: Pairing) -> None:
    page = await pairing.phone(f"/seat#{await pairing.code('Ann')}")
    await is_seat_of(page, "Ann")
    await page.evaluate("location.hash = 'avatar-Ann'")
    await button(page, "Teal").tap()
    await expect(button(page, "Teal")).to_have_attribute("aria-pressed", "true")
    await page.get_by_label("Another emoji").fill("Ann")
    await button(page, "Use it").tap()
    await expect(page.get_by_role("alert").filter(has_text="emoji")).to_be_visible()
    await page.get_by_label("Another emoji").fill("🦖")
    await button(page, "Use it").tap()
    await expect(page.get_by_role("heading", level=1).locator(".avatar")).to_have_text("🦖")
    await button(pairing.page, "Back to the seats").click()
    await button(pairing.page, "Back to the table").click()
    disc = pairing.page.locator(".seat", has_text="Ann").locator(".avatar")
    await expect(disc).to_have_text("🦖")
    await expect(disc).to_have_attribute("data-colour", "teal")


@pytest.mark.thorough
async def test_a_player_leaves_with_the_hosts_yes(pairing: Pairing) -> None:
    page = await pairing.phone(f"/seat#{await pairing.code('Cy')}")
    await is_seat_of(page, "Cy")
    await page.evaluate("location.hash = 'me'")
    await button(page, "Ask to leave the game").tap()
    await expect(page.get_by_text("A table screen shows your question now.")).to_be_visible()
    await button(pairing.page, "Back to the seats").click()
    await button(pairing.page, "Back to the table").click()
    await button(pairing.page, "Cy asks to leave.").click()
    await button(pairing.page, "Yes, Cy may leave").click()
    await expect(page.get_by_text("Cy does not play in this game").first).to_be_visible()
    assert list((await pairing.evening.state())["hands"]) == ["Ann", "Bo"]
    await is_seat_of(page, "Cy")
