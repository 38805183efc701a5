"""Machines that differ, and how late their boards are."""

from dataclasses import fields, replace
from random import Random
from typing import cast
from unittest.mock import patch

import pytest

from hardware.mechanism.parameters import BOARDS, Latency, Parameters
from hardware.mechanism.path import Path
from hardware.mechanism.presets import PRESETS, Range, fitted
from hardware.mechanism.rig import FAULTS, Rig
from hardware.portable.settings import Settings
from tests.hardware import play


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_seed_is_a_machine(name: str) -> None:
    preset = PRESETS[name]
    again, other = preset.machine(3), preset.machine(4)
    assert preset.machine(3).parameters == again.parameters
    assert vars(preset.machine(3).settings) == vars(again.settings)
    assert again.parameters != other.parameters


@pytest.mark.parametrize("kind", sorted(PRESETS))
def test_its_parameters_lie_in_the_ranges_of_its_kind(kind: str) -> None:
    preset = PRESETS[kind]
    assert set(preset.mishaps) <= set(FAULTS)
    ranges = {**preset.ranges, **preset.since_calibration}
    assert set(ranges) <= {field.name for field in fields(Parameters)}
    for seed in range(20):
        parameters = preset.machine(seed).parameters
        for name, drawn in ranges.items():
            value = getattr(parameters, name)
            both = zip(drawn, value, strict=True) if isinstance(value, tuple) else [(drawn, value)]
            for drawn_one, one in both:
                low, high = cast(Range, drawn_one)
                assert low <= one <= high, name


def test_every_board_comes_up() -> None:
    assert {PRESETS["new"].machine(seed).board for seed in range(30)} == set(BOARDS)


def test_the_default_settings_are_what_fits_the_default_mechanism() -> None:
    found, default = fitted(Parameters()), Settings()
    for name in vars(found):
        assert getattr(found, name) == pytest.approx(getattr(default, name), rel=0.03), name


def test_a_weak_supply_was_calibrated_while_it_was_strong() -> None:
    machine = PRESETS["weak_supply"].machine(1)
    assert machine.parameters.supply < 0.95
    slow = fitted(machine.parameters)
    assert slow.card_us > 1.05 * machine.settings.card_us


@pytest.mark.parametrize("duty_pct", [50, 75, 100])
def test_a_calibration_at_a_duty_finds_how_long_a_card_takes_then(duty_pct: int) -> None:
    parameters = Parameters(grip=(1.0, 1.0), card_spread_mm=0.0, nose_to_tail=0.0)
    path = Path(parameters, Random(1), 6)
    path.drive(duty_pct, False)
    edges_us: list[float] = []
    while path.cards_out < 5:
        before = path.blocked
        path.advance(path.next_us())
        if path.blocked != before:
            edges_us.append(path.now_us)
    lead_us, trail_us = edges_us[-2:]
    found = fitted(parameters, duty_pct=duty_pct)
    assert found.card_us == pytest.approx(trail_us - lead_us, rel=0.001)
    assert (found.feed_pct, found.retract_pct) == (duty_pct, duty_pct)


def test_a_machine_differs_with_its_duty_in_nothing_but_what_is_slower() -> None:
    for kind in PRESETS.values():
        full, half = kind.machine(3), kind.machine(3, 50)
        assert half.settings.card_us > 2 * full.settings.card_us
        bounces_us = half.parameters.beam_bounce_us
        assert bounces_us > 2 * full.parameters.beam_bounce_us
        slower = replace(full.parameters, beam_bounce_us=bounces_us)
        assert (half.parameters, half.board) == (slower, full.board)


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_a_latency_has_its_quantiles(name: str) -> None:
    latency, random = BOARDS[name], Random(1)
    drawn = sorted(latency.draw_us(random) for _ in range(20_000))
    for share, us in latency.quantiles[1:-1]:
        assert sum(late <= us for late in drawn) / len(drawn) == pytest.approx(share, abs=0.01)
    assert latency.quantiles[0][1] <= drawn[0]
    assert drawn[-1] <= latency.worst_us


def test_between_two_quantiles_a_latency_is_uniform() -> None:
    latency, random = Latency(((0.0, 0), (0.5, 100), (1.0, 1_100))), Random(1)
    drawn = [latency.draw_us(random) for _ in range(10_000)]
    for us, share in ((50, 0.25), (350, 0.625), (600, 0.75), (1_000, 0.95)):
        assert sum(late <= us for late in drawn) / len(drawn) == pytest.approx(share, abs=0.02)


@pytest.mark.parametrize("seed", range(10))
def test_a_late_board_is_told_of_every_edge_with_its_moment(seed: int) -> None:
    # nothing that is drawn, so that draws of lateness change nothing else
    drawn = {"grip": (1.0, 1.0), "gap_mm": (5.0, 5.0), "card_spread_mm": 0.0, "nose_to_tail": 0.0}
    parameters = replace(Parameters(), beam_bounces=0, **drawn)  # type: ignore[arg-type]

    def edges(latency: Latency | None) -> list[tuple[int, bool]]:
        rig = Rig(seed, 8, parameters=parameters, latency=latency)
        seen: list[tuple[int, bool]] = []
        with patch.object(rig.core, "card_edge", lambda at, blocked: seen.append((at, blocked))):
            rig._path.drive(100, False)
            rig.core.arm(0, 1, 1)  # its lease gives the core something to wake up for
            rig.advance(3_000_000)
        return seen

    assert edges(Latency(((0.0, 30_000), (1.0, 70_000)))) == edges(None)
    assert len(edges(None)) >= 14


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_a_late_board_acts_late_and_knows_when_it_was(name: str) -> None:
    late_us = set()
    for seed in range(40):
        rig = Rig(seed, latency=BOARDS[name])
        play.arm(rig, 1, 1)
        rig.tap()
        play.run(rig, lambda: rig.motor_on)  # noqa: B023
        late_us.add(rig.now_us)
        began_us = rig.now_us
        play.finish(rig)
        record = rig.core.result(1)
        assert record is not None
        assert record.delivered == 1
        assert record.card_times_ms[0] <= (rig.now_us - began_us) // 1000
        event = rig.core.take_event()
        assert event is not None
        assert event[1] == 0  # the press, at the moment of its edge
    assert len(late_us) > 20
    assert min(late_us) >= BOARDS[name].quantiles[0][1]
