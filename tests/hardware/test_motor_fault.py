"""The motor driver's fault output: the motor goes off, and the fault is told as what it is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.mechanism.rig import Rig
from hardware.portable import core, faults
from hardware.portable.settings import Settings
from tests.hardware import play

LASTS_US = Settings().motor_fault_us


def report(rig: Rig, reported: bool) -> None:
    rig.set_fault("motor_fault", reported)


def pressed(seed: int, count: int, at_us: int) -> Rig:
    """A hit that has gone on until a moment."""
    rig = Rig(seed)
    play.arm(rig, 1, count)
    rig.tap()
    play.run_to(rig, at_us)
    return rig


@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(1, 12),
    at_us=st.integers(0, 2_500_000),
)
@settings(max_examples=30)
def test_a_reported_fault_stops_the_motor_in_time_and_the_count_holds(
    seed: int, count: int, at_us: int
) -> None:
    rig = pressed(seed, count, at_us)
    running = rig.core.ejecting
    report(rig, True)
    play.run_to(rig, rig.now_us + LASTS_US)
    assert not rig.motor_on
    play.finish(rig)
    rig.advance(rig.now_us + 10_000_000)
    assert not rig.motor_on
    assert rig.core.faults & faults.MOTOR_FAULT
    record = rig.core.result(1)
    assert record is not None
    if running:
        assert record.complete or record.fault == faults.MOTOR_FAULT
    left = rig.cards_left + rig.core.mouth_counted
    assert record.delivered <= left <= record.delivered + record.uncertain


def test_it_is_no_slip_and_the_rest_comes_later() -> None:
    rig = pressed(3, 5, 400_000)
    report(rig, True)
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    assert (record.complete, record.fault) == (False, faults.MOTOR_FAULT)
    assert rig.core.faults == faults.MOTOR_FAULT
    report(rig, False)
    assert play.clear(rig) == 0
    rig.advance(rig.now_us + play.REST_US)
    assert play.hit(rig, 1, 5).complete
    assert rig.cards_left == 5


def test_while_it_is_reported_nothing_can_be_cleared_or_armed() -> None:
    rig = Rig(3)
    play.arm(rig, 1, 5)
    report(rig, True)
    rig.advance(LASTS_US)
    assert rig.core.armed_hit == 0
    assert play.clear(rig) == faults.MOTOR_FAULT
    assert play.arm(rig, 1, 5) == core.FAULTED
    rig.tap()
    play.run_to(rig, 1_000_000)
    assert not rig.motor_on
    report(rig, False)
    assert rig.core.faults == faults.MOTOR_FAULT  # until somebody clears it
    assert play.clear(rig) == 0
    assert play.arm(rig, 1, 5) == core.ARMED


@pytest.mark.parametrize(("lasts_us", "counts"), [(LASTS_US - 1, False), (LASTS_US, True)])
def test_a_spark_is_no_fault(lasts_us: int, counts: bool) -> None:
    rig = pressed(3, 5, 400_000)
    report(rig, True)
    play.run_to(rig, rig.now_us + lasts_us)
    report(rig, False)
    assert bool(rig.core.faults) == counts
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    assert record.complete != counts


def test_sparks_one_after_the_other_do_not_add_up() -> None:
    rig = pressed(3, 5, 400_000)
    for _ in range(20):
        report(rig, True)
        play.run_to(rig, rig.now_us + LASTS_US - 1)
        report(rig, False)
        play.run_to(rig, rig.now_us + 1)
    assert rig.core.faults == 0


def test_a_late_board_hears_of_a_fault_by_its_end() -> None:
    """Both edges are told together, each with its own moment; a Pico ticks every 2 ms."""
    rig = pressed(3, 5, 400_000)
    began = rig.ticks_us
    rig.advance(rig.now_us + LASTS_US + 200)
    rig.core.motor_fault_edge(began, True)
    rig.core.motor_fault_edge(rig.ticks_us, False)
    rig.settle()
    assert rig.core.faults == faults.MOTOR_FAULT
    assert not rig.motor_on


def test_of_an_open_cover_and_a_motor_fault_the_result_names_the_cover() -> None:
    rig = pressed(3, 5, 400_000)
    report(rig, True)
    rig.core.cover_edge(rig.ticks_us, True)
    rig.settle()
    rig.advance(rig.now_us + LASTS_US)
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    assert record.fault == faults.COVER_OPEN
    assert rig.core.faults == faults.COVER_OPEN | faults.MOTOR_FAULT
