"""Checks of the launcher and its parts.

Whether the configured parts suit each other, what no program can measure of a card sensor (5 V at
its output, and a torn cable), the scale's chip and calibration, whether the launcher answers and
its inputs are quiet, and whether it still feeds as when it was calibrated.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

import msgspec

from controller.base.config import ScaleConfig
from controller.base.findings import Finding, fail, ok, warn
from controller.games.entries import CommandBody
from controller.journal.entry import Entry
from controller.words import advice, explain
from controller.workshop.bench.instrument import Instrument, on_the_bench
from controller.workshop.doctor.machine import Machine
from firmware_bridge.address import LauncherAddress
from firmware_bridge.client import SessionOptions, connect
from hardware.calibration import CalibrationTrouble, find_scale_calibration
from hardware.gpio.launcher_pins import LauncherPins
from hardware.gpio.nau7802 import ScaleInUse, ScaleTrouble
from hardware.gpio.sensor_modules import OWN_CIRCUIT
from hardware.launcher import Capabilities, LauncherBusy, LauncherGone

THREE_CELLS_MV = 4_500
"""What the toy launcher runs on while its cells are new."""

SECTION = 'docs/wiring.md, "Sensor modules"'

LATCHING = "RP2350"
"""A chip that may hold an open input high although it is pulled down (its erratum RP2350-E9)."""

QUIET_S = 2.0

FLOOD = 20
"""More edges in that time come from other light, sparks, or a loose cable."""

LAST_HITS = 50

ENOUGH = 20
"""Cards that followed another one; fewer are not conclusive."""

DRIFTED_PCT = 12
"""Cards of one deck differ by a few percent, and decks differ by a little more."""


def check_supply(pins: LauncherPins, at: str = "pins") -> Finding:
    """Check that the motor driver works at the voltage of the motor's supply.

    Nothing on a board measures that voltage, so it is known only if the configuration says it.
    ``at``: the table of the configuration.
    """
    name, driver, supply_mv = pins.motor_driver, pins.driver, pins.motor_supply_mv
    if not driver.most_mv:
        return ok("motor supply", "the data sheet of the MOSFET says what it needs")
    needs = f"a motor driver {name} needs {driver.least_mv / 1000:g} to {driver.most_mv / 1000:g} V"
    other = (
        "Use another motor driver, for example a TB6612 (2.5 to 13.5 V), or a DRV8871 from 6.5 V "
        "on; measure the motor's stall current first (docs/toy.md)."
    )
    if supply_mv and not driver.least_mv <= supply_mv <= driver.most_mv:
        return fail("motor supply", f"{needs}, and {at}.motor_supply_mv is {supply_mv}", other)
    if not supply_mv and driver.least_mv > THREE_CELLS_MV:
        return warn(
            "motor supply",
            f"{needs}, and three cells of 1.5 V give 4.5 V",
            f"If your motor's supply gives enough, set {at}.motor_supply_mv. If not: {other}",
        )
    return ok("motor supply", needs)


def check_sensor(pins: LauncherPins, at: str, board: str = "") -> Iterator[Finding]:
    """Say what to know about the sensor that ``at`` (a table of the configuration) names.

    ``board``: what a Pico calls itself; empty: it is no Pico, or nobody knows.
    """
    yield _voltage(pins)
    if pins.pulled_down and LATCHING in board:
        yield warn(
            "sensor's cable",
            f"perhaps nobody notices a torn cable: an {LATCHING} may hold an open input high",
            f"Take a module whose output is high at a card ({SECTION}).",
        )
        return
    if not pins.torn_sensor_says_clear:
        yield ok("sensor's cable", "a torn cable is noticed: it looks like a card in the beam")
        return
    fix = f"Take a module of which a torn cable is noticed ({SECTION})."
    if "card_sensor" in pins.inverted:
        fix = (
            f"If {at}.sensor knows your module, name it there instead of inverting card_sensor "
            f"({SECTION})."
        )
    yield warn("sensor's cable", "nobody notices a torn cable: it looks like no card", fix)


def _voltage(pins: LauncherPins) -> Finding:
    name, module = pins.sensor, pins.sensor_module
    if module.is_5v_at_the_output:
        return warn(
            "sensor's voltage",
            f"the output of a {name} goes to 5 V, and an input withstands only 3.3 V",
            f"Connect the output through a level converter ({SECTION}).",
        )
    if module.output == "supply":
        return warn(
            "sensor's voltage",
            f"the output of a {name} goes to its supply voltage, and an input withstands "
            "only 3.3 V",
            f"Make sure that the module is connected to 3.3 V, and not to 5 V ({SECTION}).",
        )
    if name == OWN_CIRCUIT:
        return ok("sensor's voltage", f"{name}: its resistors are at 3.3 V (docs/wiring.md)")
    return ok("sensor's voltage", f"a {name} needs 10 kΩ from its output to 3.3 V ({SECTION})")


def check_scale(
    machine: Machine, config: ScaleConfig, calibration: Path, machine_id: str
) -> Iterator[Finding]:
    """Check what a scale needs, if the configuration names one."""
    if config.chip == "none":
        return
    place = f"address {config.address:#04x} of /dev/i2c-{config.bus}"
    try:
        machine.find_scale(config.bus, config.address)
        yield ok("scale", f"an NAU7802 answers at {place}")
    except ScaleInUse:
        yield ok("scale", "another program of Rollerdeck reads it now")
    except ScaleTrouble as trouble:
        complaint, _, fix = str(trouble).rpartition(": ")
        yield fail("scale", complaint or str(trouble), f"{fix[:1].upper()}{fix[1:]}")
    if machine.exists(calibration) and not machine.may_read(calibration):
        yield warn(
            "scale calibration", f"this user may not read {calibration}", "Use sudo for the doctor."
        )
        return
    try:
        measured = find_scale_calibration(calibration, machine_id, config.bus, config.address)
    except CalibrationTrouble as trouble:
        yield fail("scale calibration", str(trouble), "Run `rollerdeck bench scale`.")
        return
    if measured is None:
        yield warn("scale calibration", "there is none", "Run `rollerdeck bench scale`.")
    else:
        yield ok("scale calibration", f"a card is {measured.counts_per_card:.0f} counts")


@dataclass(frozen=True, slots=True)
class LauncherCheck:
    """What was found out about a launcher."""

    findings: list[Finding]
    running: bool
    """Whether a driver or a Pico is running, even if it is busy with a game."""
    capabilities: Capabilities | None = None
    """None: it could not be asked."""


async def check_launcher(address: LauncherAddress) -> LauncherCheck:
    """Watch a launcher for two seconds, whatever its program is."""
    caller = f"doctor {secrets.token_hex(2)}"
    try:
        launcher = await connect(address, caller, SessionOptions(instead=True))
    except LauncherBusy as busy:
        fix = "End the game, then run the doctor again to check sensor and button."
        return LauncherCheck([warn("launcher", explain(busy.reason).rstrip("."), fix)], True)
    except LauncherGone as gone:
        complaint, fix = complaint_and_fix(gone)
        return LauncherCheck([warn("launcher", complaint, fix)], False)
    faults, capabilities = launcher.faults, launcher.capabilities
    async with on_the_bench(launcher) as bench:
        await bench.watch(QUIET_S)
        findings = [ok("launcher", f"{bench.name} answers at {address.name}")]
        findings += [fail("fault", fault, advice(fault)) for fault in faults]
        findings += [_input(bench, "sensor", "card sensor"), _input(bench, "button", "button")]
    return LauncherCheck(findings, True, capabilities)


def complaint_and_fix(error: LauncherGone) -> tuple[str, str]:
    """Take the sentence apart: what is wrong, and what to do about it."""
    sentence = explain(error.reason)
    complaint, _, fix = sentence.rpartition(": ")
    return complaint or sentence, fix[:1].upper() + fix[1:]


def _input(bench: Instrument, kind: str, says: str) -> Finding:
    entries = [entry for entry in bench.run.seen if entry.kind == kind]
    if len(entries) > FLOOD or bench.run.lost:
        return fail(
            says,
            f"{len(entries)} edges in {QUIET_S:.0f} s although nobody touched it",
            "Shade the sensor, check its cable, and keep it away from the motor's cable.",
        )
    if entries and entries[-1].value:
        state = "something is in front of it" if kind == "sensor" else "it is pressed"
        return fail(
            says,
            f"{state}, or its cable is disconnected",
            "Remove the cause, check the cable, or name your sensor module in pins.sensor "
            "(docs/wiring.md)."
            if kind == "sensor"
            else "Remove the cause, check the cable, or add button to pins.inverted if it is wired "
            "the other way round.",
        )
    alive = "" if len(entries) > 1 else f"; test it with `rollerdeck bench {kind}`"
    return ok(says, f"quiet{alive}")


def hits(entries: Iterable[Entry]) -> list[CommandBody]:
    """The results that the launcher measured, in order."""
    commands = (
        msgspec.convert(entry.body, CommandBody) for entry in entries if entry.kind == "command"
    )
    return [
        command
        for command in commands
        if command.measured is not None and not command.measured.confirmed
    ]


def periods_ms(measured: Iterable[CommandBody]) -> list[int]:
    """Times from card to card, in the last hits without doubt or fault."""
    clean = [
        command.measured.card_times_ms
        for command in measured
        if command.measured is not None
        and not command.measured.uncertain
        and not command.measured.fault
    ]
    return [b - a for times in clean[-LAST_HITS:] for a, b in pairwise(times)]


def check_drift(periods: list[int], calibrated_us: int) -> Finding:
    """Compare their median with that of the calibration (0: it has none)."""
    if not calibrated_us:
        return ok("drift", "there is no calibration to compare with")
    if len(periods) < ENOUGH:
        return ok("drift", f"games have timed only {len(periods)} cards so far, too few to tell")
    off_pct = 100.0 * (1000.0 * median(periods) / calibrated_us - 1.0)
    if off_pct >= DRIFTED_PCT:
        return warn(
            "drift",
            f"the feed is {off_pct:.0f} % slower than at calibration",
            "Clean the roller. If the feed stays slow, check the motor's supply, then run "
            "`rollerdeck bench calibrate`.",
        )
    if off_pct <= -DRIFTED_PCT:
        return warn(
            "drift",
            f"the feed is {-off_pct:.0f} % faster than at calibration",
            "Calibrate again: `rollerdeck bench calibrate`.",
        )
    return ok("drift", f"the feed is as at calibration ({off_pct:+.0f} %, {len(periods)} cards)")
