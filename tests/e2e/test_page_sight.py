"""What the page sends of what its person saw, whom it tells, and when it loads itself again."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.e2e.looking import HOST, button, settled
from tests.e2e.page_server import JOURNAL, PLAYS, PageServer, offer, refused, ruling, table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

SEEN_MS = 700
SILENT_MS = 4000
CLICK_MS = 100
"""Until then a click would have come, see page/fingers.js."""
SET = [offer("set", member) for member in ("hands", "scores", "turn")]
CATCHES = [offer("catch", by=name, player="Ann") for name in ("Bo", "Cy")]


@pytest_asyncio.fixture(loop_scope="session")
async def fresh(browser: Browser, server: PageServer) -> AsyncIterator[Page]:
    """A page of its own, which may be loaded again and have a clock of its own."""
    one = await browser.new_page(reduced_motion="reduce")
    yield one
    await one.close()


async def test_what_has_just_appeared_was_not_meant(fresh: Page, server: PageServer) -> None:
    await fresh.clock.install()
    server.show(table(legal=PLAYS))
    before = server.seq
    await fresh.goto(f"http://{HOST}:{server.port}/")
    await settled(fresh, server)
    await fresh.clock.run_for(SEEN_MS)
    await fresh.clock.pause_at(await fresh.evaluate("Date.now() / 1000 + 1"))
    server.show(table(legal=PLAYS, turn="Cy"))
    await expect(fresh.get_by_role("heading", level=1)).to_contain_text("Cy")
    await fresh.clock.run_for(SEEN_MS - 200)  # it is painted by now
    await button(fresh, "Red 1").click()
    await fresh.clock.run_for(SEEN_MS)
    await button(fresh, "Blue 1").click()
    await server.heard(2)
    assert server.saw == [f"{JOURNAL}-{before}", f"{JOURNAL}-{server.seq}"]


async def test_a_tap_on_a_key_that_went_off_is_told_also_before_that_is_painted(
    fresh: Page, server: PageServer
) -> None:
    await fresh.clock.install()
    server.show(table(legal=PLAYS))
    await fresh.goto(f"http://{HOST}:{server.port}/")
    await settled(fresh, server)
    box = await button(fresh, "Red 1").bounding_box()
    assert box is not None
    await fresh.clock.pause_at(await fresh.evaluate("Date.now() / 1000 + 1"))
    server.show(table(turn="Cy"))
    await expect(fresh.get_by_role("heading", level=1)).to_contain_text("Cy")
    await fresh.mouse.click(box["x"] + 9, box["y"] + 9)
    await fresh.clock.run_for(CLICK_MS)
    await expect(fresh.locator(".notices")).to_contain_text("changed")
    assert server.told == []


async def test_a_page_whose_stream_is_held_back_learns_of_the_table_and_blames_nobody(
    fresh: Page, server: PageServer
) -> None:
    """A proxy that keeps the old connection: no error says so, and new connections work."""
    await fresh.clock.install()
    server.show(table(legal=PLAYS))
    await fresh.goto(f"http://{HOST}:{server.port}/")
    await settled(fresh, server)
    headline = fresh.get_by_role("heading", level=1)
    with server.held_back():
        server.show(table(legal=PLAYS, turn="Cy"))
        late = refused("refusal.overtaken", what="Papa has played red 2.") | {"code": "stale"}
        server.answers["/api/commands"] = 412, late
        await button(fresh, "Red 1").click()
        await expect(fresh.locator(".notices")).to_contain_text("before this page could show it")
        await expect(headline).to_contain_text("Cy")
    with server.held_back():
        server.show(table(legal=PLAYS, turn="Ann"))
        await fresh.clock.fast_forward(SILENT_MS)
        await expect(headline).to_contain_text("Ann")


async def test_a_call_says_nothing_of_what_was_seen(page: Page, server: PageServer) -> None:
    server.show(table(legal=[offer("uno", by="Bo"), CATCHES[0]]))
    await settled(page, server)
    await button(page, "UNO").click()
    await button(page, "Catch").click()
    await server.heard(2)
    assert server.saw == [None, None]


async def test_whoever_lost_the_race_is_told_who_won_it(page: Page, server: PageServer) -> None:
    server.show(table(legal=CATCHES))
    await settled(page, server)
    await button(page, "Catch").click()
    await expect(page.get_by_role("heading", name="Who caught Ann?")).to_be_visible()
    caught = ruling("ruling.catches", "COM-13", player="Ann", by="Cy")
    server.show(table(legal=PLAYS, log=[caught]))
    told = page.locator(".notices")
    await expect(told).to_contain_text("Somebody was quicker. Cy catches Ann")
    assert server.told == []


async def test_the_dock_says_what_an_undo_takes_back(page: Page, server: PageServer) -> None:
    played = {"key": "ruling.plays", "values": {"player": "Bo", "card": "red-3"}}
    server.show(table(legal=[offer("undo")]) | {"undo": played})
    await settled(page, server)
    await expect(button(page, "Undo")).to_have_text("Undo Bo plays red 3.")
    await expect(button(page, "Undo")).to_have_accessible_description("Bo plays red 3.")


async def test_an_open_page_of_another_build_loads_itself_once_nobody_types(
    fresh: Page, server: PageServer
) -> None:
    server.build = "0ld"
    server.show(table(legal=SET))
    await fresh.goto(f"http://{HOST}:{server.port}/")
    await settled(fresh, server)
    await button(fresh, "More").click()
    await button(fresh, "Correct something").click()
    hand = fresh.get_by_role("spinbutton", name="Hand of Bo", exact=True)
    await hand.fill("4")
    await fresh.evaluate("window.old = true")
    server.build = "new"
    server.show(table(legal=SET))
    await settled(fresh, server)
    await expect(hand).to_have_value("4")
    assert await fresh.evaluate("window.old")
    await button(fresh, "Cancel").click()
    await fresh.wait_for_function("() => !window.old")
    await settled(fresh, server)


async def test_a_device_that_slept_for_an_hour_sends_nothing_old(
    fresh: Page, server: PageServer
) -> None:
    await fresh.clock.install()
    server.show(table(legal=[*PLAYS, offer("uno", by="Bo")]))
    await fresh.goto(f"http://{HOST}:{server.port}/")
    await settled(fresh, server)
    await fresh.route("**/api/commands", lambda route: route.abort())
    async with fresh.expect_event("requestfailed"):
        await button(fresh, "UNO").click()
    await button(fresh, "Red 3").click()  # waits for its turn
    await fresh.route("**/api/events", lambda route: route.abort())
    await fresh.clock.fast_forward("01:00:00")
    await fresh.unroute("**/api/commands")
    await expect(fresh.locator(".notices")).to_contain_text("The referee did not answer")
    await fresh.unroute("**/api/events")
    await fresh.clock.fast_forward("01:00")
    await button(fresh, "Red 4").click()
    await server.heard()
    assert [body["card"] for body in await server.heard()] == ["red-4"]
