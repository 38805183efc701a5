"""The installed services: their names, and where they keep their files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.base import paths

DRIVER, PICO, REFEREE = "rollerdeck-driver", "rollerdeck-pico", "rollerdeck-referee"
UNITS = (f"{DRIVER}.service", f"{PICO}.service", f"{REFEREE}.service")
"""All that there are; ``units`` tells which of them are installed together."""
USERS = ("rollerdeck-driver", "rollerdeck")
"""The user of the launcher's end of the wire, and the user of the referee."""

CONFIG = Path("/etc/rollerdeck/rollerdeck.toml")
"""The configuration that all of them read."""
SOCKET = Path("/run/rollerdeck/launcher.sock")
DRIVER_STATE = Path("/var/lib/rollerdeck-driver")
REFEREE_STATE = Path("/var/lib/rollerdeck")
JOURNAL = REFEREE_STATE / "journal.sqlite3"
CALIBRATION = DRIVER_STATE / "calibration.json"
"""What the driver reads when it starts."""
PICO_CALIBRATION = REFEREE_STATE / "calibration-pico.json"
"""What the referee reads for a launcher on a Pico."""


def launcher_end(on_pico: bool) -> str:
    """The service at the launcher's end of the wire: on this Pi's pins, or at a Pico's line."""
    return PICO if on_pico else DRIVER


def units(on_pico: bool) -> tuple[str, ...]:
    """The units that are installed together, in the order in which they start."""
    return (f"{launcher_end(on_pico)}.service", f"{REFEREE}.service")


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


def pico_calibration_of(config: Path | None) -> Path:
    """The calibration of a Pico that a configuration describes: that of the services, or one's own.

    ``config``: its file; None: this user's.
    """
    return PICO_CALIBRATION if config == CONFIG else paths.pico_calibration_path()


def calibration_of(socket: Path) -> Path:
    """The calibration that the driver at this socket reads when it starts."""
    return CALIBRATION if socket == SOCKET else paths.calibration_path()
