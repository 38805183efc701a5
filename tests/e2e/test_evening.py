"""Three players play a game to its winner on the page, and everything happens on the way."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.e2e.evening import Evening
from tests.e2e.looking import button

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.soak]

PLAYERS = ("Ann", "Bo", "Cy")
TARGET = 250
TAPPED = 8 * ["Skip, 20 points"] + 8 * ["Reverse, 20 points"]
"""Cards that nobody plays here."""
TAPPED_POINTS = 20
NUMBERS = "button:enabled[aria-label$='1'], button:enabled[aria-label$='3'], " + (
    ", ".join(f"button:enabled[aria-label$='{n}']" for n in (4, 5, 6, 7, 8, 9))
)  # two would also end a Hit 2
WON = tuple(f"{name} wins the round!" for name in PLAYERS)
WHAT_NEXT = (
    "Reload the launcher",
    *WON,
    *(f"{name}{words}" for name in PLAYERS for words in ("'s turn", " hits")),
)


async def overrule(evening: Evening, **hands: int) -> None:
    """The table sets hands; the launcher's count follows."""
    page = evening.page
    await button(page, "More").click()
    await button(page, "Correct something").click()
    for name, cards in hands.items():
        await page.get_by_role("spinbutton", name=f"Hand of {name}").fill(str(cards))
    await evening.tap(button(page, "Set"), "set")


async def play_a_turn(evening: Evening, name: str, *, call: bool = True) -> None:
    """Lay a number that fits, or hit; say UNO where it is due."""
    picker = evening.page.get_by_test_id("picker")
    await expect(picker).to_be_visible()  # the panel that was open before it is gone
    numbers = picker.locator(NUMBERS)
    if not await numbers.count():
        await evening.press()
        return
    hands = (await evening.state())["hands"]
    assert isinstance(hands, dict)
    if call and hands[name] == 2:
        await evening.tap(button(evening.page, "UNO"), "uno")
    await evening.tap(numbers.first, "play")


async def play_on(evening: Evening) -> None:
    """Play until the hands are counted."""
    while (shown := await evening.headline(*WHAT_NEXT)) not in WON:
        if shown == "Reload the launcher":
            await evening.tap(button(evening.page, "Reload the launcher"), "reload")
        elif shown.endswith(" hits"):
            await evening.press()
        else:
            await play_a_turn(evening, shown.removesuffix("'s turn"))


async def count_the_hands(evening: Evening) -> int:
    """One hand as a sum, the other one by the card keyboard. Returns their points."""
    page = evening.page
    fields = page.get_by_role("spinbutton")
    typed = await fields.first.get_attribute("min") or ""
    await fields.first.fill(typed)
    before = len(evening.said("count"))
    await page.keyboard.press("Enter")
    await evening.until_said("count", before)
    await page.get_by_text("Tap the cards").click()
    shown = await evening.table()
    left = next(offer["player"] for offer in shown["legal"] if offer["do"] == "count")
    hand = shown["state"]["hands"][left]
    tapped = TAPPED[:hand]
    for card in tapped:
        await page.get_by_test_id("picker").get_by_role("button", name=card, exact=True).click()
    points = TAPPED_POINTS * len(tapped)
    await expect(page.locator(".tapping")).to_contain_text(f"{points} points")
    count = button(page, f"Count the cards of {left}")
    if len(tapped) < hand:
        await count.click()
        count = button(page, "Count anyway")
    await evening.tap(count, "count")
    return int(typed) + points


async def test_a_game_is_played_to_its_winner_whatever_happens(evening: Evening) -> None:
    page = evening.page
    await evening.set_up(*PLAYERS, target=TARGET)
    await evening.card("Red 5", do="turn_up")
    await evening.headline("Bo's turn")

    # An overruled count leaves two cards in the launcher; then Cy owes six hits, and a card jams.
    await overrule(evening, Ann=100, Bo=4, Cy=5)
    await evening.card("Red Hit 2")
    await button(page, "More").click()
    await button(page, "Somebody told a player what to play").click()
    await evening.tap(page.get_by_role("region", name="Question").get_by_text("Cy"), "suggested")
    await evening.headline("Cy hits")
    await evening.control.jam()
    while await evening.headline("Cy hits", "Reload the launcher") == "Cy hits":
        await evening.press()
    assert "JAM" in evening.troubles
    owed = (await evening.state())["owed"]
    assert owed, "the launcher was to be empty in mid-debt"

    # The referee dies, and the page is loaded anew: nobody has forgotten anything.
    await evening.kill_the_referee()
    await evening.headline("Reload the launcher")
    await page.reload()
    await evening.headline("Reload the launcher")
    assert (await evening.state())["owed"] == owed
    await evening.tap(button(page, "Reload the launcher"), "reload")
    while (shown := await evening.headline("Cy hits", "Ann's turn", "Reload the launcher")) == (
        "Cy hits"
    ):
        await evening.press()
    assert shown == "Ann's turn"

    # A slip of the finger is taken back.
    await play_a_turn(evening, "Ann")
    await evening.headline("Bo's turn")
    await evening.tap(button(page, "Undo"), "undo")
    await evening.headline("Ann's turn")
    await play_a_turn(evening, "Ann")

    # Bo forgets to call, and is caught.
    await overrule(evening, Bo=2)
    await play_a_turn(evening, "Bo", call=False)
    await button(page, "Catch").click()
    await evening.tap(page.get_by_role("region", name="Question").get_by_text("Cy"), "catch")
    await evening.headline("Bo hits", "Reload the launcher")
    await overrule(evening, Ann=6, Cy=5)
    await play_on(evening)

    rounds = 1
    won = [f"{name} won the game" for name in PLAYERS]
    points = await count_the_hands(evening)
    while True:
        over = [f"{name} won round {rounds}" for name in PLAYERS]
        if (shown := await evening.headline(*over, *won)) in won:
            break
        await evening.tap(button(page, "Next round"), "next_round")
        rounds += 1
        await evening.card("Blue 5", do="turn_up")
        await overrule(evening, Ann=3, Bo=3, Cy=3)
        await page.reload()
        await play_on(evening)
        points += await count_the_hands(evening)
    assert rounds >= 2
    state = await evening.state()
    assert shown == f"{state['winner']} won the game"
    scores = state["scores"]
    assert isinstance(scores, dict)
    assert sum(scores.values()) == points
    await expect(page.get_by_role("img", name=f"each of {rounds} rounds")).to_be_visible()
    await evening.hands_are_right()
