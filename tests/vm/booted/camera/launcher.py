"""The launcher of this machine: a Pi's chip with a mechanism that is at rest, from the start.

Nobody presses here, so nothing looks at the motor's lines each millisecond, as a mechanism does:
that is most of what a machine that waits for a camera would be busy with.
"""

from __future__ import annotations

import time
from typing import Final

from controller.base.service_manager import this_service
from tests.vm.guest.lines import pi_chip
from tests.vm.guest.mechanism import AT_REST, WIRED

BEAT_S: Final = 0.02
"""The machine's clock leaps over idle time, also while a disk is read: no further than this."""


def main() -> None:
    """Be it until killed."""
    with pi_chip() as lines:
        for name, gpio in WIRED.inputs.items():
            lines.put(gpio, AT_REST[name])
        this_service().ready()
        while True:
            time.sleep(BEAT_S)


if __name__ == "__main__":
    main()
