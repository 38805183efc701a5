"""A tap is seen to be heard, before anything is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from tests.e2e.conftest import TABLET
from tests.e2e.looking import HOST, button, settled
from tests.e2e.page_server import PLAYS, PageServer, offer, refused, table

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOOK = "one => getComputedStyle(one).outline"


async def test_the_look_of_a_tap_is_there_before_the_next_frame(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    looks = await button(page, "Red 3").evaluate(
        """(one) => {
          const look = () => getComputedStyle(one).outline;
          const how = { bubbles: true, button: 0 };
          const touch = (name) => one.dispatchEvent(new PointerEvent(name, how));
          const looks = [look()];
          touch("pointerdown");
          looks.push(look());
          touch("pointercancel"); // the finger slid away
          looks.push(look());
          return looks;
        }"""
    )
    assert looks[0] == looks[2] != looks[1]


async def test_a_refused_tap_is_pending_no_more(page: Page, server: PageServer) -> None:
    server.show(table(legal=[offer("undo"), *PLAYS]))
    await settled(page, server)
    server.answers["/api/commands"] = (409, refused("refusal.turn_of", player="Cy"))
    undo = button(page, "Undo")
    server.pause()
    await undo.click()
    await expect(undo).to_have_attribute("data-pending", "1")
    server.resume()
    await expect(undo).not_to_have_attribute("data-pending", "1")
    await button(page, "All right").click()


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def open_clocked(browser: Browser) -> AsyncIterator[Page]:
    """A device whose time the tests move on; take ``clocked``."""
    page = await browser.new_page(viewport=TABLET, reduced_motion="reduce")
    await page.clock.install()
    yield page
    await page.close()


@pytest_asyncio.fixture(loop_scope="session")
async def clocked(open_clocked: Page, server: PageServer) -> Page:
    """The page, loaded anew; Bo may play any card there."""
    await open_clocked.goto(f"http://{HOST}:{server.port}/")
    server.show(table(legal=PLAYS))
    await settled(open_clocked, server)
    return open_clocked


async def stop_the_clock(page: Page) -> None:
    """From now on, time passes only as the test lets it."""
    await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))


async def test_a_finger_on_a_key_is_seen_at_once_and_the_tap_until_it_is_answered(
    clocked: Page, server: PageServer
) -> None:
    key = button(clocked, "Red 3")
    plain = await key.evaluate(LOOK)
    await key.hover()
    server.pause()
    await stop_the_clock(clocked)  # a finger that stays long has the card explained
    await clocked.mouse.down()
    assert await key.evaluate(LOOK) != plain
    await clocked.mouse.up()
    pending = await key.evaluate(LOOK)
    assert pending != plain
    assert await button(clocked, "Red 4").evaluate(LOOK) == plain
    await clocked.clock.resume()
    server.resume()
    await expect(key).not_to_have_attribute("data-pending", "1")
    await clocked.get_by_role("heading", level=1).hover()
    assert await key.evaluate(LOOK) == plain


@pytest.mark.thorough
async def test_a_referee_that_lets_wait_is_told_after_a_second_and_a_half(
    clocked: Page, server: PageServer
) -> None:
    slow = clocked.get_by_role("alert").filter(has_text="The referee has not answered yet")
    server.pause()
    await stop_the_clock(clocked)  # else the time that this test takes would count, too
    await button(clocked, "Red 3").click()
    await server.heard()
    await clocked.clock.run_for(1400)
    await expect(slow).to_have_count(0)
    await clocked.clock.run_for(200)
    await expect(slow).to_be_visible()
    await clocked.clock.resume()
    server.resume()
    await expect(slow).to_have_count(0)
    assert len(server.told) == 1


@pytest.mark.thorough
async def test_a_call_may_wait_for_the_end_of_a_hit(clocked: Page, server: PageServer) -> None:
    hit = {"number": 1, "by": "Bo", "owner": "Bo", "stage": "running", "requested": 3, "out": 1}
    server.show(table(legal=[offer("uno", by="Bo")], launcher={"hit": hit}))
    await settled(clocked, server)
    slow = clocked.get_by_role("alert").filter(has_text="The referee has not answered yet")
    server.pause()
    await button(clocked, "UNO").click()
    await server.heard()
    await clocked.clock.run_for(4600)
    await expect(slow).to_have_count(0)
    server.move(hit=None)
    await expect(clocked.get_by_text("At rest")).to_be_visible()
    await clocked.clock.run_for(1600)
    await expect(slow).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("done", [True, False])
async def test_a_tap_that_nobody_answers_is_told_as_done_or_not(
    clocked: Page, server: PageServer, done: bool
) -> None:
    """The request or its answer is lost in the air, until long after the page has given up."""
    tries = 0

    async def lose(route: Route) -> None:
        nonlocal tries
        tries += 1
        if done and tries == 1:
            asked = route.request
            here = f"http://127.0.0.1:{server.port}/api/commands"
            key = {"Idempotency-Key": asked.headers["idempotency-key"]}
            async with httpx.AsyncClient() as network:
                await network.post(here, content=asked.post_data, headers=key)
        await route.abort()

    await clocked.route("**/api/commands", lose)
    await button(clocked, "Red 3").click()
    told = "this page says whether your tap was carried out"
    said = clocked.get_by_role("alert").filter(has_text=told)
    while not await said.is_visible():
        await clocked.clock.run_for(1000)
    assert tries > 3, "a referee that is starting again is waited for"
    given_up = tries
    await clocked.unroute_all(behavior="wait")  # the first one may still be on its way
    server.show(table(legal=PLAYS))
    became = "was carried out." if done else "was not carried out:"
    await expect(clocked.get_by_role("alert").filter(has_text=became)).to_be_visible()
    assert len(server.told) == done
    assert tries == given_up
