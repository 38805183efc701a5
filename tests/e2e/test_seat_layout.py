"""A player's phone: every number of keys has room, and no key moves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from functools import partial

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

import rules
from tests.e2e.axe import Audit, drawn, violations
from tests.e2e.layout import OWN_KEYS, faults
from tests.e2e.looking import settled
from tests.e2e.page_server import SPECTATOR, PageServer, offered
from tests.e2e.seat_phone import BOS, phone_of
from tests.e2e.seat_views import BO, LOOKING_ON, seat_views
from tests.e2e.told import RED_7, sets, told
from tests.e2e.views import SIZES, TEN, THREE, look_at

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG_NAME = "Dorothea-Wilhelmina von Hohenstein"
PHONES = ("common-phone", "small-phone", "common-phone-across", "phone", "phone-across")
ANY_DECK_PX, PLAY_PX = 33, 39
"""The shorter side of the smallest key: with the whole deck, and in play."""
MOST_IN_PLAY = 30
SIDES = """all => all.map((one) => one.getBoundingClientRect())
  .map((box) => Math.min(box.width, box.height))"""
FAR = "document.documentElement.scrollHeight - innerHeight"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def bos(browser: Browser, page_server: PageServer) -> AsyncIterator[Page]:
    """Bo's phone, loaded once."""
    page_server.reset()
    async with phone_of(browser, page_server, BOS, is_mobile=False) as page:
        yield page


async def hold(page: Page, size: str) -> None:
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})


async def smallest_px(page: Page) -> float:
    sides: list[float] = await page.locator(".own-keys button:enabled").evaluate_all(SIDES)
    return min(sides)


async def keys_have_room(
    bos: Page,
    server: PageServer,
    edition: str,
    sizes: Collection[str],
    counts: Collection[int],
) -> None:
    """So many cards that Bo may play, those after a red 7 (0), and the whole deck to turn up."""
    turn = told(THREE, RED_7, edition=edition)
    deck = [{"do": "play", "by": BO, "card": one} for one in rules.EDITIONS[edition].cards]
    rest = [one for one in turn["legal"] if one["do"] != "play"]
    for many in counts:
        server.show(turn | offered([*rest, *deck[:many]]) if many else turn)
        await settled(bos, server)
        for size in sizes:
            await hold(bos, size)
            away = [str(one) for one in await faults(bos, keys=OWN_KEYS) if "key" in one.what]
            assert away == [], (size, many)
            few = many <= MOST_IN_PLAY and "across" not in size
            assert await smallest_px(bos) >= (PLAY_PX if few else ANY_DECK_PX), (size, many)
    server.show(told((BO, "Ann", "Cy"), edition=edition))
    await settled(bos, server)
    await hold(bos, "common-phone")
    await expect(bos.locator(".own-keys button")).to_have_count(len(deck))
    assert await bos.evaluate(FAR) == 0


@pytest.mark.thorough
async def test_the_keys_have_room(bos: Page, server: PageServer) -> None:
    await keys_have_room(bos, server, "extreme", ("common-phone",), (0,))


@pytest.mark.thorough
@pytest.mark.parametrize("edition", rules.EDITIONS)
async def test_every_number_of_keys_has_room(bos: Page, server: PageServer, edition: str) -> None:
    whole = len(rules.EDITIONS[edition].cards)
    await keys_have_room(bos, server, edition, PHONES, (0, 1, 2, 5, 12, 30, whole))


@pytest.mark.parametrize(
    "everything",
    [
        pytest.param(False, id="new", marks=pytest.mark.thorough),
        pytest.param(True, id="everything", marks=pytest.mark.soak),
    ],
)
async def test_axe_finds_nothing(bos: Page, server: PageServer, everything: bool) -> None:
    await hold(bos, "common-phone")
    visits = {
        name: partial(look_at, bos, server, view, me=BOS)
        for name, view in seat_views(THREE).items()
    }
    assert (
        await violations(bos, visits if everything else drawn(visits), everything=everything) == {}
    )


@pytest.mark.thorough
async def test_who_looks_on_can_read_all_and_axe_finds_nothing(
    browser: Browser, server: PageServer
) -> None:
    async with phone_of(browser, server, SPECTATOR) as page:
        audit = Audit()
        for view in LOOKING_ON.values():
            server.show(view.shown)
            await settled(page, server)
            for size in PHONES:
                await hold(page, size)
                assert [str(one) for one in await faults(page, main=view.main)] == [], size
                assert await audit.violations(page) == [], size


LONGEST_WILD = """() => {
  const name = [...document.querySelectorAll(".wild-name b")]
    .find((one) => one.textContent.includes("Customizable"));
  const words = document.createRange();
  words.selectNodeContents(name);
  return new Set([...words.getClientRects()].map((one) => one.top)).size;
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", PHONES)
async def test_the_longest_name_of_a_wild_does_not_break(
    bos: Page, server: PageServer, size: str
) -> None:
    server.show(told(THREE, RED_7, edition="extreme"))
    await settled(bos, server)
    await hold(bos, size)
    assert await bos.evaluate(LONGEST_WILD) == 1


UNNAMED = "(names) => names.filter((one) => !one.checkVisibility()).length"


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["without a launcher", "a doubt"])
async def test_each_wild_has_its_name_beside_what_went_wrong(
    bos: Page, server: PageServer, name: str
) -> None:
    await look_at(bos, server, seat_views(THREE)[name], folded=True, me=BOS)
    for size in (*PHONES, "small-phone-across"):
        await hold(bos, size)
        names = bos.locator(".wild-name b")
        await expect(names).not_to_have_count(0)
        assert await names.evaluate_all(UNNAMED) == 0, size


@pytest.mark.thorough
async def test_cards_that_came_last_push_no_key_off_a_phone_in_its_first_picture(
    browser: Browser, server: PageServer
) -> None:
    """Found by eleven phones: the felt follows a picture later, and still shows them."""
    mine = told(TEN, RED_7, sets(turn=BO))
    mine["state"]["top"] = "red-reverse"  # which takes two lines to say
    by = {"by": TEN[4], "owner": TEN[4]}
    hit = by | {"number": 1, "stage": "running", "requested": 5, "out": 3}
    width, height = SIZES["common-phone"]
    screen = {"width": width, "height": height}
    async with phone_of(browser, server, BOS, viewport=screen) as page:
        server.show(mine | {"launcher": mine["launcher"] | {"hit": hit}})
        await settled(page, server)
        await page.evaluate("window.requestAnimationFrame = () => 0")
        server.show(mine)
        await expect(page.locator(".own-keys")).to_be_visible()
        await expect(page.locator(".out")).to_have_text("3")
        assert await page.evaluate(FAR) == 0


KEYS = """() => [...document.querySelectorAll(".own-keys [data-card]")]
  .map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height])"""
HOLD_FRAMES = """() => {
  const held = [];
  const { requestAnimationFrame } = window;
  window.requestAnimationFrame = (callback) => held.push(callback);
  window.releaseFrames = () => {
    Object.assign(window, { requestAnimationFrame });
    held.forEach((callback) => callback(performance.now()));
  };
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["Featherstone Ann", LONG_NAME])
async def test_no_key_moves_between_the_two_pictures_of_a_turn(
    browser: Browser, server: PageServer, name: str
) -> None:
    """Who comes next has a long name, and the line about it is longer than the one before."""
    names = (THREE[0], BO, name)
    async with phone_of(browser, server, BOS) as page:
        for size in PHONES:
            await hold(page, size)
            server.show(told(names, RED_7, sets(turn=names[0])))
            await settled(page, server)
            await expect(page.locator(".own-keys")).to_be_hidden()
            await page.evaluate(HOLD_FRAMES)
            server.show(told(names, RED_7, sets(turn=BO)))
            await expect(page.locator(".own-keys")).to_be_visible()
            first = await page.evaluate(KEYS)
            assert first
            await page.evaluate("releaseFrames()")
            await settled(page, server)
            await expect(page.locator(".after")).to_contain_text(name)
            assert await page.evaluate(KEYS) == first, size
