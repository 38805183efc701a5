"""Power Grab with a launcher: it deals the number that the rules name, and counts what came."""

import pytest

from controller.table.hit import HitStage
from controller.table.table import Table
from controller.web import table_views
from tests.worlds.evening import GAME, Evening, refusal

RED_7 = {"do": "turn_up", "card": "red-7"}


async def begin(evening: Evening, draw_from: str, edition: str = "power-grab") -> Table:
    table = await evening.open()
    options = {"draw_from": draw_from}
    await table.new_game(GAME | {"edition": edition, "options": options})
    await table.command(RED_7)
    return table


@pytest.mark.parametrize("draw_from", ["pile", "launcher"])
@pytest.mark.parametrize("edition", ["power-grab", "classic"])
async def test_the_page_is_told_of_a_draw_pile(
    evening: Evening, edition: str, draw_from: str
) -> None:
    table = await begin(evening, draw_from, edition)
    assert table_views.table(table, "").draw_pile == (draw_from == "pile")


@pytest.mark.parametrize("edition", ["attack", "classic-attack"])
async def test_where_cards_are_hit_there_is_no_draw_pile(evening: Evening, edition: str) -> None:
    table = await evening.open()
    assert not table_views.table(table, "").draw_pile
    await table.new_game(GAME | {"edition": edition})
    assert not table_views.table(table, "").draw_pile


async def test_an_own_draw_and_owed_draws_are_of_the_number_that_is_due(evening: Evening) -> None:
    table = await begin(evening, "launcher")
    assert evening.launcher.armings[-1][1] == 1
    await table.command({"do": "play", "by": "Bo", "card": "red-draw-two"})
    assert evening.launcher.armings[-1][1] == 2
    await evening.press()
    assert evening.state["hands"] == {"Ann": 7, "Bo": 6, "Cy": 9}
    assert (evening.state["turn"], evening.state["phase"]) == ("Ann", "play")
    assert evening.launcher.armings[-1][1] == 1
    await evening.press()
    assert (evening.state["hands"]["Ann"], evening.state["phase"]) == (8, "drawn")
    assert table.hit is None
    assert evening.launcher.rig.cards_left == 3


async def test_a_lost_challenge_is_dealt_in_full(evening: Evening) -> None:
    table = await begin(evening, "launcher")
    await table.command({"do": "play", "by": "Bo", "card": "wild-draw-four", "color": "red"})
    assert evening.launcher.armings[-1][1] == 4
    await table.command({"do": "challenge", "by": "Cy", "guilty": False})
    assert evening.launcher.armings[-1][1] == 6
    await evening.press()
    assert evening.state["hands"]["Cy"] == 13


async def test_a_draw_is_the_launchers_to_tell(evening: Evening) -> None:
    table = await begin(evening, "launcher")
    code, sentence = await refusal(table.command({"do": "draw", "by": "Bo", "cards": 1}))
    assert code == "measured_only"
    assert sentence == (
        "The launcher counts the cards that you draw: press its button instead of entering a "
        "number."
    )


@pytest.mark.clause("PGR-1")
async def test_from_a_pile_nothing_is_armed_and_people_tell_what_they_draw(
    evening: Evening,
) -> None:
    table = await begin(evening, "pile")
    assert table.hit is None and evening.launcher.armings == []
    await table.command({"do": "draw", "by": "Bo", "cards": 1})
    assert evening.state["hands"]["Bo"] == 8


async def test_a_draw_that_was_broken_off_is_counted_by_the_table(evening: Evening) -> None:
    table = await begin(evening, "launcher")
    await table.command({"do": "play", "by": "Bo", "card": "red-draw-two"})
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    evening.launcher.cut()
    await evening.launcher.heard()
    assert table.hit is not None and table.hit.stage is not HitStage.ARMED
    await table.confirm(table.hit.number, 1)
    owed = evening.state["owed"]
    assert [(due["player"], due["draws"]) for due in owed] == [("Cy", 1)]
