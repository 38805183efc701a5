"""What no program can measure of a card sensor: 5 V at its output, and a torn cable."""

from __future__ import annotations

from collections.abc import Iterator

from controller.base.findings import Finding, ok, warn
from hardware.gpio.launcher_pins import LauncherPins
from hardware.gpio.sensor_modules import OWN_CIRCUIT

SECTION = 'docs/wiring.md, "Sensor modules"'


LATCHING = "RP2350"
"""A chip that may hold an open input high although it is pulled down (its erratum RP2350-E9)."""


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
