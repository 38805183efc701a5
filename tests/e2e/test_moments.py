"""A moment is a sign over the table: everybody sees it, no finger meets it, and it is gone soon."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.e2e.looking import button, settled
from tests.e2e.page_server import JSON, PageServer, ruling, seat_of
from tests.e2e.test_tv_moves import hits
from tests.e2e.told import RED_7, play, sets, told
from tests.e2e.views import THREE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

OUT = (RED_7, sets(turn="Bo", hands={"Bo": 1}), play("Bo", "red-3"))
UNDER_THE_SIGN = """() => {
  const { x, y, width, height } = document.querySelector(".sign").getBoundingClientRect();
  const under = document.elementsFromPoint(x + width / 2, y + height / 2);
  return under.some((element) => element.closest(".flights"));
}"""


def news(shown: JSON, server: PageServer, key: str, **values: object) -> JSON:
    """The same table, with a ruling that no page has seen."""
    line = ruling(key, "COM-15", **values) | {"seq": server.seq + 1}
    return shown | {"log": [*shown["log"], line]}


async def test_a_round_that_is_won_bursts_on_a_tv_and_comes_to_rest(
    tv: Page, server: PageServer
) -> None:
    server.show(told(THREE, RED_7))
    await settled(tv, server)
    server.show(news(told(THREE, *OUT), server, "ruling.round_won", player="Bo"))
    await expect(tv.locator(".sign")).to_have_text("Bo wins the round!")
    await expect(tv.locator(".confetti")).not_to_have_count(0)
    assert not await tv.evaluate(UNDER_THE_SIGN), "it lies under a finger"
    await expect(tv.locator(".flights > *")).to_have_count(0)
    await expect(tv.get_by_role("heading", level=1)).to_have_text("Bo wins the round!")


async def test_where_motion_is_unwanted_the_headline_alone_tells_a_win(
    still_tv: Page, server: PageServer
) -> None:
    server.show(told(THREE, RED_7))
    await settled(still_tv, server)
    server.show(news(told(THREE, *OUT), server, "ruling.round_won", player="Bo"))
    await expect(still_tv.get_by_role("heading", level=1)).to_have_text("Bo wins the round!")
    await settled(still_tv, server)
    await expect(still_tv.locator(".sign, .confetti")).to_have_count(0)


async def test_a_dry_press_is_told_and_the_next_press_is_not_kept_waiting(
    page: Page, server: PageServer
) -> None:
    """The sign lies over the launcher: its button takes the finger, and nothing has moved."""
    await page.emulate_media(reduced_motion="no-preference")
    hits = told(THREE, RED_7, play("Bo", "wild-all-hit", color="blue"))
    server.show(hits)
    await settled(page, server)
    presser = button(page, "Press the launcher")
    before = await presser.bounding_box()
    server.show(news(hits, server, "ruling.hits_nothing", player="Cy"))
    await expect(page.locator(".sign")).to_have_text("Phew, nothing!")
    assert await presser.bounding_box() == before
    await presser.click()
    await expect(page.locator(".flights > *")).to_have_count(0)
    assert ("/api/simulator/press", {}) in server.told


async def test_the_roller_turns_from_the_press_on_and_each_card_ticks(
    tv: Page, server: PageServer
) -> None:
    server.show(told(THREE, RED_7, play("Bo", "wild-all-hit", color="blue")))
    await settled(tv, server)
    await tv.evaluate("flown.splice(0)")
    moved = []
    for out in (0, 2):
        server.move(**hits(out)["launcher"])
        await tv.wait_for_function("() => flown.some(([name]) => name === 'roller')")
        await settled(tv, server)
        moved.append({name for name, _ in await tv.evaluate("flown.splice(0)")})
    assert moved == [{"roller"}, {"roller", "tv-out", "Cy"}]


async def test_who_wins_is_told_so_on_the_own_phone(page: Page, server: PageServer) -> None:
    server.me = seat_of("Bo")
    await page.reload()
    server.show(told(THREE, *OUT))
    await expect(page.get_by_role("heading", level=1)).to_have_text("You win!")
