"""The launcher, asked through the wire: does it answer, are its inputs quiet, what is latched."""

from __future__ import annotations

import secrets
from pathlib import Path

from controller.base.findings import Finding, fail, ok, warn
from controller.bench.instrument import Instrument, on_the_bench
from firmware_bridge.client import connect
from hardware.launcher import ADVICE, LauncherBusy, LauncherGone

QUIET_S = 2.0
FLOOD = 20
"""More edges in that time are light from elsewhere, sparks, or a loose cable."""


async def check_launcher(path: Path) -> tuple[list[Finding], bool]:
    """Look at it for two seconds; returns what was found, and whether a driver is there."""
    try:
        launcher = await connect(path, f"doctor {secrets.token_hex(2)}", instead=True)
    except LauncherBusy as busy:
        fix = "End the game and run the doctor again to see sensor and button."
        return [warn("launcher", str(busy).rstrip("."), fix)], True
    except LauncherGone as gone:
        what, _, fix = str(gone).rpartition(": ")
        return [warn("launcher", what or str(gone), fix[:1].upper() + fix[1:])], False
    faults = launcher.faults
    async with on_the_bench(launcher) as bench:
        await bench.watch(QUIET_S)
        found = [ok("launcher", f"{bench.name} answers at {path}")]
        found += [fail("fault", fault, ADVICE[fault]) for fault in faults]
        found += [_input(bench, "sensor", "card sensor"), _input(bench, "button", "button")]
    return found, True


def _input(bench: Instrument, what: str, says: str) -> Finding:
    seen = [one for one in bench.run.seen if one.what == what]
    if len(seen) > FLOOD or bench.run.lost:
        return fail(
            says,
            f"{len(seen)} edges in {QUIET_S:.0f} s although nobody touched it",
            "Shade the sensor, check the cable, and lay it away from the motor's.",
        )
    if seen and seen[-1].value:
        state = "something is in front of it" if what == "sensor" else "it is pressed"
        return fail(
            says,
            f"{state}, or its cable is off",
            f"Take that away, check the cable, or name {says.replace(' ', '_')} in pins.inverted "
            "if it is wired the other way round.",
        )
    alive = "" if len(seen) > 1 else f"; `rollerdeck bench {what}` shows that it is alive"
    return ok(says, f"quiet{alive}")
