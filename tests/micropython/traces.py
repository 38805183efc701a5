"""Traces of a launcher at work, recorded from the simulated mechanism: inputs of its core."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

from hardware.mechanism.rig import FAULTS, Rig
from hardware.portable.core import Core
from hardware.portable.settings import Settings
from hardware.portable.ticks import MASK
from tests.hardware import play

QUESTIONS = ("next_tick_in_us", "take_event", "result")
"""What a core is asked; every other method puts something in."""
SETTINGS = (
    Settings(),
    Settings(finish_bound_us=60_000),
    Settings(max_on_us=500_000, cooldown_us=300_000),
    Settings(retract_pct=0),
)


class Recorder:
    """A core that writes down whatever is put into it."""

    def __init__(self, core: Core, lines: list[str]) -> None:
        self._core = core
        self._lines = lines

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._core, name)
        if name in QUESTIONS or not callable(value):
            return value
        return self._recording(name, value)

    def _recording(self, name: str, method: Callable[..., object]) -> Callable[..., object]:
        def put(*values: int) -> object:
            self._lines.append(" ".join([name, *(str(int(value)) for value in values)]))
            return method(*values)

        return put


def recorded(rig: Rig, settings: Settings) -> list[str]:
    """From now on what the rig's core is given goes into the list."""
    every = [
        name for name in vars(Settings) if name.endswith(("_us", "_pct", "attempts", "strict"))
    ]
    values = [f"{name}={getattr(settings, name)}" for name in every]
    lines = [" ".join(["start", str(rig.ticks_us), *values])]
    rig.core = cast(Core, Recorder(rig.core, lines))
    return lines


def hit_of_twelve(ticks_at_start: int) -> list[str]:
    """Twelve cards, pressed for, on a launcher whose ticks begin at that number."""
    rig = Rig(1, ticks_at_start=ticks_at_start)
    lines = recorded(rig, Settings())
    record = play.hit(rig, 1, 12)
    assert (record.delivered, record.fault) == (12, 0)
    return lines


def evening(seed: int) -> list[str]:
    """Some hits and what can befall them, all of it drawn from the seed."""
    random = Random(seed)
    settings = SETTINGS[seed % len(SETTINGS)]
    # most begin so that the ticks wrap while cards are coming
    ticks_at_start = (MASK - random.randrange(3_000_000)) if seed % 4 else 0
    cards = random.randrange(1, 40)
    rig = Rig(seed, cards, settings, ticks_at_start=ticks_at_start)
    lines = recorded(rig, settings)
    rig.core.long_lease(seed % 3 == 0)
    rig.core.count_strictly(seed % 2 == 1)
    mishaps = ["", *FAULTS]
    for hit in range(1, 4):
        _one_hit(rig, random, hit, mishaps[(seed + hit) % len(mishaps)])
        rig.load(random.randrange(10))
    return lines


def _one_hit(rig: Rig, random: Random, hit: int, mishap: str) -> None:
    core = rig.core
    if random.random() < 0.2:
        core.eject(rig.ticks_us, -hit, random.randrange(1, 13))
    else:
        core.arm(rig.ticks_us, hit, random.randrange(13))
        core.lamp(random.random() < 0.5)
        core.suspense(hit)
        rig.tap()
    rig.settle()
    play.run_to(rig, rig.now_us + random.randrange(1_500_000))
    if mishap:
        rig.set_fault(mishap, True)
    play.run_to(rig, rig.now_us + random.randrange(1_500_000))
    end = random.randrange(4)
    if end == 0:
        core.drop_lease(rig.ticks_us)
    elif end == 1:
        core.safe_off(rig.ticks_us)
    elif end == 3 and random.random() < 0.5:
        core.card_edges_missed(rig.ticks_us, random.randrange(1, 5))
    elif end == 3:
        core.cover_edge(rig.ticks_us, True)
    rig.settle()
    # where the end is 2, the caller says nothing any more, and the lease lapses by itself
    until_us = rig.now_us + 3_000_000
    if end == 2:
        rig.advance(until_us)
    else:
        play.run_to(rig, until_us)
    if mishap:
        rig.set_fault(mishap, False)
    core.cover_edge(rig.ticks_us, False)
    core.clear_faults(rig.ticks_us)
    core.disarm(rig.ticks_us)
    core.ding()
    if random.random() < 0.1:
        core.forget(rig.ticks_us)
    rig.settle()
