"""Cards that a reader saw, on the page: what is asked is asked where it is answered, and once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio
from playwright.async_api import CDPSession, Page, expect

from tests.e2e.axe import drawn, violations
from tests.e2e.conftest import TABLET
from tests.e2e.layout import larger_text, set_text
from tests.e2e.looking import button, settled
from tests.e2e.page_server import ANYBODY, JSON, PageServer, seat_of
from tests.e2e.pairing_views import go_to
from tests.e2e.seated import seated
from tests.e2e.seen_views import FINE, asking, seen_places, sightings
from tests.e2e.test_pairing_views import PLAIN_PCT
from tests.e2e.told import RED_7, play, told
from tests.e2e.views import THREE

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIRST, SECOND, LAST = THREE
ANSWER, COUNTING = "/api/sightings/answer", "/api/sightings/counting"
TURN = told(THREE, RED_7)
NO_FIT = {"number": 1, "key": "refusal.wrong_turn", "values": {"player": "Bo"}}
SPEAKS = """() => {
  globalThis.spoken = [];
  globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const speak = ({ text }) => globalThis.spoken.push(text);
  Object.defineProperty(globalThis, "speechSynthesis", { value: { speak, cancel() {} } });
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def text(page: Page) -> AsyncIterator[CDPSession]:
    """The page's size of text; page and text get back their sizes."""
    session = await larger_text(page)
    yield session
    await set_text(session, PLAIN_PCT)
    await session.detach()
    await page.set_viewport_size(TABLET)


async def at(page: Page, server: PageServer, shown: JSON, me: JSON = ANYBODY) -> None:
    """The page shows a table, as the device that it is to be."""
    server.me = me
    server.show(shown)
    await settled(page, server)
    await expect(page.locator("main")).to_have_attribute("data-role", me["role"])


@pytest.mark.thorough
async def test_a_card_is_confirmed_or_its_choice_made_with_one_tap(
    page: Page, server: PageServer
) -> None:
    await at(page, server, asking(TURN, "confirm", "red-3", SECOND, waiting=1))
    await expect(page.locator("h1")).to_have_text(f"{SECOND}: red 3?")
    await button(page, "Yes").click()
    assert await server.heard() == [{"pending": 1, "yes": True}]
    await at(page, server, asking(TURN, "color", "wild", SECOND))
    await button(page, "Blue").click()
    (_, wild) = await server.heard(2)
    assert wild == {"do": "play", "by": SECOND, "card": "wild", "color": "blue"}
    await at(page, server, asking(TURN, "color", "wild", SECOND))
    await button(page, "Not this card").click()
    assert (await server.heard(3))[2] == {"pending": 1, "yes": False}


@pytest.mark.thorough
async def test_a_colour_that_was_said_aloud_can_be_told_and_stops_nobody(
    page: Page, server: PageServer
) -> None:
    aloud = told(THREE, RED_7, play(SECOND, "wild", color="unheard"))
    await at(page, server, aloud | {"sightings": sightings()})
    await expect(page.locator("h1")).to_have_text(f"{LAST}'s turn")
    await expect(page.locator(".sub")).to_have_text(
        "Match the colour that was called, or play a wild."
    )
    await button(page, f"Which colour has {SECOND} called?").click()
    await button(page, "Blue").click()
    assert await server.heard() == [{"do": "color", "by": SECOND, "color": "blue"}]


@pytest.mark.thorough
async def test_with_an_attack_only_the_player_is_asked(page: Page, server: PageServer) -> None:
    turn = told(THREE, RED_7, edition="attack-attack")
    asks = asking(turn, "target", "wild-attack-attack", SECOND)
    await at(page, server, asks)
    await button(page, FIRST).click()
    assert await server.heard() == [
        {**play(SECOND, "wild-attack-attack"), "color": "unheard", "target": FIRST}
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("why", ["confirm", "again", "taken_up", "reload", "cards"])
async def test_yes_and_no_are_one_tap_each(page: Page, server: PageServer, why: str) -> None:
    await at(page, server, asking(TURN, why, "red-discard-all", SECOND))
    yes, no = await page.get_by_test_id("seen").get_by_role("button").all()
    await no.click()
    assert await server.heard() == [{"pending": 1, "yes": False}]
    await at(page, server, asking(TURN, why, "red-discard-all", SECOND))
    await yes.click()
    assert (await server.heard(2))[1] == {"pending": 1, "yes": True}


@pytest.mark.thorough
@pytest.mark.parametrize(("player", "is_asked"), [(SECOND, True), (FIRST, False)])
async def test_a_phone_asks_only_its_own_player(
    page: Page, server: PageServer, player: str, is_asked: bool
) -> None:
    around = {name: seated(THREE)[name] for name in ("access", "seats", "devices")}
    question = asking(TURN, "confirm", "red-3", SECOND) | around
    await at(page, server, question, seat_of(player, device=2 if player == FIRST else 3))
    await expect(page.locator("h1")).to_have_text("Red 3?" if is_asked else f"{SECOND}'s turn")
    await expect(button(page, "Yes")).to_have_count(int(is_asked))
    await page.reload()


@pytest.mark.thorough
async def test_a_card_that_cannot_be_read_is_tapped_or_ignored(
    page: Page, server: PageServer
) -> None:
    await at(page, server, asking(TURN, "unread", None, SECOND))
    await button(page, "Ignore it").click()
    assert await server.heard() == [{"pending": 1, "yes": False}]
    picker = page.get_by_test_id("picker")
    await picker.get_by_role("button", name="Red 3", exact=True).click()
    assert (await server.heard(2))[1] == {"do": "play", "by": SECOND, "card": "red-3"}


@pytest.mark.thorough
async def test_a_hand_is_counted_by_laying_it_down(page: Page, server: PageServer) -> None:
    every = seen_places()
    await go_to(page, server, every["next hand"])
    await button(page, "Lay cards of Cy under the reader").click()
    assert await server.heard() == [{"player": "Cy"}]
    await go_to(page, server, every["hand under the reader"])
    await expect(page.locator(".laying .sum")).to_have_text("87 points")
    await button(page, "Start again").click()
    await button(page, "Count the cards of Ann").click()
    await button(page, "Count anyway").click()
    again, count = await server.heard(2)
    assert again == {"player": "Ann"}
    assert count == {"do": "count", "player": "Ann", "points": 87}  # fewer than the books say
    await go_to(page, server, every["whole hand"])
    await button(page, "Count the cards of Ann").click()
    assert await server.heard() == [{"pending": 1, "yes": True}]
    await go_to(page, server, every["hand under the reader"])
    await button(page, "Tap the cards of Ann").click()
    assert await server.heard() == [{"player": None}]
    await expect(page.get_by_test_id("picker")).to_be_visible()


@pytest.mark.thorough
async def test_a_card_that_fits_nobodys_turn_is_told_and_spoken_once(
    page: Page, server: PageServer
) -> None:
    await at(page, server, TURN | {"sightings": sightings()})
    await page.evaluate(SPEAKS)
    if await page.get_by_role("switch", name="Voice").get_attribute("aria-checked") != "true":
        await page.get_by_role("switch", name="Voice").click()
    notice = page.locator(".notices .refusal")
    await at(page, server, TURN | {"sightings": sightings(last=NO_FIT)})
    await expect(notice).to_have_count(1)
    await button(page, "All right").click()
    await page.evaluate("globalThis.spoken.length = 0")
    await at(page, server, TURN | {"sightings": sightings(last=NO_FIT, waiting=1)})
    await expect(notice).to_have_count(0)
    assert await page.evaluate("globalThis.spoken") == []
    await at(page, server, asking(TURN, "confirm", "red-3", SECOND, last=NO_FIT))
    assert await page.evaluate("globalThis.spoken") == [f"{SECOND}: red 3?"]
    await page.get_by_role("switch", name="Voice").click()


@pytest.mark.thorough
async def test_a_table_without_a_reader_shows_nothing_of_it(page: Page, server: PageServer) -> None:
    traces = page.get_by_text("reader")
    await at(page, server, TURN)
    await expect(traces).to_have_count(0)
    for shown in (told(THREE, RED_7, play(SECOND, "red-hit-2")), told(THREE)):
        await at(page, server, shown)
        await expect(traces).to_have_count(0)
    await at(page, server, TURN | {"sightings": sightings(readers=[FINE])})
    await expect(page.locator(".top").get_by_text("Reader", exact=True)).to_be_visible()


@pytest.mark.thorough
async def test_a_reader_is_connected_and_signed_out(page: Page, server: PageServer) -> None:
    every = seen_places(THREE)
    await go_to(page, server, every["code of a reader"])
    await expect(page.locator(".letters")).to_have_text("K7QF")
    await expect(page.locator("code")).to_have_text("rollerdeck reader --pair K7QF")
    assert await server.heard() == [{}]
    await go_to(page, server, every["reader paired"])
    await expect(page.get_by_text("A card reader has used this code")).to_be_visible()
    await go_to(page, server, every["sign a reader out"])
    await button(page, "Sign out card reader 7 now").click()
    assert await server.heard() == [{"device": 7}]


@pytest.mark.parametrize(
    "everything",
    [
        pytest.param(False, id="new", marks=pytest.mark.thorough),
        pytest.param(True, id="everything", marks=pytest.mark.soak),
    ],
)
async def test_axe_finds_nothing_wrong_with_cards_that_were_seen(
    page: Page, server: PageServer, everything: bool
) -> None:
    visits = {name: partial(go_to, page, server, place) for name, place in seen_places().items()}
    assert (
        await violations(page, visits if everything else drawn(visits), everything=everything) == {}
    )
