"""The table seen from above: everybody has a place that can be read, and it says who is meant."""

from __future__ import annotations

import math
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.layout import faults
from tests.e2e.looking import button, settled
from tests.e2e.page_server import PageServer, offer, table
from tests.e2e.views import SIZES, TEN, look_at, views

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

HIT = {"number": 1, "by": "Bo", "owner": "Bo", "stage": "armed", "requested": None, "out": 0}
TIMES = "\N{MULTIPLICATION SIGN}"
PICTURED = [size for size in SIZES if "phone" not in size]
"""Screens with room for the picture of the table."""
Box = dict[str, float]


async def box(what: Locator) -> Box:
    found = await what.bounding_box()
    assert found is not None
    return {side: found[side] for side in ("x", "y", "width", "height")}


def apart(one: Box, other: Box) -> bool:
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


def middle(one: Box) -> tuple[float, float]:
    return one["x"] + one["width"] / 2, one["y"] + one["height"] / 2


def bearing(origin: Box, to: Box) -> float:
    """Degrees clockwise from the top."""
    (x, y), (to_x, to_y) = middle(origin), middle(to)
    return math.degrees(math.atan2(to_x - x, y - to_y)) % 360


def seats(page: Page) -> Locator:
    return page.get_by_role("list", name="Players").get_by_role("listitem")


async def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})


async def test_a_name_of_wide_letters_covers_nothing(page: Page, server: PageServer) -> None:
    await page.set_viewport_size({"width": 1280, "height": 720})
    await look_at(page, server, views((40 * "W", "Bo", "Cy"))["play"])
    assert await faults(page) == []


@pytest.mark.parametrize("size", PICTURED)
async def test_towers_stand_beside_the_pile_not_on_its_buttons(
    page: Page, server: PageServer, size: str
) -> None:
    await resize(page, size)
    await look_at(page, server, views(TEN)["power-grab, held"], folded=True)
    towers = [await box(one) for one in await page.locator(".badge.tower").all()]
    draw = await box(button(page, "Draw a card"))
    await resize(page, "tablet")
    assert len(towers) == 4
    assert all(apart(tower, draw) for tower in towers)


@pytest.mark.parametrize("size", ["phone", "tablet", "screen"])
async def test_ten_players_sit_apart_from_each_other_and_the_launcher(
    page: Page, server: PageServer, size: str
) -> None:
    await resize(page, size)
    server.show(table(TEN, launcher={"hit": HIT}))
    await settled(page, server)
    boxes = [await box(seat) for seat in await seats(page).all()]
    boxes.append(await box(button(page, "Press the launcher")))
    boxes.append(await box(page.get_by_role("img", name="Red 7 lies on top")))
    await resize(page, "tablet")
    assert len(boxes) == len(TEN) + 2
    overlapping = [
        (i, j) for i in range(len(boxes)) for j in range(i) if not apart(boxes[i], boxes[j])
    ]
    assert overlapping == []


@pytest.mark.parametrize("size", PICTURED)
async def test_the_launchers_mouth_hides_no_colour(
    page: Page, server: PageServer, size: str
) -> None:
    await resize(page, size)
    server.show(table(TEN, launcher={"hit": HIT}))
    await settled(page, server)
    colour, device = await box(page.locator(".called")), await box(page.locator(".device"))
    reach = "one => -parseFloat(getComputedStyle(one, '::before').top)"
    reach_px = await page.locator(".mouth").evaluate(reach)
    await resize(page, "tablet")
    assert reach_px > 0
    assert colour["y"] + colour["height"] <= device["y"] - reach_px


async def test_ten_names_can_be_read_whole_on_a_tablet(page: Page, server: PageServer) -> None:
    server.show(table(TEN))
    await settled(page, server)
    # by half a line: in some fonts the box of a letter is higher than the line that it stands in
    cut = """all => all.filter((one) =>
      one.scrollHeight > one.clientHeight + parseFloat(getComputedStyle(one).lineHeight) / 2 ||
      one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
    assert await page.locator(".who").evaluate_all(cut) == []


SMALLEST_PX = 10
LINES = """(one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
LETTERS_PX = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"


@pytest.mark.parametrize("size", PICTURED)
async def test_names_on_plates_are_not_tiny(page: Page, server: PageServer, size: str) -> None:
    await resize(page, size)
    server.show(table(TEN))
    await settled(page, server)
    letters_px = await page.locator(".who").evaluate_all(LETTERS_PX)
    lines = await page.locator(".who", has_text="Featherstonehaugh").evaluate(LINES)
    await resize(page, "tablet")
    assert min(letters_px) >= SMALLEST_PX
    assert lines == 2  # it breaks at its hyphen alone


@pytest.mark.parametrize("size", ["tablet", "screen"])
async def test_the_felt_stands_above_the_calls_though_ten_won(
    page: Page, server: PageServer, size: str
) -> None:
    await resize(page, size)
    await look_at(page, server, views(TEN)["won by all"], folded=True)
    felt = await box(page.locator(".felt"))
    calls = await box(page.locator(".dock"))
    await resize(page, "tablet")
    assert felt["y"] + felt["height"] <= calls["y"]


@pytest.mark.parametrize("size", ["small-phone", "common-phone-across", *PICTURED])
async def test_that_there_is_no_colour_is_said_on_one_line(
    page: Page, server: PageServer, size: str
) -> None:
    """So that it hides little of the card."""
    await resize(page, size)
    await look_at(page, server, views(TEN)["first wild"], folded=True)
    called = page.locator(".called")
    await expect(called).to_have_text("No colour yet")
    lines = await called.evaluate(LINES)
    await resize(page, "tablet")
    assert lines == 1


@pytest.mark.parametrize("players", [2, 3, 6, 10])
async def test_the_next_seat_is_clockwise_and_so_on_the_left(
    page: Page, server: PageServer, players: int
) -> None:
    server.show(table(TEN[:players]))
    await settled(page, server)
    felt = await box(page.get_by_role("region", name="Table"))
    turns = [(bearing(felt, await box(seat)) - 180) % 360 for seat in await seats(page).all()]
    assert turns[0] == pytest.approx(0, abs=1)
    assert turns == sorted(turns)


@pytest.mark.parametrize("at", [0, 3, 7])
async def test_the_launcher_faces_whom_the_referee_says(
    page: Page, server: PageServer, at: int
) -> None:
    server.show(table(TEN, facing=TEN[at]))
    await settled(page, server)
    device = page.locator(".device")
    turned = await page.locator(".mouth").evaluate("one => parseFloat(one.style.rotate)")
    wanted = bearing(await box(device), await box(seats(page).nth(at)))
    assert abs((turned - wanted + 180) % 360 - 180) < 35
    server.show(table(TEN, phase="round_over", facing=None, turn=None))
    await settled(page, server)
    await expect(page.locator(".mouth")).to_be_hidden()


async def test_whose_turn_it_is_stands_out_alone(page: Page, server: PageServer) -> None:
    server.show(table(TEN, turn="Eve"))
    await settled(page, server)
    current = page.locator('[aria-current="true"]')
    await expect(current).to_have_count(1)
    await expect(current).to_contain_text("Eve")


async def test_the_direction_turns_round(page: Page, server: PageServer) -> None:
    drawn = []
    for direction in ("left", "right"):
        server.show(table(direction=direction))
        await settled(page, server)
        await expect(page.get_by_role("group", name="Pile")).to_contain_text(direction)
        drawn.append(
            await page.locator(".orbit").evaluate("one => getComputedStyle(one).transform")
        )
    assert drawn == ["none", "matrix(-1, 0, 0, 1, 0, 0)"]


async def test_owed_hits_count_down_by_name(page: Page, server: PageServer) -> None:
    def owe(**hits: int | None) -> list[dict[str, Any]]:
        return [
            {"player": n, "by": n, "hits": h, "until_fire": h is None, "reason": "ATK-8"}
            for n, h in hits.items()
        ]

    owed = page.get_by_role("list", name="Hits and draws due").get_by_role("listitem")
    server.show(table(phase="hits", owed=owe(Bo=2, Cy=None)))
    await expect(owed.first).to_contain_text("Bo")
    await expect(owed.first.locator("i")).to_have_count(2)
    await expect(seats(page).nth(1)).to_contain_text(f"{TIMES}2")
    await expect(owed.last).to_contain_text("until cards come")
    server.show(table(phase="hits", owed=owe(Bo=1, Cy=None)))
    await expect(owed.first.locator("i")).to_have_count(1)
    await expect(seats(page).nth(1)).to_contain_text(f"{TIMES}1")


async def test_cards_on_their_way_are_shown_at_who_gets_them(
    page: Page, server: PageServer
) -> None:
    server.show(table(launcher={"hit": HIT}))
    server.move(hit=HIT | {"owner": "Cy", "stage": "running", "requested": 5, "out": 4})
    await expect(seats(page).nth(2)).to_contain_text("+4")


async def test_a_tap_on_a_seat_opens_its_player(page: Page, server: PageServer) -> None:
    calls = [
        offer("uno", by="Cy"),
        offer("uno", by="Bo"),
        *(offer("catch", player="Cy", by=name) for name in ("Ann", "Bo")),
        offer("catch", player="Ann", by="Bo"),
    ]
    owed = [{"player": "Bo", "by": "Cy", "hits": 2, "until_fire": False, "reason": "ATK-1"}]
    shown = table(legal=calls, owed=owed, hands={"Ann": 7, "Bo": 7, "Cy": 2})
    server.show(shown)
    await settled(page, server)
    seat = seats(page).nth(2).get_by_role("button")
    await seat.click()
    player = page.get_by_role("region", name="Cy", exact=True)
    await expect(player).to_contain_text("2 cards, 0 points.")
    due = player.get_by_role("list", name="Hits and draws due")
    await expect(due).to_have_text("Has to hit 2 times. The cards are for Bo ATK-1")
    await expect(player.get_by_text("Correct this hand")).to_have_count(0)  # nobody may now
    await button(page, "Call UNO for Cy").click()
    await expect(player).to_have_count(0)
    await seat.click()
    await button(page, "Catch Cy").click()
    await button(page, "Bo").click()
    assert await server.heard(2) == [
        {"do": "uno", "by": "Cy"},
        {"do": "catch", "player": "Cy", "by": "Bo"},
    ]


async def test_a_hand_is_corrected_at_its_player(page: Page, server: PageServer) -> None:
    server.show(table(legal=[offer("set", "hands")]))
    await seats(page).nth(2).get_by_role("button").click()
    cards = page.get_by_role("spinbutton", name="Cards in the hand of Cy")
    await expect(cards).to_be_hidden()
    await page.get_by_text("Correct this hand").click()
    await cards.fill("9")
    await button(page, "Set").click()
    assert await server.heard() == [{"do": "set", "hands": {"Cy": 9}}]
    await expect(page.get_by_role("region", name="Cy", exact=True)).to_have_count(0)


async def test_a_player_who_left_does_not_play(page: Page, server: PageServer) -> None:
    server.show(table())
    await seats(page).nth(2).get_by_role("button").click()
    server.show(table(("Ann", "Bo")))
    await expect(page.get_by_text("Cy does not play.")).to_be_visible()
    await button(page, "Close").click()
    await expect(page.get_by_text("does not play")).to_have_count(0)


async def test_the_top_card_is_as_large_as_its_place(page: Page, server: PageServer) -> None:
    server.show(table(top="red-7"))
    await settled(page, server)
    place, card = await box(page.locator(".pile .card")), await box(page.locator(".pile .card svg"))
    assert card["width"] == pytest.approx(place["width"])
    assert card["height"] > card["width"]
