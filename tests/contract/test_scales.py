"""What a launcher promises about its scale, whether it has one or not."""

from __future__ import annotations

import pytest

from hardware.launcher import Weighed
from tests.contract.stands import MakeStand, MockStand
from tests.hardware.mock import MockLauncher

WORD = Weighed(1, 1, 2, 2, 2, 58, 57, 58, 4000)


@pytest.mark.above_the_pins
async def test_a_launcher_without_a_scale_weighs_nothing(stand: MakeStand) -> None:
    async with stand(60) as s:
        assert not s.launcher.capabilities.scale
        await s.launcher.tare()
        await s.launcher.weigh()
        await s.launcher.arm(1, 2)
        await s.press()
        assert not [event for event in await s.events() if isinstance(event, Weighed)]


@pytest.mark.looptime
async def test_a_word_of_the_scale_comes_in_its_turn() -> None:
    launcher = MockLauncher(seed=5, cards=60, scale=True)
    stand = MockStand(launcher)
    assert launcher.capabilities.scale
    await launcher.tare()
    await launcher.weigh()
    assert (launcher.tared, launcher.asked_to_weigh) == (1, 1)
    await launcher.arm(1, 2)
    launcher.press()
    launcher.weighed(WORD)
    assert (await stand.events())[-1] == WORD
    await launcher.close()
    await stand.ended()


@pytest.mark.parametrize(
    ("low", "high", "sure"), [(2, 2, True), (1, 2, False), (2, 3, False), (1, 3, False)]
)
def test_a_word_is_sure_only_if_the_weight_allows_one_number(
    low: int, high: int, sure: bool
) -> None:
    assert Weighed(1, 1, 2, low, high, 58, 57, 58, 0).sure is sure
