"""What a self-test measures: raw figures, from which verdicts are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from hardware.gpio.before_claim import PinState
from hardware.gpio.edges import Edge
from hardware.gpio.loopback import End, Start
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
    seen: list[int] = []
    extra = 0
    mine = sorted((edge for edge in edges if edge.name == end), key=lambda one: one.at_us)
    extra += len(edges) - len(mine)
    nth = 0
    for position, (at_us, high) in enumerate(commands):
        until_us = commands[position + 1][0] if position + 1 < len(commands) else None
        found: int | None = None
        while nth < len(mine) and (until_us is None or mine[nth].at_us < until_us):
            edge = mine[nth]
            nth += 1
            if found is None and edge.high == high and edge.at_us >= at_us:
                found = edge.at_us - at_us
            else:
                extra += 1
        if found is not None:
            seen.append(found)
    return EdgeRun(
        commanded=len(commands),
        latencies_us=tuple(seen),
        lost=len(commands) - len(seen),
        extra=extra,
        overrun=sum(edge.missed for edge in edges),
    )


def quantile(values: Sequence[int], share: float) -> int:
    """The value that this share of the values does not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0


def high_outputs(pins: Mapping[int, PinState], gpios: Sequence[int]) -> tuple[int, ...]:
    """Which of these pins are outputs and high."""
    return tuple(gpio for gpio in gpios if gpio in pins and pins[gpio].output and pins[gpio].high)


def unknown_outputs(pins: Mapping[int, PinState], gpios: Sequence[int]) -> tuple[int, ...]:
    """Which of these pins may be high outputs: their level could not be read."""
    return tuple(
        gpio
        for gpio in gpios
        if gpio not in pins or (pins[gpio].output and pins[gpio].high is None)
    )
