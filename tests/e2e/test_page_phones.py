"""On a phone, a turn is played without scrolling: headline, top card, button and keys are there."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

import rules
from tests.e2e.layout import AT_PLAY, PLAYABLE, faults
from tests.e2e.looking import button, settled
from tests.e2e.page_server import COLORS, JSON, PageServer
from tests.e2e.told import RED_7, play, told
from tests.e2e.views import TEN
from tests.pairwise import pairwise

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONES = ((320, 568), (360, 640), (390, 844), (568, 320), (640, 360), (844, 390))
EDITIONS = tuple(rules.EDITIONS)
LONG = ("Featherstonehaugh-Cholmondeley", "Dorothea-Wilhelmina von Hohenstein")
FINGER_PX = 39
BEFORE_THE_FIRST_CARD_PX = 33
"""The whole deck is offered then."""
IN_REACH = f"{PLAYABLE}, .presser:enabled, .at-pile button:enabled, .dock button"
SIZES = """all => all.map((one) => one.getBoundingClientRect())
  .map((box) => Math.min(box.width, box.height))"""


@pytest_asyncio.fixture(loop_scope="session")
async def phone(page: Page) -> AsyncIterator[Page]:
    """The page, which is a tablet again after the test."""
    before = page.viewport_size
    yield page
    assert before is not None
    await page.set_viewport_size(before)


async def hold(page: Page, size: tuple[int, int]) -> None:
    """Hold the phone upright or across."""
    width, height = size
    await page.set_viewport_size({"width": width, "height": height})


async def shown(page: Page, server: PageServer, table: JSON) -> None:
    server.show(table)
    await settled(page, server)


async def out_of_reach(page: Page) -> list[str]:
    """What a turn needs and is not on the screen, or covered."""
    found = await faults(page, keys=IN_REACH, seen=AT_PLAY)
    return [str(one) for one in found if one.kind == "away" or "key" in one.what]


async def smallest_px(page: Page) -> float:
    """The shorter side of the smallest key that may be tapped."""
    sides: list[float] = await page.locator(PLAYABLE).evaluate_all(SIZES)
    return min(sides)


def turns(players: tuple[str, ...], edition: str) -> list[JSON]:
    """A turn after a number, after a picture and after a wild: each offers other keys."""
    second = players[1]
    played = [[], [play(second, "red-skip")], [play(second, "wild", color="red")]]
    has_wild = "wild" in rules.EDITIONS[edition].cards
    return [told(players, RED_7, *one, edition=edition) for one in played[: 2 + has_wild]]


FACTORS = {"size": PHONES, "edition": EDITIONS, "players": (LONG, TEN)}
PAIRS = [tuple(row.values()) for row in pairwise(FACTORS)]


@pytest.mark.parametrize(
    ("size", "edition", "players"),
    [
        pytest.param(*case, marks=pytest.mark.thorough if case in PAIRS else pytest.mark.soak)
        for case in itertools.product(*FACTORS.values())
    ],
)
async def test_a_turn_is_played_without_scrolling(
    phone: Page, server: PageServer, size: tuple[int, int], edition: str, players: tuple[str, ...]
) -> None:
    await hold(phone, size)
    for turn in turns(players, edition):
        await shown(phone, server, turn)
        await expect(phone.locator(PLAYABLE).nth(len(COLORS) * 3)).to_be_visible()
        assert await out_of_reach(phone) == []
        assert await smallest_px(phone) >= FINGER_PX


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(320, 568), (568, 320)])
async def test_the_whole_deck_is_there_before_the_first_card(
    phone: Page, server: PageServer, size: tuple[int, int]
) -> None:
    await hold(phone, size)
    await shown(phone, server, told(TEN))
    assert await out_of_reach(phone) == []
    assert await smallest_px(phone) >= BEFORE_THE_FIRST_CARD_PX


@pytest.mark.thorough
async def test_a_key_keeps_its_place_while_its_colour_lasts(
    phone: Page, server: PageServer
) -> None:
    await hold(phone, (360, 640))
    places = []
    for turn in turns(TEN, "attack"):
        await shown(phone, server, turn)
        for name in ("Red 1", "Red Skip", "Red Trade Hands", "Wild", "Wild Hit-Fire"):
            box = await button(phone, name).bounding_box()
            assert box is not None
            places.append((name, round(box["x"]), round(box["y"])))
    assert len(set(places)) == len(places) / 3


@pytest.mark.thorough
async def test_a_picture_has_its_name_on_it(phone: Page, server: PageServer) -> None:
    await hold(phone, (320, 568))
    await shown(phone, server, told(TEN, RED_7))
    captions = phone.locator(f"{PLAYABLE} .caption:visible")
    for name in ("Hit 2", "Skip", "Reverse", "Discard All", "Trade Hands", "Hit-Fire"):
        await expect(captions.filter(has_text=name)).not_to_have_count(0)


@pytest.mark.thorough
async def test_a_legend_names_the_pictures_where_keys_have_no_names(
    phone: Page, server: PageServer
) -> None:
    await hold(phone, (320, 568))
    await shown(phone, server, told(TEN))
    legend = phone.locator(".legend")
    for name in ("Hit 2", "Skip", "Reverse", "Discard All", "Trade Hands", "Wild", "Hit-Fire"):
        await expect(legend).to_contain_text(name)
    await shown(phone, server, told(TEN, RED_7))
    await expect(phone.locator(".legend")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(320, 568), (568, 320)])
async def test_undo_says_all_of_what_it_takes_back(
    phone: Page, server: PageServer, size: tuple[int, int]
) -> None:
    await hold(phone, size)
    table = told(TEN, RED_7, play("Bo", "red-trade-hands", target="Maximilian"))
    table["undo"] = next(one for one in table["log"] if one["key"].startswith("ruling.plays"))
    await shown(phone, server, table)
    about = phone.locator(".dock-undo small")
    await expect(about).to_have_text("Bo plays red Trade Hands.")
    assert await about.evaluate("one => one.scrollHeight - one.clientHeight") <= 1
