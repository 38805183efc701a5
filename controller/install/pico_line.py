"""The serial line of a Pico, for the files of systemd and udev that say who may open it."""

from __future__ import annotations

import re

from controller.base.errors import WRONG_USAGE, Trouble
from firmware_bridge.pico_boards import BOARDS
from firmware_bridge.serial_line import usb_ids

_OVER_USB = re.compile(
    r"/dev/(ttyACM[0-9]+|rollerdeck-pico|serial/by-(id|path)/[\w:.+-]+)", re.ASCII
)
_IDS = re.compile(r'(ATTRS{idVendor}==)"\w+", (ATTRS{idProduct}==)"[\w|]+"')


def refuse_other_line(where: str) -> None:
    """Raise ``Trouble`` (exit code 2) if a launcher's line is no port of a Pico over USB."""
    if not usb_ids(where) and not _OVER_USB.fullmatch(where):
        raise Trouble(
            f"The service uses a Pico over USB only, and {where} is another port: write "
            "serial:auto, or serial: and its path in /dev/serial/by-id/, as launcher.address.",
            WRONG_USAGE,
        )


def rules_for(where: str, usual: str) -> str:
    """Return udev's rules for a launcher's line; ``usual``: of known boards."""
    last = usual.splitlines(keepends=True)[-1]
    for vendor, product in usb_ids(where) - set(BOARDS):
        usual += _IDS.sub(rf'\g<1>"{vendor:04x}", \g<2>"{product:04x}"', last)
    return usual
