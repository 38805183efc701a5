"""Every fault at every stage: motor off in time, the right fault, the count kept, and on again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.rig import Rig
from hardware.portable import core, eject, faults
from hardware.portable.settings import Settings
from tests.hardware import play

SETTINGS = Settings(max_on_us=300_000, cooldown_us=400_000)
"""A motor that has to cool in the middle of a hit, so that it passes through every state."""
COUNT = 6
ONE_TRY_US = (
    max(SETTINGS.no_card_us, 2 * SETTINGS.jam_us)
    + SETTINGS.brake_us
    + SETTINGS.settle_us
    + SETTINGS.retract_max_us
    + SETTINGS.reverse_dead_us
    + 2 * SETTINGS.cooldown_us
)
GIVE_UP_US = SETTINGS.attempts * ONE_TRY_US
"""By then the motor is off for good, whatever is wrong: no card takes longer."""

LATE = {
    "blocked": faults.OVERRUN,
    "cover": faults.COVER_OPEN,
    "motor fault": faults.MOTOR_FAULT,
}
"""What is latched although the hit was complete."""

STATES = {
    "rest": eject.REST,
    "spin-up": eject.SPIN_UP,
    "passing": eject.PASSING,
    "brake": eject.BRAKE,
    "retract": eject.RETRACT,
    "settle": eject.SETTLE,
}


@dataclass(frozen=True)
class Ill:
    """What befalls a launcher, what it may call that, and how it is put right."""

    begin: Callable[[Rig], object]
    mend: Callable[[Rig], object]
    may_be: int
    bound_us: int = GIVE_UP_US
    alive: bool = True


def switch(name: str, may_be: int, bound_us: int = GIVE_UP_US) -> Ill:
    return Ill(
        lambda rig: rig.set_fault(name, True),
        lambda rig: rig.set_fault(name, False),
        may_be,
        bound_us,
    )


def blind_to_the_end(rig: Rig) -> None:
    """The sensor dies, and there are just so many cards that the hopper empties unseen."""
    rig.set_fault("blind", True)
    rig.unload()
    rig.load(2)


def seeing_again(rig: Rig) -> None:
    rig.set_fault("blind", False)
    rig.load(60)


ILLS = {
    "empty": Ill(Rig.unload, lambda rig: rig.load(60), faults.EMPTY),
    "slip": switch("slip", faults.SLIP),
    # one beam cannot tell a card that is stuck from another thing that stays in front of it
    "jam": switch("jam", faults.JAM),
    "blocked": switch("blocked", faults.JAM | faults.SENSOR_BLOCKED),
    # nor, as long as there are cards in the hopper, a dead sensor from a roller that slips
    "blind": switch("blind", faults.SLIP),
    "blind to the end": Ill(
        blind_to_the_end, seeing_again, faults.SENSOR_DEAD | faults.EMPTY | faults.SLIP
    ),
    "cover": switch("cover", faults.COVER_OPEN, bound_us=0),
    "motor fault": switch("motor_fault", faults.MOTOR_FAULT, bound_us=SETTINGS.motor_fault_us),
    "silence": Ill(
        lambda rig: None,
        lambda rig: None,
        faults.LINK_LOST,
        SETTINGS.lease_us + SETTINGS.finish_bound_us,
        alive=False,
    ),
}


def at_state(state: int, seed: int) -> Rig:
    """A hit that has given a card or two and has just come into that state."""
    rig = Rig(seed, 60, SETTINGS, Parameters(nose_to_tail=0.0, slip_picks=0.0))
    play.arm(rig, 1, COUNT)
    rig.tap()
    loop: eject.Eject = rig.core._eject  # type: ignore[attr-defined]
    play.run(rig, lambda: loop.state == state and rig.cards_left > 0)
    return rig


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("ill", ILLS)
def test_every_fault_at_every_state(ill: str, state: str, seed: int) -> None:
    what = ILLS[ill]
    rig = at_state(STATES[state], seed)
    began_us = rig.now_us
    driven: list[tuple[int, int]] = []
    rig.on_drive = lambda at_us, pct: driven.append((at_us, pct))
    what.begin(rig)

    play.finish(rig, what.alive)
    rig.advance(rig.now_us + play.REST_US)
    assert not rig.motor_on
    off_us = driven[-1][0] if driven else began_us
    assert off_us - began_us <= what.bound_us

    record = rig.core.result(1)
    assert record is not None
    if record.complete:  # it came too late for this hit, or looked like one card more
        late = LATE.get(ill, 0)
        assert rig.core.faults in (0, late)
    else:
        assert rig.core.faults == record.fault
        assert record.fault & what.may_be == record.fault != 0
    out = rig.cards_left + rig.core.mouth_counted
    if record.fault == faults.SLIP and "blind" in ill:
        assert out >= record.delivered  # what a dead sensor did not see, the fault stands for
    else:
        assert record.delivered <= out <= record.delivered + record.uncertain

    before, unseen = record.delivered, out - record.delivered
    stuck = rig.core.mouth_counted
    in_hopper = rig.cards_in_hopper + rig.cards_under_roller
    what.mend(rig)
    back = rig.cards_in_hopper + rig.cards_under_roller - in_hopper if ill == "jam" else 0
    taken_out = stuck and not rig.core.mouth_counted and back == 0 and not rig.card_in_mouth
    rig.advance(rig.now_us + play.REST_US)
    assert play.clear(rig) == 0
    if record.complete:
        return
    assert play.arm(rig, 1, COUNT) == core.ARMED
    rig.tap()
    play.run(rig, lambda: rig.core.ejecting)
    play.finish(rig)
    rig.advance(rig.now_us + play.REST_US)
    whole = rig.core.result(1)
    assert whole is not None
    assert whole.complete
    assert whole.delivered >= COUNT > before
    came = rig.cards_left + rig.core.mouth_counted + taken_out
    assert whole.delivered <= came - unseen <= whole.delivered + whole.uncertain


@pytest.mark.parametrize(
    "ill", ["empty", "slip", "jam", "blocked", "blind", "cover", "motor fault"]
)
@pytest.mark.parametrize("armed", [False, True])
def test_every_fault_before_the_press(ill: str, armed: bool) -> None:
    what = ILLS[ill]
    rig = Rig(1, 60, SETTINGS, Parameters(nose_to_tail=0.0, slip_picks=0.0))
    if armed:
        play.arm(rig, 1, COUNT)
    what.begin(rig)
    rig.advance(rig.now_us + 100_000)
    assert not rig.motor_on
    if not armed:
        play.arm(rig, 1, COUNT)
    rig.tap()
    rig.advance(rig.now_us + 1_000)
    play.finish(rig)
    rig.advance(rig.now_us + play.REST_US)
    assert not rig.motor_on
    assert rig.core.faults & what.may_be == rig.core.faults != 0
    record = rig.core.result(1)
    assert record is None or not record.delivered
    what.mend(rig)
    rig.advance(rig.now_us + play.REST_US)
    assert play.clear(rig) == 0
    before = rig.cards_left
    again = play.hit(rig, 1, COUNT)
    assert (again.complete, again.delivered, rig.cards_left - before) == (True, COUNT, COUNT)
