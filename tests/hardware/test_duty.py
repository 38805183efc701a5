"""A motor that gets less than its usual power for one ejection, and never more."""

from __future__ import annotations

import pytest

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.presets import fitted
from hardware.mechanism.rig import Rig
from hardware.portable import core
from tests.hardware import play

ALIKE = Parameters(nose_to_tail=0.0)


def given(rig: Rig, nth: int, duty_pct: int) -> set[int]:
    """Eject four cards; returns every duty that the motor got."""
    duties: set[int] = set()
    usual_pct = rig.core.settings.feed_pct
    rig.on_drive = lambda _, pct: duties.add(pct)
    assert rig.core.eject(rig.ticks_us, -nth, 4, duty_pct) == core.ARMED
    rig.settle()
    play.finish(rig)
    rig.advance(rig.now_us + 3_000_000)
    record = rig.core.result(-nth)
    assert record is not None
    assert (record.delivered, record.uncertain, record.fault) == (4, 0, 0)
    assert rig.cards_left == 4 * nth
    assert rig.core.settings.feed_pct == usual_pct
    return duties


def test_an_ejection_may_have_less_power_and_the_next_has_its_usual_one() -> None:
    rig = Rig(1, parameters=ALIKE)
    told = [given(rig, nth, pct) for nth, pct in enumerate((core.USUAL, 50, 70, core.USUAL), 1)]
    assert told == [{pct, 0, -pct} for pct in (100, 50, 70, 100)]


@pytest.mark.parametrize(("asked_pct", "gets_pct"), [(59, 59), (60, 60), (61, 60), (100, 60)])
def test_no_caller_gives_a_motor_more_than_its_settings(asked_pct: int, gets_pct: int) -> None:
    rig = Rig(1, parameters=ALIKE, settings=fitted(ALIKE, duty_pct=60))
    assert given(rig, 1, asked_pct) == {gets_pct, 0, -gets_pct}


def test_a_press_has_its_usual_power_whatever_was_tried_before() -> None:
    rig = Rig(1, parameters=ALIKE)
    assert given(rig, 1, 50) == {50, 0, -50}
    duties: set[int] = set()
    rig.on_drive = lambda _, pct: duties.add(pct)
    play.arm(rig, 7, 4)
    rig.tap()
    play.run(rig, lambda: rig.motor_on)
    play.finish(rig)
    assert duties == {100, 0, -100}


def test_an_ejection_with_less_power_leaves_no_hit_armed() -> None:
    rig = Rig(1, parameters=ALIKE)
    play.arm(rig, 7, 4)
    assert given(rig, 1, 50) == {50, 0, -50}
    assert rig.core.armed_hit == 0
