"""Launchers whose mechanism nobody knows but who made them, on the bench in virtual time."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

from controller.workshop.bench.calibration import CalibrationResult, calibrate
from controller.workshop.bench.guide import SimulatedPerson
from controller.workshop.bench.instrument import on_the_bench
from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.gpio.pins import Pins
from hardware.mechanism.parameters import Parameters
from hardware.mechanism.presets import Machine, Preset
from hardware.mechanism.roller import Spin
from hardware.portable.settings import FULL_PCT

UNKNOWN = Preset(
    {
        "card_mm": (86.0, 88.0),
        "card_spread_mm": (0.1, 0.5),
        "grip": ((0.90, 0.96), (0.97, 1.0)),
        "gap_mm": ((1.0, 4.0), (6.0, 10.0)),
        "nose_to_tail": (0.0, 0.02),
        "cling": (0.0, 0.0002),
        "nip_to_beam_mm": (18.0, 35.0),
        "no_load_mm_per_s": (900.0, 1_150.0),
        "spin_up_tau_us": (20_000.0, 45_000.0),
        "brake_tau_us": (11_000.0, 18_000.0),
        "friction_mm_per_s2": (700.0, 1_500.0),
        "supply": (0.93, 1.07),
        "supply_sag": (0.0, 0.2),
        "beam_bounce_us": (100.0, 1_500.0),
        "beam_bounces": (1, 3),
        "button_bounce_us": (1_000.0, 9_000.0),
        "button_bounces": (1, 6),
    },
    {},
    {},
)
"""In which ranges they differ. Wider than ``new`` of `hardware.mechanism.presets` in all that a
calibration measures; gaps are no longer than what the roller coasts, or the next card is not yet
under it when the motor stops."""

FIGURES = ("card", "spin_up", "lead", "coast")


@dataclass(frozen=True)
class Truth:
    """What a calibration should find, in microseconds."""

    card: float
    spin_up: float
    lead: float
    coast: float


def truth_of(parameters: Parameters, duty_pct: int = FULL_PCT) -> Truth:
    """From the mechanism's own figures: its differential equation, and grip as it varies."""
    tau_us = parameters.spin_up_tau_us * (1.0 + parameters.supply_sag)
    friction = parameters.friction_mm_per_s2 / 1e12
    free = parameters.no_load_mm_per_s * parameters.supply / 1e6 * (duty_pct / 100)
    speed = free - friction * tau_us
    slowest, fastest = parameters.grip
    slower = math.log(fastest / slowest) / (fastest - slowest)  # the mean of 1 / grip
    braking = Spin.under(0.0, speed, 0.0, parameters.brake_tau_us, friction)
    return Truth(
        parameters.card_mm / speed * slower,
        2.0 * tau_us,
        parameters.nip_to_beam_mm / speed * slower,
        braking.travel(braking.stop_us) / speed,
    )


def unknown(seed: int, duty_pct: int = FULL_PCT) -> Machine:
    """One of them, not calibrated: with the default settings for this duty."""
    machine = UNKNOWN.machine(seed, duty_pct)
    return replace(machine, settings=Pins(duty_pct=duty_pct).settings())


async def measure(folder: Path, machine: Machine, seed: int, decks: int = 3) -> CalibrationResult:
    """Calibrate it through the wire, by simulated hands."""
    path = folder / f"{seed}.sock"
    simulator = await start_simulator(path, 0, seed, machine)
    try:
        async with on_the_bench(await connect(at_socket(path), "bench")) as bench:
            return await calibrate(
                bench, SimulatedPerson(SimulatorControl(path), lambda _: None), decks
            )
    finally:
        await simulator.close()


def missed(found: CalibrationResult, truth: Truth) -> list[str]:
    """The figures whose interval does not hold the truth."""
    return [
        name
        for name in FIGURES
        if not getattr(found.fit, name).low_us
        <= getattr(truth, name)
        <= getattr(found.fit, name).high_us
    ]
