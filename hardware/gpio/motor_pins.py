"""The motor's pins as a file, so that they can be switched off after the driver was killed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hardware.gpio.pins import Pins
from hardware.gpio.trouble import PinTrouble

FILE: Final = "motor-pins"


def write_motor_pins(pins: Pins, folder: Path) -> None:
    """Write their GPIO numbers and their chip's label into a file in a folder.

    The third line has the outputs that are off while they are high. ``systemd/motor-off`` reads
    these lines. Raises PinTrouble.
    """
    numbers = [str(getattr(pins, name)) for name in pins.driver.inputs]
    off_when_high = " ".join(map(str, pins.on_when_low))
    file = folder / FILE
    try:
        file.write_text(f"{' '.join(numbers)}\n{pins.chip}\n{off_when_high}\n", encoding="utf-8")
    except OSError as error:
        raise PinTrouble(
            f"Cannot write {file} ({error.strerror}), which says after a crash which pins to "
            "switch off: choose another place with --socket."
        ) from None
