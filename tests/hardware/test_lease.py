"""A caller that falls silent: what the launcher promises, from every state."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.rig import Rig
from hardware.portable import core, faults
from hardware.portable.settings import Settings
from tests.hardware import play

SETTINGS = Settings()


@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(1, 12),
    silent_at_us=st.integers(0, 2_500_000),
    mishap=st.sampled_from(["", "slip", "jam", "double_feed"]),
    bound_us=st.sampled_from([20_000, 120_000, 400_000]),
    long_lease=st.booleans(),
)
@settings(max_examples=150)
def test_a_dead_referee_means_motor_off_within_lease_and_bound(
    seed: int, count: int, silent_at_us: int, mishap: str, bound_us: int, long_lease: bool
) -> None:
    rig = Rig(seed, settings=Settings(finish_bound_us=bound_us))
    rig.core.long_lease(long_lease)
    if mishap:
        rig.set_fault(mishap, True)
    play.arm(rig, 1, count)
    rig.tap()
    play.run_to(rig, silent_at_us)
    rig.core.beat(rig.ticks_us)  # its last word
    rig.settle()
    rig.advance(silent_at_us + SETTINGS.lease_us + bound_us)
    assert not rig.motor_on
    before_us = rig.now_us
    rig.advance(before_us + 20_000_000)
    assert not rig.motor_on
    record = rig.core.result(1)
    assert record is not None
    if record.complete:
        assert not rig.core.faults & faults.LINK_LOST
    else:
        assert record.fault
        assert rig.core.faults == record.fault


@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(1, 12),
    dead_for_us=st.integers(0, SETTINGS.armed_lease_us - 1),
    mishap=st.sampled_from(["", "slip", "jam", "double_feed"]),
    bound_us=st.sampled_from([20_000, 120_000, 400_000]),
)
@settings(max_examples=60)
def test_a_referee_that_died_before_the_press_means_motor_off_within_lease_and_bound_of_it(
    seed: int, count: int, dead_for_us: int, mishap: str, bound_us: int
) -> None:
    rig = Rig(seed, settings=Settings(finish_bound_us=bound_us))
    rig.core.long_lease(True)
    if mishap:
        rig.set_fault(mishap, True)
    play.arm(rig, 1, count)
    rig.advance(dead_for_us)
    assert rig.core.armed_hit == 1
    rig.tap()
    rig.advance(dead_for_us + SETTINGS.lease_us + bound_us)
    assert not rig.motor_on
    rig.advance(rig.now_us + 20_000_000)
    assert not rig.motor_on
    record = rig.core.result(1)
    assert record is not None
    assert record.complete or record.fault


@pytest.mark.parametrize(
    ("pressed_us", "left_us"),
    [(0, 250_000), (1_000_000, 250_000), (1_750_000, 250_000), (1_900_000, 100_000)],
)
def test_from_the_press_on_the_lease_is_short_and_ends_no_later_than_before(
    pressed_us: int, left_us: int
) -> None:
    brain = core.Core(SETTINGS, 0)
    brain.long_lease(True)
    brain.arm(0, 1, 3)
    brain.button_edge(pressed_us, True)
    assert brain.ejecting
    brain.tick(pressed_us + left_us - 1)
    assert brain.lease_trips == 0
    brain.tick(pressed_us + left_us)
    assert brain.lease_trips == 1


def test_a_beat_after_the_press_renews_the_short_lease() -> None:
    brain = core.Core(SETTINGS, 0)
    brain.long_lease(True)
    brain.arm(0, 1, 3)
    brain.button_edge(1_000_000, True)
    brain.beat(1_200_000)
    brain.tick(1_449_999)
    assert brain.lease_trips == 0
    brain.tick(1_450_000)
    assert brain.lease_trips == 1


def test_an_ejection_never_has_the_long_lease() -> None:
    brain = core.Core(SETTINGS, 0)
    brain.long_lease(True)
    brain.arm(0, 1, 3)
    brain.eject(1_000_000, -1, 3)
    brain.tick(1_249_999)
    assert brain.lease_trips == 0
    brain.tick(1_250_000)
    assert brain.lease_trips == 1


@pytest.mark.parametrize(
    ("long_lease", "silent_us", "armed"),
    [(False, 249_999, 1), (False, 250_000, 0), (True, 1_999_999, 1), (True, 2_000_000, 0)],
)
def test_the_lease_ends_at_its_length(long_lease: bool, silent_us: int, armed: int) -> None:
    rig = Rig(1, ticks_at_start=(1 << 30) - 100_000)
    rig.core.long_lease(long_lease)
    play.arm(rig, 1, 3)
    rig.advance(silent_us)
    assert rig.core.armed_hit == armed
    assert rig.core.lease_trips == 1 - armed
    assert not rig.core.faults


def test_a_press_at_the_moment_the_lease_ends_is_too_late() -> None:
    brain = core.Core(SETTINGS, 0)
    brain.arm(0, 1, 3)
    brain.button_edge(SETTINGS.lease_us, True)  # no tick came before it
    assert (brain.motor_pct, brain.dings, brain.presses) == (0, 0, 1)


def test_a_beat_that_comes_too_late_renews_nothing() -> None:
    brain = core.Core(SETTINGS, 0)
    brain.arm(0, 1, 3)
    brain.beat(SETTINGS.lease_us)
    assert brain.armed_hit == 0


def test_beats_keep_it_for_ever() -> None:
    rig = Rig(1)
    play.arm(rig, 1, 3)
    for _ in range(100):
        rig.advance(rig.now_us + 249_999)
        rig.core.beat(rig.ticks_us)
        rig.settle()
    assert rig.core.armed_hit == 1


@pytest.mark.parametrize("seed", range(30))
def test_the_card_under_way_is_finished_and_no_other(seed: int) -> None:
    rig = Rig(seed, parameters=Parameters(nose_to_tail=0.0))
    play.arm(rig, 1, 9)
    rig.tap()
    play.run(rig, lambda: rig.cards_left == 3 and rig.card_in_mouth)
    rig.core.drop_lease(rig.ticks_us)
    rig.settle()
    rig.advance(rig.now_us + 2_000_000)
    record = rig.core.result(1)
    assert record is not None
    assert record.delivered == rig.cards_left == 4
    assert record.fault == rig.core.faults == faults.LINK_LOST
    assert not record.complete
    assert rig.core.lease_trips == 1
    assert play.clear(rig) == 0
    assert play.hit(rig, 1, 9).delivered == rig.cards_left == 9


def test_an_idle_launcher_needs_no_caller() -> None:
    rig = Rig(1)
    rig.advance(5_000_000)
    rig.core.drop_lease(rig.ticks_us)
    assert rig.core.lease_trips == 0
    assert rig.next_event_us() is None
