"""Jumpers between the lines of a simulated chip: what an output does is put at an input."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.vm.guest.lines import PRIORITY, Lines

LOOK_S: Final = 0.000_1


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
