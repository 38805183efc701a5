import pytest

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.rig import Rig
from hardware.portable import core, faults
from hardware.portable.hits import HitRecord
from hardware.portable.settings import Settings
from tests.hardware import play

PLAIN = Parameters(nose_to_tail=0.0)
SETTINGS = Settings()
GIVE_UP_US = SETTINGS.attempts * (
    max(SETTINGS.no_card_us, 2 * SETTINGS.jam_us)
    + SETTINGS.brake_us
    + SETTINGS.settle_us
    + SETTINGS.retract_max_us
    + SETTINGS.reverse_dead_us
)
"""After this long without a card the motor is off."""


def broken_off(rig: Rig, number: int, count: int, fault: int) -> HitRecord:
    """A hit that ends with this fault, no later than the loop may take to give up."""
    record = play.hit(rig, number, count)
    assert record.fault == fault
    assert rig.core.faults == fault
    assert not record.complete
    assert not rig.motor_on
    return record


@pytest.mark.parametrize("seed", range(20))
def test_an_empty_hopper(seed: int) -> None:
    rig = Rig(seed, cards=3, parameters=PLAIN)
    record = broken_off(rig, 1, 5, faults.EMPTY)
    assert record.delivered == rig.cards_left == 3
    assert play.clear(rig) == faults.EMPTY  # still there
    rig.load(10)
    assert play.clear(rig) == 0
    record = play.hit(rig, 1, 5)
    assert record.complete
    assert record.delivered == rig.cards_left == 5


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("out", [0, 2])
def test_a_jam(seed: int, out: int) -> None:
    rig = Rig(seed, parameters=PLAIN)
    play.arm(rig, 1, 5)
    rig.tap()
    play.run(rig, lambda: rig.core.ejecting and rig.cards_left == out)
    rig.set_fault("jam", True)
    jammed_us = rig.now_us
    play.finish(rig)
    assert rig.now_us - jammed_us < GIVE_UP_US + 500_000
    record = rig.core.result(1)
    assert record is not None
    assert record.fault == rig.core.faults == faults.JAM
    assert not record.complete
    assert record.delivered == rig.cards_left
    assert play.clear(rig) == faults.JAM  # the card is still in there
    rig.set_fault("jam", False)
    rig.advance(rig.now_us + play.REST_US)
    assert play.clear(rig) == 0
    record = play.hit(rig, 1, 5)
    assert record.complete
    assert record.delivered == rig.cards_left == 5


@pytest.mark.parametrize("seed", range(20))
def test_a_jam_that_comes_free_by_itself_is_no_fault(seed: int) -> None:
    rig = Rig(seed, parameters=PLAIN)
    play.arm(rig, 1, 5)
    rig.set_fault("jam", True)
    rig.tap()
    rig.advance(rig.now_us + 200_000)
    rig.set_fault("jam", False)
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    assert record.complete
    assert record.delivered <= rig.cards_left <= record.delivered + record.uncertain


def test_a_roller_that_picks_up_nothing() -> None:
    rig = Rig(3, parameters=Parameters(slip_picks=0.0))
    rig.set_fault("slip", True)
    began_us = rig.now_us
    play.arm(rig, 1, 2)
    rig.tap()
    play.run(rig, lambda: bool(rig.core.faults))
    assert rig.now_us - began_us < GIVE_UP_US + SETTINGS.settle_us
    assert rig.core.faults == faults.SLIP
    rig.set_fault("slip", False)
    assert play.clear(rig) == 0
    assert play.hit(rig, 1, 2).delivered == rig.cards_left == 2


@pytest.mark.parametrize(("attempts", "tries"), [(1, 1), (2, 2), (4, 4)])
def test_retries_are_finite(attempts: int, tries: int) -> None:
    rig = Rig(3, settings=Settings(attempts=attempts), parameters=Parameters(slip_picks=0.0))
    rig.set_fault("slip", True)
    play.arm(rig, 1, 2)
    rig.tap()
    starts, was_on = 0, False
    while not rig.core.faults:
        at_us = rig.next_event_us()
        assert at_us is not None
        rig.core.beat(rig.ticks_us)
        rig.advance(at_us)
        on = rig.core.motor_pct > 0
        starts, was_on = starts + (on and not was_on), on
    assert starts == tries


def test_the_motor_does_not_take_turns_with_its_cooldown_for_ever() -> None:
    rig = Rig(1, cards=0, settings=Settings(max_on_us=300_000, cooldown_us=100_000))
    broken_off(rig, 1, 2, faults.EMPTY)


def test_something_in_front_of_the_sensor_before_the_press() -> None:
    rig = Rig(1)
    rig.set_fault("blocked", True)
    rig.advance(10_000)
    assert play.arm(rig, 1, 2) == core.FAULTED
    assert rig.core.faults == faults.SENSOR_BLOCKED
    assert play.clear(rig) == faults.SENSOR_BLOCKED
    rig.set_fault("blocked", False)
    rig.advance(20_000)
    assert play.clear(rig) == 0
    assert play.arm(rig, 1, 2) == core.ARMED


@pytest.mark.clause("LCH-2")
def test_something_in_front_of_the_sensor_after_arming_stops_the_press_without_a_ding() -> None:
    rig = Rig(1)
    play.arm(rig, 1, 2)
    rig.set_fault("blocked", True)
    rig.advance(10_000)
    rig.tap()
    rig.advance(200_000)
    assert rig.core.faults == faults.SENSOR_BLOCKED
    assert (rig.dings, rig.core.armed_hit, rig.cards_left) == (0, 0, 0)
    assert play.events(rig)[-1] == (core.EVENT_PRESS, 0, 1)


@pytest.mark.clause("LCH-9")
def test_nothing_starts_a_motor_out_of_a_latched_fault() -> None:
    rig = Rig(1, cards=0)
    broken_off(rig, 1, 2, faults.EMPTY)
    rig.load(50)
    assert play.arm(rig, 2, 2) == core.FAULTED
    assert rig.core.eject(rig.ticks_us, -1, 2) == core.FAULTED
    rig.settle()
    rig.tap()
    rig.advance(rig.now_us + 5_000_000)
    assert (rig.dings, rig.cards_left, rig.motor_on) == (1, 0, False)
    assert rig.core.result(2) is None


@pytest.mark.parametrize("seed", range(10))
def test_an_open_cover_stops_the_motor_at_once_and_keeps_the_count(seed: int) -> None:
    rig = Rig(seed, parameters=PLAIN)
    play.arm(rig, 1, 5)
    rig.tap()
    play.run(rig, lambda: rig.core.ejecting and rig.cards_left == 2)
    rig.set_fault("cover", True)
    assert not rig.motor_on
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    assert record.fault == rig.core.faults == faults.COVER_OPEN
    assert record.delivered == rig.cards_left + record.sticking
    assert play.clear(rig) == faults.COVER_OPEN  # still open
    rig.set_fault("cover", False)
    rig.advance(rig.now_us + play.REST_US)
    assert play.clear(rig) == 0
    record = play.hit(rig, 1, 5)
    assert (record.complete, record.delivered, rig.cards_left) == (True, 5, 5)


def test_an_open_cover_disarms() -> None:
    rig = Rig(1)
    play.arm(rig, 1, 2)
    rig.set_fault("cover", True)
    assert (rig.core.armed_hit, rig.core.faults) == (0, faults.COVER_OPEN)
    assert play.arm(rig, 1, 2) == core.FAULTED
    rig.tap()
    rig.advance(rig.now_us + 1_000_000)
    assert (rig.dings, rig.cards_left) == (0, 0)


@pytest.mark.parametrize("seed", range(5))
def test_a_hopper_that_empties_without_a_card_seen_means_a_dead_sensor(seed: int) -> None:
    rig = Rig(seed, cards=3, parameters=PLAIN)
    rig.set_fault("blind", True)
    record = broken_off(rig, 1, 5, faults.SENSOR_DEAD)
    assert record.delivered == 0
    assert rig.cards_left == 3 <= record.uncertain
    rig.set_fault("blind", False)
    rig.load(20)
    assert play.clear(rig) == 0
    assert play.hit(rig, 2, 4).delivered == 4


@pytest.mark.parametrize("seed", range(10))
def test_cards_that_passed_while_the_sensor_was_blind_are_possible(seed: int) -> None:
    rig = Rig(seed, parameters=PLAIN)
    play.arm(rig, 1, 9)
    rig.tap()
    play.run(rig, lambda: rig.cards_left == 3)
    rig.set_fault("blind", True)
    play.run(rig, lambda: not rig.motor_on)
    rig.set_fault("blind", False)
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    assert record.complete
    assert 9 < rig.cards_left <= record.delivered + record.uncertain
