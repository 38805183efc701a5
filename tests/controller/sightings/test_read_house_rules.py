"""Cards that a reader sees where the house answers hits with cards (HOU-1), or jumps in (HOU-2)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.worlds.evening import GAME, Evening
from tests.worlds.seeing import Seeing


@asynccontextmanager
async def seeing_house(evening: Evening, **options: Any) -> AsyncIterator[Seeing]:
    """Bo's turn on a red 5, with a reader that is paired, as this house plays."""
    table = await evening.open()
    await table.new_game({**GAME, "options": options})
    await table.command({"do": "turn_up", "card": "red-5"})
    seeing = Seeing(evening)
    await seeing.pair()
    yield seeing
    await seeing.phones.close()


@pytest.mark.clause("HOU-1")
async def test_a_card_that_answers_hits_is_played_before_them(evening: Evening) -> None:
    async with seeing_house(evening, stacking="same") as seeing:
        assert await seeing.meaning("red-hit-2") == "played"
        answer = {"meaning": "played", "card": "blue-hit-2", "by": "Cy"}
        assert await seeing.see("blue-hit-2") == answer
        owed = [(due["player"], due["hits"]) for due in evening.state["owed"]]
        assert (evening.state["turn"], owed) == ("Ann", [("Ann", 4)])


@pytest.mark.clause("HOU-1")
async def test_a_card_that_does_not_answer_waits_for_the_hits(evening: Evening) -> None:
    async with seeing_house(evening, stacking="same") as seeing:
        assert await seeing.meaning("red-hit-2") == "played"
        assert await seeing.meaning("red-4") == "waits"
        for _ in range(2):
            await evening.press()
        assert seeing.pile == ["red-5", "red-hit-2", "red-4"]
        assert evening.state["turn"] == "Bo"


@pytest.mark.clause("HOU-1")
async def test_after_the_first_press_a_card_no_longer_answers(evening: Evening) -> None:
    async with seeing_house(evening, stacking="same") as seeing:
        assert await seeing.meaning("red-hit-2") == "played"
        await evening.press()
        assert await seeing.meaning("blue-hit-2") == "waits"
        await evening.press()
        assert (seeing.pile[-1], evening.state["owed"][0]["player"]) == ("blue-hit-2", "Bo")


@pytest.mark.clause("HOU-1")
async def test_an_answer_that_cannot_be_read_is_asked_about_at_once(evening: Evening) -> None:
    async with seeing_house(evening, stacking="same") as seeing:
        assert await seeing.meaning("red-hit-2") == "played"
        assert await seeing.see(None) == {"meaning": "asked", "card": None, "by": "Cy"}


@pytest.mark.clause("HOU-1")
async def test_an_answer_that_waited_for_a_question_is_played_once_that_is_answered(
    evening: Evening,
) -> None:
    async with seeing_house(evening, stacking="same") as seeing:
        assert await seeing.meaning(None) == "asked"
        assert await seeing.meaning("red-hit-2") == "asked"
        assert await seeing.meaning("blue-hit-2") == "waits"
        assert (await seeing.answer(yes=True)).status_code == 200
        assert seeing.pile == ["red-5", "red-hit-2", "blue-hit-2"]


@pytest.mark.clause("HOU-2")
async def test_a_card_that_was_tapped_to_jump_in_is_that_one_when_it_is_seen(
    evening: Evening,
) -> None:
    async with seeing_house(evening, jump_in=True) as seeing:
        assert await seeing.meaning("red-3") == "played"
        await seeing.say(do="play", by="Ann", card="red-3")
        assert await seeing.meaning("red-3", 1) == "covered"
        assert evening.state["turn"] == "Bo"


@pytest.mark.clause("HOU-2")
async def test_a_card_that_nobody_tapped_is_the_play_of_whose_turn_it_is(evening: Evening) -> None:
    async with seeing_house(evening, jump_in=True) as seeing:
        assert await seeing.meaning("red-3") == "played"
        assert (await seeing.see("red-3", 1))["by"] == "Cy"
