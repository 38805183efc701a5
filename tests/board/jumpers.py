"""Run on the board: a simulated chip, and the jumpers of a self-test between its pins.

Usage: jumpers.py START:END...: until it is killed, each second pin gets the level of the first.
"""

from __future__ import annotations

import sys
from typing import Final

from tests.vm.guest.joined import join
from tests.vm.guest.lines import pi_chip

LABEL: Final = "gpio-sim"
"""So that nobody takes its figures for those of the board's own chip."""
LOOK_S: Final = 0.000_4
"""Each look takes the board's only processor a while, and no edge may be a millisecond late."""


def main(*pairs: str) -> None:
    """Be the jumpers."""
    joined = [pair.split(":") for pair in pairs]
    with pi_chip(LABEL) as lines:
        wires = {int(start): int(end) for start, end in joined}
        join(lines.folder, lines.device, wires, LOOK_S)


if __name__ == "__main__":
    main(*sys.argv[1:])
