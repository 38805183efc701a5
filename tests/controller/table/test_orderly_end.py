"""The referee is stopped as it should be: the next one need not ask anybody anything."""

from __future__ import annotations

import pytest

from controller.table.hit import HitStage
from tests.worlds.evening import Evening, LauncherThere, refusal


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """One hit is played; hit 2 is Cy's."""
    await evening.begin()
    await evening.press()
    return evening


async def test_after_an_orderly_end_nobody_is_asked_anything(evening: Evening) -> None:
    await evening.close()
    assert evening.launcher.rig.core.armed_hit == 0
    evening.launcher = LauncherThere()
    table = await evening.open()
    assert table.hit is not None
    assert (table.hit.number, table.hit.stage) == (2, HitStage.ARMED)
    assert evening.rolled == [1, 2]


async def test_after_an_orderly_end_in_a_fault_nobody_is_asked_either(evening: Evening) -> None:
    evening.launcher.press_until(1)
    evening.launcher.rig.set_fault("jam", True)
    evening.launcher.finish()
    await evening.launcher.heard()
    await evening.table.confirm(2, 1)  # hit 3 is due and kept back by the jam
    await evening.close()
    evening.launcher = LauncherThere()
    table = await evening.open()
    assert table.hit is not None
    assert (table.hit.number, table.hit.stage) == (3, HitStage.ARMED)


async def test_an_orderly_end_in_the_middle_of_a_hit_is_not_so_orderly(evening: Evening) -> None:
    evening.launcher.press_until(1)
    await evening.close()
    evening.launcher.referee_died()
    table = await evening.open()
    assert table.hit is not None and table.hit.stage is HitStage.CONFIRM


async def test_a_stopping_referee_takes_nothing_more(evening: Evening) -> None:
    await evening.table.stop()
    play = {"do": "play", "by": "Cy", "card": "red-3"}
    assert (await refusal(evening.table.command(play)))[0] == "stopping"
