"""The simulated mechanism, against plain integration and bookkeeping."""

import math
from dataclasses import replace
from itertools import pairwise
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.path import Path
from hardware.mechanism.presets import PRESETS
from hardware.mechanism.rig import FAULTS, Rig
from hardware.mechanism.roller import NEVER, Spin
from tests.hardware import play

FRICTION = 833e-12

speeds = st.floats(-1e-3, 1e-3).filter(lambda v: v == 0.0 or abs(v) > 2e-6)


@given(speed=speeds, aim=st.sampled_from([0.0, 1e-3, -1e-3, 4e-4]), mm=st.floats(0.01, 150.0))
@settings(max_examples=300)
def test_reach_is_when_travel_gets_there(speed: float, aim: float, mm: float) -> None:
    spin = Spin.under(0.0, speed, aim, 30_000.0, FRICTION)
    direction = spin.forward(0.0)
    if direction == 0:
        assert spin.reach_us(0.0, mm) == NEVER
        return
    at_us = spin.reach_us(0.0, direction * mm)
    if at_us == NEVER:
        ends_us = min(spin.turn_us(), spin.stop_us)
        assert abs(spin.travel(ends_us)) <= mm + 1e-6
    else:
        assert math.isclose(spin.travel(at_us), direction * mm, abs_tol=1e-5)


@pytest.mark.parametrize(("speed", "aim"), [(0.0, 1e-3), (1e-3, 0.0), (1e-3, -1e-3), (5e-4, 1e-3)])
def test_travel_is_the_sum_of_speed(speed: float, aim: float) -> None:
    spin = Spin.under(0.0, speed, aim, 30_000.0, FRICTION)
    travelled = sum(spin.speed_at(t + 5.0) * 10.0 for t in range(0, 200_000, 10))
    assert math.isclose(spin.travel(200_000.0), travelled, rel_tol=1e-3, abs_tol=0.01)


@given(
    seed=st.integers(0, 10_000),
    drives=st.lists(
        st.tuples(st.sampled_from([100, 60, 0, -100]), st.booleans(), st.integers(1, 400_000)),
        max_size=12,
    ),
)
@settings(max_examples=80)
def test_no_card_is_made_or_lost(seed: int, drives: list[tuple[int, bool, int]]) -> None:
    path = Path(Parameters(nose_to_tail=0.2), Random(seed), 20)
    path.double_feed = seed % 3 == 0
    for pct, braking, us in drives:
        path.drive(pct, braking)
        path.advance(path.now_us + us)
        assert path.hopper + path.under_roller + path.cards_out == 20


def test_a_card_in_the_beam_is_seen_for_its_length() -> None:
    path = Path(Parameters(nose_to_tail=0.0, grip=(1.0, 1.0)), Random(1), 20)
    path.drive(100, False)
    while path.cards_out < 3 or not path.blocked:
        path.advance(path.next_us())
    began_us = path.now_us
    while path.cards_out < 4:
        path.advance(path.next_us())
    assert path.now_us - began_us == pytest.approx(87_000, abs=400)  # 87 mm at 1 m/s


@pytest.mark.parametrize("seed", range(20))
def test_a_card_that_overtakes_another_leaves_as_well(seed: int) -> None:
    sticky = Parameters(cling=1.0, double_overlap=(0.9, 1.0), grip=(0.8, 1.0))
    path = Path(sticky, Random(seed), 12)
    path.drive(100, False)
    path.advance(4_000_000.0)
    assert (path.cards_out, path.under_roller) == (12, 0)


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


def test_what_friction_holds_does_not_turn() -> None:
    def speed(pct: int) -> float:
        path = Path(Parameters(), Random(1), 0)
        path.drive(pct, False)
        return path._spin.speed_at(1_000_000.0) * 1e6

    assert speed(2) == 0.0
    assert 0.0 < speed(3) < 10.0
    assert speed(100) == pytest.approx(1_000.0, abs=1.0)
    assert speed(50) == pytest.approx(487.5, abs=1.0)


def test_friction_stops_it() -> None:
    path = Path(Parameters(friction_mm_per_s2=1_600.0), Random(1), 0)
    path.drive(100, False)
    path.advance(500_000.0)
    path.drive(0, False)
    path.advance(500_000.0 + 150_000.0)
    assert path.turning
    path.advance(500_000.0 + 250_000.0)
    assert not path.turning


def first_card(rig: Rig) -> tuple[int, int]:
    """How long until the first card's nose is in the beam, and for how long it is there."""
    rig.core.eject(rig.ticks_us, -1 - rig.now_us, 1)
    rig.settle()
    began_us = rig.now_us
    play.run(rig, lambda: rig.card_in_mouth)
    nose_us = rig.now_us
    play.run(rig, lambda: not rig.card_in_mouth)
    tail_us = rig.now_us
    play.finish(rig)
    return nose_us - began_us, tail_us - nose_us


def test_a_weak_supply_starts_slower_and_runs_slower() -> None:
    plain = Parameters(nose_to_tail=0.0, grip=(1.0, 1.0))
    rig = Rig(1, parameters=plain)
    nose_us, pass_us = first_card(rig)
    rig.set_fault("weak_supply", True)
    weak_nose_us, weak_pass_us = first_card(rig)
    assert weak_nose_us > 1.2 * nose_us
    assert weak_pass_us > 1.35 * pass_us
    rig.set_fault("weak_supply", False)
    assert first_card(rig)[1] == pytest.approx(pass_us, rel=0.05)


def beam_edges(rig: Rig, until_us: int) -> list[tuple[int, bool]]:
    """What the sensor's output does meanwhile, told to this list in place of the core."""
    seen: list[tuple[int, bool]] = []
    with patch.object(rig.core, "card_edge", lambda at_us, blocked: seen.append((at_us, blocked))):
        rig.advance(until_us)
    return seen


def test_light_that_flickers_opens_a_blocked_beam_a_hundred_times_a_second() -> None:
    rig = Rig(1)
    rig.set_fault("blocked", True)
    rig.set_fault("flicker", True)
    seen = beam_edges(rig, 1_000_000)
    free_us = sum(b[0] - a[0] for a, b in pairwise(seen) if not a[1])
    assert 30_000 < free_us < 250_000
    opened = [at_us for at_us, blocked in seen if not blocked]
    dips = 1 + sum(b - a > 5_000 for a, b in pairwise(opened))
    assert 98 <= dips <= 101
    rig.set_fault("flicker", False)
    assert [blocked for _, blocked in beam_edges(rig, 2_000_000)][-1:] in ([], [True])


def test_light_that_flickers_does_nothing_to_a_free_beam() -> None:
    rig = Rig(1)
    rig.set_fault("flicker", True)
    assert beam_edges(rig, 1_000_000) == []


def test_a_finger_comes_and_goes() -> None:
    rig = Rig(1, parameters=Parameters(beam_bounces=0))
    rig.set_fault("finger", True)
    seen = beam_edges(rig, 10_000_000)
    assert 8 < len(seen) < 100
    ins = [b[0] - a[0] for a, b in pairwise(seen) if a[1]]
    assert all(30_000 <= us <= 400_000 for us in ins)
    rig.set_fault("finger", False)
    assert not rig.core.mouth_counted
    assert len(beam_edges(rig, 20_000_000)) <= 1


def test_a_blind_sensor_sees_no_card() -> None:
    rig = Rig(1)
    rig.set_fault("blind", True)
    rig.core.eject(rig.ticks_us, -1, 2)
    rig.settle()
    assert beam_edges(rig, 350_000) == []
    assert rig.cards_left > 0


def test_the_brushes_spark_only_while_the_motor_is_driven() -> None:
    rig = Rig(1, parameters=Parameters(brush_noise_hz=200.0))
    seen: list[tuple[int, bool]] = []
    with patch.object(rig.core, "button_edge", lambda at_us, down: seen.append((at_us, down))):
        rig.advance(1_000_000)
        assert seen == []
        rig.core.eject(rig.ticks_us, -1, 8)
        rig.settle()
        play.run(rig, lambda: not rig.motor_on)
        assert len(seen) > 50
        assert [down for _, down in seen] == [True, False] * (len(seen) // 2)
        assert all(up[0] - down[0] <= 60 for down, up in zip(seen[::2], seen[1::2], strict=True))
        seen.clear()
        rig.core.safe_off(rig.ticks_us)
        rig.settle()
        rig.advance(rig.now_us + 1_000_000)
        assert len(seen) <= 2


def test_a_card_that_sticks_out_can_be_pulled_out() -> None:
    rig = Rig(1, parameters=Parameters(nose_to_tail=0.0))
    assert not rig.pull()
    play.arm(rig, 1, 4)
    rig.tap()
    play.run(rig, lambda: rig.cards_left == 1 and rig.card_in_mouth)
    rig.core.safe_off(rig.ticks_us)
    rig.settle()
    rig.advance(rig.now_us + play.REST_US)
    assert rig.pull()
    assert (rig.cards_left, rig.card_in_mouth, rig.cards_in_hopper) == (2, False, 110)


def test_a_card_on_top_of_another_is_hardly_alone_in_the_beam() -> None:
    plain = Parameters(nose_to_tail=0.0, double_overlap=(0.95, 0.95), grip=(1.0, 1.0))
    for cling, alone in ((1.0, 0.05), (0.0, 1.0)):
        path = Path(replace(plain, cling=cling), Random(1), 8)
        path.drive(100, False)
        path.advance(2_000_000.0)
        assert list(path.alone)[1:] == pytest.approx([alone] * 7, abs=0.01)


@pytest.mark.thorough
@given(
    seed=st.integers(0, 10_000),
    preset=st.sampled_from(sorted(PRESETS)),
    changes=st.lists(
        st.tuples(st.sampled_from(FAULTS), st.booleans(), st.integers(1, 300_000)), max_size=12
    ),
)
@settings(max_examples=60)
def test_faults_may_be_switched_at_any_moment(
    seed: int, preset: str, changes: list[tuple[str, bool, int]]
) -> None:
    machine = PRESETS[preset].machine(seed)
    rig = Rig(seed, 60, machine.settings, machine.parameters, latency=machine.latency)
    play.arm(rig, 1, 6)
    rig.tap()
    for name, on, us in changes:
        rig.set_fault(name, on)
        rig.advance(rig.now_us + us)
        rig.core.beat(rig.ticks_us)
        assert rig.cards_in_hopper + rig.cards_under_roller + rig.cards_left == 60
    rig.advance(rig.now_us + 20_000_000)
    assert not rig.motor_on
