"""The Pi's config.txt, as this Pi's firmware reads it: with its conditional filters.

Source: raspberrypi/documentation, `config_txt/conditional.adoc`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from controller.doctor.machine import Machine

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
