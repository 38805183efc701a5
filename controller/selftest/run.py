"""A self-test through jumpers, from the first look at the pins to the figures of all parts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from controller.base.findings import Finding, failed
from controller.doctor.machine import Machine
from controller.selftest.figures import Figures, Restarted, Stop, Wiring
from controller.selftest.load import under_load
from controller.selftest.measuring import Sleep, command_edges, find_wiring
from controller.selftest.stops import HOWS, Ending, end_drivers
from controller.selftest.surroundings import name_start, read_surroundings, read_throttled
from controller.selftest.verdicts import judge, judge_motor, judge_wiring, pin
from hardware.gpio.chip import Chip
from hardware.gpio.loopback import Jumpers, Loop, high_while_pulled, whole_loop
from hardware.gpio.pins import Pins
from hardware.gpio.trouble import PinTrouble

QUIET_PAUSE_S: Final = 0.003


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured."""

    edges: int = 1000
    busy_s: float = 60.0
    stops: int = 5
    """In each of the six ways."""


@dataclass(frozen=True, slots=True)
class Means:
    """What touches the world; a test brings its own."""

    machine: Machine
    high_while_pulled: Callable[[Chip, Sequence[int], bool], tuple[int, ...]] = high_while_pulled
    whole_loop: Callable[[Chip, Jumpers], AbstractContextManager[Loop]] = whole_loop
    under_load: Callable[[Path], AbstractContextManager[Callable[[], float]]] = under_load
    end_drivers: Callable[[Ending, int, Callable[[int], None]], Awaitable[list[Stop]]] = end_drivers
    sleep: Sleep = time.sleep


@dataclass(frozen=True, slots=True)
class Shown:
    """Shows the test's progress: the name of each part, and how much of it is done."""

    part: Callable[[str], None]
    done: Callable[[int, int], None]


def look(machine: Machine, pins: Pins, jumpers: Jumpers) -> tuple[Chip, Figures]:
    """Note the machine and its pins before any claim.

    Raises PinTrouble if another program uses a pin.
    """
    chip = machine.chip(pins.chip)
    for gpio, holder in machine.holders(chip, jumpers.every).items():
        raise PinTrouble(
            f"{pin(gpio)} is in use by {holder}: stop the services (sudo systemctl stop "
            "rollerdeck-referee rollerdeck-driver) and every other program that uses pins. If the "
            "kernel itself uses this pin, remove the dtoverlay from /boot/firmware/config.txt, and "
            "restart. Then start the test again."
        )
    return chip, Figures(
        surroundings=read_surroundings(machine, chip.label),
        start=name_start(machine),
        motors=jumpers.motors,
        pins_before=dict(machine.states(chip, jumpers.every)),
    )


def run_loopback(
    means: Means,
    ending: Ending,
    figures: Figures,
    effort: Effort,
    folder: Path,
    shown: Shown,
) -> tuple[Figures, list[Finding]]:
    """Do all parts; if the wiring is not right, nothing after it. Raises PinTrouble, OSError.

    ``folder``: where files are written while the machine is busy.
    """
    chip, jumpers = ending.chip, ending.jumpers
    shown.part("Looking for a motor and for the jumpers")
    free = _high_while_pulled(means, chip, jumpers.every, True)
    wiring = Wiring(free, ())
    figures = replace(figures, wiring=wiring)
    if (motor := judge_motor(wiring, jumpers)) is not None:
        return figures, [motor]
    down = _high_while_pulled(means, chip, jumpers.motors, False)
    wiring = replace(wiring, high_pulled_down=down)
    figures = replace(figures, wiring=wiring)
    if failed(floating := list(judge_wiring(wiring, jumpers))):
        return figures, floating
    with means.whole_loop(chip, jumpers) as loop:
        wiring = replace(wiring, followed=find_wiring(loop, means.sleep))
        figures = replace(figures, wiring=wiring)
        wired = list(judge_wiring(wiring, jumpers))
        if failed(wired):
            return figures, wired
        count = effort.edges
        shown.part(f"Commanding {count} edges")
        quiet = command_edges(
            loop, count, QUIET_PAUSE_S, means.sleep, lambda nth: shown.done(nth, count)
        )
        figures = replace(figures, quiet=quiet)
        shown.part(f"The same for {effort.busy_s:g} seconds, while processor and card are busy")
        with means.under_load(folder) as written_mb:
            pause_s = effort.busy_s / count
            busy = command_edges(
                loop, count, pause_s, means.sleep, lambda nth: shown.done(nth, count)
            )
            figures = replace(figures, busy=busy, written_mb=round(written_mb(), 1))
    total = 2 * len(HOWS) * effort.stops
    shown.part(f"Ending {total} drivers while the motor pin is high")
    stops = asyncio.run(
        _awaited(means.end_drivers(ending, effort.stops, lambda nth: shown.done(nth, total)))
    )
    figures = replace(figures, stops=tuple(stops), throttled_after=read_throttled(means.machine))
    return figures, [*wired, *judge(figures)]


def _high_while_pulled(means: Means, chip: Chip, gpios: Sequence[int], up: bool) -> tuple[int, ...]:
    """Raises PinTrouble if a program has claimed a pin since it was looked at."""
    try:
        return means.high_while_pulled(chip, gpios, up)
    except OSError as error:
        raise PinTrouble(f"{chip.unusable(error.strerror)}.") from None


def after_restart(machine: Machine, pins: Pins, figures: Figures) -> Figures:
    """Add the pins' states after a restart to the figures of a test. Raises PinTrouble."""
    chip = machine.chip(pins.chip)
    states = machine.states(chip, list(figures.pins_before))
    same = name_start(machine) == figures.start
    return replace(figures, restarted=Restarted(same, dict(states)))


async def _awaited(stops: Awaitable[list[Stop]]) -> list[Stop]:
    return await stops
