"""At a table screen: a code for each player's seat, the phones, and questions to the host."""

from __future__ import annotations

import base64

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.e2e.conftest import TABLET
from tests.e2e.looking import button, settled
from tests.e2e.page_server import (
    ANYBODY,
    CODE,
    JSON,
    NO_GAME,
    ROWS,
    PageServer,
    code,
    refused,
    seat_of,
)
from tests.e2e.seated import HOST, seated, with_phone
from tests.e2e.views import SIZES, THREE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

FIRST, SECOND, LAST = THREE
MODULES = """async ({ png, modules }) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const at = (n, size) => Math.floor((n + 0.5) * size / modules);
  const { width, height } = picture;
  const dark = (x, y) => canvas.getImageData(at(x, width), at(y, height), 1, 1).data[0] < 128;
  const all = Array.from({ length: modules }, (_, n) => n);
  return all.map((y) => all.map((x) => (dark(x, y) ? "1" : "0")).join(""));
}"""
QUIET = 4


def questions(page: Page) -> Locator:
    """The panel in which the host answers."""
    return page.get_by_role("region", name="Question to the host")


async def modules_of(page: Page, browser: Browser) -> list[str]:
    """What a camera sees of the code on the page, with its quiet zone, module by module."""
    png = base64.b64encode(await page.locator(".qr").screenshot()).decode()
    paper = await browser.new_page()  # its rules for pictures are not the page's
    modules: list[str] = await paper.evaluate(
        MODULES, {"png": png, "modules": len(ROWS) + 2 * QUIET}
    )
    await paper.close()
    return modules


async def at(page: Page, server: PageServer, panel: str, shown: JSON, me: JSON = HOST) -> None:
    """The page shows a panel, as the device that it is to be."""
    server.me = me
    server.show(shown)
    await settled(page, server)
    await expect(page.locator("main")).to_have_attribute("data-role", me["role"])
    await page.evaluate("panel => { location.hash = panel; }", panel)


async def test_a_code_can_be_scanned_and_read_until_it_was_used(
    browser: Browser, page: Page, server: PageServer
) -> None:
    shown = seated(THREE)
    server.answers["/api/seats/codes"] = code()
    await at(page, server, "seats", shown)
    await button(page, f"Show the code of {LAST}'s seat").click()
    assert await server.heard() == [{"player": LAST}]
    await expect(page.locator(".letters")).to_have_text(CODE)
    await expect(page.locator(".code")).to_contain_text("http://192.168.1.5:8080/seat")
    border = "0" * (len(ROWS) + 2 * QUIET)
    framed = [f"{QUIET * '0'}{row}{QUIET * '0'}" for row in ROWS]
    assert await modules_of(page, browser) == [*QUIET * [border], *framed, *QUIET * [border]]
    server.show(with_phone(shown, FIRST, 7))  # somebody else's phone
    await settled(page, server)
    await expect(page.locator(".letters")).to_be_visible()
    server.show(with_phone(shown, LAST, 8))
    await expect(page.get_by_text("A phone has this seat now.")).to_be_visible()
    await expect(page.locator(".letters, .qr")).to_have_count(0)
    await button(page, "Back to the seats").click()
    await expect(page.get_by_role("heading", name="Seats and phones")).to_be_visible()


async def test_a_code_counts_down_and_goes_when_it_is_too_old(
    page: Page, server: PageServer
) -> None:
    server.answers["/api/seats/codes"] = code(seconds=1)
    await at(page, server, "seats", seated(THREE))
    await button(page, f"Show the code of {LAST}'s seat").click()
    await expect(page.locator(".left")).to_have_text("0:01")
    await expect(page.get_by_text("no longer valid")).to_be_visible()
    await expect(page.locator(".letters, .qr")).to_have_count(0)
    server.answers["/api/seats/codes"] = code()
    await button(page, "New code").click()
    await expect(page.locator(".left")).to_have_text("2:00")


async def test_back_leads_from_a_code_to_the_seats(page: Page, server: PageServer) -> None:
    server.answers["/api/seats/codes"] = code()
    await at(page, server, "seats", seated(THREE))
    await button(page, f"Show the code of {LAST}'s seat").click()
    await expect(page.locator(".letters")).to_be_visible()
    await page.go_back()
    await expect(page.get_by_role("heading", name="Seats and phones")).to_be_visible()
    await page.go_back()
    await expect(page.locator(".table-screen")).to_be_visible()


async def test_a_machine_without_a_network_has_a_code_to_type(
    page: Page, server: PageServer
) -> None:
    server.answers["/api/seats/codes"] = code(address=None, qr=None)
    await at(page, server, "seats", seated(THREE))
    await button(page, f"Show the code of {LAST}'s seat").click()
    await expect(page.get_by_text("not connected to a network")).to_be_visible()
    await expect(page.locator(".letters")).to_have_text(CODE)


async def test_a_childs_phone_is_asked_for_where_the_code_is_made(
    page: Page, server: PageServer
) -> None:
    server.answers["/api/seats/codes"] = code()
    await at(page, server, "seats", seated(THREE, "open"), ANYBODY)
    await button(page, f"Show the code of {LAST}'s seat").click()
    await page.get_by_role("checkbox", name="A child's phone").check()
    said = await server.heard(2)
    assert said == [{"player": LAST}, {"player": LAST, "own_only": True}]
    await expect(page.get_by_role("checkbox")).to_be_checked()


async def test_connect_a_phone_shows_the_tables_code_and_the_next_one(
    page: Page, server: PageServer
) -> None:
    server.answers["/api/seats/codes"] = code()
    server.found["/api/join"] = {"address": "http://192.168.1.5:8080", "wifi": None}
    server.me = HOST
    server.show(seated(THREE))
    await settled(page, server)
    await button(page, "More").click()
    await button(page, "Connect a phone").click()
    await expect(page.locator(".letters")).to_have_text(CODE)
    server.answers["/api/seats/codes"] = code(code="WXYZ")  # that one was used up
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(page.locator(".letters")).to_have_text("WXYZ")
    await button(page, "Back to the table").click()


async def test_a_device_is_signed_out_after_a_question(page: Page, server: PageServer) -> None:
    await at(page, server, "seats", seated(THREE))
    await button(page, "Sign out phone 4").click()
    assert server.told == []
    await button(page, "Keep it").click()
    await button(page, "Sign out phone 4").click()
    await button(page, "Sign out phone 4 now").click()
    assert await server.heard() == [{"device": 4}]


async def test_what_makes_room_for_the_question_is_back_when_others_signed_the_phone_out(
    page: Page, server: PageServer
) -> None:
    width, height = SIZES["small-phone"]
    await page.set_viewport_size({"width": width, "height": height})
    shown = seated(THREE)
    await at(page, server, "seats", shown)
    codes = page.get_by_text("Show the code")
    await button(page, "Sign out phone 4").click()
    await expect(codes.first).to_be_hidden()
    server.answers["/api/seats/sign_out"] = (409, refused("refusal.no_game"))
    await button(page, "Sign out phone 4 now").click()
    await expect(page.locator(".pairing > .refusal")).to_be_visible()
    await button(page, "All right").click()
    server.show(shown | {"devices": [one for one in shown["devices"] if one["device"] != 4]})
    await settled(page, server)
    await expect(codes.first).to_be_visible()
    await page.set_viewport_size(TABLET)


async def test_a_phone_that_may_show_no_codes_is_told_where(page: Page, server: PageServer) -> None:
    await at(page, server, "seats", seated(THREE), seat_of(FIRST, device=2))
    await expect(page.get_by_text("A code for a seat is shown at a table screen")).to_be_visible()
    await expect(page.get_by_text("Show the code")).to_have_count(0)


async def test_a_refused_code_is_told(page: Page, server: PageServer) -> None:
    server.answers["/api/seats/codes"] = (409, refused("refusal.no_game"))
    await at(page, server, "seats", seated(THREE))
    await button(page, f"Show the code of {LAST}'s seat").click()
    await expect(page.get_by_role("alert").filter(has_text="game")).to_be_visible()


async def test_before_a_game_there_is_nobody_to_give_a_seat(page: Page, server: PageServer) -> None:
    await at(page, server, "seats", NO_GAME | {"access": "seats"})
    await expect(page.get_by_text("Nobody has a seat yet")).to_be_visible()


async def test_the_host_answers_a_question_at_the_table(page: Page, server: PageServer) -> None:
    asks = [{"request": 5, "do": "leave", "player": SECOND}]
    server.me = HOST
    server.show(seated(THREE, requests=asks))
    await settled(page, server)
    await button(page, f"{SECOND} asks to leave.").click()
    await button(page, f"Yes, {SECOND} may leave").click()
    assert await server.heard() == [{"yes": True}]
    assert server.told[-1][0] == "/api/seats/requests/5"
    server.show(seated(THREE))
    await settled(page, server)
    await expect(questions(page)).to_have_count(0)
    await expect(page.get_by_text("asks to leave")).to_have_count(0)


async def test_who_joins_waits_for_the_end_of_the_round(page: Page, server: PageServer) -> None:
    server.me = HOST
    server.show(seated(THREE, requests=[{"request": 6, "do": "join", "player": "Dora"}]))
    await settled(page, server)
    await button(page, "Dora asks to join.").click()
    await expect(button(page, "Yes, Dora may join")).to_be_disabled()
    await button(page, "No, Dora may not join").click()
    assert await server.heard() == [{"yes": False}]


async def test_a_question_that_waits_for_the_end_of_a_round_lets_others_pass(
    page: Page, server: PageServer
) -> None:
    joins = {"request": 6, "do": "join", "player": "Dora"}
    leaves = {"request": 7, "do": "leave", "player": SECOND}
    server.me = HOST
    server.show(seated(THREE, requests=[joins, leaves]))
    await settled(page, server)
    await button(page, f"{SECOND} asks to leave.").click()
    await expect(questions(page).get_by_text("asks to")).to_have_count(2)
    await button(page, f"No, {SECOND} may not leave").click()
    await server.heard()
    server.show(seated(THREE, requests=[joins]))
    await settled(page, server)
    await expect(questions(page)).to_have_count(1)
    await button(page, "Close").click()
    await expect(questions(page)).to_have_count(0)
    await expect(button(page, "Dora asks to join.")).to_be_visible()


async def test_a_question_that_was_answered_elsewhere_is_no_longer_asked(
    page: Page, server: PageServer
) -> None:
    server.me = HOST
    server.show(seated(THREE, requests=[{"request": 6, "do": "leave", "player": SECOND}]))
    await settled(page, server)
    await button(page, f"{SECOND} asks to leave.").click()
    server.show(seated(THREE))
    await settled(page, server)
    await expect(questions(page)).to_contain_text("No question is open")
    await expect(questions(page).get_by_role("button")).to_have_text(["Close"])


async def test_where_everybody_may_do_everything_a_phone_answers_on_its_own_page(
    page: Page, server: PageServer
) -> None:
    server.me = seat_of(FIRST, device=2, access="open")
    leaves = {"request": 6, "do": "leave", "player": SECOND}
    server.show(seated(THREE, "open", requests=[leaves]))
    await settled(page, server)
    await button(page, f"{SECOND} asks to leave.").click()
    await button(page, f"Yes, {SECOND} may leave").click()
    assert await server.heard() == [{"yes": True}]


async def test_more_leads_to_the_questions_while_counts_are_off(
    page: Page, server: PageServer
) -> None:
    server.me = HOST
    shown = seated(THREE, requests=[{"request": 6, "do": "leave", "player": SECOND}])
    server.show(shown | {"state": shown["state"] | {"discrepancy": 2}})
    await settled(page, server)
    await expect(button(page, f"{SECOND} asks to leave.")).to_have_count(0)
    await button(page, "More").click()
    await button(page, "Question to the host").click()
    await expect(button(page, f"Yes, {SECOND} may leave")).to_be_visible()


async def test_a_phone_with_a_seat_answers_no_question(page: Page, server: PageServer) -> None:
    server.me = seat_of(FIRST, device=2)
    server.show(seated(THREE, requests=[{"request": 6, "do": "leave", "player": SECOND}]))
    await settled(page, server)
    await expect(page.locator('main[data-role="seat"]')).to_have_count(1)
    await expect(page.get_by_text("asks to leave")).to_have_count(0)
    await page.evaluate("location.hash = 'wishes'")
    await expect(questions(page)).to_contain_text("No question is open")
    await expect(button(page, f"Yes, {SECOND} may leave")).to_have_count(0)


async def test_avatars_are_shown_at_the_table_beside_the_names(
    page: Page, server: PageServer
) -> None:
    server.me = HOST
    server.show(seated(THREE))
    await settled(page, server)
    await expect(page.locator(".seat > .avatar")).to_have_text(["🦊", "🚀", "C"])
    await expect(button(page, f"{SECOND} 7 cards 0 points")).to_be_visible()
    await expect(page.get_by_role("heading", level=1)).to_contain_text(f"{SECOND}'s turn")
    await expect(page.get_by_role("heading", level=1).locator(".avatar")).to_have_text("🚀")
