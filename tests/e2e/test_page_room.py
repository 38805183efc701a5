"""An evening's settings on the page: set for every evening or for a group, tested, taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.looking import button, settled
from tests.e2e.page_server import PageServer, refused, seat_of, table
from tests.e2e.room import room

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

PATH = "/api/settings"
GROUP = "<i>Friday</i>"
VOLUME = "Volume of the room\u2019s voice"


async def open_room(page: Page, server: PageServer, **more: Any) -> None:
    server.reset()
    server.found[PATH] = room(GROUP) | more
    server.answers[PATH] = (200, changed(voice_volume_pct=130, breath_ms=250))
    server.answers["/api/voice/test"] = (204, {})
    server.show(table())
    await settled(page, server)
    await button(page, "More").click()
    await button(page, "Settings").click()
    await expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def changed(**values: int) -> dict[str, Any]:
    view = room(GROUP)
    for setting in view["settings"]:
        if setting["name"] in values:
            setting |= {"page": values[setting["name"]], "source": "page"}
            setting["value"] = setting["page"]
    return view


def setting(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


async def test_a_slider_sets_what_it_is_let_go_at_and_the_answer_is_shown(
    page: Page, server: PageServer
) -> None:
    await open_room(page, server)
    volume = setting(page, VOLUME)
    await expect(volume).to_contain_text("100 %, as usual.")
    await volume.get_by_role("slider").fill("130")
    assert await server.heard() == [{"values": {"voice_volume_pct": 130}, "group": None}]
    await expect(volume).to_contain_text("130 %, set on this page.")
    await volume.get_by_role("button", name="Take back").click()
    assert (await server.heard(2))[1] == {"values": {"voice_volume_pct": None}, "group": None}


async def test_a_turn_clock_is_off_until_somebody_sets_it(page: Page, server: PageServer) -> None:
    await open_room(page, server)
    clock = setting(page, "Turn clock")
    await expect(clock).to_contain_text("Off, as usual.")
    server.answers[PATH] = (200, changed(turn_clock_s=30))
    await clock.get_by_role("slider").fill("30")
    assert await server.heard() == [{"values": {"turn_clock_s": 30}, "group": None}]
    await expect(clock).to_contain_text("30 s, set on this page.")


async def test_a_group_has_no_profile_and_is_named_as_it_is(page: Page, server: PageServer) -> None:
    await open_room(page, server)
    await button(page, GROUP).click()
    await expect(setting(page, "Hit profile")).to_have_count(0)
    await setting(page, "Breath").get_by_role("slider").fill("250")
    (told,) = await server.heard()
    assert told == {"values": {"breath_ms": 250}, "group": "0123abcd"}


async def test_what_waits_for_a_game_or_a_restart_says_so(page: Page, server: PageServer) -> None:
    await open_room(page, server)
    profile = setting(page, "Hit profile")
    await expect(profile).to_contain_text("from the next game on. Until then: Measured.")
    await expect(setting(page, "Strict counting")).to_contain_text("restart of the referee")
    await expect(profile.get_by_role("img")).to_have_accessible_name(re.compile("^0: 60 %, 1: 0 %"))


async def test_the_voice_is_heard_with_a_tap(page: Page, server: PageServer) -> None:
    await open_room(page, server)
    await button(page, "Test the voice").click()
    await server.heard()
    assert server.told[0][0] == "/api/voice/test"


async def test_a_room_without_a_voice_says_where_it_is_switched_on(
    page: Page, server: PageServer
) -> None:
    await open_room(page, server, voice=False)
    await expect(page.get_by_text("referee.voice")).to_be_visible()
    await expect(setting(page, VOLUME)).to_have_count(0)


async def test_a_refusal_is_shown_and_the_slider_goes_back(page: Page, server: PageServer) -> None:
    await open_room(page, server)
    server.answers[PATH] = (503, refused("refusal.settings_unreadable", file="j.settings.json"))
    slider = setting(page, "Breath").get_by_role("slider")
    await slider.fill("250")
    await expect(page.get_by_role("alert").get_by_text("j.settings.json")).to_be_visible()
    await expect(slider).to_have_value("1000")


async def test_what_the_referee_cannot_read_is_said_and_can_be_asked_for_again(
    page: Page, server: PageServer
) -> None:
    await open_room(page, server)
    damaged = refused("refusal.settings_unreadable", file="j.settings.json")
    server.found[PATH] = (503, damaged)
    await button(page, "Back to the table").click()
    await button(page, "More").click()
    await button(page, "Settings").click()
    await expect(page.get_by_role("alert")).to_contain_text("j.settings.json")
    await expect(page.get_by_text("did not answer")).to_have_count(0)
    server.found[PATH] = room(GROUP)
    await page.locator(".room").get_by_role("button").last.click()
    await expect(setting(page, VOLUME)).to_be_visible()


async def test_keys_move_a_slider_on_while_the_referee_answers(
    page: Page, server: PageServer
) -> None:
    await open_room(page, server)
    server.answers[PATH] = (200, changed(voice_volume_pct=110))
    server.pause()
    slider = setting(page, VOLUME).get_by_role("slider")
    await slider.focus()
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    await expect(slider).to_have_value("130")
    assert len(await server.heard()) == 1
    server.resume()
    told = await server.heard(2)
    assert [body["values"]["voice_volume_pct"] for body in told] == [110, 130]


async def test_an_answer_does_not_move_the_slider_that_is_being_moved(
    page: Page, server: PageServer
) -> None:
    await open_room(page, server)
    server.answers[PATH] = (200, changed(voice_volume_pct=110))
    slider = setting(page, VOLUME).get_by_role("slider")
    server.pause()
    await slider.fill("110")
    await server.heard()
    await slider.evaluate(
        "(input) => { input.value = '160'; input.dispatchEvent(new Event('input')); }"
    )
    server.resume()
    await expect(setting(page, VOLUME)).to_contain_text("110 %, set on this page.")
    await expect(slider).to_have_value("160")


async def test_only_the_host_is_offered_settings(page: Page, server: PageServer) -> None:
    server.reset()
    server.me = seat_of("Bo")
    server.show(table(access="seats"))
    await page.reload()
    await settled(page, server)
    await page.evaluate("location.hash = 'more'")
    await expect(button(page, "What the cards do")).to_be_visible()
    await expect(button(page, "Settings")).to_have_count(0)
