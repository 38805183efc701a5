"""A player's phone: all words can be read, nothing scrolls, and every key is under a finger."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, CDPSession, Page, expect

import rules
from tests.e2e.conftest import TABLET
from tests.e2e.layout import (
    LONG,
    OVER_OWN_KEYS,
    OWN_KEYS,
    SHORT,
    faults,
    larger_text,
    set_text,
)
from tests.e2e.looking import settled
from tests.e2e.page_server import SPECTATOR, PageServer
from tests.e2e.seat_phone import BOS, phone_of
from tests.e2e.seat_views import BO, LOOKING_ON, seat_views
from tests.e2e.test_page_access import violations
from tests.e2e.told import RED_7, sets, told
from tests.e2e.views import SIZES, TEN, TEXTS_PCT, THREE, TWO, Players, look_at

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG_NAME = "Dorothea-Wilhelmina von Hohenstein"
PARTS = 4
"""To go to a view takes longest, so each is looked at on all screens, in so many tests."""
PLAIN_PCT = TEXTS_PCT[0]
SAMPLE = ("my turn", "jam")
PHONES = ("common-phone", "small-phone", "common-phone-across", "phone", "phone-across")
FEW_SCREENS = ("common-phone", "small-phone", "phone-across")
"""For few players, who leave more room than ten."""
ANY_DECK_PX, PLAY_PX = 33, 39
"""The shorter side of the smallest key: with the whole deck, and in play."""
MOST_IN_PLAY = 30
SIDES = """all => all.map((one) => one.getBoundingClientRect())
  .map((box) => Math.min(box.width, box.height))"""
FAR = "document.documentElement.scrollHeight - innerHeight"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def bos(browser: Browser, page_server: PageServer) -> AsyncIterator[tuple[Page, CDPSession]]:
    """Bo's phone, loaded once, with a session that sets the size of its text."""
    page_server.reset()
    async with phone_of(browser, page_server, BOS, is_mobile=False) as page:
        text = await larger_text(page)
        yield page, text
        await text.detach()


async def hold(page: Page, size: str) -> None:
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})


async def wrong(
    bos: tuple[Page, CDPSession],
    server: PageServer,
    players: Players,
    names: Collection[str],
    sizes: Collection[str],
) -> str:
    """What is wrong with these views on these screens: a line each."""
    page, text = bos
    lines = []
    for name, view in seat_views(players).items():
        if name not in names:
            continue
        await page.set_viewport_size(TABLET)
        await set_text(text, PLAIN_PCT)
        await look_at(page, server, view, folded=True, me=BOS)
        covered = await page.locator(OVER_OWN_KEYS).count() > 0
        for size in sizes:
            await hold(page, size)
            for percent in TEXTS_PCT:
                await set_text(text, percent)
                plain = percent == PLAIN_PCT
                found = await faults(
                    page,
                    main=view.main if plain else (),
                    keys=OWN_KEYS if plain and not covered else "",
                    whole=LONG if plain else SHORT,
                )
                where = f"{name}, {len(players)} players, {size}, text {percent} %"
                lines += [f"{where}: {fault}" for fault in found]
                if plain and size == "common-phone" and (far := await page.evaluate(FAR)):
                    lines.append(f"{where}: scrolls by {far} px")
    await set_text(text, PLAIN_PCT)
    return "\n".join(lines)


@pytest.mark.thorough
async def test_nothing_scrolls_and_all_can_be_read_and_tapped(
    bos: tuple[Page, CDPSession], server: PageServer
) -> None:
    assert await wrong(bos, server, TEN, SAMPLE, ("common-phone",)) == ""


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        pytest.param(TEN, tuple(SIZES), id="10", marks=pytest.mark.thorough),
        pytest.param(THREE, FEW_SCREENS, id="3", marks=pytest.mark.thorough),
        pytest.param(TWO, FEW_SCREENS, id="2", marks=pytest.mark.thorough),
        pytest.param(THREE, tuple(SIZES), id="3 everywhere", marks=pytest.mark.soak),
        pytest.param(TWO, tuple(SIZES), id="2 everywhere", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("part", range(PARTS))
async def test_every_view_can_be_read_and_tapped(
    bos: tuple[Page, CDPSession],
    server: PageServer,
    players: Players,
    sizes: Collection[str],
    part: int,
) -> None:
    names = [*seat_views(players)][part::PARTS]
    assert await wrong(bos, server, players, names, sizes) == ""


async def smallest_px(page: Page) -> float:
    sides: list[float] = await page.locator(".own-keys button:enabled").evaluate_all(SIDES)
    return min(sides)


async def keys_have_room(
    bos: tuple[Page, CDPSession],
    server: PageServer,
    edition: str,
    sizes: Collection[str],
    counts: Collection[int],
) -> None:
    """So many cards that Bo may play, those after a red 7 (0), and the whole deck to turn up."""
    page, _ = bos
    turn = told(THREE, RED_7, edition=edition)
    deck = [{"do": "play", "by": BO, "card": one} for one in rules.EDITIONS[edition].cards]
    rest = [one for one in turn["legal"] if one["do"] != "play"]
    for many in counts:
        server.show(turn | {"legal": [*rest, *deck[:many]]} if many else turn)
        await settled(page, server)
        for size in sizes:
            await hold(page, size)
            away = [str(one) for one in await faults(page, keys=OWN_KEYS) if "key" in one.what]
            assert away == [], (size, many)
            few = many <= MOST_IN_PLAY and "across" not in size
            assert await smallest_px(page) >= (PLAY_PX if few else ANY_DECK_PX), (size, many)
    server.show(told((BO, "Ann", "Cy"), edition=edition))
    await settled(page, server)
    await hold(page, "common-phone")
    assert await page.locator(".own-keys button").count() == len(deck)
    assert await page.evaluate(FAR) == 0


async def test_the_keys_have_room(bos: tuple[Page, CDPSession], server: PageServer) -> None:
    await keys_have_room(bos, server, "extreme", ("common-phone",), (0,))


@pytest.mark.thorough
@pytest.mark.parametrize("edition", rules.EDITIONS)
async def test_every_number_of_keys_has_room(
    bos: tuple[Page, CDPSession], server: PageServer, edition: str
) -> None:
    whole = len(rules.EDITIONS[edition].cards)
    await keys_have_room(bos, server, edition, PHONES, (0, 1, 2, 5, 12, 30, whole))


@pytest.mark.thorough
async def test_axe_finds_nothing(bos: tuple[Page, CDPSession], server: PageServer) -> None:
    """Every rule in light; in dark, where only colours differ, those about contrast."""
    page, _ = bos
    await hold(page, "common-phone")
    assert await violations(page, server, seat_views(THREE), me=BOS) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("size", PHONES)
async def test_who_looks_on_can_read_all_and_axe_finds_nothing(
    browser: Browser, server: PageServer, size: str
) -> None:
    async with phone_of(browser, server, SPECTATOR) as page:
        await hold(page, size)
        for view in LOOKING_ON.values():
            server.show(view.shown)
            await settled(page, server)
            assert [str(one) for one in await faults(page, main=view.main)] == []
            found = await Axe().run(page)
            assert found.violations_count == 0, found.generate_report()


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
    bos: tuple[Page, CDPSession], server: PageServer, size: str
) -> None:
    page, _ = bos
    server.show(told(THREE, RED_7, edition="extreme"))
    await settled(page, server)
    await hold(page, size)
    assert await page.evaluate(LONGEST_WILD) == 1


UNNAMED = "(names) => names.filter((one) => !one.checkVisibility()).length"


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["without a launcher", "a doubt"])
async def test_each_wild_has_its_name_beside_what_went_wrong(
    bos: tuple[Page, CDPSession], server: PageServer, name: str
) -> None:
    page, _ = bos
    await look_at(page, server, seat_views(THREE)[name], folded=True, me=BOS)
    for size in (*PHONES, "small-phone-across"):
        await hold(page, size)
        names = page.locator(".wild-name b")
        assert await names.count()
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
HELD = """() => {
  window.held = [];
  window.requestAnimationFrame = (deed) => held.push(deed);
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["Featherstone Ann", LONG_NAME])
@pytest.mark.parametrize("size", PHONES)
async def test_no_key_moves_between_the_two_pictures_of_a_turn(
    browser: Browser, server: PageServer, size: str, name: str
) -> None:
    """Who comes next has a long name, and the line about it is longer than the one before."""
    width, height = SIZES[size]
    names = (THREE[0], BO, name)
    async with phone_of(browser, server, BOS, viewport={"width": width, "height": height}) as page:
        server.show(told(names, RED_7, sets(turn=names[0])))
        await settled(page, server)
        await page.evaluate(HELD)
        server.show(told(names, RED_7, sets(turn=BO)))
        await expect(page.locator(".own-keys")).to_be_visible()
        first = await page.evaluate(KEYS)
        assert first
        await page.evaluate("held.splice(0).forEach((deed) => deed(performance.now()))")
        await settled(page, server)
        assert name in await page.locator(".after").inner_text()
        assert await page.evaluate(KEYS) == first
