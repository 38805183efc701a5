"""On a phone: a scanned or typed code gives it a seat, and whatever fails there is told."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.looking import HOST, button, tap_slowly
from tests.e2e.page_server import (
    ANYBODY,
    JSON,
    NO_GAME,
    SPECTATOR,
    PageServer,
    code,
    device,
    refused,
    seat,
    seat_of,
)
from tests.e2e.seated import seated
from tests.e2e.views import THREE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

FIRST, SECOND, LAST = THREE
CLAIM, REQUESTS = "/api/seats/claim", "/api/seats/requests"
USED = refused("refusal.no_such_code")


@pytest_asyncio.fixture(loop_scope="session")
async def phone(browser: Browser, server: PageServer) -> AsyncIterator[Page]:
    """A phone that has never been here."""
    context = await browser.new_context(
        viewport={"width": 360, "height": 640}, has_touch=True, reduced_motion="reduce"
    )
    page = await context.new_page()
    await tap_slowly(page)
    page.set_default_timeout(PATIENCE_MS)
    yield page
    await context.close()


async def go(page: Page, server: PageServer, address: str = "/") -> None:
    """Open an address of the page."""
    await page.goto(f"http://{HOST}:{server.port}{address}")


async def look_on(page: Page, server: PageServer, address: str = "/") -> None:
    """Open an address on a phone that has no seat at a table of three."""
    server.me = SPECTATOR
    server.show(seated(THREE))
    await go(page, server, address)


async def open_seat(page: Page, server: PageServer, address: str = "/") -> JSON:
    """Open an address on the phone of the first player; the table that is shown."""
    server.me = seat_of(FIRST, device=2)
    shown = seated(THREE)
    server.show(shown)
    await go(page, server, address)
    return shown


async def ask_to_join(page: Page, server: PageServer, name: str) -> JSON:
    """Somebody who looks on asks for a place; the table that is shown meanwhile."""
    server.me = SPECTATOR
    server.answers[REQUESTS] = (200, {"request": 7, "ticket": "secret"})
    shown = seated(THREE)
    server.show(shown)
    await go(page, server, "/#come")
    await page.get_by_label("Your name").fill(name)
    await button(page, "Ask to join").tap()
    await expect(page.get_by_text("A table screen shows your question now")).to_be_visible()
    return shown


def held(shown: JSON, player: str, number: int) -> JSON:
    """The table once a phone has the seat of the player who had none."""
    seats = [
        one | {"devices": [number]} if one["player"] == player else one for one in shown["seats"]
    ]
    return shown | {"seats": seats, "devices": [*shown["devices"], device(number, player)]}


def gives(server: PageServer, player: str, number: int = 8) -> None:
    """The next claim is granted: from then on the phone has this seat."""
    server.answers[CLAIM] = (200, {"device": number, "player": player})
    server.me = seat_of(player, device=number)


async def test_who_scans_a_code_is_seated_without_a_tap(phone: Page, server: PageServer) -> None:
    server.show(seated(THREE))
    gives(server, LAST)
    await go(phone, server, "/seat#K7QF")
    await expect(phone.get_by_text(f"Welcome, {LAST}!")).to_be_visible()
    await expect(phone.locator('main[data-role="seat"]')).to_have_count(1)
    assert server.told == [(CLAIM, {"code": "K7QF"})]
    assert phone.url == f"http://{HOST}:{server.port}/", "the code stays in no address"
    await phone.reload()
    await expect(phone.locator('main[data-role="seat"]')).to_have_count(1)
    assert len(server.told) == 1, "nothing is asked again"


async def test_a_code_is_typed_as_it_is_read(phone: Page, server: PageServer) -> None:
    await look_on(phone, server, "/seat")
    await phone.get_by_label("The four characters of the code").fill(" k7qf")
    gives(server, LAST)
    await button(phone, "Sit down").tap()
    await expect(phone.get_by_text(f"Welcome, {LAST}!")).to_be_visible()
    assert server.told == [(CLAIM, {"code": "K7QF"})]


async def test_a_used_code_is_told_and_another_can_be_typed(
    phone: Page, server: PageServer
) -> None:
    server.answers[CLAIM] = (404, USED)
    await look_on(phone, server, "/seat#K7QF")
    await expect(phone.get_by_role("alert").filter(has_text=USED["sentence"])).to_be_visible()
    field = phone.get_by_label("The four characters of the code")
    await expect(field).to_have_value("K7QF")
    await field.fill("2222")
    gives(server, LAST)
    await field.press("Enter")
    await expect(phone.get_by_text(f"Welcome, {LAST}!")).to_be_visible()


async def test_a_page_loaded_again_in_the_middle_claims_under_the_same_key(
    phone: Page, server: PageServer
) -> None:
    """The canned referee counts a key once, as the real one does."""
    server.me = SPECTATOR
    server.show(seated(THREE))
    server.pause()
    await go(phone, server, "/seat#K7QF")
    await server.heard()
    await expect(phone.get_by_role("heading", name="Sitting down …")).to_be_visible()
    await phone.reload()
    await expect(phone.get_by_role("heading", name="Sitting down …")).to_be_visible()
    gives(server, LAST)
    server.resume()
    await expect(phone.get_by_text(f"Welcome, {LAST}!")).to_be_visible()
    assert len(server.told) == 1


async def test_where_everybody_may_do_everything_a_name_is_tapped(
    phone: Page, server: PageServer
) -> None:
    server.show(seated(THREE, "open"))
    server.answers["/api/seats/codes"] = code()
    await go(phone, server)
    await button(phone, "More").tap()
    await button(phone, "Sit down with this phone").tap()
    gives(server, LAST)
    await button(phone, LAST).tap()
    await expect(phone.get_by_text(f"Welcome, {LAST}!")).to_be_visible()
    assert server.told == [("/api/seats/codes", {"player": LAST}), (CLAIM, {"code": "K7QF"})]


async def test_a_phone_without_a_seat_looks_on_and_has_no_keys(
    phone: Page, server: PageServer
) -> None:
    await look_on(phone, server)
    await expect(phone.get_by_role("heading", name="You are only watching")).to_be_visible()
    await expect(phone.locator(".deck, .dock, .presser, .trouble")).to_have_count(0)
    for words in ("Sit down", "Ask to join", "I am the host"):
        await expect(button(phone, words)).to_be_visible()
    await expect(phone.locator(".pile .card")).to_be_visible()
    server.show(NO_GAME | {"access": "seats"})
    await expect(phone.get_by_text("No game is on the table.")).to_be_visible()
    await expect(button(phone, "Ask to join")).to_have_count(0)
    await expect(button(phone, "Start the game")).to_have_count(0)


async def test_who_asks_to_join_is_seated_by_the_hosts_yes(phone: Page, server: PageServer) -> None:
    shown = await ask_to_join(phone, server, " Dora ")
    server.show(shown | {"requests": [{"request": 7, "do": "join", "player": "Dora"}]})
    await phone.reload()  # it waits on
    await expect(phone.get_by_text("A table screen shows your question now")).to_be_visible()
    gives(server, "Dora")
    server.show(shown | {"seats": [*shown["seats"], seat("Dora")]})
    await expect(phone.get_by_text("Welcome, Dora!")).to_be_visible()
    assert server.told == [
        (REQUESTS, {"do": "join", "player": "Dora"}),
        (CLAIM, {"ticket": "secret"}),
    ]


async def test_a_player_asks_to_leave(phone: Page, server: PageServer) -> None:
    server.answers[REQUESTS] = (200, {"request": 9, "ticket": "secret"})
    await open_seat(phone, server, "/#me")
    await button(phone, "Ask to leave the game").tap()
    assert await server.heard() == [{"do": "leave", "player": FIRST}]
    await expect(phone.get_by_text("A table screen shows your question now.")).to_be_visible()
    await expect(button(phone, "Ask to leave the game")).to_be_disabled()


async def test_a_seat_is_taken_away_from_the_phone_after_a_question(
    phone: Page, server: PageServer
) -> None:
    await open_seat(phone, server, "/#me")
    await expect(phone.get_by_text("2 phones have this seat.")).to_be_visible()
    await button(phone, "Take this seat away from this phone").tap()
    assert server.told == []
    server.me = SPECTATOR
    await button(phone, "Take it away").tap()
    assert await server.heard() == [{"device": 2}]
    await expect(phone.get_by_text("You are only watching")).to_be_visible()
    await expect(phone.get_by_text("signed out")).to_have_count(0)


async def test_a_phone_that_was_signed_out_is_told(phone: Page, server: PageServer) -> None:
    shown = await open_seat(phone, server)
    await phone.locator('main[data-role="seat"]').wait_for()
    server.me = SPECTATOR
    server.show(shown | {"devices": shown["devices"][2:]})
    await expect(phone.get_by_text("This phone was signed out at a table screen.")).to_be_visible()
    await expect(phone.get_by_text("You are only watching")).to_be_visible()


async def test_a_player_chooses_colour_and_emoji(phone: Page, server: PageServer) -> None:
    await open_seat(phone, server, "/#me")
    await button(phone, "Colour and emoji").tap()
    await expect(button(phone, "Red")).to_have_attribute("aria-pressed", "true")
    await button(phone, "Purple").tap()
    await button(phone, "Robot").tap()
    await phone.get_by_label("Another emoji").fill("🦖")
    await button(phone, "Use it").tap()
    plain = {"player": FIRST, "colour": "red", "emoji": "🦊"}
    assert await server.heard(3) == [
        plain | {"colour": "purple"},
        plain | {"emoji": "🤖"},
        plain | {"emoji": "🦖"},
    ]


async def test_nobody_chooses_for_somebody_else(phone: Page, server: PageServer) -> None:
    await open_seat(phone, server, f"/#avatar-{SECOND}")
    await expect(phone.get_by_text("Only this player's phone")).to_be_visible()


async def test_the_hosts_pin_makes_a_table_screen(phone: Page, server: PageServer) -> None:
    await look_on(phone, server)
    await button(phone, "I am the host").tap()
    pin = phone.get_by_label("The host's PIN", exact=True)
    await expect(pin).to_have_attribute("inputmode", "numeric")
    await pin.fill("12a")
    await button(phone, "Enter").tap()
    await expect(phone.get_by_text("4 to 12 digits")).to_be_visible()
    server.answers["/api/host"] = (200, {"device": 8})
    server.me = ANYBODY | {"access": "seats", "device": 8, "pin": True}
    await pin.fill("20261123")
    await button(phone, "Enter").tap()
    await expect(phone.get_by_text("This device is a table screen now")).to_be_visible()
    assert server.told == [("/api/host", {"pin": "20261123"})]


async def test_who_guesses_pins_is_told_how_long_to_wait(phone: Page, server: PageServer) -> None:
    server.me = SPECTATOR
    server.show(seated(THREE))
    slowed = refused("refusal.guessed_too_often", n=2) | {"code": "too_soon"}
    server.answers["/api/host"] = (429, slowed)
    await go(phone, server, "/#host")
    await phone.get_by_label("The host's PIN", exact=True).fill("1234")
    await button(phone, "Enter").tap()
    await expect(phone.get_by_text("before the next try")).to_be_visible()
    await expect(button(phone, "Enter")).to_be_disabled()
    await expect(button(phone, "Enter")).to_be_enabled()


async def test_a_table_without_a_pin_says_how_to_set_one(phone: Page, server: PageServer) -> None:
    server.me = SPECTATOR | {"pin": False}
    server.show(seated(THREE))
    await go(phone, server, "/#host")
    await expect(phone.get_by_text("rollerdeck host pin")).to_be_visible()


async def test_the_hosts_link_is_used_once_and_stays_in_no_address(
    phone: Page, server: PageServer
) -> None:
    server.answers["/api/host"] = (200, {"device": 8})
    server.me = ANYBODY | {"access": "seats", "device": 8}
    server.show(seated(THREE))
    await go(phone, server, "/#host=abc-DEF_1")
    await expect(phone.get_by_text("This device is a table screen now")).to_be_visible()
    assert server.told == [("/api/host", {"link": "abc-DEF_1"})]
    assert "abc" not in phone.url
