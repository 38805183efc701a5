"""A motor that turns one way only, and one that nothing brakes: a single transistor drives it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.gpio.pins import Pins
from hardware.mechanism.parameters import Parameters
from hardware.mechanism.rig import Rig
from hardware.portable import faults
from hardware.portable.settings import Settings
from tests.hardware import play

COASTS = Parameters(brake_tau_us=Parameters().coast_tau_us)


@given(seed=st.integers(0, 2**32 - 1), count=st.integers(1, 12))
@settings(max_examples=40)
def test_without_reverse_nothing_is_pulled_back_and_the_count_holds(seed: int, count: int) -> None:
    rig = Rig(seed, settings=Settings(retract_pct=0))
    duties = set()

    def over() -> bool:
        duties.add(rig.core.motor_pct)
        return rig.dings > 0 and not rig.core.ejecting

    play.arm(rig, 1, count)
    rig.tap()
    play.run(rig, over)
    assert duties == {0, 100}
    record = rig.core.result(1)
    assert record is not None
    left = rig.cards_left + rig.core.mouth_counted
    assert record.delivered <= left <= record.delivered + record.uncertain
    assert record.delivered >= count


def test_without_reverse_an_empty_hopper_and_a_jam_come_to_an_end() -> None:
    rig = Rig(3, cards=0, settings=Settings(retract_pct=0))
    assert play.hit(rig, 1, 2).fault == faults.EMPTY
    rig = Rig(3, settings=Settings(retract_pct=0))
    rig.set_fault("jam", True)
    assert play.hit(rig, 1, 2).fault == faults.JAM


@given(seed=st.integers(0, 2**32 - 1), count=st.integers(1, 12))
@settings(max_examples=40)
def test_what_coasts_out_is_counted_and_said(seed: int, count: int) -> None:
    rig = Rig(seed, settings=Pins(motor_driver="mosfet").settings(), parameters=COASTS)
    record = play.hit(rig, 1, count)
    left = rig.cards_left + rig.core.mouth_counted
    assert record.delivered <= left <= record.delivered + record.uncertain
    assert record.fault == (faults.OVERRUN if record.delivered > count else 0)
