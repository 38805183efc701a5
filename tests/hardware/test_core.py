"""Commands, their answers, and what is remembered."""

import pytest

from hardware.mechanism.rig import Rig
from hardware.portable import core, faults
from hardware.portable.hits import KEPT_EVENTS, KEPT_HITS
from hardware.portable.settings import Settings
from tests.hardware import play


def test_a_press_starts_the_motor_at_once_and_dings() -> None:
    brain = core.Core(Settings(), 0)
    assert brain.arm(0, 7, 3) == core.ARMED
    assert (brain.armed_hit, brain.motor_pct) == (7, 0)
    brain.button_edge(1_000, True)
    assert (brain.motor_pct, brain.dings, brain.ejecting) == (100, 1, True)
    assert brain.armed_hit == 0


def test_what_is_told_of_a_hit() -> None:
    rig = Rig(1)
    play.hit(rig, 7, 2)
    assert play.events(rig) == [
        (core.EVENT_PRESS, 7, 1),
        (core.EVENT_CARD, 7, 1),
        (core.EVENT_CARD, 7, 2),
        (core.EVENT_ENDED, 7, 0),
    ]


def test_a_hit_of_no_cards_dings_and_is_over() -> None:
    brain = core.Core(Settings(), 0)
    brain.arm(0, 7, 0)
    brain.button_edge(1_000, True)
    record = brain.result(7)
    assert record is not None
    assert (record.delivered, record.complete, brain.dings) == (0, True, 1)
    assert (brain.motor_pct, brain.ejecting, brain.next_tick_in_us(1_000)) == (0, False, -1)


def test_a_number_that_has_ended_never_gives_again() -> None:
    rig = Rig(1)
    play.hit(rig, 7, 2)
    assert play.arm(rig, 7, 2) == core.ENDED
    assert play.arm(rig, 7, 9) == core.ENDED
    rig.tap()
    rig.advance(rig.now_us + 2_000_000)
    assert rig.cards_left == 2
    record = rig.core.result(7)
    assert record is not None
    assert (record.requested, record.delivered) == (2, 2)


def test_nor_does_one_that_ended_too_long_ago_to_be_remembered() -> None:
    rig = Rig(1)
    for number in range(1, KEPT_HITS + 2):
        play.hit(rig, number, 0)
    assert rig.core.result(1) is None
    assert rig.core.result(2) is not None
    assert play.arm(rig, 1, 2) == core.ENDED
    assert play.arm(rig, 2, 2) == core.ENDED
    assert play.arm(rig, KEPT_HITS + 2, 2) == core.ARMED


def test_arming_another_takes_the_place_of_the_first() -> None:
    rig = Rig(1)
    play.arm(rig, 1, 5)
    play.arm(rig, 2, 1)
    rig.tap()
    play.run(rig, lambda: rig.core.ejecting)
    play.finish(rig)
    assert rig.cards_left == 1
    record = rig.core.result(1)
    assert record is not None
    assert (record.delivered, record.complete) == (0, False)


def test_while_cards_come_another_hit_is_refused_and_the_same_is_confirmed() -> None:
    rig = Rig(1)
    play.arm(rig, 1, 3)
    rig.tap()
    play.run(rig, lambda: rig.cards_left == 1)
    assert play.arm(rig, 2, 3) == core.BUSY
    assert rig.core.eject(rig.ticks_us, -1, 3) == core.BUSY
    assert play.arm(rig, 1, 3) == core.ARMED
    assert not rig.core.disarm(rig.ticks_us)
    play.finish(rig)
    assert rig.cards_left == 3


def test_disarmed_is_as_if_never_armed() -> None:
    rig = Rig(1)
    play.arm(rig, 1, 3)
    assert rig.core.disarm(rig.ticks_us)
    rig.settle()
    rig.tap()
    rig.advance(2_000_000)
    assert (rig.dings, rig.cards_left) == (0, 0)
    assert rig.core.disarm(rig.ticks_us)  # again, without harm
    assert play.hit(rig, 1, 3).delivered == 3


def test_eject_needs_no_finger_and_dings_not() -> None:
    rig = Rig(1)
    assert rig.core.eject(rig.ticks_us, -1, 3) == core.ARMED
    rig.settle()
    assert rig.motor_on
    play.finish(rig)
    record = rig.core.result(-1)
    assert record is not None
    assert record.delivered == rig.cards_left == 3
    assert rig.dings == 0
    assert rig.core.eject(rig.ticks_us, -1, 3) == core.ENDED


@pytest.mark.parametrize("at_us", range(0, 1_000_000, 37_000))
def test_safe_off_from_any_state(at_us: int) -> None:
    rig = Rig(5)
    play.arm(rig, 1, 4)
    rig.tap()
    play.run_to(rig, at_us)
    rig.core.safe_off(rig.ticks_us)
    rig.core.safe_off(rig.ticks_us)
    rig.settle()
    assert not rig.motor_on
    assert rig.core.armed_hit == 0
    rig.advance(at_us + 10_000_000)
    assert not rig.motor_on
    assert rig.core.faults in (0, faults.OVERRUN)
    assert not rig.core.ejecting


def test_a_new_caller_starts_with_numbers_of_its_own() -> None:
    rig = Rig(1)
    play.hit(rig, 1, 2)
    play.arm(rig, 2, 2)
    rig.core.forget(rig.ticks_us)
    rig.settle()
    assert rig.core.armed_hit == 0
    assert rig.core.result(1) is None
    assert play.hit(rig, 1, 2).delivered == 2
    assert rig.cards_left == 4


def test_forget_stops_what_is_under_way() -> None:
    rig = Rig(1)
    play.arm(rig, 1, 9)
    rig.tap()
    play.run(rig, lambda: rig.cards_left == 2)
    rig.core.forget(rig.ticks_us)
    rig.settle()
    assert not rig.motor_on
    play.events(rig)
    rig.advance(rig.now_us + 5_000_000)
    assert play.events(rig) == []
    assert play.hit(rig, 1, 1).complete


def test_events_that_nobody_takes_are_counted_as_lost() -> None:
    brain = core.Core(Settings(), 0)
    for nth in range(KEPT_EVENTS + 3):
        brain.button_edge(nth * 200_000, True)
        brain.button_edge(nth * 200_000 + 100_000, False)
    assert brain.events_lost == 3
    taken = 0
    while brain.take_event() is not None:
        taken += 1
    assert taken == KEPT_EVENTS


def test_ding_and_lamp_are_there_for_the_asking() -> None:
    brain = core.Core(Settings(), 0)
    brain.ding()
    brain.lamp(True)
    assert (brain.dings, brain.lamp_asked) == (1, True)
    brain.lamp(False)
    assert not brain.lamp_asked


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(AttributeError, match="no setting named leese_us"):
        Settings(leese_us=1)
