"""Nothing moves under a finger: what comes and goes takes its room from nobody."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

import rules
from tests.e2e.looking import button, drawn, settled
from tests.e2e.page_server import PLAYS, PageServer, offer, refused, table
from tests.e2e.told import RED_7, sets, told
from tests.e2e.views import TEN, THREE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

REFUSAL = refused("refusal.hit_has_begun", "LCH-9", hit=17)


def owing(*presses: tuple[str, int], stage: str = "armed", **hit: Any) -> dict[str, Any]:
    owed = [
        {"player": name, "by": name, "hits": hits, "until_fire": False, "reason": "ATK-8"}
        for name, hits in presses
    ]
    first = presses[0][0]
    plain = {"number": 1, "by": first, "owner": first, "stage": stage, "requested": None, "out": 0}
    launcher = {"hit": plain | hit}
    return table(TEN, phase="hits", turn=TEN[0], owed=owed, launcher=launcher)


async def place(what: Locator) -> tuple[float, float]:
    """Where something lies once what flies in has arrived."""
    await drawn(what.page, frames=2)  # what follows from a new size is laid out in the frame after
    await what.page.evaluate(
        """async () => {
          await Promise.all(document.getAnimations()
            .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
            .map((one) => one.finished));
        }"""
    )
    box = await what.bounding_box()
    assert box is not None
    return box["x"], box["y"]


async def test_a_refusal_moves_no_card_and_stays_to_be_read(page: Page, server: PageServer) -> None:
    server.show(table(legal=PLAYS))
    await settled(page, server)
    before = await place(button(page, "Blue 3"))
    server.answers["/api/commands"] = (409, REFUSAL)
    await button(page, "Red 3").click()
    said = page.get_by_role("alert").filter(has_text=REFUSAL["sentence"])
    await expect(said).to_be_in_viewport()
    assert await place(button(page, "Blue 3")) == before
    server.show(table(legal=PLAYS, turn="Cy"))  # what came first, and was the reason
    await settled(page, server)
    await expect(said).to_be_visible()
    await button(page, "All right").click()
    await expect(said).to_have_count(0)


@pytest.mark.parametrize("edition", rules.EDITIONS)
async def test_every_card_of_a_tablets_keyboard_is_above_the_calls(
    page: Page, server: PageServer, edition: str
) -> None:
    """Also beside a draw or a pass, with a count in doubt, and under a ruling of many words."""
    second = THREE[1]
    draw = (
        [{"do": "draw", "by": second, "cards": 1}]
        if "draw" in rules.EDITIONS[edition].commands
        else []
    )
    doubt = {"hit": 1, "by": second, "owner": second, "cards": 4, "uncertain": 1}
    plain = told(THREE, RED_7, edition=edition)
    wordy = plain["log"] + [plain["log"][-1] | {"key": "Once more with all these words. " * 9}]
    last = page.get_by_test_id("picker").get_by_role("button").last
    places = set()
    for shown in (
        plain,
        told(THREE, RED_7, *draw, edition=edition),
        told(THREE, RED_7, edition=edition, doubts=[doubt]),
        told(THREE, RED_7, sets(hands={second: 9}, launcher=85), edition=edition),
        plain | {"log": wordy},
    ):
        server.show(shown)
        await settled(page, server)
        places.add(await place(last))
    assert len(places) == 1, "the keys move"
    box = await last.bounding_box()
    calls = await page.get_by_role("navigation", name="Calls").bounding_box()
    assert box is not None
    assert calls is not None
    assert box["y"] + box["height"] <= calls["y"]


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
async def test_the_button_stays_where_it_is_pressed(
    page: Page, server: PageServer, size: tuple[int, int]
) -> None:
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    presser = button(page, "Press the launcher")
    everybody = [(name, 1) for name in TEN[1:]]
    places = set()
    for shown in (
        owing(*everybody),
        owing(*everybody, stage="running", requested=4, out=3),
        owing(*everybody[1:]),
        owing(("Eve", 2)),
        *([owing((TEN[3], 2))] if size[0] > 900 else []),  # a phone has two lines for it
    ):
        server.show(shown)
        await settled(page, server)
        await expect(presser).to_be_in_viewport(ratio=1)
        places.add(await place(presser))
    dock = await place(page.get_by_role("navigation", name="Calls"))
    server.show(table(legal=[*PLAYS, offer("undo")]))
    await settled(page, server)
    dock_in_play = await place(page.get_by_role("navigation", name="Calls"))
    await page.set_viewport_size({"width": 1024, "height": 768})
    assert len(places) == 1
    assert next(iter(places))[1] < dock[1]
    assert dock == dock_in_play


async def test_the_calls_stay_at_the_lower_edge_of_a_phone_also_under_a_fault(
    page: Page, server: PageServer
) -> None:
    await page.set_viewport_size({"width": 320, "height": 568})
    shown = owing(("Eve", 1), stage="broken", requested=4, out=2)
    shown["launcher"]["faults"] = ["JAM"]
    server.show(shown)
    await settled(page, server)
    dock = page.get_by_role("navigation", name="Calls")
    above = await place(dock)
    # a browser scrolls whole pixels, and the last one of a document is seldom a whole one
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight - innerHeight - 1)")
    assert await page.evaluate("scrollY > 0")
    below = await place(dock)
    await page.set_viewport_size({"width": 1024, "height": 768})
    assert above == below


async def test_a_tap_that_nobody_answers_holds_up_no_other(page: Page, server: PageServer) -> None:
    """The Wi-Fi swallowed a request whole: no answer, no error."""
    server.show(table(legal=PLAYS))
    await settled(page, server)
    await page.evaluate(
        """() => {
          const [sent, later] = [window.fetch, window.setTimeout];
          window.fetch = (path, how) => new Promise((done, fail) =>
            how.signal?.addEventListener("abort", () => fail(new TypeError("aborted"))));
          // the patience with an answer alone: a shorter long press would make one of every tap
          window.setTimeout = (deed, ms) => later(deed, ms < 6000 ? ms : ms / 100);
          window.heal = () => { window.fetch = sent; window.setTimeout = later; };
        }"""
    )
    try:
        await button(page, "Red 3").click()
        said = page.get_by_role("alert").filter(has_text="The referee did not answer")
        await expect(said).to_be_visible()
    finally:
        await page.evaluate("heal()")  # all tests share this page
    await button(page, "Blue 3").click()
    assert [body["card"] for body in await server.heard()] == ["blue-3"]
