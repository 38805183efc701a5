"""What moves on a TV: each counted card flies once, a drum rolls, and then all is still."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.drawing import frames_drawn, rests
from tests.e2e.looking import settled
from tests.e2e.page_server import PageServer, ruling
from tests.e2e.told import RED_7, play, told
from tests.e2e.tv_views import suspenseful
from tests.e2e.views import THREE

pytestmark = pytest.mark.asyncio(loop_scope="session")

WATCHED_FRAMES = 30


def coming(out: int, number: int = 12, **more: Any) -> dict[str, Any]:
    """The launcher while cards come for Cy."""
    hit = {"number": number, "stage": "running", "requested": 7, "out": out}
    return {"hit": hit | more}


def hits(out: int, **more: Any) -> dict[str, Any]:
    """A table on which Cy hits, and so many cards have come."""
    return told(
        THREE, RED_7, play("Bo", "wild-all-hit", color="blue"), launcher=coming(out, **more)
    )


async def flown(page: Page, server: PageServer) -> list[str]:
    """To whom cards have flown, once nothing moves."""
    await settled(page, server)
    moved: list[list[Any]] = await page.evaluate("flown.splice(0)")
    assert all(times < float("inf") for _, times in moved)
    return [name for name, _ in moved if name in THREE]


@pytest.mark.thorough
async def test_a_card_flies_to_its_owner_for_each_that_is_counted(
    tv: Page, server: PageServer
) -> None:
    server.show(hits(0))
    assert await flown(tv, server) == []
    for out, cards in ((1, 1), (2, 1), (5, 3), (5, 0)):
        shown = hits(out)
        server.move(**shown["launcher"])
        out_now = tv.locator(".tv-out", has_text=f"+{out}")
        await out_now.wait_for()
        assert await flown(tv, server) == ["Cy"] * cards
    line = ruling("ruling.hits", "ATK-8", player="Cy", n=7) | {"seq": server.seq + 1}
    over = told(THREE, RED_7, play("Bo", "wild-all-hit", color="blue"))
    server.show(over | {"log": [*over["log"], line]})
    assert await flown(tv, server) == ["Cy", "Cy"], "two more were counted, and no push said so"
    server.show(hits(4, number=13, owner="Ann", by="Cy"))
    assert await flown(tv, server) == ["Ann"] * 4
    await expect(tv.locator(".flights span"), "no card stays in the air").to_have_count(0)


@pytest.mark.thorough
async def test_nothing_flies_at_a_reload_or_where_motion_is_unwanted(
    tv: Page, server: PageServer
) -> None:
    server.show(hits(3))
    await flown(tv, server)
    await tv.reload()
    assert await flown(tv, server) == []
    await tv.emulate_media(reduced_motion="reduce")
    server.move(**hits(5)["launcher"])
    await tv.locator(".tv-out", has_text="+5").wait_for()
    assert await flown(tv, server) == []
    assert await tv.evaluate("document.getAnimations().length") == 0


@pytest.mark.thorough
async def test_a_drum_rolls_once_while_the_next_cards_are_close(
    tv: Page, server: PageServer
) -> None:
    await tv.evaluate("localStorage.setItem('rollerdeck', JSON.stringify({ sound: true }))")
    await tv.reload()
    await settled(tv, server)
    await tv.keyboard.press("a")  # from now on it may sound
    await tv.evaluate(
        """() => {
          window.tones = 0;
          const start = OscillatorNode.prototype.start;
          OscillatorNode.prototype.start = function (...at) { tones += 1; start.apply(this, at); };
        }"""
    )
    rolls = []
    for dry in (0, 1, 3, 3):
        armed = coming(0, number=20 + dry) | {"faults": []}
        armed["hit"] |= {"stage": "armed", "requested": None}
        base = told(THREE, RED_7, play("Bo", "wild-all-hit", color="blue"), launcher=armed)
        server.show(suspenseful(base, dry))
        await flown(tv, server)
        rolls.append(await tv.evaluate("() => { const n = tones; tones = 0; return n; }"))
    assert rolls[0] == rolls[3] == 0
    assert 0 < rolls[1] < rolls[2]
    await expect(tv.locator(".tv-tension")).to_have_text("3 presses, no cards")


@pytest.mark.thorough
async def test_a_tv_on_which_nothing_happens_draws_no_frame(tv: Page, server: PageServer) -> None:
    server.show(hits(2))
    await settled(tv, server)
    assert await rests(tv, WATCHED_FRAMES), "something moves for ever"

    async def something() -> None:
        server.move(**hits(3)["launcher"])
        await tv.locator(".tv-out", has_text="+3").wait_for()
        await flown(tv, server)

    assert await frames_drawn(tv, something()) > 0, "nothing was watched"
    assert await rests(tv, WATCHED_FRAMES), "a card flies for ever"


@pytest.mark.thorough
async def test_many_cards_at_once_all_fly_and_soon_have_arrived(
    tv: Page, server: PageServer
) -> None:
    server.show(hits(0))
    await settled(tv, server)
    server.move(**hits(12)["launcher"])
    await tv.locator(".tv-out", has_text="+12").wait_for()
    assert await flown(tv, server) == ["Cy"] * 12
    await expect(tv.locator(".flights span")).to_have_count(0)
