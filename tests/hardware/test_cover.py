"""The cover's switch: nothing turns under an open cover, and the count goes on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.mechanism.rig import Rig
from hardware.portable import core, faults
from tests.hardware import play


def cover(rig: Rig, is_open: bool) -> None:
    rig.core.cover_edge(rig.ticks_us, is_open)
    rig.settle()


@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(1, 12),
    opened_at_us=st.integers(0, 2_500_000),
)
@settings(max_examples=60)
def test_an_opened_cover_stops_the_motor_at_once_and_the_count_holds(
    seed: int, count: int, opened_at_us: int
) -> None:
    rig = Rig(seed)
    play.arm(rig, 1, count)
    rig.tap()
    play.run_to(rig, opened_at_us)
    running = rig.core.ejecting
    cover(rig, True)
    assert not rig.motor_on
    play.finish(rig)
    rig.advance(rig.now_us + 10_000_000)
    assert not rig.motor_on
    record = rig.core.result(1)
    assert record is not None
    if running:
        assert record.complete or record.fault == faults.COVER_OPEN
    if record.delivered:
        left = rig.cards_left + rig.core.mouth_counted
        assert record.delivered <= left <= record.delivered + record.uncertain
    assert rig.core.faults & faults.COVER_OPEN


def test_a_hit_that_the_cover_broke_off_says_so_and_its_rest_comes_later() -> None:
    rig = Rig(3)
    play.arm(rig, 1, 5)
    rig.tap()
    play.run_to(rig, 400_000)
    cover(rig, True)
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    assert (record.complete, record.fault) == (False, faults.COVER_OPEN)
    cover(rig, False)
    assert play.clear(rig) == 0
    rig.advance(rig.now_us + play.REST_US)
    assert play.hit(rig, 1, 5).complete
    assert rig.cards_left == 5


def test_an_open_cover_is_latched_disarms_and_cannot_be_cleared() -> None:
    rig = Rig(3)
    play.arm(rig, 1, 5)
    cover(rig, True)
    assert rig.core.armed_hit == 0
    assert play.clear(rig) == faults.COVER_OPEN
    assert play.arm(rig, 1, 5) == core.FAULTED
    rig.tap()
    play.run_to(rig, 1_000_000)
    assert not rig.motor_on
    cover(rig, False)
    assert rig.core.faults == faults.COVER_OPEN
    assert play.clear(rig) == 0
    assert play.arm(rig, 1, 5) == core.ARMED


def test_an_open_cover_is_no_lost_caller() -> None:
    rig = Rig(3)
    play.arm(rig, 1, 5)
    cover(rig, True)
    rig.advance(rig.now_us + 1_000_000)
    assert rig.core.lease_trips == 0


@pytest.mark.parametrize(("edges", "uncertain"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_lost_edges_are_cards_that_may_have_come(edges: int, uncertain: int) -> None:
    rig = Rig(3)
    play.arm(rig, 1, 3)
    rig.tap()
    play.run_to(rig, 300_000)
    rig.core.card_edges_missed(rig.ticks_us, edges)
    play.finish(rig)
    record = rig.core.result(1)
    assert record is not None
    assert (record.delivered, record.uncertain) == (3, uncertain)


def test_edges_lost_between_hits_are_nobodys_cards() -> None:
    rig = Rig(3)
    rig.core.card_edges_missed(rig.ticks_us, 4)
    assert play.hit(rig, 1, 2).uncertain == 0
