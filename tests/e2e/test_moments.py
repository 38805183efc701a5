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
WATCH_SIGNS = """(key) => {
  window.signs = [];
  window.sides = [];
  window.confetti = 0;
  const note = (sign) => {
    const { x, y, width, height } = sign.getBoundingClientRect();
    const under = document.elementsFromPoint(x + width / 2, y + height / 2);
    sides.push([sign.offsetLeft, sign.offsetLeft + sign.offsetWidth]); // before it grows
    signs.push({
      words: sign.textContent,
      seen: under.length > 0, // else it is off the screen
      meets: under.some((element) => element.closest(".flights")),
      key: key && key.getBoundingClientRect().toJSON(),
    });
  };
  new MutationObserver((records) => {
    for (const added of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (added.className === "sign") note(added);
      if (added.className === "confetti") confetti += 1;
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes each sign as it appears, for it is soon gone: its words, whether it is on the screen and
meets a finger, and where the element ``key`` lies then."""
SIDES = """async () => {
  while (!window.sides.length) await new Promise(requestAnimationFrame);
  return window.sides;
}"""
"""The left and the right of each sign, once there is one."""
KEY_AT = "(key) => key.getBoundingClientRect().toJSON()"


async def signs(page: Page) -> list[JSON]:
    """The signs since somebody has watched, once there is one and it is gone."""
    await page.wait_for_function("() => signs.length")
    await expect(page.locator(".flights > *")).to_have_count(0)
    shown: list[JSON] = await page.evaluate("signs")
    return shown


def sign(words: str, key: object = None) -> JSON:
    """One that is seen, and through which fingers go."""
    return {"words": words, "seen": True, "meets": False, "key": key}


def news(shown: JSON, server: PageServer, key: str, **values: object) -> JSON:
    """The same table, with a ruling that no page has seen."""
    line = ruling(key, "COM-15", **values) | {"seq": server.seq + 1}
    return shown | {"log": [*shown["log"], line]}


async def test_a_round_that_is_won_bursts_on_a_tv_and_comes_to_rest(
    tv: Page, server: PageServer
) -> None:
    server.show(told(THREE, RED_7))
    await settled(tv, server)
    await tv.evaluate(WATCH_SIGNS)
    server.show(news(told(THREE, *OUT), server, "ruling.round_won", player="Bo"))
    assert await signs(tv) == [sign("Bo wins the round!")]
    assert await tv.evaluate("confetti") > 0
    await expect(tv.get_by_role("heading", level=1)).to_have_text("Bo wins the round!")


async def test_where_motion_is_unwanted_the_headline_alone_tells_a_win(
    still_tv: Page, server: PageServer
) -> None:
    server.show(told(THREE, RED_7))
    await settled(still_tv, server)
    await still_tv.evaluate(WATCH_SIGNS)
    server.show(news(told(THREE, *OUT), server, "ruling.round_won", player="Bo"))
    await expect(still_tv.get_by_role("heading", level=1)).to_have_text("Bo wins the round!")
    await settled(still_tv, server)
    assert await still_tv.evaluate("[signs, confetti]") == [[], 0]


async def test_a_dry_press_is_told_and_the_next_press_is_not_kept_waiting(
    page: Page, server: PageServer
) -> None:
    """The sign lies over the launcher: its button takes the finger, and nothing has moved."""
    await page.emulate_media(reduced_motion="no-preference")
    hits = told(THREE, RED_7, play("Bo", "wild-all-hit", color="blue"))
    server.show(hits)
    await settled(page, server)
    presser = button(page, "Press the launcher")
    before = await presser.evaluate(KEY_AT)
    await presser.evaluate(WATCH_SIGNS)
    server.show(news(hits, server, "ruling.hits_nothing", player="Cy"))
    await page.wait_for_function("() => signs.length")
    await presser.click()
    assert await signs(page) == [sign("Phew, nothing!", before)]
    assert ("/api/simulator/press", {}) in server.told


async def test_a_sign_lies_over_the_felt_and_not_beside_it(page: Page, server: PageServer) -> None:
    await page.emulate_media(reduced_motion="no-preference")
    hits = told(THREE, RED_7, play("Bo", "wild-all-hit", color="blue"))
    server.show(hits)
    await settled(page, server)
    await page.evaluate(WATCH_SIGNS)
    felt = await page.locator(".felt").bounding_box()
    assert felt is not None
    server.show(news(hits, server, "ruling.hits_nothing", player="Cy"))
    for left, right in await page.evaluate(SIDES):
        assert felt["x"] <= left < right <= felt["x"] + felt["width"]


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
