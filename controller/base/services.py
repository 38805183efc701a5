"""The installed services: their names, and where they keep their files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.base import paths

DRIVER, REFEREE = "rollerdeck-driver", "rollerdeck-referee"
UNITS = (f"{DRIVER}.service", f"{REFEREE}.service")
USERS = ("rollerdeck-driver", "rollerdeck")
"""The user of the driver, and the user of the referee."""

CONFIG = Path("/etc/rollerdeck/rollerdeck.toml")
"""The configuration that both read."""
SOCKET = Path("/run/rollerdeck/launcher.sock")
DRIVER_STATE = Path("/var/lib/rollerdeck-driver")
REFEREE_STATE = Path("/var/lib/rollerdeck")
JOURNAL = REFEREE_STATE / "journal.sqlite3"
CALIBRATION = DRIVER_STATE / "calibration.json"
"""What the driver reads when it starts."""


def is_there(path: Path) -> bool:
    """Whether there is such a file. True also if this user may not look."""
    try:
        path.lstat()
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def config_file(named: Path | None, exists: Callable[[Path], bool] = is_there) -> Path | None:
    """The configuration to read: the named one, or that of the services; None: this user's."""
    return named or (CONFIG if exists(CONFIG) else None)


def launcher_socket(own: Path, exists: Callable[[Path], bool] = is_there) -> Path:
    """The launcher's socket: of the services' driver while it runs, or this user's."""
    return SOCKET if exists(SOCKET) else own


def calibration_of(socket: Path) -> Path:
    """The calibration that the driver at this socket reads when it starts."""
    return CALIBRATION if socket == SOCKET else paths.calibration_path()
