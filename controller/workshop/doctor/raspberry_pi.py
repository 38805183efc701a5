"""Checks of the Raspberry Pi: model, kernel, voltage, libraries, users of the pins."""

from __future__ import annotations

import re
from collections.abc import Iterator

from controller.base.findings import Finding, fail, ok, warn
from controller.base.services import DRIVER
from controller.workshop.doctor.boot import PLACES, listed, read_config_txt
from controller.workshop.doctor.machine import THROTTLED, Machine, throttled_bits
from hardware.gpio.chip import LGPIO_HAS_WHEEL, NO_SYSFS_EDGES, Chip
from hardware.gpio.pins import Pins, PinTrouble

STRICT_SINCE = (6, 6)
"""Raspberry Pi OS has strict_gpiod since April 2024, when its kernel was 6.6."""
STRICT = re.compile(r"dtparam=(?:.*,)?strict_gpiod(?:=(?:on|1|true|yes|y|okay))?(?:,.*)?")
"""Switches a parameter on (raspberrypi/documentation, `device-tree.adoc`)."""
UNDERVOLTED_NOW, UNDERVOLTED_ONCE = 1 << 0, 1 << 16
"""Bits of `vcgencmd get_throttled` (Raspberry Pi documentation, "vcgencmd")."""
PERSIST = "/sys/module/{}/parameters/persist_gpio_outputs"
PIN_MODULES = ("pinctrl_bcm2835", "pinctrl_rp1")


def is_pi(machine: Machine) -> bool:
    """Whether this is a Raspberry Pi."""
    return "Raspberry Pi" in (machine.read("/proc/device-tree/model") or "")


def check_board(machine: Machine, on_pico: bool = False) -> Iterator[Finding]:
    """Check model, kernel and voltage. ``on_pico``: the launcher uses no pins of this machine."""
    if not is_pi(machine) and on_pico:
        yield ok("machine", "no Raspberry Pi; a launcher on a Pico needs none")
        return
    if not is_pi(machine):
        yield warn(
            "machine",
            "this is no Raspberry Pi",
            "Pins are not checked. Run the driver on a Pi; here, run `rollerdeck simulator`.",
        )
        return
    yield ok("machine", (machine.read("/proc/device-tree/model") or "").strip())
    release = (machine.read("/proc/sys/kernel/osrelease") or "").strip()
    if _version(release) < STRICT_SINCE:
        yield warn(
            "kernel",
            f"{release} may be too old for strict_gpiod",
            "Update the system (sudo apt full-upgrade) and restart.",
        )
    else:
        yield ok("kernel", release)
    yield _voltage(machine)


def check_strict(machine: Machine) -> Finding:
    """Check that the kernel resets the pins of a killed driver."""
    settings = [machine.read(PERSIST.format(module)) for module in PIN_MODULES]
    set_at_boot = "persist_gpio_outputs=n" in (machine.read("/proc/cmdline") or "").lower()
    if set_at_boot or any((setting or "").strip().upper() in ("N", "0") for setting in settings):
        return ok("strict_gpiod", "on")
    if any(line.applies and STRICT.fullmatch(line.text) for line in read_config_txt(machine)):
        return fail(
            "strict_gpiod",
            "set in config.txt, but not in effect",
            "Restart the Pi. If that does not help, its kernel is too old: update the system.",
        )
    return fail(
        "strict_gpiod",
        "off, so the motor may continue to turn when the driver is killed",
        f"Add dtparam=strict_gpiod at the end of {PLACES[0]}, under [all], and restart.",
    )


def check_factory(machine: Machine, pins: Pins) -> Iterator[Finding]:
    """Check the libraries that drive the pins, and their known problems."""
    extra = "In Rollerdeck's folder, run .venv/bin/python -m pip install -e '.[pi]'"
    if not (machine.has_module("gpiozero") and machine.has_module("gpiod")):
        yield fail("pin libraries", "gpiozero or gpiod is missing", f"{extra}.")
        return
    if pins.factory == "rpigpio":
        yield _check_rpigpio(machine, extra)
    elif not machine.has_module("lgpio"):
        yield fail(
            "pin factory",
            "lgpio is missing",
            f"{extra}."
            if LGPIO_HAS_WHEEL
            else "Install the system's package python3-lgpio, and create the virtual environment "
            "with --system-site-packages.",
        )
    else:
        yield ok("pin factory", "lgpio")
    if pins.edges == "gpiozero":
        yield warn(
            "edges",
            "pins.edges is gpiozero, which loses edges without noticing",
            "Set pins.edges to gpiod, or remove the key.",
        )


def _check_rpigpio(machine: Machine, extra: str) -> Finding:
    """Check the two libraries of this name. ``extra``: how to install the right one."""
    release = (machine.read("/proc/sys/kernel/osrelease") or "").strip()
    if not machine.has_module("RPi"):
        return fail("pin factory", "rpi-lgpio is missing", f"{extra}.")
    if machine.has_module("RPi._GPIO") and _version(release) >= NO_SYSFS_EDGES:
        return fail(
            "pin factory",
            f"RPi.GPIO receives no edges since Linux 6.6, and this is {release}",
            "Install rpi-lgpio instead, or set pins.factory to lgpio.",
        )
    return ok("pin factory", "rpigpio")


def check_lines(machine: Machine, pins: Pins, driver_runs: bool) -> Iterator[Finding]:
    """Check whether the pins are free, and who uses them."""
    try:
        chip = machine.chip(pins.chip)
        holders = machine.holders(chip, sorted(pins.used.values()))
    except PinTrouble as trouble:
        yield fail("GPIO chip", *_split(str(trouble)))
        return
    yield ok("GPIO chip", f"{chip.path} ({chip.label})")
    if driver_runs:
        yield ok("lines", f"{len(holders)} of {len(pins.used)} in use by the running driver")
        return
    names = {gpio: name for name, gpio in pins.used.items()}
    for gpio, holder in holders.items():
        yield fail(
            "lines",
            f"GPIO {gpio} (pins.{names[gpio]}) is in use by {holder}",
            f"Stop that program, or choose another pin for pins.{names[gpio]}.",
        )
    if not holders:
        yield ok("lines", "free")


def check_groups(machine: Machine) -> Finding:
    """Check whether this user may use the pins."""
    if {"gpio", "root"} & set(machine.groups()):
        return ok("groups", "this user may use the pins")
    return warn(
        "groups",
        "this user is not in the group gpio",
        "Run sudo usermod -aG gpio USER and log in again. The service has its own user.",
    )


def prove_pull_downs(machine: Machine, pins: Pins) -> Finding:
    """Check the resistors: each holds a motor pin low although the chip pulls it up.

    Use this only with the motor's supply off and no driver running: without a resistor the motor
    would turn.
    """
    gpios = [getattr(pins, name) for name in pins.driver.inputs]
    try:
        chip: Chip = machine.chip(pins.chip)
        high = machine.pulled_up(chip, gpios)
    except PinTrouble as trouble:
        return fail("pull-downs", *_split(str(trouble)))
    except OSError as error:
        return fail(
            "pull-downs",
            f"the motor pins cannot be used ({error.strerror or error})",
            f"Stop the driver: sudo systemctl stop {DRIVER}.",
        )
    if high:
        return fail(
            "pull-downs",
            f"no resistor holds GPIO {listed(sorted(high))} low",
            "Solder 10 kΩ from each motor input to ground (docs/wiring.md) before you switch the "
            "motor's supply on.",
        )
    return ok("pull-downs", f"a resistor holds GPIO {listed(sorted(gpios))} low")


def _voltage(machine: Machine) -> Finding:
    bits = throttled_bits(machine.run(*THROTTLED))
    if bits is None:
        return warn(
            "voltage",
            "vcgencmd gives no answer",
            "Run the doctor as a user in the group video, or install vcgencmd.",
        )
    fix = "Use the Pi's own power supply, and a separate one for the motor."
    if bits & UNDERVOLTED_NOW:
        return fail("voltage", "too low now", fix)
    if bits & UNDERVOLTED_ONCE:
        return warn("voltage", "was too low at least once since the Pi started", fix)
    return ok("voltage", "never too low since the Pi started")


def _version(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", release)[:2])


def _split(sentence: str) -> tuple[str, str]:
    """Split a sentence into what is wrong and what to do."""
    complaint, _, fix = sentence.rpartition(": ")
    return (
        (complaint, fix[:1].upper() + fix[1:]) if complaint else (sentence, "See docs/wiring.md.")
    )
