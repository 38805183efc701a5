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
class Asked:
    """What was found out about a launcher."""

    findings: list[Finding]
    there: bool
    """Whether a driver or a Pico is running, even if it is busy with a game."""
    capabilities: Capabilities | None = None
    """None: it could not be asked."""


async def check_launcher(address: LauncherAddress) -> Asked:
    """Watch a launcher for two seconds, whatever its program is."""
    caller = f"doctor {secrets.token_hex(2)}"
    try:
        launcher = await connect(address, caller, SessionOptions(instead=True))
    except LauncherBusy as busy:
        fix = "End the game, then run the doctor again to check sensor and button."
        return Asked([warn("launcher", explain(busy.why).rstrip("."), fix)], True)
    except LauncherGone as gone:
        what, fix = said_and_fix(gone)
        return Asked([warn("launcher", what, fix)], False)
    faults, capabilities = launcher.faults, launcher.capabilities
    async with on_the_bench(launcher) as bench:
        await bench.watch(QUIET_S)
        found = [ok("launcher", f"{bench.name} answers at {address.name}")]
        found += [fail("fault", fault, advice(fault)) for fault in faults]
        found += [_input(bench, "sensor", "card sensor"), _input(bench, "button", "button")]
    return Asked(found, True, capabilities)


def said_and_fix(gone: LauncherGone) -> tuple[str, str]:
    """Take the sentence apart: what is wrong, and what to do about it."""
    sentence = explain(gone.why)
    what, _, fix = sentence.rpartition(": ")
    return what or sentence, fix[:1].upper() + fix[1:]


def _input(bench: Instrument, what: str, says: str) -> Finding:
    seen = [one for one in bench.run.seen if one.kind == what]
    if len(seen) > FLOOD or bench.run.lost:
        return fail(
            says,
            f"{len(seen)} edges in {QUIET_S:.0f} s although nobody touched it",
            "Shade the sensor, check its cable, and keep it away from the motor's cable.",
        )
    if seen and seen[-1].value:
        state = "something is in front of it" if what == "sensor" else "it is pressed"
        return fail(
            says,
            f"{state}, or its cable is disconnected",
            "Remove the cause, check the cable, or name your sensor module in pins.sensor "
            "(docs/wiring.md)."
            if what == "sensor"
            else "Remove the cause, check the cable, or add button to pins.inverted if it is wired "
            "the other way round.",
        )
    alive = "" if len(seen) > 1 else f"; test it with `rollerdeck bench {what}`"
    return ok(says, f"quiet{alive}")
