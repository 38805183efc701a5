"""Checks of the launcher: whether it answers, has faults, and its inputs are quiet."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from controller.base.findings import Finding, fail, ok, warn
from controller.bench.instrument import Instrument, on_the_bench
from controller.words import advice, explain
from firmware_bridge.address import LauncherAddress
from firmware_bridge.client import SessionOptions, connect
from hardware.launcher import Capabilities, LauncherBusy, LauncherGone

QUIET_S = 2.0
FLOOD = 20
"""More edges in that time come from other light, sparks, or a loose cable."""


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
