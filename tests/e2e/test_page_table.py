"""The page shows what the table object says, and lets nobody tap what it does not offer."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect

from tests.e2e.looking import button, late_answers, settled
from tests.e2e.page_server import PageServer, attack_deck, offer, refused, ruling, table

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLAYS = [
    offer("play", by="Bo", card="red-3"),
    offer("play", "color", by="Bo", card="wild"),
    offer("play", by="Bo", card="red-discard-all", may=("with",)),
    offer("play", "target", "color", by="Bo", card="wild-hit-fire"),
]
"""Legal for Bo; the last is worded as a later edition would, to see that it needs no new code."""

SLIP_PX = 8
"""From the key's corner: further from its middle than what a held finger may slip."""


@pytest.fixture(autouse=True)
def bo_may_play(server: PageServer) -> None:
    server.show(table(legal=PLAYS))


async def test_it_needs_no_secure_context(page: Page) -> None:
    assert await page.evaluate("isSecureContext") is False
    await expect(page.get_by_role("heading", level=1)).to_have_text("Bo's turn")
    await expect(page).to_have_title("Bo's turn · Rollerdeck")


async def test_only_what_is_offered_can_be_tapped(page: Page, server: PageServer) -> None:
    every = page.get_by_test_id("picker").get_by_role("button")
    await expect(every).to_have_count(len(attack_deck()))
    enabled = "all => all.filter(one => !one.disabled).map(one => one.ariaLabel)"
    assert await every.evaluate_all(enabled) == [
        "Red 3",
        "Red Discard All",
        "Wild",
        "Wild Hit-Fire",
    ]
    await button(page, "Blue 5").dispatch_event("click")
    await button(page, "Red 3").click()
    assert await server.heard() == [{"do": "play", "by": "Bo", "card": "red-3"}]


async def test_a_double_tap_is_one_tap(page: Page, server: PageServer) -> None:
    server.answers["/api/commands"] = (200, {"seq": server.seq + 1})
    await button(page, "Red 3").dblclick()
    server.show(table(legal=PLAYS))
    await settled(page, server)
    await button(page, "Red Discard All").click()
    await button(page, "Play it alone").click()
    assert [body["card"] for body in await server.heard(2)] == ["red-3", "red-discard-all"]


async def test_a_wild_asks_its_colour_in_place(page: Page, server: PageServer) -> None:
    await button(page, "Wild").click()
    await expect(page.get_by_role("heading", name="Which colour?")).to_be_visible()
    await button(page, "Cancel").click()
    await button(page, "Wild").press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    played = {"do": "play", "by": "Bo", "card": "wild", "color": "yellow"}
    assert await server.heard() == [played]


async def test_whatever_an_offer_needs_is_asked_for(page: Page, server: PageServer) -> None:
    await button(page, "Wild Hit-Fire").click()
    ask = page.get_by_role("region", name="Question")
    choices = ask.locator(".choices").get_by_role("button")
    await expect(choices).to_have_text(["Ann", "Cy"])
    await button(page, "Cy").click()
    await button(page, "Green").click()
    expected = {"do": "play", "by": "Bo", "card": "wild-hit-fire", "target": "Cy", "color": "green"}
    assert await server.heard() == [expected]


async def test_the_ways_to_play_a_card_are_told_apart(page: Page, server: PageServer) -> None:
    """Offers of one card that differ in a member that some of them lack."""
    plain = offer("play", "color", by="Bo", card="wild")
    ways = [plain, plain | {"rule": 2}, plain | {"carry_out": False}]
    shown = table(legal=ways)
    written = [{"text": "Sing"}, {"text": "Everybody hits once"}]
    server.show(shown | {"game": shown["game"] | {"options": {"customizable": written}}})
    await settled(page, server)  # the table before offers a wild, too
    await button(page, "Wild").click()
    await button(page, "Everybody hits once").click()
    await button(page, "Red").click()
    played = {"do": "play", "by": "Bo", "card": "wild", "color": "red"}
    assert await server.heard() == [played | {"rule": 2}]
    server.show(shown)
    await settled(page, server)
    await button(page, "Wild").click()
    await button(page, "No rule, the card is blank").click()
    await button(page, "No, without effect").click()
    await button(page, "Blue").click()
    assert (await server.heard(2))[1] == played | {"carry_out": False, "color": "blue"}


async def test_draws_are_said_with_one_tap(page: Page, server: PageServer) -> None:
    draw = offer("draw", "cards", by="Bo")
    towers = dict.fromkeys("UNO!")
    server.show(table(legal=[draw], towers=towers))
    await button(page, "Draw a card").click()
    await server.heard()
    due = {"player": "Bo", "by": "Bo", "draws": 4, "until_fire": False, "reason": "PGR-6"}
    server.show(table(phase="hits", owed=[due], legal=[draw], towers=towers))
    await button(page, "Draw 4 cards").click()
    await server.heard(2)
    await button(page, "Draw fewer").click()
    await page.get_by_role("spinbutton", name="How many cards?").fill("3")
    await page.keyboard.press("Enter")
    drawn = [{"do": "draw", "by": "Bo", "cards": cards} for cards in (1, 4, 3)]
    assert await server.heard(3) == drawn


async def test_what_a_launcher_gives_is_not_drawn_by_hand(page: Page, server: PageServer) -> None:
    """A tap would book cards that never came; passing stays possible."""
    legal = [offer("draw", "cards", by="Bo"), offer("pass", by="Bo")]
    server.show(table(legal=legal, towers=dict.fromkeys("UNO!")) | {"draw_pile": False})
    await settled(page, server)
    await expect(button(page, "Draw a card")).to_have_count(0)
    await button(page, "Pass").click()
    assert await server.heard() == [{"do": "pass", "by": "Bo"}]


async def test_a_draw_pile_that_is_used_up_is_shuffled(page: Page, server: PageServer) -> None:
    legal = [offer("draw", "cards", by="Bo"), offer("reload")]
    server.show(table(legal=legal, towers=dict.fromkeys("UNO!"), reload_due=True))
    await button(page, "Shuffle the pile").click()
    assert await server.heard() == [{"do": "reload"}]


async def test_cards_laid_under_are_tapped(page: Page, server: PageServer) -> None:
    await button(page, "Red Discard All").click()
    await button(page, "Red 3").click()
    await button(page, "Red 3").click()
    await expect(button(page, "Red 3")).to_be_disabled()  # there are two in the deck
    await button(page, "Play this card and 2 more").click()
    [body] = await server.heard()
    assert body["with"] == ["red-3", "red-3"]


async def test_a_question_goes_when_its_play_is_no_longer_legal(
    page: Page, server: PageServer
) -> None:
    await button(page, "Wild").click()
    server.show(table(turn="Cy"))
    await expect(page.get_by_role("region", name="Question")).to_have_count(0)


async def test_a_refusal_is_shown_with_its_clause(page: Page, server: PageServer) -> None:
    refusal = refused("refusal.hit_has_begun", "COM-3", hit=17)
    server.answers["/api/commands"] = (409, refusal)
    await button(page, "Red 3").click()
    await expect(page.get_by_role("alert").filter(has_text=refusal["sentence"])).to_contain_text(
        "COM-3"
    )


async def test_a_name_is_text(page: Page, server: PageServer) -> None:
    name = "<script>document.title=1</script><img src=x onerror='document.title=2'>"
    server.show(table(("Ann", name), log=[ruling(f"{name} deals.", "")]))
    await expect(page.get_by_role("heading", level=1)).to_have_text(f"{name}'s turn")
    await expect(page.get_by_role("list", name="Log")).to_contain_text(name)
    await expect(page.locator("img")).to_have_count(0)
    await expect(page).to_have_title(f"{name}'s turn · Rollerdeck")


@pytest.mark.parametrize("taps", [10, pytest.param(500, marks=pytest.mark.soak)])
async def test_an_update_in_mid_press_loses_no_tap(
    page: Page, server: PageServer, taps: int
) -> None:
    key = button(page, "Red 3")
    for n in range(1, 1 + taps):
        await key.hover()
        # a press that slips is no long one, however slowly a busy machine draws the update
        slip = key.hover(position={"x": SLIP_PX, "y": SLIP_PX}, force=True)
        await asyncio.gather(page.mouse.down(), slip)
        server.show(table(legal=PLAYS, log=[ruling(f"News {n}.")] * min(n, 200)))
        await settled(page, server)
        await page.mouse.up()
        assert len(await server.heard(n)) == n
        await settled(page, server)


async def test_calls_are_asked_only_where_more_than_one_could_say_them(
    page: Page, server: PageServer
) -> None:
    await expect(button(page, "UNO")).to_be_disabled()
    await expect(button(page, "Catch")).to_be_disabled()
    catches = [offer("catch", by=by, player="Ann") for by in ("Bo", "Cy")]
    window = {"player": "Ann", "called": False}
    server.show(table(legal=[offer("uno", by="Ann"), *catches], uno=window))
    await button(page, "Catch").click()
    await expect(page.get_by_role("heading", name="Who caught Ann?")).to_be_visible()
    await button(page, "Cy").click()
    await server.heard()
    await button(page, "UNO").click()
    assert await server.heard(2) == [
        {"do": "catch", "by": "Cy", "player": "Ann"},
        {"do": "uno", "by": "Ann"},
    ]


async def test_a_late_answer_closes_no_later_question(page: Page, server: PageServer) -> None:
    """On a slow Wi-Fi the table can show what a command did before its own answer is there."""
    server.show(table(legal=PLAYS))
    await settled(page, server)
    async with late_answers(page, "/api/commands") as answer:
        await button(page, "Red 3").click()
        server.show(table(legal=PLAYS, turn="Cy"))
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Cy")
        await button(page, "Wild").click()
        await expect(button(page, "Green")).to_be_visible()
        async with page.expect_response("**/api/commands"):
            answer()
        await page.evaluate("() => new Promise((done) => setTimeout(done))")
        await expect(button(page, "Green")).to_be_visible()
    await button(page, "Green").click()
    said = await server.heard(2)
    assert [(body["card"], body.get("color")) for body in said] == [
        ("red-3", None),
        ("wild", "green"),
    ]
