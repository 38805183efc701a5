"""The page as the table's TV: nothing to tap, and people come and go."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from controller.base.config import AccessPoint
from controller.network.way_in import WayIn
from tests.e2e.looking import HOST, button, settled
from tests.e2e.page_server import ANYBODY, NO_GAME, SPECTATOR, PageServer, ruling, table
from tests.e2e.told import RED_7, hit, play, sets, told
from tests.e2e.tv_views import HOME, came, dressed, switch_on, tv_views
from tests.e2e.views import THREE
from tests.worlds.evening import OWN_WIFI

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.thorough
async def test_more_leads_to_the_tv_and_back_leads_away(page: Page, server: PageServer) -> None:
    server.found |= {"/api/join": {"address": None, "wifi": None}}
    server.show(told(THREE, RED_7))
    await settled(page, server)
    screen = page.locator(".tv")
    for leave in (page.go_back, lambda: page.keyboard.press("Escape")):
        await button(page, "More").click()
        await button(page, "Show on a TV").click()
        await expect(screen).to_be_visible()
        assert page.url.endswith("#tv")
        await leave()
        await expect(page.locator(".table-screen")).to_be_visible()
        await expect(screen).to_have_count(0)
        if await page.get_by_role("region", name="More").count():
            await button(page, "Close").click()


FILLED = "() => document.fullscreenElement !== null"


@pytest.mark.thorough
async def test_there_is_nothing_to_tap_and_no_pointer(tv: Page, server: PageServer) -> None:
    for name, view in tv_views(THREE).items():
        if view.lost:
            continue
        server.show(view.shown)
        await settled(tv, server)
        assert await tv.locator("button, a, input, select, summary, [tabindex]").count() == 0, name
    pointers = "(all) => [...new Set(all.map((one) => getComputedStyle(one).cursor))]"
    assert await tv.locator(".tv, .tv *").evaluate_all(pointers) == ["none"]


async def test_whose_turn_and_who_is_next_is_said(still_tv: Page, server: PageServer) -> None:
    row = still_tv.locator('.tv-seat[data-acting="true"]')
    for shown, now, follows in (
        (told(THREE, RED_7), "Bo", "Cy"),
        (told(THREE, RED_7, play("Bo", "red-reverse")), "Ann", "Cy"),
        (told(THREE, RED_7, play("Bo", "wild-all-hit", color="blue")), "Cy", "Ann"),
        (told(THREE, RED_7, play("Bo", "red-hit-2")), "Cy", "Ann"),
    ):
        server.show(shown)
        await settled(still_tv, server)
        await expect(row).to_contain_text(now)
        await expect(still_tv.get_by_role("heading", level=1)).to_contain_text(now)
        await expect(still_tv.locator(".tv-next")).to_contain_text(follows)
        await expect(still_tv.locator('.tv-seat[data-next="true"]')).to_contain_text(follows)


@pytest.mark.thorough
async def test_the_first_key_fills_the_screen_and_ends_the_hint(
    tv: Page, server: PageServer
) -> None:
    hint = tv.locator(".tv-hint")
    await expect(hint).to_have_count(0)
    server.show(NO_GAME)
    await expect(hint).to_contain_text("full screen")
    await tv.keyboard.press("a")
    await expect(hint).to_have_count(0)
    await tv.wait_for_function(FILLED)
    await tv.evaluate("document.exitFullscreen()")
    server.show(told(THREE, RED_7))
    await tv.evaluate("location.hash = ''")
    await expect(tv.locator(".table-screen")).to_be_visible()
    await tv.evaluate("location.hash = 'tv'")
    server.show(NO_GAME)
    await expect(tv.get_by_role("heading", name="No game yet")).to_be_visible()
    await expect(hint).to_have_count(0)


@pytest.mark.thorough
async def test_a_tv_that_should_sound_says_that_it_has_to_be_touched(
    tv: Page, server: PageServer
) -> None:
    await tv.evaluate("localStorage.setItem('rollerdeck', JSON.stringify({ sound: true }))")
    await tv.reload()
    hint = tv.locator(".tv-hint")
    await expect(hint).to_contain_text("No sound until")
    await tv.locator("h1").click()
    await expect(hint).to_have_count(0)


@pytest.mark.thorough
async def test_its_address_is_always_there_in_words_and_as_a_code(
    tv: Page, server: PageServer
) -> None:
    join = tv.get_by_role("complementary", name="Join")
    loaded = "(images) => images.every((one) => one.complete && one.naturalWidth > 0)"
    for way, words, codes in (
        (HOME, "192.168.178.120:8080", 1),
        (OWN_WIFI, "10.42.0.1", 2),
        (WayIn("0.0.0.0", 80, AccessPoint("Rollerdeck", "deal me in")), "Wi-Fi Rollerdeck", 1),
    ):
        await switch_on(tv, server, way)
        for shown in (told(THREE, RED_7), NO_GAME):
            server.show(shown)
            await settled(tv, server)
            await expect(join).to_contain_text(words)
            await expect(join).to_contain_text("Scan to join")
            await expect(join.locator("img")).to_have_count(codes)
            assert await join.locator("img").evaluate_all(loaded)
    server.found["/api/join"] = {"address": None, "wifi": None}
    await tv.reload()
    await expect(join).to_contain_text("not connected to a network")


@pytest.mark.thorough
async def test_who_looks_on_can_be_the_tv_also_before_a_game(tv: Page, server: PageServer) -> None:
    for me, shown in ((SPECTATOR, told(THREE, RED_7)), (SPECTATOR, NO_GAME), (ANYBODY, NO_GAME)):
        server.me = me
        server.show(shown)
        await tv.goto(f"http://{HOST}:{server.port}/")
        await button(tv, "Show on a TV").click()
        await expect(tv.locator(".tv .tv-join img")).to_be_visible()
        await tv.keyboard.press("Escape")
        await expect(tv.locator(".tv")).to_have_count(0)


@pytest.mark.thorough
async def test_a_tv_stays_a_tv(tv: Page, server: PageServer) -> None:
    """Through another game, keys that mean something on a table, and the loss of its referee."""
    screen = tv.locator(".tv")
    again = ruling("log.game", "", names=[*THREE]) | {"seq": server.seq + 1}
    server.show(told(THREE, RED_7) | {"log": [again]})
    await settled(tv, server)
    await expect(screen).to_be_visible()
    for key in ("?", "u", "r", "Enter"):
        await tv.keyboard.press(key)
    await expect(screen).to_be_visible()
    assert server.told == []
    server.leave()
    lost = tv.locator(".banner")
    await expect(lost).to_contain_text("No connection to the referee.")
    server.found["/api/join"] = {"address": "http://10.0.0.9", "wifi": None}
    server.come_back()
    await expect(lost).to_be_empty()
    await expect(tv.get_by_role("complementary", name="Join")).to_contain_text("10.0.0.9")
    await expect(screen).to_be_visible()


@pytest.mark.thorough
async def test_it_is_dark_unless_the_device_was_told_to_be_light(
    tv: Page, server: PageServer
) -> None:
    paper = "() => getComputedStyle(document.querySelector('.tv')).backgroundColor"
    dark = await tv.evaluate(paper)
    await tv.evaluate("localStorage.setItem('rollerdeck', JSON.stringify({ theme: 'dark' }))")
    await tv.reload()
    await settled(tv, server)
    assert await tv.evaluate(paper) == dark
    await tv.evaluate("localStorage.setItem('rollerdeck', JSON.stringify({ theme: 'light' }))")
    await tv.reload()
    await settled(tv, server)
    assert await tv.evaluate(paper) != dark


async def test_the_last_play_is_a_picture(still_tv: Page, server: PageServer) -> None:
    last = still_tv.locator(".tv-last")
    server.show(told(THREE, RED_7, play("Bo", "red-skip")))
    await settled(still_tv, server)
    await expect(last).to_contain_text("Bo plays red Skip. Cy is skipped.")
    await expect(last.locator('.face[data-color="red"]')).to_have_count(1)
    server.show(told(THREE, RED_7, play("Bo", "wild-all-hit", color="blue"), hit("Cy", 6)))
    await settled(still_tv, server)
    await expect(last.locator(".tv-card")).to_have_text("+6")


async def test_standings_stand_between_rounds_and_whoever_leads_is_first(
    still_tv: Page, server: PageServer
) -> None:
    scores = {"Ann": 20, "Bo": 150, "Cy": 90}
    before = [{"round": 1, "scores": {"Ann": 20, "Bo": 60, "Cy": 90}}]
    rounds = [*before, {"round": 2, "scores": scores}]
    shown = table(THREE, phase="round_over", turn=None, scores=scores, rounds=rounds, round=2)
    server.show(shown)
    await settled(still_tv, server)
    rows = still_tv.get_by_role("region", name="Scores").get_by_role("listitem")
    assert [" ".join((await row.inner_text()).split()) for row in await rows.all()] == [
        "Bo +90 150 points",
        "Cy 90 points",
        "Ann 20 points",
    ]
    server.show(shown | {"game": shown["game"] | {"scoring": "lowest"}})
    await settled(still_tv, server)
    await expect(rows.first).to_contain_text("Ann")


@pytest.mark.thorough
async def test_colours_and_emojis_stand_beside_the_names(
    still_tv: Page, server: PageServer
) -> None:
    server.show(dressed(told(THREE, RED_7, sets(turn="Cy"))))
    await settled(still_tv, server)
    signs = still_tv.locator(".tv-seat .avatar")
    await expect(signs).to_have_text(["🦊", "🐻", "C"])
    await expect(signs.first).to_have_attribute("data-colour", "red")


@pytest.mark.thorough
async def test_whoever_comes_before_a_game_is_seen_by_the_room(
    tv: Page, server: PageServer
) -> None:
    server.show(came(()))
    await expect(tv.get_by_text("Open this address on a phone")).to_be_visible()
    for here in (THREE[:1], THREE):
        server.show(came(here))
        people = tv.get_by_role("list", name="At the table").get_by_role("listitem")
        await expect(people).to_have_text([re.compile(f"{name}$") for name in here])
