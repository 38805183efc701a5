"""What a self-test measures: raw figures, from which verdicts are made."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, get_args

import msgspec

from hardware.gpio.edges import Edge
from hardware.gpio.loopback import End, Start
from hardware.gpio.motor_pins import PinState
from hardware.launcher import ChipLoad

How = Literal["killed", "hung", "stopped"]
"""A driver is killed (SIGKILL); stands still until its watchdog kills it (SIGSTOP, then SIGKILL);
or is asked to end (SIGTERM)."""


class Surroundings(msgspec.Struct, frozen=True):
    """The machine, without anything that says whose it is. Empty: unknown."""

    model: str = ""
    kernel: str = ""
    eeprom: str = ""
    """When the bootloader was built, in vcgencmd's words."""
    os: str = ""
    python: str = ""
    rollerdeck: str = ""
    chip: str = ""
    persist: str = ""
    """The kernel's parameter persist_gpio_outputs: whether a killed program's outputs stay."""
    throttled: str = ""
    """What `vcgencmd get_throttled` said before the test."""


class Followed(msgspec.Struct, frozen=True):
    """Which inputs followed an output that was set high and low."""

    start: Start
    by: tuple[End, ...]


class Wiring(msgspec.Struct, frozen=True):
    """What was found at the pins before anything was measured; GPIO numbers."""

    high_pulled_up: tuple[int, ...]
    high_pulled_down: tuple[int, ...]
    followed: tuple[Followed, ...] = ()


class EdgeRun(msgspec.Struct, frozen=True):
    """Edges that were commanded at one end of a jumper, and seen at the other."""

    commanded: int
    latencies_us: tuple[int, ...]
    """From the command to the kernel's timestamp, of each edge that was seen."""
    lost: int
    extra: int
    """Edges that nobody commanded."""
    overrun: int
    """Edges that the kernel itself reported as lost, because its queue was full."""


class Stop(msgspec.Struct, frozen=True):
    """One end of a driver whose motor pin was high."""

    how: How
    motor_off: bool
    """Whether `motor-off` ran afterwards, as it does after the service."""
    press_us: int | None
    """From the press of the button until the motor pin was high; None: it never was."""
    low_us: int | None
    """From the signal until the motor pin was low; None: not within ``LOW_WITHIN_S``."""


class Restarted(msgspec.Struct, frozen=True):
    """The pins after a restart of the machine, before any program claimed them."""

    same_start: bool
    """Whether the machine has not restarted at all since the test."""
    pins: dict[int, PinState]


class Pulled(msgspec.Struct, frozen=True):
    """One time that the plug of a Pico was pulled out."""

    found_ms: int | None
    """From the moment the machine had the port again until the Pico answered; None: it never did.
    """
    restarted: bool = False
    """Whether the Pico restarted meanwhile: it does, unless it has another power supply."""
    was_out: bool = True
    """Whether the port was gone. If it was not, the link was lost although the plug was in."""


class Figures(msgspec.Struct, frozen=True):
    """Everything that was measured; what was not is empty or None."""

    surroundings: Surroundings
    start: str = ""
    """A digest that differs with each start of the machine."""
    motors: tuple[int, ...] = ()
    """The GPIO numbers of the motor driver's inputs."""
    pins_before: dict[int, PinState] = {}
    wiring: Wiring | None = None
    quiet: EdgeRun | None = None
    busy: EdgeRun | None = None
    written_mb: float = 0.0
    """What was written to the card during ``busy``."""
    stops: tuple[Stop, ...] = ()
    throttled_after: str = ""
    restarted: Restarted | None = None
    pico: ChipLoad | None = None
    pulled: tuple[Pulled, ...] | msgspec.UnsetType = msgspec.UNSET
    """Each pull of the plug; unset: nobody was asked, or the file is of an earlier test."""


LOW_WITHIN_S = 1.0
PULLS = 2
"""How often the test asks a person to pull a Pico's plug."""


def edge_run(commands: Sequence[tuple[int, bool]], edges: Sequence[Edge], end: End) -> EdgeRun:
    """Compare commands (time in microseconds, level), in order, with the edges that were seen.

    An edge belongs to the last command before it. Of the edges of one command, the first with its
    level counts, and all others are extra.
    """
    times = [at_us for at_us, _ in commands]
    latencies_us: dict[int, int] = {}
    """By the index of the command."""
    mine = sorted((edge for edge in edges if edge.name == end), key=lambda edge: edge.at_us)
    for edge in mine:
        index = bisect_right(times, edge.at_us) - 1
        if index >= 0 and index not in latencies_us and edge.high == commands[index][1]:
            latencies_us[index] = edge.at_us - times[index]
    return EdgeRun(
        commanded=len(commands),
        latencies_us=tuple(latencies_us.values()),
        lost=len(commands) - len(latencies_us),
        extra=len(edges) - len(latencies_us),
        overrun=sum(edge.missed for edge in edges),
    )


def by_end(stops: Sequence[Stop]) -> Iterator[tuple[How, bool, list[Stop]]]:
    """The stops of each way to end a driver, without `motor-off` and with it, if there are any."""
    for how in get_args(How):
        for motor_off in (False, True):
            alike = [stop for stop in stops if (stop.how, stop.motor_off) == (how, motor_off)]
            if alike:
                yield how, motor_off, alike


def quantile(values: Sequence[int], share: float) -> int:
    """The value that this share of the values does not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0


def high_outputs(pins: Mapping[int, PinState], gpios: Sequence[int]) -> tuple[int, ...]:
    """Which of these pins are outputs and high."""
    return tuple(gpio for gpio in gpios if gpio in pins and pins[gpio].output and pins[gpio].high)


def changed(before: Mapping[int, PinState], now: Mapping[int, PinState]) -> list[int]:
    """Which pins are not as they were, of those that were read both times."""
    return [gpio for gpio, state in before.items() if now.get(gpio, state) != state]


def unknown_outputs(pins: Mapping[int, PinState], gpios: Sequence[int]) -> tuple[int, ...]:
    """Which of these pins may be high outputs: their level could not be read."""
    return tuple(
        gpio
        for gpio in gpios
        if gpio not in pins or (pins[gpio].output and pins[gpio].high is None)
    )
