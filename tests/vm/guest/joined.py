"""Jumpers between the lines of a simulated chip: what an output does is put at an input."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.vm.guest.lines import PRIORITY, Lines

LOOK_S: Final = 0.000_3
GOOD_CHANGES: Final = 40
"""So many are passed on before the first is lost: it is found that all is joined."""
LOST_EACH: Final = 10
ASIDE_S: Final = 0.02
"""Longer than the pauses of a self-test that is not under load."""


def join(folder: Path, device: Path, pairs: Mapping[int, int], look_s: float = LOOK_S) -> None:
    """Be the jumpers until killed: the level of each first line is put at its second line.

    It is put there again if something else has changed it: who claims a line may pull it up.
    """
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    lines = Lines(folder, device)
    while True:
        for start, end in pairs.items():
            if (high := lines.high(start)) is not lines.high(end):
                lines.put(end, high)
        time.sleep(look_s)


def join_badly(folder: Path, device: Path, pairs: Mapping[int, int]) -> None:
    """Be jumpers with a bad contact until killed: now and then, changes are not passed on."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    lines = Lines(folder, device)
    changes = 0
    while True:
        for start, end in pairs.items():
            if (high := lines.high(start)) is not lines.high(end):
                changes += 1
                if changes > GOOD_CHANGES and changes % LOST_EACH == 0:
                    time.sleep(ASIDE_S)
                else:
                    lines.put(end, high)
        time.sleep(LOOK_S)


def hold(folder: Path, device: Path, levels: Mapping[int, bool]) -> None:
    """Be something that is wired to lines until killed, and stronger than the chip's own pulls."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    lines = Lines(folder, device)
    while True:
        for gpio, high in levels.items():
            if lines.high(gpio) is not high:
                lines.put(gpio, high)
        time.sleep(LOOK_S)
