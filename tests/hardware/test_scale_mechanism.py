"""The simulated scale: what its readings say of cards, people, heat and overload."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean, stdev

import pytest

from hardware.mechanism.load_cell import Scale
from hardware.mechanism.presets import PRESETS
from hardware.mechanism.rig import Rig
from hardware.mechanism.scale_parameters import (
    BAR_2_KG,
    BAR_5_KG,
    HIGHEST_COUNT,
    HX711,
    ScaleParameters,
    reading_noise_g,
    weighed,
)
from tests.hardware import play

QUIET = ScaleParameters(
    chip=replace(HX711, noise_nv=0.0),
    ambient_g=0.0,
    sway_g=0.0,
    kelvin_a_minute=0.0,
    slaps=0.0,
    hands=0.0,
)


def readings(rig: Rig, scale: Scale, count: int) -> list[float]:
    """So many readings in g, from now on."""
    found = []
    for _ in range(count):
        rig.core.beat(rig.ticks_us)
        rig.advance(rig.now_us + scale.period_us)
        found.append(scale.read() / scale.counts_per_g)
    return found


def test_the_range_of_a_chip_is_half_its_supply_by_its_gain() -> None:
    """Both data sheets, at a gain of 128."""
    bar = replace(BAR_5_KG, mv_per_v=1000 * 0.5 / 128)
    assert bar.counts_per_g * bar.capacity_g == pytest.approx(HIGHEST_COUNT + 1)


def test_each_card_that_leaves_is_one_card_less() -> None:
    rig = Rig(1)
    scale = Scale(rig, 1, QUIET)
    before_g = readings(rig, scale, 10)[-1]
    play.hit(rig, 1, 5)
    play.run_to(rig, rig.now_us + 2_000_000)
    after_g = readings(rig, scale, 10)[-1]
    assert before_g - after_g == pytest.approx(5 * QUIET.card_g, rel=0.02)


def test_a_rig_does_the_same_with_a_scale_and_without() -> None:
    alone, weighed_too = Rig(3), Rig(3)
    scale = Scale(weighed_too, 3)
    scale.read()
    for rig in (alone, weighed_too):
        play.hit(rig, 1, 12)
    assert alone.now_us == weighed_too.now_us
    assert list(alone.alone) == list(weighed_too.alone)


def test_at_rest_it_differs_by_the_noise_that_a_bench_finds() -> None:
    for bar in (BAR_2_KG, BAR_5_KG):
        parameters = ScaleParameters(bar=bar, kelvin_a_minute=0.0)
        rig = Rig(2)
        found = stdev(readings(rig, Scale(rig, 2, parameters), 400))
        # the chip's filter takes some of the table's noise out
        assert 0.5 < found / reading_noise_g(parameters) < 1.1


def test_the_motor_shakes_it_and_a_moment_later_it_is_still() -> None:
    rig = Rig(4)
    scale = Scale(rig, 4, QUIET)
    readings(rig, scale, 10)
    rig.core.eject(rig.ticks_us, -1, 12)
    rig.settle()
    shaken = readings(rig, scale, 8)
    assert rig.roller_turns
    play.run_to(rig, rig.now_us + 3_000_000)
    assert stdev(shaken) > 2.0
    assert stdev(readings(rig, scale, 20)[10:]) < 0.02


def test_a_finger_pushes_and_a_bump_shakes() -> None:
    rig = Rig(5)
    scale = Scale(rig, 5, QUIET)
    at_rest_g = readings(rig, scale, 10)[-1]
    scale.finger(600_000)
    pushed_g = readings(rig, scale, 5)[-1]
    assert pushed_g - at_rest_g > 100.0
    assert abs(readings(rig, scale, 10)[-1] - at_rest_g) < 0.5
    scale.bump()
    assert stdev(readings(rig, scale, 4)) > 1.0
    moved_g = abs(readings(rig, scale, 10)[-1] - at_rest_g)
    assert 0.0 < moved_g < 1.0


def test_a_card_that_leans_is_part_of_a_card_until_it_is_taken() -> None:
    rig = Rig(6)
    scale = Scale(rig, 6, QUIET)
    at_rest_g = readings(rig, scale, 10)[-1]
    scale.lean()
    more_g = readings(rig, scale, 5)[-1] - at_rest_g
    assert 0.04 * QUIET.card_g < more_g < 1.01 * QUIET.card_g
    assert readings(rig, scale, 80)[-1] == pytest.approx(at_rest_g, abs=0.02)


def test_a_card_in_the_mouth_is_on_the_scale_or_partly_on_what_it_touches() -> None:
    rig = Rig(7)
    scale = Scale(rig, 7, replace(QUIET, hangs=1.0, hang_share=(0.5, 0.5)))
    rig.set_fault("jam", True)
    at_rest_g = readings(rig, scale, 10)[-1]
    rig.core.eject(rig.ticks_us, -1, 1)
    rig.settle()
    play.run_to(rig, rig.now_us + 5_000_000)
    if not rig.card_in_mouth:
        pytest.fail("no card sticks out")
    assert at_rest_g - readings(rig, scale, 10)[-1] == pytest.approx(0.9, abs=0.05)


def test_it_creeps_after_a_load_and_moves_with_the_temperature() -> None:
    rig = Rig(8)
    scale = Scale(rig, 8, replace(QUIET, bar=replace(BAR_2_KG, creep=0.001)))
    readings(rig, scale, 10)
    rig.load(100)
    loaded_g = readings(rig, scale, 10)[-1]
    assert readings(rig, scale, 3_000)[-1] - loaded_g == pytest.approx(0.16, abs=0.03)
    rig = Rig(8)
    warm = Scale(rig, 8, replace(QUIET, kelvin_a_minute=0.3))
    found = readings(rig, warm, 1_000)
    assert 0.0 < abs(fmean(found[-10:]) - fmean(found[4:14])) < 0.1


@pytest.mark.parametrize("stop", [True, False])
def test_a_slap_bends_a_bar_of_2_kg_that_has_no_stop(stop: bool) -> None:
    rig = Rig(9)
    parameters = replace(QUIET, bar=BAR_2_KG, stop=stop, slaps=1.0, slap_g=(4_000.0, 4_000.0))
    scale = Scale(rig, 9, parameters)
    at_rest_g = readings(rig, scale, 10)[-1]
    scale.finger(120_000)
    moved_g = abs(readings(rig, scale, 10)[-1] - at_rest_g)
    assert (moved_g < 1.0) == stop


def test_what_exceeds_the_chip_is_its_highest_count() -> None:
    rig = Rig(10)
    scale = Scale(rig, 10, replace(QUIET, bar=replace(BAR_2_KG, capacity_g=300.0), stop=False))
    rig.load(3_000)
    rig.advance(rig.now_us + scale.period_us)
    assert scale.read() == HIGHEST_COUNT


def test_every_kind_of_machine_has_scales_and_a_seed_makes_one() -> None:
    for kind in PRESETS:
        assert weighed(kind, 1) == weighed(kind, 1)
        assert len({weighed(kind, seed) for seed in range(9)}) == 9
    share = [weighed("new", seed) for seed in range(400)]
    off = [m.parameters.card_g * 1000 / m.card_mg - 1.0 for m in share]
    assert 0.03 < max(off) < 0.04 and -0.0101 < min(off) < -0.009
