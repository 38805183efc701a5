import asyncio

import pytest

from hardware.launcher import (
    CardLeft,
    Fault,
    FaultsChanged,
    HitEnded,
    HitResult,
    Launcher,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
    Pressed,
)
from tests.hardware.mock import MockLauncher


async def closed(launcher: MockLauncher) -> list[LauncherEvent]:
    await launcher.close()
    return [event async for event in launcher.events()]


async def test_a_hit_from_arming_to_its_result() -> None:
    mock = MockLauncher(1)
    launcher: Launcher = mock
    assert await launcher.arm(1, 2) is None
    mock.press()
    result = await launcher.result(1)
    assert result is not None
    assert (result.delivered, result.complete) == (2, True)
    assert await launcher.arm(1, 2) == result
    told = await closed(mock)
    assert [type(event) for event in told] == [Pressed, CardLeft, CardLeft, HitEnded, LinkChanged]
    assert isinstance(told[0], Pressed)
    assert told[0] == Pressed(presses=1, hit=1, at_ms=0)
    assert told[3] == HitEnded(result)


async def test_a_jam_is_a_result_and_the_rest_comes_after_it() -> None:
    mock = MockLauncher(2)
    await mock.arm(1, 5)
    mock.rig.set_fault("jam", True)
    mock.press()
    broken = await mock.result(1)
    assert broken is not None
    assert (broken.complete, broken.fault, mock.faults) == (False, Fault.JAM, (Fault.JAM,))
    refused = await mock.arm(2, 1)
    assert isinstance(refused, HitResult)
    assert (refused.hit, refused.delivered, refused.fault) == (2, 0, Fault.JAM)
    assert await mock.clear_faults() == (Fault.JAM,)
    mock.rig.set_fault("jam", False)
    mock.press()  # time passes, and nothing moves
    assert await mock.clear_faults() == ()
    assert await mock.arm(1, 5) is None
    mock.press()
    whole = await mock.result(1)
    assert whole is not None
    assert (whole.delivered, whole.complete, whole.fault) == (5, True, None)
    changes = [e for e in await closed(mock) if isinstance(e, FaultsChanged)]
    assert changes == [FaultsChanged((Fault.JAM,)), FaultsChanged(())]


async def test_a_press_that_is_not_armed_is_told() -> None:
    mock = MockLauncher(1)
    mock.press()
    told = await closed(mock)
    assert told[0] == Pressed(presses=1, hit=None, at_ms=0)


async def test_eject_gives_cards_without_a_finger() -> None:
    mock = MockLauncher(1)
    first, second = await mock.eject(3), await mock.eject(2)
    assert (first.delivered, second.delivered, mock.rig.cards_left) == (3, 2, 5)
    assert first.hit != second.hit


async def test_disarmed_and_safe() -> None:
    mock = MockLauncher(1)
    await mock.arm(1, 2)
    assert await mock.disarm()
    await mock.arm(2, 2)
    await mock.safe_off()
    mock.press()
    assert mock.rig.cards_left == 0
    assert not await mock.face(1)
    await mock.ding()
    await mock.lamp(True)
    assert (mock.rig.dings, mock.rig.core.lamp_asked) == (1, True)


async def test_events_come_to_a_reader_that_waits() -> None:
    mock = MockLauncher(1)
    reader = asyncio.ensure_future(anext(aiter(mock.events())))
    await asyncio.sleep(0)
    mock.press()
    assert await reader == Pressed(presses=1, hit=None, at_ms=0)


async def test_what_was_let_go_is_gone() -> None:
    mock = MockLauncher(1)
    await mock.close()
    await mock.close()
    assert not mock.link_up
    with pytest.raises(LauncherGone):
        await mock.arm(1, 1)


async def test_senseless_requests_raise() -> None:
    mock = MockLauncher(1)
    for hit, count in ((0, 1), (1, -1), (1, 13)):
        with pytest.raises(ValueError, match="hit"):
            await mock.arm(hit, count)
    for count in (0, 13):
        with pytest.raises(ValueError, match="ejection"):
            await mock.eject(count)
