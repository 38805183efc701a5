"""What can go wrong with a count is in the report: doubted, or not there at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.presets import fitted
from hardware.mechanism.rig import Rig
from hardware.portable import core, eject, faults
from hardware.portable.settings import FULL_PCT, Settings
from tests.hardware import play

PLAIN = Parameters(nose_to_tail=0.0)


def loop_of(rig: Rig) -> eject.Eject:
    loop: eject.Eject = rig.core._eject  # type: ignore[attr-defined]
    return loop


def test_the_last_two_cards_that_overlap_and_both_slide_out_are_doubted() -> None:
    two = 0
    for hundredths in range(30, 61):
        overlap = hundredths / 100
        rig = Rig(hundredths, parameters=Parameters(double_overlap=(overlap, overlap)))
        rig.set_fault("double_feed", True)
        play.arm(rig, 1, 1)
        rig.tap()
        play.run(rig, lambda: rig.cards_under_roller == 1)  # noqa: B023
        rig.set_fault("double_feed", False)
        play.finish(rig)
        record = rig.core.result(1)
        assert record is not None
        assert record.delivered <= rig.cards_left <= record.delivered + record.uncertain, overlap
        two += rig.cards_left == 2
    assert two > 10


@pytest.mark.parametrize("duty_pct", [50, 60, FULL_PCT])
def test_the_last_card_is_counted_though_one_that_lay_on_it_almost_whole_came_back(
    duty_pct: int,
) -> None:
    came_back = 0
    for thousandths in range(850, 940):
        overlap = thousandths / 1000
        parameters = Parameters(
            double_overlap=(overlap, overlap),
            nose_to_tail=0.0,
            grip=(0.82, 1.0),
            friction_mm_per_s2=1_500.0,
        )
        rig = Rig(thousandths, parameters=parameters, settings=fitted(parameters, 1.0, duty_pct))
        play.hit(rig, 1, 1)  # from now on every card starts from where it can be late
        pulled_back: list[bool] = []
        rig.on_drive = lambda _, pct: pulled_back.append(pct < 0 and rig.card_in_mouth)  # noqa: B023
        rig.set_fault("double_feed", True)
        play.arm(rig, 2, 1)
        rig.tap()
        play.run(rig, lambda: rig.cards_under_roller == 1)  # noqa: B023
        rig.set_fault("double_feed", False)
        play.finish(rig)
        if not any(pulled_back):
            continue  # it went out with the other, which no beam can see
        came_back += 1
        record = rig.core.result(2)
        assert record is not None
        assert rig.cards_left == 2, overlap
        assert (record.delivered, record.uncertain, record.fault) == (1, 0, 0), overlap
    assert came_back > 3


@pytest.mark.parametrize("max_on_us", [400_000, 700_000])
@pytest.mark.parametrize("seed", range(10))
def test_a_motor_that_has_to_cool_does_so_between_two_cards(seed: int, max_on_us: int) -> None:
    rig = Rig(seed, settings=Settings(max_on_us=max_on_us), parameters=PLAIN)
    stopped_under_one = []
    driven = 0

    def note(now_us: int, pct: int) -> None:
        nonlocal driven
        if driven > 0 and pct == 0 and rig.card_in_mouth and rig.cards_left < 11:
            stopped_under_one.append(now_us)
        driven = pct

    rig.on_drive = note
    record = play.hit(rig, 1, 12)
    assert (record.delivered, record.uncertain) == (rig.cards_left, 0) == (12, 0)
    assert stopped_under_one == []


@pytest.mark.parametrize("seed", range(10))
def test_a_hand_that_reaches_in_when_all_is_out_is_no_card(seed: int) -> None:
    rig = Rig(seed, parameters=PLAIN)
    play.arm(rig, 1, 3)
    rig.tap()
    play.run(rig, lambda: loop_of(rig).state == eject.SETTLE)
    rig.set_fault("blocked", True)
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    assert (record.delivered, record.uncertain, record.sticking) == (rig.cards_left, 0, 0)
    assert (record.fault, rig.core.faults, rig.core.mouth_counted) == (0, 0, False)
    rig.advance(rig.now_us + play.REST_US)
    assert play.arm(rig, 2, 1) == core.FAULTED
    assert rig.core.faults == faults.SENSOR_BLOCKED


@pytest.mark.parametrize("grip", [0.31, 0.4, 0.6])
def test_a_card_so_slow_that_it_looks_like_two_comes_in_the_end(grip: float) -> None:
    for count in (1, 3):
        rig = Rig(count, parameters=Parameters(nose_to_tail=0.0, grip=(grip, grip)))
        record = play.hit(rig, 1, count)
        assert record.complete
        assert record.delivered <= rig.cards_left <= record.delivered + record.uncertain


@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(2, 8),
    from_us=st.integers(60_000, 600_000),
    for_us=st.integers(50_000, 600_000),
)
@settings(max_examples=60)
def test_a_sensor_that_is_blind_for_a_moment_is_doubted(
    seed: int, count: int, from_us: int, for_us: int
) -> None:
    rig = Rig(seed, parameters=PLAIN)
    play.arm(rig, 1, count)
    rig.tap()
    play.run_to(rig, rig.now_us + from_us)
    before = rig.cards_left
    rig.set_fault("blind", True)
    play.run_to(rig, rig.now_us + for_us)
    rig.set_fault("blind", False)
    unseen = rig.cards_left - before
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    if record.delivered != rig.cards_left and not record.fault:
        assert record.uncertain > 0, unseen
    assert record.delivered <= rig.cards_left + record.sticking
