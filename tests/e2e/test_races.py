"""Two phones say something at the same moment: one deed is done, and the other phone is told."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from tests.e2e.acted import card_key
from tests.e2e.looking import button, late_answers
from tests.e2e.phones import Phone, Phones, phones, until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

FOUR = ("Ann", "Bo", "Cy", "Dora")
HANDS = dict.fromkeys(FOUR, 20)
COMMANDS = "/api/commands"

Said = tuple[Phone, Locator]
"""A key on a phone."""
each_order = pytest.mark.parametrize("first", [0, 1])
"""Whose request comes first at the referee."""


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def several(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Phones]:
    """Four players with phones, of whom Cy has two; take ``four``."""
    folder = tmp_path_factory.mktemp("four")
    async with phones(folder, browser, access="seats", breath_s=0.0) as table:
        await table.begin(players=[*FOUR], hands=HANDS)
        for player in (*FOUR, "Cy"):
            await table.sit(player)
        yield table


@pytest_asyncio.fixture(loop_scope="session")
async def four(several: Phones) -> Phones:
    """The same phones in a new game: it is Bo's turn, people jump in, and answer hits."""
    options = {"jump_in": True, "stacking": "same"}
    await several.begin(players=[*FOUR], hands=HANDS, options=options)
    return several


async def race(table: Phones, first: Said, second: Said) -> tuple[str, str]:
    """Tap both keys; both requests have left before either is answered, and one deed is done.

    Returns what the first and the second phone tell then.
    """
    await table.seen()
    entries = len(table.evening.entries("command"))
    async with (
        late_answers(first[0].page, COMMANDS) as arrive,
        late_answers(second[0].page, COMMANDS) as arrive_later,
    ):
        await first[1].tap()
        await second[1].tap()
        await until(lambda: bool(first[0].asked and second[0].asked), "both requests leave")
        arrive()
        await until(lambda: len(first[0].answered()) == 1, "the first one is answered")
        arrive_later()
        await table.settled()
    assert len(table.evening.entries("command")) == entries + 1
    (won,), (lost,) = first[0].answers, second[0].answers
    assert won["status"] == 200
    assert lost["status"] in (409, 412)
    await expect(second[0].page.locator(".notices .refusal")).to_be_visible()
    told = await first[0].notice(), (await second[0].notice()).partition("\n")[0]
    await button(second[0].page, "All right").tap()
    return told


@each_order
async def test_of_two_who_jump_in_one_does(four: Phones, first: int) -> None:
    await four.say(do="play", by="Bo", card="red-3")
    both = [(four.all[at], four.all[at].page.locator(".deeds button")) for at in (0, 3)]
    winner = both[first][0].player
    told = await race(four, both[first], both[1 - first])
    assert told == ("", f"You were too late. {winner} has played red 3. Look at the table again.")


@each_order
async def test_a_jump_in_or_the_next_turn_s_play_is_done(four: Phones, first: int) -> None:
    await four.say(do="play", by="Bo", card="red-3")
    ann, cy = four.all[0], four.all[2]
    both = [(ann, ann.page.locator(".deeds button")), (cy, card_key(cy, "red-4"))]
    done = ("Ann has played red 3", "Cy has played red 4")[first]
    told = await race(four, both[first], both[1 - first])
    assert told == ("", f"You were too late. {done}. Look at the table again.")


@each_order
async def test_uno_or_the_catch_counts(four: Phones, first: int) -> None:
    await four.say(do="set", hands={"Bo": 2})
    await four.say(do="play", by="Bo", card="red-3")
    ann, bo = four.all[0], four.all[1]
    both = [(bo, button(bo.page, "UNO")), (ann, button(ann.page, "Catch Bo"))]
    told = await race(four, both[first], both[1 - first])
    why = (
        "Bo has called UNO, so nobody can catch them.",
        "Somebody was quicker. Ann has caught Bo.",
    )
    assert told == ("", why[first])


async def test_an_answer_on_both_phones_of_a_player_is_one(four: Phones) -> None:
    await four.say(do="play", by="Bo", card="red-hit-2")
    both = [(cy, card_key(cy, "green-hit-2")) for cy in four.all if cy.player == "Cy"]
    told = await race(four, both[0], both[1])
    assert told == ("", "You were too late. Cy has played green Hit 2. Look at the table again.")
