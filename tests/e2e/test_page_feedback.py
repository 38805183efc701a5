"""A tap is seen to be heard, before anything is answered."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.e2e.looking import button, seen
from tests.e2e.page_server import PLAYS, PageServer, offer, refused, table

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOOK = "one => getComputedStyle(one).outline"


async def test_a_finger_on_a_key_is_seen_at_once_and_the_tap_until_it_is_answered(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=PLAYS))
    await seen(page, server)
    key = button(page, "Red 3")
    plain = await key.evaluate(LOOK)
    await key.hover()
    server.pause()
    await page.mouse.down()
    assert await key.evaluate(LOOK) != plain
    await page.mouse.up()
    pending = await key.evaluate(LOOK)
    assert pending != plain
    assert await button(page, "Red 4").evaluate(LOOK) == plain
    server.resume()
    await expect(key).not_to_have_attribute("data-pending", "1")
    await page.get_by_role("heading", level=1).hover()
    assert await key.evaluate(LOOK) == plain


async def test_the_look_of_a_tap_is_there_before_the_next_frame(
    page: Page, server: PageServer
) -> None:
    server.show(table(legal=PLAYS))
    await seen(page, server)
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
    await seen(page, server)
    server.answers["/api/commands"] = (409, refused("refusal.turn_of", player="Cy"))
    undo = button(page, "Undo")
    server.pause()
    await undo.click()
    await expect(undo).to_have_attribute("data-pending", "1")
    server.resume()
    await expect(undo).not_to_have_attribute("data-pending", "1")
    await button(page, "All right").click()
