"""A count that may be too low: the table is told until it is put right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.web import shown
from hardware.launcher import HitEnded, LauncherEvent
from tests.worlds.evening import Evening

DOUBT = {"hit": 1, "by": "Bo", "owner": "Bo", "cards": 3, "uncertain": 1}


@pytest.fixture
async def evening(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Bo's hit gave 3 cards, of which one may be two; it is Cy's turn."""
    table = await evening.begin()
    repeat = evening.launcher._read

    def unsure(event: tuple[int, int, int, int]) -> LauncherEvent:
        said = repeat(event)
        return HitEnded(replace(said.result, uncertain=1)) if isinstance(said, HitEnded) else said

    with monkeypatch.context() as patch:
        patch.setattr(evening.launcher, "_read", unsure)
        await evening.press()
    assert doubts(evening) == [DOUBT]
    assert table.record.log[-1].key == "log.uncertain"
    return evening


def doubts(evening: Evening) -> list[dict[str, Any]]:
    return [
        {"hit": one.hit, "by": one.by, "owner": one.owner}
        | {"cards": one.cards, "uncertain": one.uncertain}
        for one in shown.table(evening.table, "").doubts
    ]


async def test_a_doubt_outlives_other_commands_and_the_referee(evening: Evening) -> None:
    await evening.table.command({"do": "play", "by": "Cy", "card": "red-3"})
    await evening.table.command({"do": "undo"})
    await evening.table.command({"do": "set", "hands": {"Ann": 7}})
    await evening.restart()
    assert doubts(evening) == [DOUBT]


async def test_a_doubt_goes_on_with_a_game_that_was_left(evening: Evening) -> None:
    await evening.table.new_game({"edition": "attack", "players": ["Dee", "Ed"]})
    assert doubts(evening) == []
    await evening.table.play_on(1)
    await evening.restart()
    assert doubts(evening) == [DOUBT]


@pytest.mark.parametrize("hand", [10, 11])
async def test_the_owners_hand_put_right_ends_it(evening: Evening, hand: int) -> None:
    await evening.table.command({"do": "set", "hands": {"Bo": hand}})
    assert doubts(evening) == []
    assert evening.state["hands"]["Bo"] == hand
    assert evening.state["discrepancy"] == 0


async def test_undoing_the_hit_ends_it(evening: Evening) -> None:
    await evening.table.command({"do": "play", "by": "Cy", "card": "red-3"})
    await evening.table.command({"do": "undo"})
    assert doubts(evening) == [DOUBT]
    await evening.table.command({"do": "undo"})
    assert doubts(evening) == []


async def test_a_doubt_stayed_with_its_owner_when_hands_were_traded(evening: Evening) -> None:
    """The cards are in the other hand now, until the trade is taken back."""
    trade = {"do": "play", "by": "Cy", "card": "red-trade-hands", "target": "Bo"}
    await evening.table.command(trade)
    assert doubts(evening) == [DOUBT | {"owner": "Cy"}]
    await evening.restart()
    await evening.table.command({"do": "set", "hands": {"Bo": 7}})
    assert doubts(evening) == [DOUBT | {"owner": "Cy"}]
    await evening.table.command({"do": "undo"})
    await evening.table.command({"do": "undo"})
    assert doubts(evening) == [DOUBT]


async def test_a_trade_between_others_leaves_it(evening: Evening) -> None:
    trade = {"do": "play", "by": "Cy", "card": "red-trade-hands", "target": "Ann"}
    await evening.table.command(trade)
    assert doubts(evening) == [DOUBT]


async def test_undoing_what_ended_it_brings_it_back(evening: Evening) -> None:
    await evening.table.command({"do": "set", "hands": {"Bo": 11}})
    await evening.table.command({"do": "undo"})
    assert doubts(evening) == [DOUBT]


async def test_a_new_game_has_none(evening: Evening) -> None:
    await evening.table.new_game({"edition": "attack", "players": ["Dee", "Ed"]})
    assert doubts(evening) == []


async def test_a_count_by_the_table_is_in_no_doubt(evening: Evening) -> None:
    evening.launcher.cut()
    await evening.launcher.heard()
    await evening.table.confirm(2, 4)
    assert doubts(evening) == [DOUBT]
