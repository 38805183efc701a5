"""The launcher of this machine: a Pi's chip, and the mechanism behind its lines, from the start."""

from __future__ import annotations

from typing import Final

from controller.base.service_manager import this_service
from tests.vm.booted import CARDS, LAUNCHER
from tests.vm.guest import mechanism
from tests.vm.guest.lines import pi_chip

SEED: Final = 8
LOOK_AT_REST_S: Final = 0.002
"""This also limits how far the clock leaps while the machine waits for its disk."""


def main() -> None:
    """Be it until killed."""
    with pi_chip() as lines:
        where = (lines.folder, lines.device, LAUNCHER)
        mechanism.run(*where, CARDS, SEED, this_service().ready, LOOK_AT_REST_S)


if __name__ == "__main__":
    main()
