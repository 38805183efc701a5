"""A count that may be too low: the table is told until it is put right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.games.doubts import Doubt, still_measured
from controller.games.entries import CommandBody
from controller.web import table_views
from hardware.launcher import HitEnded, LauncherEvent
from tests.rules.saying import after, answers, play, table, up
from tests.worlds.evening import Evening

DOUBT = {"hit": 1, "by": "Bo", "owner": "Bo", "cards": 3, "uncertain": 1}


@pytest.fixture
async def evening_in_doubt(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
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
        for one in table_views.table(evening.table, "").doubts
    ]


async def test_a_doubt_outlives_other_commands_and_the_referee(evening_in_doubt: Evening) -> None:
    await evening_in_doubt.table.command({"do": "play", "by": "Cy", "card": "red-3"})
    await evening_in_doubt.table.command({"do": "undo"})
    await evening_in_doubt.table.command({"do": "set", "hands": {"Ann": 7}})
    await evening_in_doubt.restart()
    assert doubts(evening_in_doubt) == [DOUBT]


async def test_the_turn_clock_stands_still_until_the_count_is_settled(
    evening_in_doubt: Evening,
) -> None:
    table = evening_in_doubt.table
    table.turn_timer.set_limit(30)
    waits = [table.turn_timer.clock.wait]
    await table.command({"do": "set", "hands": {"Bo": 10}})
    waits.append(table.turn_timer.clock.wait)
    assert [(one.player, one.held) for one in waits if one] == [("Cy", True), ("Cy", False)]


async def test_a_doubt_goes_on_with_a_game_that_was_left(evening_in_doubt: Evening) -> None:
    await evening_in_doubt.table.new_game({"edition": "attack", "players": ["Dee", "Ed"]})
    assert doubts(evening_in_doubt) == []
    await evening_in_doubt.table.play_on(1)
    await evening_in_doubt.restart()
    assert doubts(evening_in_doubt) == [DOUBT]


@pytest.mark.parametrize("hand", [10, 11])
async def test_the_owners_hand_put_right_ends_it(evening_in_doubt: Evening, hand: int) -> None:
    await evening_in_doubt.table.command({"do": "set", "hands": {"Bo": hand}})
    assert doubts(evening_in_doubt) == []
    assert evening_in_doubt.state["hands"]["Bo"] == hand
    assert evening_in_doubt.state["discrepancy"] == 0


async def test_undoing_the_hit_ends_it(evening_in_doubt: Evening) -> None:
    await evening_in_doubt.table.command({"do": "play", "by": "Cy", "card": "red-3"})
    await evening_in_doubt.table.command({"do": "undo"})
    assert doubts(evening_in_doubt) == [DOUBT]
    await evening_in_doubt.table.command({"do": "undo"})
    assert doubts(evening_in_doubt) == []


async def test_a_doubt_stayed_with_its_owner_when_hands_were_traded(
    evening_in_doubt: Evening,
) -> None:
    """The cards are in the other hand now, until the trade is taken back."""
    trade = {"do": "play", "by": "Cy", "card": "red-trade-hands", "target": "Bo"}
    await evening_in_doubt.table.command(trade)
    assert doubts(evening_in_doubt) == [DOUBT | {"owner": "Cy"}]
    await evening_in_doubt.restart()
    await evening_in_doubt.table.command({"do": "set", "hands": {"Bo": 7}})
    assert doubts(evening_in_doubt) == [DOUBT | {"owner": "Cy"}]
    await evening_in_doubt.table.command({"do": "undo"})
    await evening_in_doubt.table.command({"do": "undo"})
    assert doubts(evening_in_doubt) == [DOUBT]


@pytest.mark.clause("HOU-4")
def test_a_doubt_goes_with_its_hand_when_all_hands_are_passed_on() -> None:
    state = after(table(edition="classic-attack", options={"zeros_rotate": True}), up("red-7"))
    applied = answers(state, play("Bo", "red-0"))[0]
    counts = tuple(Doubt(hit, name, name, 3, 1) for hit, name in ((1, "Bo"), (2, "Ann")))
    passed_on = still_measured(counts, CommandBody(dict(applied.command)), applied)
    assert [(count.by, count.owner) for count in passed_on] == [("Bo", "Cy"), ("Ann", "Bo")]


async def test_a_trade_between_others_leaves_it(evening_in_doubt: Evening) -> None:
    trade = {"do": "play", "by": "Cy", "card": "red-trade-hands", "target": "Ann"}
    await evening_in_doubt.table.command(trade)
    assert doubts(evening_in_doubt) == [DOUBT]


async def test_undoing_what_ended_it_brings_it_back(evening_in_doubt: Evening) -> None:
    await evening_in_doubt.table.command({"do": "set", "hands": {"Bo": 11}})
    await evening_in_doubt.table.command({"do": "undo"})
    assert doubts(evening_in_doubt) == [DOUBT]


async def test_a_new_game_has_none(evening_in_doubt: Evening) -> None:
    await evening_in_doubt.table.new_game({"edition": "attack", "players": ["Dee", "Ed"]})
    assert doubts(evening_in_doubt) == []


async def test_a_count_by_the_table_is_in_no_doubt(evening_in_doubt: Evening) -> None:
    evening_in_doubt.launcher.cut()
    await evening_in_doubt.launcher.heard()
    await evening_in_doubt.table.confirm(2, 4)
    assert doubts(evening_in_doubt) == [DOUBT]
