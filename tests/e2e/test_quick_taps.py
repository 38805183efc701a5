"""Quick fingers on real touch screens: one tap, one deed, on however many phones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import product

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.e2e.looking import HOST, button
from tests.e2e.page_server import PageServer
from tests.e2e.phones import SCREEN, SEEN_MS, Phone, Phones, phones, until
from tests.e2e.views import THREE, views
from tests.seeds import sample

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAPS_MS = (30, 60, 100, 150, 250, 400, 550)
MOST = 5


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def several(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Phones]:
    """A table for phones; take ``at_table``."""
    async with phones(tmp_path_factory.mktemp("phones"), browser) as table:
        yield table


@pytest_asyncio.fixture(loop_scope="session")
async def at_table(several: Phones) -> Phones:
    """One phone, at Bo's turn in a game that has just begun."""
    await several.come(1)
    await several.begin(hands={"Ann": 20, "Bo": 20, "Cy": 20})
    return several


async def twice(table: Phones, name: str, count: int, gap_ms: int) -> None:
    """Tap a key twice: on one phone, or in turn on that many, from the first to the last tap."""
    await table.come(count)
    those = table.all[:count]
    for phone in those:
        await expect(button(phone.page, name)).to_be_enabled()  # the launcher takes a breath
    await table.seen()
    places = [(phone, await phone.place(button(phone.page, name))) for phone in those]
    taps = places * 2 if count == 1 else places
    apart_ms = gap_ms / (len(taps) - 1)
    await asyncio.gather(*(phone.downs() for phone in those))
    await table.tap_in_turn(*((round(at * apart_ms), *tap) for at, tap in enumerate(taps)))
    await table.settled()
    downs = sorted([at for phone in those for at in await phone.downs()])
    assert len(downs) == len(taps)


async def settle_told(table: Phones, those: list[Phone]) -> list[str]:
    """What each of these phones tells, once everything is answered."""
    await table.settled()
    return [await phone.notice() for phone in those]


each_case = pytest.mark.parametrize("case", sample([*product((1, 2, MOST), GAPS_MS)], 4))
"""Phones and gap."""


@each_case
async def test_a_card_tapped_twice_is_played_once(at_table: Phones, case: tuple[int, int]) -> None:
    count, gap_ms = case
    before = at_table.said("play")
    await twice(at_table, "Red 2", count, gap_ms)
    assert at_table.said("play") == before + 1
    told = await settle_told(at_table, at_table.all[:count])
    if count == 1:
        assert told[0].startswith("Two quick taps on the same button count as one.")
        return
    assert sorted(one != "" for one in told) == [False, *[True] * (count - 1)]
    for one in filter(None, told):
        assert one.startswith("You were too late. Bo has played red 2. Look at the table again.")


@each_case
async def test_undo_tapped_twice_takes_back_one_command(
    at_table: Phones, case: tuple[int, int]
) -> None:
    count, gap_ms = case
    for by, card in (("Bo", "red-2"), ("Cy", "red-3"), ("Ann", "red-4")):
        await at_table.say(do="play", by=by, card=card)
    before = at_table.said("undo")
    await twice(at_table, "Undo", count, gap_ms)
    assert at_table.said("undo") == before + 1
    told = await settle_told(at_table, at_table.all[:count])
    assert sum(one != "" for one in told) == max(count - 1, 1)
    log = at_table.evening.table.record.log[-1]
    assert (log.key, log.values["what"]["values"]) == (
        "log.undoes",
        {"player": "Ann", "card": "red-4"},
    )


@each_case
async def test_the_launcher_pressed_twice_gives_one_hit(
    at_table: Phones, case: tuple[int, int]
) -> None:
    count, gap_ms = case
    before = at_table.said("hit")
    await twice(at_table, "Press the launcher", count, gap_ms)
    await at_table.evening.launcher.heard()
    assert at_table.said("hit") == before + 1


@pytest.mark.thorough
async def test_two_quick_taps_that_are_two_deeds_are_two(at_table: Phones) -> None:
    await at_table.seen()
    phone = at_table.all[0]
    await phone.tap(await phone.place(button(phone.page, "Red Discard All")))
    await expect(phone.page.get_by_test_id("ask")).to_be_visible()
    three = await phone.place(button(phone.page, "Red 3"))
    await at_table.tap_in_turn((0, phone, three), (GAPS_MS[0], phone, three))
    await expect(button(phone.page, "Play this card and 2 more")).to_be_visible()
    await at_table.pass_time(SEEN_MS)
    await phone.tap(await phone.place(button(phone.page, "Play this card and 2 more")))
    await at_table.settled()
    played = at_table.evening.entries("command")[-1].body["command"]
    assert played == {
        "do": "play",
        "by": "Bo",
        "card": "red-discard-all",
        "with": ["red-3", "red-3"],
    }


@pytest.mark.thorough
async def test_two_quick_taps_that_count_two_cards_are_two(at_table: Phones) -> None:
    await at_table.say(do="set", hands={"Ann": 3, "Bo": 1, "Cy": 2})
    await at_table.say(do="play", by="Bo", card="red-3")
    await at_table.seen()
    phone = at_table.all[0]
    await phone.tap(await phone.place(button(phone.page, "Tap the cards of Cy")))
    three = await phone.place(button(phone.page, "3, 3 points"))
    await at_table.tap_in_turn((0, phone, three), (GAPS_MS[0], phone, three))
    count = button(phone.page, "Count the cards of Cy")
    await expect(count).to_be_enabled()
    await at_table.pass_time(SEEN_MS)
    await phone.tap(await phone.place(count))
    await expect(count).to_have_count(0)
    await at_table.settled()
    counted = at_table.evening.entries("command")[-1].body["command"]
    assert counted == {"do": "count", "player": "Cy", "points": 6}


@pytest.mark.thorough
async def test_two_quick_taps_on_plus_are_two(browser: Browser, server: PageServer) -> None:
    phone = Phone(await (await browser.new_context(**SCREEN)).new_page())
    server.show(views(THREE)["to confirm"].shown)
    await phone.page.goto(f"http://{HOST}:{server.port}/")
    field = phone.page.locator("input[type=number]")
    before = int(await field.input_value())
    more = await phone.place(button(phone.page, "One more"))
    for _ in range(2):
        await phone.tap(more)
    await expect(field).to_have_value(str(before + 2))
    await phone.page.context.close()


@pytest.mark.thorough
async def test_one_person_enters_three_cards_quickly(at_table: Phones) -> None:
    """What a device's own taps did counts as seen at once."""
    await at_table.seen()
    phone = at_table.all[0]
    places = [await phone.place(button(phone.page, name)) for name in ("Red 2", "Red 4", "Red 6")]
    before = at_table.said("play")
    for place in places:
        await phone.tap(place)
        await at_table.settled()
    assert at_table.said("play") == before + 3
    assert await phone.notice() == ""


OFF_AT = """(end) => addEventListener(end, ({ target }) => {
  target.closest("button").disabled = true;
}, { capture: true, once: true })"""
"""As what the referee says of others' deeds can switch a key off."""
ON_AT = """(key) => {
  key.disabled = true;
  addEventListener("pointerup", () => { key.disabled = false; }, { capture: true, once: true });
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("end", ["pointerdown", "pointerup"], ids=["finger", "click"])
async def test_a_tap_on_a_key_that_goes_off_is_told(at_table: Phones, end: str) -> None:
    """Before the finger leaves it, or before the click that follows."""
    await at_table.seen()
    phone = at_table.all[0]
    place = await phone.place(button(phone.page, "Red 2"))
    before = at_table.said("play")
    await phone.page.evaluate(OFF_AT, end)
    await phone.tap(place)
    await expect(phone.page.locator(".notices")).to_contain_text("The table has just changed")
    await at_table.settled()
    assert at_table.said("play") == before


@pytest.mark.thorough
async def test_a_tap_on_a_key_that_comes_on_is_a_tap(at_table: Phones) -> None:
    await at_table.seen()
    phone = at_table.all[0]
    key = button(phone.page, "Red 2")
    place = await phone.place(key)
    before = at_table.said("play")
    await key.evaluate(ON_AT)
    await phone.tap(place)
    await until(lambda: at_table.said("play") == before + 1, "it is played")
    await at_table.settled()
    assert await phone.notice() == ""
