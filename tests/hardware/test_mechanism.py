"""The simulated mechanism, against plain integration and bookkeeping."""

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.path import Path
from hardware.mechanism.rig import Rig
from hardware.mechanism.roller import NEVER, Spin
from tests.hardware import play

speeds = st.floats(-1e-3, 1e-3).filter(lambda v: v == 0.0 or abs(v) > 2e-6)


@given(speed=speeds, aim=st.sampled_from([0.0, 1e-3, -1e-3, 4e-4]), mm=st.floats(0.01, 150.0))
@settings(max_examples=300)
def test_reach_is_when_travel_gets_there(speed: float, aim: float, mm: float) -> None:
    spin = Spin(0.0, speed, aim, 30_000.0, 1e-6)
    direction = spin.forward(0.0)
    if direction == 0:
        assert spin.reach_us(0.0, mm) == NEVER
        return
    at_us = spin.reach_us(0.0, direction * mm)
    if at_us == NEVER:
        ends_us = min(spin.turn_us(), spin.stop_us())
        assert abs(spin.travel(ends_us)) <= mm + 1e-6
    else:
        assert math.isclose(spin.travel(at_us), direction * mm, abs_tol=1e-5)


@pytest.mark.parametrize(("speed", "aim"), [(0.0, 1e-3), (1e-3, 0.0), (1e-3, -1e-3), (5e-4, 1e-3)])
def test_travel_is_the_sum_of_speed(speed: float, aim: float) -> None:
    spin = Spin(0.0, speed, aim, 30_000.0, 1e-6)
    travelled = sum(spin.speed_at(t + 5.0) * 10.0 for t in range(0, 200_000, 10))
    assert math.isclose(spin.travel(200_000.0), travelled, rel_tol=1e-3, abs_tol=0.01)


@given(
    seed=st.integers(0, 10_000),
    drives=st.lists(
        st.tuples(st.sampled_from([100, 60, 0, -100]), st.booleans(), st.integers(1, 400_000)),
        max_size=12,
    ),
)
@settings(max_examples=80, deadline=None)
def test_no_card_is_made_or_lost(seed: int, drives: list[tuple[int, bool, int]]) -> None:
    path = Path(Parameters(nose_to_tail=0.2), Random(seed), 20)
    path.double_feed = seed % 3 == 0
    for pct, braking, us in drives:
        path.drive(pct, braking)
        path.advance(path.now_us + us)
        assert path.hopper + path.under_roller + path.left == 20


def test_a_card_in_the_beam_is_seen_for_its_length() -> None:
    path = Path(Parameters(nose_to_tail=0.0, grip=(1.0, 1.0)), Random(1), 20)
    path.drive(100, False)
    while path.left < 3 or not path.blocked:
        path.advance(path.next_us())
    began_us = path.now_us
    while path.left < 4:
        path.advance(path.next_us())
    assert path.now_us - began_us == pytest.approx(87_000, abs=400)  # 87 mm at 1 m/s


def test_same_seed_same_outcome() -> None:
    def outcome(seed: int) -> tuple[int, ...]:
        return play.hit(Rig(seed), 1, 6).card_times_ms

    assert outcome(3) == outcome(3)
    assert outcome(3) != outcome(4)


def test_the_finger_bounces_and_taps() -> None:
    edges = set()
    for seed in range(10):
        rig = Rig(seed)
        rig.tap(hold_us=60_000)
        while (at_us := rig.next_event_us()) is not None and at_us <= 70_000:
            rig.advance(at_us)
            edges.add((seed, at_us))
        assert rig.core.presses == 1
    assert len(edges) > 30


def test_cards_can_be_put_in_and_taken_out() -> None:
    rig = Rig(1, cards=5)
    rig.load(3)
    assert rig.cards_in_hopper == 8
    assert rig.unload() == 8
    assert rig.cards_in_hopper == 0


def test_an_unknown_fault_is_refused() -> None:
    with pytest.raises(ValueError, match="no fault 'fire'"):
        Rig(1).set_fault("fire", True)
