"""A machine like a Pi's whose launcher is on a Pico, at a USB plug that can be pulled."""

from pathlib import Path
from typing import Final

CONTROL_SOCKET: Final = Path("/run/launcher/pico.hand")
"""Where ``PicoControl`` reaches the Pico's mechanism and its plug."""
PLUGGED: Final = Path("/var/lib/pico-is-plugged-in")
"""While there is such a file on the disk, the plug is in when the machine starts."""
EVENINGS: Final = ("test_install.py", "test_boot.py", "test_plugged_boot.py")
"""Each from power on to power off, on one disk."""
FEW_EVENINGS: Final = EVENINGS[:2]
"""What `make vm` shows of it. In these, too, the relay starts with the Pico at its plug."""
