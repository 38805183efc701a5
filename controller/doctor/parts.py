"""Whether the configured parts suit each other, as far as the configuration tells."""

from __future__ import annotations

from controller.base.findings import Finding, fail, ok, warn
from hardware.gpio.launcher_pins import LauncherPins

THREE_CELLS_MV = 4_500
"""What the toy launcher runs on while its cells are new."""


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
