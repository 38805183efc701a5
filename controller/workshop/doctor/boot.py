"""How the Pi starts: its config.txt, and whether the pins of the motor are low until a driver runs.

The config.txt is read as this Pi's firmware reads it, with its conditional filters.
Source: raspberrypi/documentation, `config_txt/conditional.adoc`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from controller.base.findings import Finding, fail, ok, warn
from controller.workshop.doctor.machine import Machine
from hardware.gpio.motor_pins import BOOT_ID, STATES_FILE, PinState, motor_gpios, read_before
from hardware.gpio.pins import Pins, PinTrouble

PLACES: Final = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Since Debian 12, and before."""
MODELS: Final = (
    (r"Zero 2 W", {"pi0", "pi0w", "pi02"}),
    (r"Zero W", {"pi0", "pi0w"}),
    (r"Zero", {"pi0"}),
    (r"2 Model B", {"pi2"}),
    (r"3 Model [AB] Plus", {"pi3", "pi3+"}),
    (r"3 Model B|Compute Module 3", {"pi3"}),
    (r"4 Model B", {"pi4"}),
    (r"400", {"pi4", "pi400"}),
    (r"Compute Module 4S", {"pi4", "cm4s"}),
    (r"Compute Module 4", {"pi4", "cm4"}),
    (r"5 Model B", {"pi5"}),
    (r"500", {"pi5", "pi500"}),
    (r"Compute Module 5", {"pi5", "cm5"}),
    (r"Model [AB]|Compute Module Rev", {"pi1"}),
)
"""How a device tree's model begins after "Raspberry Pi ", and the filters that it passes."""
MODEL_FILTERS: Final = frozenset[str]().union(*(filters for _, filters in MODELS))

WHAT = "levels at the start"

FUNCTION = frozenset(("op", "ip", *(f"a{number}" for number in range(6))))
"""What ``gpio=`` can make of a pin (raspberrypi/documentation, `config_txt/gpio.adoc`)."""


class Line(NamedTuple):
    """A setting."""

    text: str
    applies: bool | None
    """None: only the firmware knows, e.g. which screen was connected at the start."""


def read_config_txt(machine: Machine) -> list[Line]:
    """The settings of this machine's config.txt; none if it has no such file."""
    texts = (machine.read(place) for place in PLACES)
    text = next((text for text in texts if text), "")
    return settings(text, machine.read("/proc/device-tree/model") or "")


def settings(text: str, model: str) -> list[Line]:
    """The settings in a config.txt, for a Pi of this model (of the device tree).

    Filters of one type replace each other, those of different types have to hold together, and
    ``[all]`` ends them all.
    """
    passed = filters_of(model)
    filters: dict[str, bool | None] = {}
    lines = []
    for line in (line.strip() for line in text.splitlines()):
        if section := re.fullmatch(r"\[(.*)\]", line):
            name = section[1].strip().lower()
            if name == "all":
                filters = {}
            elif name == "none":
                filters["none"] = False
            elif name in MODEL_FILTERS:
                filters["model"] = None if passed is None else name in passed
            else:
                filters[re.split(r"[=:\d]", name)[0]] = None
        elif line and not line.startswith("#"):
            lines.append(Line(line, all_hold(filters.values())))
    return lines


def filters_of(model: str) -> set[str] | None:
    """The model filters that this Pi passes; None: it is of a model that is not known here."""
    name = model.removeprefix("Raspberry Pi ")
    return next((filters for start, filters in MODELS if re.match(start, name)), None)


def all_hold(conditions: Iterable[bool | None]) -> bool | None:
    """Whether all hold; None: that is unknown."""
    values = list(conditions)
    if False in values:
        return False
    return None if None in values else True


def check_start(machine: Machine, pins: Pins, folder: Path) -> Finding:
    """Check what the firmware made of the motor pins, and what config.txt asks of it.

    ``folder``: where the driver wrote down how it found the pins.
    """
    gpios = motor_gpios(pins)
    missing = sorted(set(gpios) - _low_at_start(read_config_txt(machine)))
    states, were, then = _states(machine, pins, folder)
    high = [gpio for gpio, state in states.items() if state.output and state.high]
    add = f"Add gpio={','.join(map(str, gpios))}=pd,op,dl at the end of {PLACES[0]}"
    if high:
        return fail(
            WHAT,
            f"GPIO {listed(high)} {_verb(were, high)} high {then}: the motor may turn at the start",
            f"{add}, under [all], remove other lines for these pins, and restart.",
        )
    if states and all(state.output and state.high is False for state in states.values()):
        return ok(WHAT, f"the motor pins {were} low outputs {then}")
    if missing:
        return warn(
            WHAT,
            f"config.txt does not set GPIO {listed(missing)} low",
            f"{add}, under [all], and restart.",
        )
    return _despite_config_txt(states, were, then)


def _despite_config_txt(states: Mapping[int, PinState], were: str, then: str) -> Finding:
    """What is wrong with motor pins that config.txt sets low."""
    inputs = [gpio for gpio, state in states.items() if not state.output]
    dark = [gpio for gpio, state in states.items() if state.high is None]
    if inputs:
        pulled_up = [gpio for gpio in inputs if states[gpio].pull == "pu"]
        wrong, state = (pulled_up, "pulled up") if pulled_up else (inputs, "no output")
        return warn(
            WHAT,
            f"config.txt sets the motor pins low, but GPIO {listed(wrong)} {_verb(were, wrong)} "
            f"{state} {then}",
            "Restart, then run sudo rollerdeck doctor again. If this stays, the firmware does not "
            "obey the line, and until the driver starts, only the resistors keep the motor off: "
            "check these with --pull-downs.",
        )
    if dark:
        return warn(
            WHAT,
            f"config.txt sets the motor pins low, but the level of GPIO {listed(dark)} is unknown",
            "Use Raspberry Pi OS with its package raspi-utils, and restart.",
        )
    return warn(
        WHAT,
        "config.txt sets the motor pins low, but whether they were low is unknown, because the "
        "pins are in use, or this user may not see it",
        "Restart, then run sudo rollerdeck doctor.",
    )


def listed(gpios: list[int]) -> str:
    """GPIO numbers in a sentence."""
    return ", ".join(map(str, gpios))


def _verb(plural: str, gpios: Sequence[int]) -> str:
    """Are or were, or what it is of a single pin."""
    return plural if len(gpios) > 1 else {"are": "is", "were": "was"}[plural]


def _states(machine: Machine, pins: Pins, folder: Path) -> tuple[Mapping[int, PinState], str, str]:
    """The motor pins' states, and the words that say when they were read; none: unknown."""
    gpios = motor_gpios(pins)
    boot = (machine.read(str(BOOT_ID)) or "").strip()
    noted = read_before(machine.read(str(folder / STATES_FILE)), boot)
    if noted.keys() >= set(gpios):
        return {gpio: noted[gpio] for gpio in gpios}, "were", "before the driver first used them"
    try:
        now = machine.states(machine.chip(pins.chip), gpios)
    except PinTrouble:
        return {}, "", ""
    if not now.keys() >= set(gpios):
        return {}, "", ""
    return {gpio: now[gpio] for gpio in gpios}, "are", "now"


def _low_at_start(config: Iterable[Line]) -> set[int]:
    """The pins that ``gpio=`` lines surely set as low outputs; later ones override earlier."""
    low: set[int] = set()
    for line in config:
        setting = re.fullmatch(r"gpio=([0-9,-]+)=(\S+)", line.text)
        if setting is None or line.applies is False:
            continue
        gpios = set(_listed_gpios(setting[1]))
        words = set(setting[2].split(","))
        if {"op", "dl"} <= words:
            low |= gpios if line.applies else set()
        elif FUNCTION & words or {"dh", "pu"} & words:
            low -= gpios
    return low


def _listed_gpios(numbers: str) -> Iterator[int]:
    """The pins of a list with ranges, e.g. ``4,18-21``."""
    for part in numbers.split(","):
        first, _, last = part.partition("-")
        if first.isdecimal() and (last or first).isdecimal():
            yield from range(int(first), int(last or first) + 1)
