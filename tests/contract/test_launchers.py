"""What every launcher promises its callers (``hardware.launcher.Launcher``).

In virtual time, but for ``micropython``, whose clock is its own, and for gpio-sim, which is a
kernel's: `make vm`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.launcher import (
    ButtonInUse,
    Fault,
    FaultsChanged,
    HitEnded,
    HitResult,
    LauncherGone,
    LinkChanged,
    Pressed,
    Reason,
)
from hardware.portable.settings import LOWEST_PCT
from tests.contract.conftest import EVERY_IN_VIRTUAL_TIME, make_stand
from tests.contract.stands import MakeStand
from tests.contract.told import of_hit, results, traced

ABOVE_THE_PINS = pytest.mark.above_the_pins


@pytest.mark.parametrize(
    "count", [pytest.param(1, marks=ABOVE_THE_PINS), 4, pytest.param(12, marks=ABOVE_THE_PINS)]
)
async def test_ejects_exactly_what_is_asked_for(stand: MakeStand, count: int) -> None:
    async with stand(60) as s:
        result = await s.launcher.eject(count)
        assert (result.requested, result.delivered, result.complete) == (count, count, True)
        assert (result.fault, result.sticking) == (None, 0)
        assert len(result.card_times_ms) == count
        assert list(result.card_times_ms) == sorted(result.card_times_ms)
        assert await s.cards_left() == count
        assert await s.dings() == 0


@pytest.mark.parametrize(
    "count", [pytest.param(0, marks=ABOVE_THE_PINS), pytest.param(1, marks=ABOVE_THE_PINS), 5]
)
async def test_an_armed_hit_waits_for_its_press_and_is_told_whole(
    stand: MakeStand, count: int
) -> None:
    async with stand(60) as s:
        assert await s.launcher.arm(1, count) is None
        assert not await s.motor_ever_on()
        assert await s.events() == []
        await s.press()
        events = await s.events()
        cards = [f"card {nth}" for nth in range(1, count + 1)]
        assert of_hit(events, 1) == ["press", *cards, "ended"]
        (result,) = results(events)
        assert (result.delivered, result.complete) == (count, True)
        assert await s.cards_left() == count
        assert await s.dings() == 1
        assert await s.launcher.result(1) == result


@ABOVE_THE_PINS
async def test_hits_of_a_game_follow_each_other(stand: MakeStand) -> None:
    async with stand(60) as s:
        for hit, count in ((3, 2), (4, 0), (9, 3)):
            assert await s.launcher.arm(hit, count) is None
            await s.press()
        events = await s.events()
        assert [(r.hit, r.delivered) for r in results(events)] == [(3, 2), (4, 0), (9, 3)]
        presses = [event.presses for event in events if isinstance(event, Pressed)]
        assert presses == [1, 2, 3]


@ABOVE_THE_PINS
async def test_a_number_that_has_ended_gives_its_result_and_no_second_card(
    stand: MakeStand,
) -> None:
    async with stand(60) as s:
        await s.launcher.arm(1, 2)
        await s.press()
        first = await s.launcher.result(1)
        assert first is not None
        assert await s.launcher.arm(1, 2) == first
        assert await s.launcher.arm(1, 2) == first
        await s.press()
        assert await s.cards_left() == 2
        assert await s.dings() == 1


@ABOVE_THE_PINS
async def test_a_press_while_nothing_is_armed_does_nothing(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.press()
        (event,) = await s.events()
        assert isinstance(event, Pressed)
        assert (event.presses, event.hit) == (1, None)
        assert await s.dings() == await s.cards_left() == 0
        assert not await s.motor_ever_on()


@ABOVE_THE_PINS
async def test_an_arming_is_good_for_one_press(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.launcher.arm(1, 2)
        await s.press()
        await s.press()
        presses = [event.hit for event in await s.events() if isinstance(event, Pressed)]
        assert presses == [1, None]
        assert await s.cards_left() == 2


@ABOVE_THE_PINS
async def test_what_is_disarmed_does_nothing(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.launcher.arm(1, 2)
        assert await s.launcher.disarm() is True
        assert await s.launcher.disarm() is True
        await s.press()
        assert await s.cards_left() == await s.dings() == 0
        assert await s.launcher.arm(1, 2) is None
        await s.press()
        assert await s.cards_left() == 2


@ABOVE_THE_PINS
async def test_the_last_arming_counts(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.launcher.arm(1, 5)
        await s.launcher.arm(2, 1)
        await s.press()
        assert [r.hit for r in results(await s.events())] == [2]
        assert await s.cards_left() == 1


@ABOVE_THE_PINS
async def test_it_is_not_armed_after_a_press_that_the_caller_has_not_heard_of(
    stand: MakeStand,
) -> None:
    async with stand(60) as s:
        assert await s.launcher.arm(1, 2, presses=0) is None  # as nobody has pressed yet
        assert await s.launcher.disarm() is True
        await s.press()
        assert await s.launcher.arm(1, 2, presses=0) == ButtonInUse(1, down=False)
        assert await s.launcher.arm(1, 2, presses=2) == ButtonInUse(1, down=False)
        await s.press()
        assert await s.cards_left() == await s.dings() == 0
        assert await s.launcher.arm(1, 2, presses=2) is None
        await s.press()
        assert await s.cards_left() == 2
        # this arming is over, whatever is known of its press
        known = await s.launcher.arm(1, 2, presses=0)
        assert isinstance(known, HitResult) and known.complete


HELD_MS = 3000
"""Some launchers have the real time: a machine that stands still meanwhile makes it no shorter."""


async def test_who_asks_for_a_free_button_is_not_given_one_that_is_down(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.tap(HELD_MS)
        await s.later(100)
        assert await s.launcher.arm(1, 2, presses=1) == ButtonInUse(1, down=True)
        assert await s.launcher.arm(1, 2) is None  # who does not ask is armed as ever
        assert await s.launcher.arm(1, 2, presses=1) == ButtonInUse(1, down=True)  # and disarmed
        await s.later(HELD_MS)
        await s.press()
        assert await s.cards_left() == await s.dings() == 0
        assert await s.launcher.arm(1, 2, presses=2) is None


@ABOVE_THE_PINS
async def test_a_hit_that_was_never_heard_of_has_no_result(stand: MakeStand) -> None:
    async with stand(60) as s:
        assert await s.launcher.result(1) is None


async def test_a_jam_is_a_result_and_its_rest_comes_after_clearing(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.jam(True)
        await s.launcher.arm(1, 3)
        await s.press()
        events = await s.events()
        (broken,) = results(events)
        assert (broken.complete, broken.fault, broken.delivered) == (False, Fault.JAM, 0)
        assert FaultsChanged((Fault.JAM,)) in events
        assert s.faults() == (Fault.JAM,)

        assert await s.launcher.clear_faults() == (Fault.JAM,)
        assert s.faults() == (Fault.JAM,)

        await s.jam(False)
        assert await s.launcher.clear_faults() == ()
        assert await s.events() == [FaultsChanged(())]
        assert s.faults() == ()
        assert await s.launcher.arm(1, 3) is None
        await s.press()
        (whole,) = results(await s.events())
        assert (whole.complete, whole.delivered, whole.fault) == (True, 3, None)
        assert await s.cards_left() == 3


async def test_a_fault_of_the_motor_driver_is_told_as_that_and_its_rest_comes_after_clearing(
    stand: MakeStand,
) -> None:
    async with stand(60) as s:
        await s.launcher.arm(1, 3)
        await s.motor_fault(True)
        assert await s.events() == [FaultsChanged((Fault.MOTOR_FAULT,))]
        assert await s.launcher.arm(1, 3) is not None  # nothing is armed
        await s.press()
        assert await s.cards_left() == 0
        assert await s.launcher.clear_faults() == (Fault.MOTOR_FAULT,)

        await s.motor_fault(False)
        assert s.faults() == (Fault.MOTOR_FAULT,)
        assert await s.launcher.clear_faults() == ()
        assert await s.launcher.arm(1, 3) is None
        await s.press()
        assert await s.cards_left() == 3


async def test_an_empty_hopper_breaks_a_hit_off_where_it_stands(stand: MakeStand) -> None:
    async with stand(2) as s:
        await s.launcher.arm(1, 5)
        await s.press()
        (broken,) = results(await s.events())
        assert (broken.delivered, broken.complete, broken.fault) == (2, False, Fault.EMPTY)
        await s.load(20)
        assert await s.launcher.clear_faults() == ()
        assert await s.launcher.arm(1, 5) is None
        await s.press()
        events = await s.events()
        assert of_hit(events, 1) == ["press", "card 3", "card 4", "card 5", "ended"]
        assert await s.cards_left() == 5


@ABOVE_THE_PINS
async def test_nothing_starts_a_motor_out_of_a_latched_fault(stand: MakeStand) -> None:
    async with stand(0) as s:
        await s.launcher.arm(1, 1)
        await s.press()
        dings = await s.dings()
        await s.load(20)
        broken = await s.launcher.result(1)
        assert await s.launcher.arm(1, 1) == broken
        kept_back = await s.launcher.arm(2, 4)
        assert kept_back == HitResult(2, 4, 0, False, fault=Fault.EMPTY)
        refused = await s.launcher.eject(4)
        assert (refused.delivered, refused.complete, refused.fault) == (0, False, Fault.EMPTY)
        await s.press()
        assert await s.dings() == dings
        assert await s.cards_left() == 0


async def test_safe_off_disarms_and_does_no_harm_repeated(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.launcher.arm(1, 2)
        await s.launcher.safe_off()
        await s.launcher.safe_off()
        await s.press()
        assert await s.dings() == await s.cards_left() == 0
        assert s.faults() == ()
        assert (await s.launcher.eject(1)).delivered == 1


@ABOVE_THE_PINS
@pytest.mark.parametrize(("hit", "count"), [(0, 1), (-1, 1), (1, -1), (1, 13)])
async def test_arming_something_senseless_is_the_callers_mistake(
    stand: MakeStand, hit: int, count: int
) -> None:
    async with stand(60) as s:
        with pytest.raises(ValueError, match=r"\.$"):
            await s.launcher.arm(hit, count)


@ABOVE_THE_PINS
@pytest.mark.parametrize(
    ("count", "duty_pct"), [(0, None), (13, None), (1, LOWEST_PCT - 1), (1, 101)]
)
async def test_ejecting_something_senseless_is_the_callers_mistake(
    stand: MakeStand, count: int, duty_pct: int | None
) -> None:
    async with stand(60) as s:
        with pytest.raises(ValueError, match=r"\.$"):
            await s.launcher.eject(count, duty_pct)


# not at gpio-sim, whose mechanism looks at the lines once a millisecond: it cannot see pulses
@pytest.mark.parametrize("name", [*EVERY_IN_VIRTUAL_TIME, "micropython"])
async def test_an_ejection_may_have_less_power_and_the_next_has_its_usual_one(
    tmp_path: Path, name: str
) -> None:
    async with make_stand(name, tmp_path)(60) as s:
        settings = await s.launcher.trace(True)
        for duty_pct in (LOWEST_PCT, None):
            result = await s.launcher.eject(3, duty_pct)
            assert (result.delivered, result.complete) == (3, True)
            motor = {one.value for one in traced(await s.events()) if one.kind == "motor"}
            assert motor == {duty_pct or 100, 0, -(duty_pct or 100)}
            assert await s.launcher.trace(True) == settings


@ABOVE_THE_PINS
async def test_what_is_not_there_is_said(stand: MakeStand) -> None:
    async with stand(60) as s:
        assert s.launcher.capabilities.simulated is s.simulated
        assert not s.launcher.capabilities.turntable
        assert await s.launcher.face(3) is False


async def test_what_is_traced_tells_of_each_card_and_of_the_motor(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.launcher.trace(True)
        await s.launcher.eject(3)
        events = await s.events()
        seen = traced(events)
        for what in ("sensor", "motor"):
            moments = [one.at_us for one in seen if one.kind == what]
            assert moments == sorted(moments)
        assert [one.value for one in seen if one.kind == "begin"] == [3]
        sensor = [one.value for one in seen if one.kind == "sensor"]
        assert sensor[:6:2] == [1, 1, 1]
        assert sensor.count(0) >= 3
        motor = [one.value for one in seen if one.kind == "motor"]
        assert motor[0] > 0
        assert motor[-1] == 0
        assert isinstance(events[-1], HitEnded)  # its trace is told before it


@ABOVE_THE_PINS
async def test_what_nobody_watches_is_not_told(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.launcher.eject(1)
        await s.launcher.trace(True)
        await s.launcher.trace(False)
        await s.launcher.eject(1)
        seen = traced(await s.events())
        assert {one.kind for one in seen} <= {"sensor", "cover", "hopper"}  # how things were
        assert len(seen) <= 3


async def test_ding_and_lamp_need_no_hit(stand: MakeStand) -> None:
    async with stand(60) as s:
        await s.launcher.suspense(4)
        await s.launcher.lamp(True)
        await s.launcher.ding()
        await s.launcher.lamp(False)
        assert await s.dings() == 1


async def test_a_launcher_that_was_let_go_is_gone(stand: MakeStand) -> None:
    async with stand(60) as s:
        assert s.link_up()
        await s.launcher.arm(1, 2)
        await s.launcher.close()
        await s.launcher.close()
        assert not s.link_up()
        assert await s.events() == [LinkChanged(False, Reason("launcher.let_go"))]
        with pytest.raises(LauncherGone, match="let_go"):
            await s.launcher.arm(1, 2)
        await s.press()
        assert await s.dings() == await s.cards_left() == 0
