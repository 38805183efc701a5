"""A caller and a finger for a rig: what the tests of the loop have in common."""

from __future__ import annotations

from collections.abc import Callable

from hardware.mechanism.rig import Rig
from hardware.portable.core import ARMED
from hardware.portable.hits import HitRecord

REST_US = 2_500_000


def arm(rig: Rig, hit: int, count: int) -> int:
    answer = rig.core.arm(rig.ticks_us, hit, count)
    rig.settle()
    return answer


def run(rig: Rig, until: Callable[[], bool], alive: bool = True) -> None:
    """Event by event until something is so; a caller that is alive keeps its lease."""
    bound_us = rig.now_us + 120_000_000
    while not until():
        at_us = rig.next_event_us()
        assert at_us is not None, "nothing will happen any more"
        assert at_us < bound_us, "it does not come to an end"
        if alive:
            rig.core.beat(rig.ticks_us)
            rig.settle()
        rig.advance(at_us)


def run_to(rig: Rig, at_us: int) -> None:
    """Up to a moment, by a caller that is alive."""
    while (event_us := rig.next_event_us()) is not None and event_us <= at_us:
        rig.core.beat(rig.ticks_us)
        rig.settle()
        rig.advance(event_us)
    rig.core.beat(rig.ticks_us)
    rig.settle()
    rig.advance(at_us)


def finish(rig: Rig, alive: bool = True) -> None:
    run(rig, lambda: not rig.core.ejecting and not rig.roller_turns, alive)


def hit(rig: Rig, number: int, count: int) -> HitRecord:
    assert arm(rig, number, count) == ARMED
    rig.tap()
    run(rig, lambda: rig.dings > 0 and rig.core.armed_hit == 0)
    finish(rig)
    rig.advance(rig.now_us + REST_US)
    record = rig.core.result(number)
    assert record is not None
    return record


def clear(rig: Rig) -> int:
    still = rig.core.clear_faults(rig.ticks_us)
    rig.settle()
    return still


def events(rig: Rig) -> list[tuple[int, int, int]]:
    """What was told, without its moments."""
    told = []
    while (event := rig.core.take_event()) is not None:
        told.append((event[0], event[2], event[3]))
    return told
