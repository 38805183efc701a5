"""The boards: what differs between a Raspberry Pi 3B and a 4B, as QEMU emulates them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Model:
    """One of them."""

    name: str
    """As its device tree says it."""
    machine: str
    """As QEMU calls it."""
    memory: str
    registers: int
    """Where its processor finds those of timer and pins."""
    chip: str
    """The label of the chip with its pins."""
    tree: str
    """The file of its device tree."""
    revision: str
    """What its firmware writes into the device tree; gpiozero asks for it."""
    without: tuple[str, ...]
    """Nodes of the device tree that QEMU has not, or at which the card is not."""
    without_at: tuple[str, ...] = ()
    """Addresses at which such nodes are."""
    newer: bool = False
    """It needs a newer QEMU than Debian bookworm's."""


PI_3B: Final = Model(
    name="Raspberry Pi 3 Model B",
    machine="raspi3b",
    memory="1G",
    registers=0x3F00_0000,
    chip="pinctrl-bcm2835",
    tree="bcm2837-rpi-3-b.dtb",
    revision="a02082",
    without=("/soc/mmc@7e202000",),
)
PI_4B: Final = Model(
    name="Raspberry Pi 4 Model B",
    machine="raspi4b",
    memory="2G",
    registers=0xFE00_0000,
    chip="pinctrl-bcm2711",
    tree="bcm2711-rpi-4-b.dtb",
    revision="b03115",
    without=("/soc/mmc@7e202000", "/emmc2bus/mmc@7e340000"),
    without_at=("7ef0",),
    newer=True,
)
