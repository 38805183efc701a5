"""The referee is stopped as it should be: the next one need not ask anybody anything."""

from __future__ import annotations

from controller.table.hit import HitStage
from tests.worlds.evening import Evening, LauncherThere, refusal


async def test_after_an_orderly_end_nobody_is_asked_anything(evening_after_a_hit: Evening) -> None:
    await evening_after_a_hit.close()
    assert evening_after_a_hit.launcher.rig.core.armed_hit == 0
    evening_after_a_hit.launcher = LauncherThere()
    table = await evening_after_a_hit.open()
    assert table.hit is not None
    assert (table.hit.number, table.hit.stage) == (2, HitStage.ARMED)
    assert evening_after_a_hit.rolled == [1, 2]


async def test_after_an_orderly_end_in_a_fault_nobody_is_asked_either(
    evening_after_a_hit: Evening,
) -> None:
    evening_after_a_hit.launcher.press_until(1)
    evening_after_a_hit.launcher.rig.set_fault("jam", True)
    evening_after_a_hit.launcher.finish()
    await evening_after_a_hit.launcher.heard()
    await evening_after_a_hit.table.confirm(2, 1)  # hit 3 is due and kept back by the jam
    await evening_after_a_hit.close()
    evening_after_a_hit.launcher = LauncherThere()
    table = await evening_after_a_hit.open()
    assert table.hit is not None
    assert (table.hit.number, table.hit.stage) == (3, HitStage.ARMED)


async def test_an_orderly_end_in_the_middle_of_a_hit_is_not_so_orderly(
    evening_after_a_hit: Evening,
) -> None:
    evening_after_a_hit.launcher.press_until(1)
    await evening_after_a_hit.close()
    evening_after_a_hit.launcher.referee_died()
    table = await evening_after_a_hit.open()
    assert table.hit is not None and table.hit.stage is HitStage.CONFIRM


async def test_a_stopping_referee_takes_nothing_more(evening_after_a_hit: Evening) -> None:
    await evening_after_a_hit.table.stop()
    play = {"do": "play", "by": "Cy", "card": "red-3"}
    assert (await refusal(evening_after_a_hit.table.command(play)))[0] == "stopping"
