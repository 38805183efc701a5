"""A machine that is whatever a test says it is; at first a Pi on which all is well."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from hardware.gpio.chip import Chip
from hardware.gpio.motor_pins import BOOT_ID, PinState
from hardware.gpio.nau7802 import ScaleTrouble
from hardware.gpio.pins import PinTrouble

CONFIG_TXT = """
[all]
dtparam=strict_gpiod
gpio=23,24=pd,op,dl
"""
NOT_FOUND = "LoadState=not-found\nActiveState=inactive\nUnitFileState=\nNRestarts=0\nMainPID=0\n"
"""Of a unit that is not there, as `systemctl show` prints it (systemd 252)."""
RUNS = "LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nNRestarts=0\nMainPID=7\n"


async def nobody() -> AsyncIterator[str]:
    """Nobody types at a terminal."""
    yield await asyncio.Queue[str]().get()


HEADPHONES = "00-00: bcm2835 Headphones : bcm2835 Headphones : playback 8\n"
"""A line of Linux's `snd_pcm_proc_read` (`sound/core/pcm.c`), with what Raspberry Pi OS's driver
`bcm2835-audio` calls this output."""


class Pretended:
    """See `controller.workshop.doctor.machine.Machine`."""

    def __init__(self) -> None:
        self.files = {
            "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4",
            "/proc/sys/kernel/osrelease": "6.12.25+rpt-rpi-v8\n",
            "/proc/cmdline": "console=tty1 pinctrl_bcm2835.persist_gpio_outputs=n quiet\n",
            "/boot/firmware/config.txt": CONFIG_TXT,
            str(BOOT_ID): "a start\n",
            "/proc/asound/pcm": HEADPHONES,
            "/run/systemd/system": "",
            "/proc/7/status": "Name:\trollerdeck\nVmLck:\t   46080 kB\nVmRSS:\t   40960 kB\n",
        }
        self.programs = {"espeak-ng"}
        self.says = {"vcgencmd get_throttled": "throttled=0x0\n", "espeak-ng one": ""}
        for unit in ("rollerdeck-driver", "rollerdeck-referee"):
            self.says[f"systemctl {unit}"] = RUNS
        self.in_groups: tuple[str, ...] = ("gpio", "pi")
        self.free: int | None = 10_000_000_000
        self.modules = {"gpiozero", "gpiod", "lgpio"}
        self.no_chip = ""
        self.no_scale = ""
        self.held: dict[int, str] = {}
        self.hidden: tuple[Path, ...] = ()
        self.may_open_ports = True
        self.holder: str | None = None
        self.without_resistor: tuple[int, ...] = ()
        self.proved: list[int] = []
        self.pins = {gpio: PinState(True, False, "pd") for gpio in range(28)}

    def find_scale(self, bus: int, address: int) -> None:
        if self.no_scale:
            raise ScaleTrouble(self.no_scale)

    def read(self, path: str) -> str | None:
        return self.files.get(path)

    def exists(self, path: Path) -> bool:
        return str(path) in self.files or path in self.hidden

    def may_read(self, path: Path) -> bool:
        return path not in self.hidden

    def may_open(self, port: Path) -> bool:
        return self.may_open_ports

    def group_of(self, path: Path) -> str | None:
        return "dialout"

    def holder_of(self, port: Path) -> str | None:
        return self.holder

    def run(self, *command: str) -> str | None:
        words = (command[0], command[-1])
        return self.says.get(" ".join(words), NOT_FOUND if words[0] == "systemctl" else None)

    def has_program(self, name: str) -> bool:
        return name in self.programs

    def groups(self) -> tuple[str, ...]:
        return self.in_groups

    def free_bytes(self, path: Path) -> int | None:
        return self.free

    def has_module(self, name: str) -> bool:
        return name in self.modules

    def chip(self, label: str) -> Chip:
        if self.no_chip:
            raise PinTrouble(self.no_chip)
        return Chip("/dev/gpiochip0", label or "pinctrl-bcm2711")

    def holders(self, chip: Chip, gpios: Sequence[int]) -> dict[int, str]:
        return {gpio: who for gpio, who in self.held.items() if gpio in gpios}

    def states(self, chip: Chip, gpios: Sequence[int]) -> dict[int, PinState]:
        return {gpio: self.pins[gpio] for gpio in gpios if gpio not in self.held}

    def pulled_up(self, chip: Chip, gpios: Sequence[int]) -> tuple[int, ...]:
        if self.held:
            raise OSError(16, "Device or resource busy")
        self.proved += gpios
        return tuple(gpio for gpio in gpios if gpio in self.without_resistor)
