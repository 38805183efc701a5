"""Editions are chosen on the page and played there for some turns, at a real referee."""

from __future__ import annotations

import pytest

from controller.base.paths import boxes_of
from controller.words import word
from rules import EDITIONS
from tests.e2e.evening import Evening
from tests.e2e.looking import button
from tests.rules.house_box import ID, example_text

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

PRESS = "press"
TURNS: dict[str, tuple[tuple[str, str], ...]] = {
    "attack": (
        ("Bo's turn", "Red Skip"),
        ("Ann's turn", "Red Trade Hands / Cy"),
        ("Bo's turn", "Wild All Hit / Green"),
        ("Cy hits", PRESS),
        ("Ann hits", PRESS),
        ("Cy's turn", "Green 4"),
    ),
    "attack-attack": (
        ("Bo's turn", "Red Hit 1"),
        ("Cy hits", PRESS),
        ("Ann's turn", "Wild Attack-Attack / Blue / Cy"),
        ("Ann hits", PRESS),
        ("Ann hits", PRESS),
        ("Bo's turn", "Blue 4"),
    ),
    "extreme": (
        ("Bo's turn", "Wild Extreme Hit / Blue / Ann"),
        ("Bo hits", PRESS),
        ("Bo hits", PRESS),
        ("Cy's turn", "Wild Customizable / Yellow"),
        ("Ann's turn", "Yellow 4"),
    ),
    "power-grab": (
        ("Bo's turn", "Red Draw Two"),
        ("Cy draws 2 cards", "Draw 2 cards"),
        ("Ann's turn", "Wild Draw Four / Blue"),
        ("Bo: draw, or challenge?", "Draw 4 cards"),
        ("Cy's turn", "Wild Grab-A-Tower / Green / U in the middle / Take U"),
        ("Ann's turn", "Draw a card"),
        ("Ann's turn", "Pass"),
    ),
    "classic": (
        ("Bo's turn", "Red Draw Two"),
        ("Cy draws 2 cards", "Draw 2 cards"),
        ("Ann's turn", "Wild Draw Four / Blue"),
        ("Bo: draw, or challenge?", "Draw 4 cards"),
        ("Cy's turn", "Blue 0"),
        ("Ann's turn", "Draw a card"),
        ("Ann's turn", "Pass"),
    ),
    "classic-attack": (
        ("Bo's turn", "Red Draw Two"),
        ("Cy hits", PRESS),
        ("Cy hits", PRESS),
        ("Ann's turn", "Wild Draw Four / Blue"),
        *[("Bo hits", PRESS)] * 4,
        ("Cy's turn", "Blue 0"),
    ),
}


async def test_editions_are_chosen_and_played_on_the_page(evening: Evening) -> None:
    page = evening.page
    assert TURNS.keys() == EDITIONS.keys()
    for number, edition in enumerate(TURNS, 1):
        if number > 1:
            await button(page, "More").click()
            await button(page, "New game").click()
        for at, name in enumerate(("Ann", "Bo"), 1):
            await page.get_by_role("textbox", name=f"Player {at}").fill(name)
        if number == 1:
            await button(page, "Add a player").click()
            await page.get_by_role("textbox", name="Player 3").fill("Cy")
        await page.get_by_role("radio", name="Ann", exact=True).check()
        await page.get_by_role("radio", name=word(edition, "edition"), exact=True).check()
        await button(page, "Start the game").click()
        await evening.headline("Turn up the first card")
        await evening.card("Red 5", do="turn_up")
        for headline, taps in TURNS[edition]:
            await evening.headline(headline)
            if taps == PRESS:
                await evening.press()
                continue
            for tap in taps.split(" / "):
                await button(page, tap).click()
        assert (await evening.state())["edition"] == edition
    await evening.hands_are_right()


async def test_a_house_s_own_box_is_chosen_and_played_beside_a_broken_file(
    evening: Evening,
) -> None:
    folder = boxes_of(evening.journal)
    folder.mkdir()
    (folder / "family.toml").write_text(example_text(), encoding="utf-8")
    (folder / "broken.toml").write_text('name = "Broken"\nkinds = 1\n', encoding="utf-8")
    page = evening.page
    await page.reload()
    for at, name in enumerate(("Ann", "Bo"), 1):
        await page.get_by_role("textbox", name=f"Player {at}").fill(name)
    await page.get_by_role("radio", name="Ann", exact=True).check()
    wrong = "broken.toml, line 2: Each kind of card begins with [[kinds]], with two brackets"
    await page.get_by_text(wrong).wait_for()
    await page.get_by_role("radio", name="Family box", exact=True).check()
    await button(page, "Start the game").click()
    await evening.headline("Turn up the first card")
    await evening.card("Red 0", do="turn_up")
    await evening.headline("Bo's turn")
    await button(page, "Red Group Hug").click()
    await evening.headline("Ann hits")
    await evening.press()
    await evening.headline("Bo's turn")
    await button(page, "Thunder").click()
    await button(page, "Green").click()
    for _ in range(3):
        await evening.headline("Ann hits")
        await evening.press()
    await evening.headline("Bo's turn")
    assert (await evening.state())["edition"] == ID
    await evening.hands_are_right()
