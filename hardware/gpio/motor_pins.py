"""What a driver writes down about the motor's pins: their state at its start, and which they are.

Once a driver has claimed the pins, nobody can see any more what the firmware made of them at the
start of the machine. So the driver writes that into a file before, and a check reads it there.
With the other file, the pins can be switched off after the driver was killed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import msgspec

from hardware.gpio.chip import LABELS, Chip, find_chip, needed
from hardware.gpio.pins import Pins, PinTrouble

STATES_FILE: Final = "pins-before.json"
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
"""What Linux calls this start of the machine (random(4))."""
PINCTRL: Final = re.compile(
    r"^ *(\d+): (op(?: dl| dh| --)|ip|a\d|no|gp) +(pu|pd|pn|--) \| (hi|lo|--)(?: |$)", re.MULTILINE
)
"""A line of `pinctrl get`: function, drive of an output, pull, level (raspberrypi/utils,
`pinctrl/pinctrl.c`, `do_gpio_get`). Only a Pi 5 can read the drive back, and a Pi before the 4 no
pull. A line of any other form says nothing."""

Pull = Literal["pu", "pd", "pn", ""]
"""In pinctrl's words: up, down, none; empty: unknown."""
Run = Callable[..., str | None]
"""Run a command, given in words; its output, or None if it is missing or fails."""

MOTOR_PINS_FILE: Final = "motor-pins"


class PinState(msgspec.Struct, frozen=True):
    """What is known of a pin that nobody has claimed."""

    output: bool
    high: bool | None = None
    """Its level; None: unknown. The kernel tells it only to who claims the pin."""
    pull: Pull = ""


class Before(msgspec.Struct, frozen=True):
    """What was found at one start of the machine."""

    boot: str
    pins: dict[int, PinState]
    """By GPIO number."""


def read_states(chip: Chip, gpios: Iterable[int], run: Run) -> dict[int, PinState]:
    """Read the state of pins without claiming them; pins that somebody has claimed are left out.

    Raspberry Pi OS's pinctrl reads the registers. Without it, the kernel tells the direction alone:
    the one that it found when it started, or that was asked for since. Raises PinTrouble.
    """
    with needed("gpiod"):
        import gpiod
    wanted = list(gpios)
    numbers = ",".join(map(str, wanted))
    output = run("pinctrl", "get", numbers) if chip.label in LABELS else None
    registers = _by_registers(output or "")
    states = {}
    try:
        with gpiod.Chip(chip.path) as opened:
            for gpio in wanted:
                line = opened.get_line_info(gpio)
                if not line.used:
                    by_kernel = PinState(line.direction is gpiod.line.Direction.OUTPUT)
                    states[gpio] = registers.get(gpio, by_kernel)
    except (OSError, ValueError) as error:
        raise PinTrouble(f"The pins of {chip.path} cannot be read ({error}).") from None
    return states


def note_states(pins: Pins, folder: Path, run: Run, boot_id: Path = BOOT_ID) -> None:
    """Write down the motor pins' states, unless that was done since the machine started.

    It is only for advice, so nothing is written where something is missing.
    """
    with suppress(OSError, PinTrouble):
        boot = boot_id.read_text(encoding="ascii").strip()
        file = folder / STATES_FILE
        noted = read_before(_text(file), boot)
        missing = [gpio for gpio in motor_gpios(pins) if gpio not in noted]
        if states := read_states(find_chip(pins.chip), missing, run) if missing else {}:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.encode(Before(boot, {**noted, **states})))


def read_before(text: str | None, boot: str) -> Mapping[int, PinState]:
    """The states in the text of such a file, if they are of this start of the machine."""
    try:
        before = msgspec.json.decode(text or "", type=Before)
    except (msgspec.DecodeError, UnicodeError):
        return {}
    return before.pins if before.boot == boot else {}


def motor_gpios(pins: Pins) -> list[int]:
    """The GPIO numbers at the motor driver's inputs."""
    return sorted(getattr(pins, name) for name in pins.driver.inputs)


def _by_registers(output: str) -> dict[int, PinState]:
    return {
        int(gpio): PinState(
            function.startswith("op"),
            None if level == "--" else level == "hi",
            "" if pull == "--" else pull,
        )
        for gpio, function, pull, level in PINCTRL.findall(output)
    }


def _text(file: Path) -> str | None:
    with suppress(FileNotFoundError):
        return file.read_text(encoding="utf-8", errors="replace")
    return None


def write_motor_pins(pins: Pins, folder: Path) -> None:
    """Write their GPIO numbers and their chip's label into a file in a folder.

    The third line has the outputs that are off while they are high. ``systemd/motor-off`` reads
    these lines. Raises PinTrouble.
    """
    numbers = [str(getattr(pins, name)) for name in pins.driver.inputs]
    off_when_high = " ".join(map(str, pins.on_when_low))
    file = folder / MOTOR_PINS_FILE
    try:
        file.write_text(f"{' '.join(numbers)}\n{pins.chip}\n{off_when_high}\n", encoding="utf-8")
    except OSError as error:
        raise PinTrouble(
            f"Cannot write {file} ({error.strerror}), which says after a crash which pins to "
            "switch off: choose another place with --socket."
        ) from None
