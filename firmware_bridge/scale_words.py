"""What is said of a scale that cannot be read: what happened, and what to do."""

from __future__ import annotations

from hardware.launcher import ScaleFault

READ_AGAIN = "The scale can be read again."

OVERLOADED = (
    "The scale is overloaded: it is at the end of its range. Take away what presses on it, check "
    "that the bar's arrow points down, and check the four wires of the load cell."
)

_CHIP = "The scale's chip at the Pico"
_SWITCH = "check its supply and its cable, and switch it off and on."
AT_A_PICO = {
    ScaleFault.NO_ANSWER: (
        "No chip answers at the pins of the Pico's scale: check the four wires of the scale's "
        "board (3.3 V, ground, SDA, SCL)."
    ),
    ScaleFault.BUS_HELD: (
        "Something holds the pins of the Pico's scale low: check SDA and SCL for a short circuit, "
        "and switch the scale's board off and on."
    ),
    ScaleFault.OTHER_CHIP: (
        "The chip at the pins of the Pico's scale is no NAU7802: connect the scale's board, or set "
        "pico.scale_data and pico.scale_clock to where it is."
    ),
    ScaleFault.NOT_STARTED: f"{_CHIP} did not start: {_SWITCH}",
    ScaleFault.CALIBRATION_HANGS: f"{_CHIP} did not finish its calibration: {_SWITCH}",
    ScaleFault.NOT_CALIBRATED: (
        f"{_CHIP} cannot calibrate itself: check the four wires of the load cell."
    ),
    ScaleFault.NO_READINGS: f"{_CHIP} gives no readings: {_SWITCH}",
    ScaleFault.OVERLOADED: OVERLOADED,
    ScaleFault.UNKNOWN: (
        "The Pico cannot read its scale, and gives a reason that this version does not know: "
        "update Rollerdeck."
    ),
}
"""The same as a Pi's driver says of its own chip, see ``hardware.gpio.nau7802``."""
