"""The page and the launcher: who presses, what comes out, what is wrong and how it goes on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from controller.words import advice
from tests.e2e.looking import button, settled
from tests.e2e.page_server import PageServer, offer, refused, table

pytestmark = pytest.mark.asyncio(loop_scope="session")

OWED = [{"player": "Cy", "by": "Cy", "hits": 2, "until_fire": False, "reason": "ATK-1"}]


def hit(stage: str, **members: Any) -> dict[str, Any]:
    plain = {"number": 17, "by": "Cy", "owner": "Cy", "requested": None, "out": 0}
    return plain | {"stage": stage} | members


def hits(stage: str | None, *, faults: tuple[str, ...] = (), **members: Any) -> Any:
    """A table where Cy owes two hits and somebody could undo."""
    launcher = {"hit": hit(stage, **members) if stage else None, "faults": list(faults)}
    return table(phase="hits", turn="Ann", owed=OWED, legal=[offer("undo")], launcher=launcher)


@pytest.fixture(autouse=True)
def cy_owes_two_hits(server: PageServer) -> None:
    server.show(hits("armed"))


async def test_the_presser_is_named_and_presses(page: Page, server: PageServer) -> None:
    await expect(page.get_by_role("heading", level=1)).to_have_text("Cy hits")
    launcher = page.get_by_role("region", name="Launcher", exact=True)
    await expect(launcher).to_contain_text("Cy: press the button")
    due = page.get_by_role("list", name="Hits and draws due")
    await expect(due).to_contain_text("2 hits ATK-1")
    await button(page, "Press the launcher").click()
    await server.heard()
    assert server.told == [("/api/simulator/press", {})]


@pytest.mark.parametrize("stage", [None, "running", "broken", "confirm"])
async def test_nobody_presses_what_is_not_armed(
    page: Page, server: PageServer, stage: str | None
) -> None:
    server.show(hits(stage))
    await settled(page, server)
    await expect(button(page, "Press the launcher")).to_be_disabled()


async def test_a_fault_stops_the_finger(page: Page, server: PageServer) -> None:
    server.show(hits("armed", faults=("JAM",)))
    await settled(page, server)
    await expect(button(page, "Press the launcher")).to_be_disabled()


async def test_cards_are_counted_as_they_leave(page: Page, server: PageServer) -> None:
    for out in (0, 1, 2, 3):
        server.move(hit=hit("running", requested=5, out=out))
        await expect(page.get_by_test_id("tray")).to_have_attribute("data-count", str(out))
    await expect(page.get_by_test_id("tray").locator("svg")).to_have_count(3)
    await expect(page.get_by_role("region", name="Launcher", exact=True)).not_to_contain_text("5")


async def test_while_cards_come_nothing_else_is_said(page: Page, server: PageServer) -> None:
    await expect(button(page, "Undo")).to_be_enabled()
    server.move(hit=hit("running", requested=5, out=1))
    await expect(button(page, "Undo")).to_be_disabled()


async def test_calls_are_heard_while_cards_come(page: Page, server: PageServer) -> None:
    calls = [offer("uno", by="Ann"), offer("catch", by="Bo", player="Ann"), offer("undo")]
    server.show(table(legal=calls, launcher={"hit": hit("running", requested=5, out=1)}))
    await settled(page, server)
    await expect(button(page, "Undo")).to_be_disabled()
    await button(page, "UNO").click()
    await button(page, "Catch").click()
    await server.heard(2)
    server.move(hit=hit("broken", requested=5, out=1, faults=("JAM",)))
    await expect(button(page, "UNO")).to_be_disabled()


async def test_a_jam_is_explained_and_cleared(page: Page, server: PageServer) -> None:
    await button(page, "Jam it").click()
    await server.heard()
    server.show(hits("broken", requested=5, out=2, faults=("JAM",)))
    fault = page.get_by_role("group", name="Card stuck")
    await expect(fault).to_contain_text(advice("JAM"))
    refusal = refused("refusal.still_there", fault="COVER_OPEN")
    server.answers["/api/launcher/clear"] = (409, refusal)
    await fault.get_by_role("button", name="Clear the fault").click()
    await expect(page.get_by_role("alert").filter(has_text=advice("COVER_OPEN"))).to_be_visible()
    await button(page, "Remove stuck card").click()
    await server.heard(3)
    server.answers.clear()
    await fault.get_by_role("button", name="Clear the fault").click()
    await server.heard(4)
    paths = ["simulator/jam", "launcher/clear", "simulator/unjam", "launcher/clear"]
    assert [path for path, _ in server.told] == [f"/api/{path}" for path in paths]
    server.show(hits("armed", requested=5, out=2))
    await expect(page.get_by_text("Cy: press for 3 more cards")).to_be_visible()
    await expect(fault).to_have_count(0)


async def test_several_faults_are_cleared_together(page: Page, server: PageServer) -> None:
    server.show(hits("broken", requested=5, out=2, faults=("JAM", "SENSOR_BLOCKED")))
    for fault in ("JAM", "SENSOR_BLOCKED"):
        await expect(page.locator(f"[data-fault={fault}]")).to_contain_text(advice(fault))
    await page.get_by_role("button", name="Clear the fault").click()
    await server.heard()
    assert [path for path, _ in server.told] == ["/api/launcher/clear"]


async def test_after_a_jam_the_press_for_the_rest_is_what_is_awaited(
    page: Page, server: PageServer
) -> None:
    server.show(hits("armed", requested=5, out=2))
    headline = page.get_by_role("heading", level=1)
    await expect(headline).to_have_text("Press for 3 more cards")
    trouble = page.get_by_role("region", name="Launcher trouble")
    main = trouble.locator(".primary")
    await expect(main).to_have_text("Press for 3 more cards")
    await expect(trouble).to_contain_text("Cy gets no more cards for it")
    await expect(trouble.get_by_role("button", name="End the hit")).to_be_visible()
    await main.click()
    await server.heard()
    assert server.told == [("/api/simulator/press", {})]
    server.show(hits("armed", requested=5, out=4))
    await expect(headline).to_have_text("Press for 1 more card")
    server.move(simulated=False)
    await expect(main).to_have_count(0)  # a real launcher has its own button
    await expect(trouble).to_contain_text("Press for 1 more card")


async def test_during_the_breath_the_button_says_to_wait(page: Page, server: PageServer) -> None:
    server.show(hits("breath"))
    launcher = page.get_by_role("region", name="Launcher", exact=True)
    await expect(launcher).to_contain_text("Cy can press in a moment.")
    finger = page.locator(".presser")
    await expect(finger).to_have_text("Wait")
    await expect(finger).to_have_accessible_name("Wait, then press the launcher")
    await expect(finger).to_have_attribute("aria-disabled", "true")
    # the referee has to know that somebody still presses
    server.answers["/api/simulator/press"] = (409, refused("refusal.breath"))
    await finger.dispatch_event("click")
    await server.heard()
    assert server.told == [("/api/simulator/press", {})]
    await expect(page.get_by_text("button does not work for a moment")).to_be_visible()
    server.show(hits("armed"))
    await expect(finger).to_have_text("Press")
    await expect(finger).to_have_attribute("aria-disabled", "false")


@pytest.mark.thorough
async def test_the_lamp_of_a_real_launcher_is_dark_during_the_breath(
    page: Page, server: PageServer
) -> None:
    lamp = page.locator(".lamp")
    server.move(simulated=False)
    await expect(lamp).to_have_attribute("data-on", "true")
    server.move(hit=hit("breath"))
    await expect(lamp).to_have_attribute("data-on", "false")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("stage", "link"), [("broken", "up"), ("confirm", "up"), ("armed", "up"), ("running", "down")]
)
async def test_the_table_can_count_by_hand(
    page: Page, server: PageServer, stage: str, link: str
) -> None:
    server.show(hits(stage, requested=5, out=2))
    server.move(link=link, why={"key": "launcher.hung_up", "values": {}})
    await expect(page.get_by_role("spinbutton", name="Cards that came out")).to_have_value("2")
    await button(page, "One more").click()
    early = link == "up" and stage != "confirm"
    await button(page, "End the hit" if early else "Confirm count").click()
    assert await server.heard() == [{"hit": 17, "cards": 3}]
    assert server.told[0][0] == "/api/launcher/confirm"


@pytest.mark.thorough
async def test_a_count_can_be_typed(page: Page, server: PageServer) -> None:
    server.show(hits("confirm", requested=5, out=0))
    await page.get_by_role("spinbutton", name="Cards that came out").fill("11")
    await page.keyboard.press("Enter")
    assert await server.heard() == [{"hit": 17, "cards": 11}]


@pytest.mark.thorough
async def test_a_real_launcher_has_its_own_button(page: Page, server: PageServer) -> None:
    server.move(simulated=False, name="gpio")
    await expect(page.get_by_role("region", name="Launcher", exact=True)).to_contain_text("gpio")
    await expect(button(page, "Press the launcher")).to_have_count(0)
    await expect(button(page, "Jam it")).to_have_count(0)


@pytest.mark.thorough
async def test_who_has_to_press_is_told_why_not(page: Page, server: PageServer) -> None:
    server.show(hits("broken", faults=("JAM",)))  # before anybody pressed
    await expect(page.get_by_text("The launcher stopped: clear its fault first.")).to_be_visible()
    why = {"key": "launcher.nowhere", "values": {"place": "/run/launcher.sock"}}
    server.move(link="down", why=why, faults=[], hit=hit("confirm"))
    await expect(page.get_by_text("The launcher does not answer: see below")).to_be_visible()
    trouble = page.get_by_role("region", name="Launcher trouble")
    await expect(trouble).to_contain_text("There is no launcher at /run/launcher.sock: start one")


@pytest.mark.thorough
async def test_what_has_to_be_counted_comes_before_what_is_cleared(
    page: Page, server: PageServer
) -> None:
    server.show(hits("confirm", requested=5, out=2, faults=("JAM",)))
    await settled(page, server)
    trouble = page.get_by_role("region", name="Launcher trouble").get_by_role("button")
    texts = await trouble.all_inner_texts()
    assert texts.index("Confirm count") < texts.index("Clear the fault")


@pytest.mark.thorough
async def test_a_press_that_is_a_choice_reads_as_one(page: Page, server: PageServer) -> None:
    server.show(table(turn="Cy", launcher={"hit": hit("armed")}))
    launcher = page.get_by_role("region", name="Launcher", exact=True)
    await expect(launcher).to_contain_text("Cy may press")


@pytest.mark.thorough
async def test_what_is_wrong_beyond_faults_is_said(page: Page, server: PageServer) -> None:
    server.move(why={"key": "disk.full", "values": {"error": "SQLITE_FULL"}})
    trouble = page.get_by_role("region", name="Launcher trouble")
    await expect(trouble).to_contain_text("Free some disk space")


@pytest.mark.thorough
async def test_a_press_that_never_was_can_be_denied(page: Page, server: PageServer) -> None:
    server.show(hits("confirm", requested=3, out=0))
    await settled(page, server)
    await button(page, "Nobody pressed").click()
    await server.heard()
    assert server.told == [("/api/launcher/unpressed", {"hit": 17})]
    server.show(hits("confirm", requested=3, out=1))
    await settled(page, server)
    await expect(button(page, "Nobody pressed")).to_have_count(0)


@pytest.mark.thorough
async def test_what_the_room_heard_can_be_said_again_where_the_referee_speaks(
    page: Page, server: PageServer
) -> None:
    server.answers["/api/voice/again"] = (204, {})
    await button(page, "More").click()
    await expect(button(page, "Past games")).to_be_visible()
    await expect(button(page, "Repeat on loudspeaker")).to_have_count(0)
    server.show(hits("armed") | {"voice": True})
    await button(page, "Repeat on loudspeaker").click()
    await server.heard()
    assert [path for path, _ in server.told] == ["/api/voice/again"]
    server.answers.clear()


@pytest.mark.thorough
@pytest.mark.parametrize("strict", [True, False])
async def test_strict_counting_is_explained_where_it_is_on(
    page: Page, server: PageServer, strict: bool
) -> None:
    server.show(table(launcher={"strict": strict}))
    await settled(page, server)
    await button(page, "More").click()
    explained = page.get_by_role("region", name="More").get_by_text("may be two cards")
    await expect(explained).to_have_count(int(strict))
