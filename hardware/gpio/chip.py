"""Finds the chip with the launcher's pins and opens a board on it; each failure is one sentence."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hardware.gpio.edges import CheckedEdges, EdgeSource
from hardware.gpio.gpiod_edges import GpiodEdges, request_inputs
from hardware.gpio.pins import Pins, PinTrouble
from hardware.portable.settings import ScaleSettings

if TYPE_CHECKING:
    from hardware.gpio.gpio_board import GpioBoard

CONSUMER: Final = "rollerdeck"
RP1: Final = "pinctrl-rp1"
LABELS: Final = ("pinctrl-bcm2835", "pinctrl-bcm2711", RP1)
"""The chips with the header's pins: of a Pi to 3 and Zero, of a Pi 4, of a Pi 5."""

NO_SYSFS_EDGES: Final = (6, 6)
"""From this kernel on, RPi.GPIO itself cannot listen to edges: it expects pin numbers that start
at 0 in sysfs, and they start at 512."""

LGPIO_HAS_WHEEL = sys.version_info < (3, 13)


@dataclass(frozen=True, slots=True)
class Chip:
    """One character device."""

    path: str
    label: str

    @property
    def number(self) -> int:
        """Its number, which gpiozero needs; it may change with the next start."""
        return int(re.findall(r"\d+$", self.path)[0])

    def unusable(self, reason: object) -> str:
        """What to say and to do if its lines cannot be claimed; without a full stop."""
        return (
            f"The pins of {self.path} ({self.label}) cannot be used ({reason}): check that no "
            "other program uses them"
        )


@contextmanager
def needed(package: str) -> Iterator[None]:
    """Import a package that a desktop may lack; PinTrouble if it is missing."""
    try:
        yield
    except ImportError as error:
        missing = error.name or package
        where = (
            "install the system's package python3-lgpio, and make the virtual environment with "
            "--system-site-packages, because the extra pi has none for this Python"
            if missing == "lgpio" and not LGPIO_HAS_WHEEL
            else "install Rollerdeck with its extra pi: in its folder, "
            ".venv/bin/python -m pip install -e '.[pi]'"
        )
        raise PinTrouble(f"The Python package {missing} is missing: {where}.") from None


def find_chip(label: str) -> Chip:
    """Find a chip by its label; empty: a Raspberry Pi's. Raises PinTrouble."""
    with needed("gpiod"):
        import gpiod
    wanted = (label,) if label else LABELS
    labels, refused = [], []
    for path in chip_paths():
        try:
            with gpiod.Chip(path) as opened:
                chip = Chip(path, opened.get_info().label)
        except PermissionError:
            refused.append(path)
            continue
        except OSError:
            continue  # it has gone in the meantime, or is no chip
        if chip.label in wanted:
            return chip
        labels.append(chip.label)
    if refused:
        raise PinTrouble(
            f"No permission to use {refused[0]}: add this user to the group gpio "
            "(sudo usermod -aG gpio USER), log in again, and start again."
        )
    if label:
        present = ", ".join(labels) or "none"
        raise PinTrouble(
            f"There is no GPIO chip labelled {label}, which pins.chip names; there is {present}."
        )
    present = f"only {', '.join(labels)}" if labels else "no /dev/gpiochip at all"
    raise PinTrouble(
        f"There is no GPIO chip of a Raspberry Pi here ({present}): run the driver on a Pi; "
        "elsewhere there is rollerdeck simulator."
    )


def chip_paths() -> list[str]:
    """The character devices of this machine, each once even if it has a second name."""
    return sorted({str(path.resolve()) for path in Path("/dev").glob("gpiochip[0-9]*")})


def check_lines(chip: Chip, pins: Pins) -> None:
    """Raise PinTrouble if the chip lacks a line, or another program uses it."""
    with needed("gpiod"):
        import gpiod
    with gpiod.Chip(chip.path) as opened:
        for name, gpio in pins.used.items():
            try:
                line = opened.get_line_info(gpio)
            except ValueError:
                raise PinTrouble(
                    f"{chip.path} ({chip.label}) has no GPIO {gpio}: choose another pin for "
                    f"pins.{name}."
                ) from None
            if line.used:
                raise PinTrouble(
                    f"GPIO {gpio} (pins.{name}) is in use by {line.consumer or 'somebody else'}: "
                    f"stop that, or choose another pin for pins.{name}."
                )


def check_header(factory: Any, pins: Pins) -> None:
    """Raise PinTrouble if this model of the Pi does not lead a pin out."""
    from gpiozero import PinUnknownPi

    try:
        board = factory.board_info
    except (PinUnknownPi, OSError):
        raise PinTrouble(
            "This machine does not say which Raspberry Pi it is: run the driver on a Pi; "
            "elsewhere there is rollerdeck simulator."
        ) from None
    for name, gpio in pins.used.items():
        if not any(board.find_pin(f"GPIO{gpio}")):
            raise PinTrouble(
                f"This Raspberry Pi (model {board.model}, revision {board.pcb_revision}) has no "
                f"GPIO {gpio} on its header: choose another pin for pins.{name}."
            )


def make_factory(chip: Chip, pins: Pins) -> Any:
    """Make gpiozero's factory that the configuration names, on this chip; raises PinTrouble."""
    if pins.factory == "lgpio":
        with needed("lgpio"):
            from hardware.gpio.lgpio_pins import lgpio_factory
        return lgpio_factory(chip.number)
    check_rpi_gpio(chip, pins, os.uname().release)
    os.environ["RPI_LGPIO_CHIP"] = str(chip.number)
    with needed("rpi-lgpio"):
        from gpiozero.pins.rpigpio import RPiGPIOFactory
    return RPiGPIOFactory()


def check_rpi_gpio(chip: Chip, pins: Pins, release: str) -> None:
    """Raise PinTrouble if RPi.GPIO is the original and cannot do here what is asked of it.

    It writes to the registers of a Pi 1 to 4, so outputs work there with any kernel.
    """
    with needed("rpi-lgpio"):
        original = importlib.util.find_spec("RPi._GPIO") is not None
    if not original:
        return
    if chip.label == RP1:
        raise PinTrouble(
            "RPi.GPIO cannot use the pins of a Pi 5: install rpi-lgpio instead, or set "
            "pins.factory to lgpio."
        )
    numbers = tuple(int(part) for part in re.findall(r"\d+", release)[:2])
    if pins.edges == "gpiozero" and numbers >= NO_SYSFS_EDGES:
        raise PinTrouble(
            f"RPi.GPIO cannot listen to pins from Linux 6.6 on, and this is {release}: set "
            "pins.edges to gpiod, install rpi-lgpio instead, or set pins.factory to lgpio."
        )


def work_in(folder: Path) -> None:
    """Make a folder the working directory, because lgpio puts its pipes there.

    Raises PinTrouble.
    """
    try:
        folder.mkdir(mode=0o750, parents=True, exist_ok=True)
        os.chdir(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise PinTrouble(
            f"Cannot write in {folder} ({error.strerror}), where the driver keeps its socket and "
            "its pipes: choose another place with --socket."
        ) from None


def open_board(
    pins: Pins,
    clock: Callable[[], float],
    failed: Callable[[PinTrouble], None],
    measured: Mapping[str, int] | None = None,
    scale: ScaleSettings | None = None,
) -> GpioBoard:
    """Open a launcher on this machine's pins. If it raises PinTrouble, it has claimed no pin.

    See ``GpioBoard`` for ``clock``, ``failed``, ``measured`` and ``scale``. Before this is called,
    the working directory must be one that the process can write in (``work_in``).
    """
    with needed("gpiozero"):
        from hardware.gpio.gpio_board import GpioBoard
    chip = find_chip(pins.chip)
    check_lines(chip, pins)
    try:
        factory = make_factory(chip, pins)
        check_header(factory, pins)
        edges = CheckedEdges(_edges(chip, pins, factory))
        return GpioBoard(pins, factory, edges, clock, failed, measured, scale)
    except PinTrouble:
        raise
    except Exception as error:  # those of lgpio, RPi.GPIO and gpiozero have no common base class
        raise PinTrouble(f"{chip.unusable(error)}, and that pins.factory suits this Pi.") from error


def _edges(chip: Chip, pins: Pins, factory: Any) -> EdgeSource:
    if pins.edges == "gpiod":
        down = [pins.inputs[name] for name in pins.pulled_down]
        request = request_inputs(chip.path, list(pins.inputs.values()), CONSUMER, down)
        return GpiodEdges(request, pins.inputs)
    from hardware.gpio.gpiozero_edges import GpiozeroEdges

    return GpiozeroEdges(factory, pins.inputs, pulled_down=pins.pulled_down)
