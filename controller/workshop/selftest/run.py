"""A self-test through jumpers, from the first look at the pins to the figures of all parts.

It finds out how the jumpers are wired, commands edges through them, and reads what to say about
the machine: nothing that tells whose it is.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Final

from msgspec.structs import replace

from controller.base.findings import Finding, failed
from controller.workshop.doctor.machine import THROTTLED, Machine
from controller.workshop.doctor.raspberry_pi import PERSIST, PIN_MODULES
from controller.workshop.selftest.figures import (
    EdgeRun,
    Figures,
    Followed,
    Restarted,
    Stop,
    Surroundings,
    Wiring,
    edge_run,
)
from controller.workshop.selftest.interruptions import HOWS, Ending, end_drivers
from controller.workshop.selftest.load import under_load
from controller.workshop.selftest.verdicts import judge, judge_motor, judge_wiring, pin
from hardware.gpio.chip import Chip
from hardware.gpio.edges import Edge
from hardware.gpio.loopback import ENDS, End, Jumpers, Loop, high_while_pulled, whole_loop
from hardware.gpio.motor_pins import BOOT_ID
from hardware.gpio.pins import Pins, PinTrouble

SETTLED_S: Final = 0.02
TRIED: Final = (True, False, True, False)
"""The levels that an input has to follow, each."""
LAST_S: Final = 0.05
"""How long the edges of the last command are waited for."""
SCATTER: Final = (0.6, 1.4, 0.8, 1.2, 1.0)
"""The pauses between edges differ, so that nothing that is regular always meets an edge."""

Sleep = Callable[[float], None]

QUIET_PAUSE_S: Final = 0.003


def find_wiring(loop: Loop, sleep: Sleep) -> tuple[Followed, ...]:
    """Set each output high and low, and look which inputs follow; both are low afterwards."""
    followed = []
    for start in ENDS:
        following: set[End] = set(ENDS.values())
        for high in TRIED:
            loop.put(start, high)
            sleep(SETTLED_S)
            following &= {end for end, level in loop.levels().items() if level == high}
        followed.append(Followed(start, tuple(end for end in ENDS.values() if end in following)))
    loop.take()
    return tuple(followed)


def command_edges(
    loop: Loop, count: int, pause_s: float, sleep: Sleep, progress: Callable[[int], None]
) -> EdgeRun:
    """Command edges at the motor pin, ``pause_s`` apart on average; see ``EdgeRun``.

    The motor pin is low before and afterwards. ``progress`` is called with the number so far.
    """
    loop.take()
    commands: list[tuple[int, bool]] = []
    edges: list[Edge] = []
    for index in range(2 * (count // 2)):
        high = index % 2 == 0
        commands.append((loop.put("motor", high), high))
        sleep(pause_s * SCATTER[index % len(SCATTER)])
        edges += loop.take()
        progress(index + 1)
    sleep(LAST_S)
    edges += loop.take()
    return edge_run(commands, edges, "card_sensor")


def read_surroundings(machine: Machine, chip: str = "") -> Surroundings:
    """Read model, kernel, EEPROM, system, Python and throttling. ``chip``: its label."""
    named = re.search(r'^PRETTY_NAME="?([^"\n]*)', machine.read("/etc/os-release") or "", re.M)
    built = machine.run("vcgencmd", "bootloader_version") or ""
    persists = (machine.read(PERSIST.format(module)) for module in PIN_MODULES)
    return Surroundings(
        model=_line(machine.read("/proc/device-tree/model")),
        kernel=_line(machine.read("/proc/sys/kernel/osrelease")),
        eeprom=_line(built),
        os=named[1] if named else "",
        python=python_version(),
        rollerdeck=version("rollerdeck"),
        chip=chip,
        persist=next((_line(text) for text in persists if text), ""),
        throttled=read_throttled(machine),
    )


def read_throttled(machine: Machine) -> str:
    """What the firmware says of voltage and throttling; empty: it does not say."""
    return _line(machine.run(*THROTTLED))


def name_start(machine: Machine) -> str:
    """A name of this start of the machine, from which nobody can find its boot ID."""
    boot = (machine.read(str(BOOT_ID)) or "").strip()
    return hashlib.sha256(f"rollerdeck selftest {boot}".encode()).hexdigest()[:16]


def _line(text: str | None) -> str:
    """The first line of a text."""
    return next(iter((text or "").splitlines()), "").strip()


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
