"""A machine like a Pi's: a disk that stays, systemd, the services, the launcher's lines."""

from pathlib import Path
from typing import Final

LAUNCHER: Final = Path("/run/launcher/it")
"""Where hands reach the launcher behind the lines."""
CARDS: Final = 100
"""In it, at the start of a game."""
