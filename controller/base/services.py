"""The installed services: their names, and where they keep their files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.base import paths
from firmware_bridge.address import LauncherAddress, at_socket
from hardware.calibration import SCALE_CALIBRATION

DRIVER, PICO, REFEREE = "rollerdeck-driver", "rollerdeck-pico", "rollerdeck-referee"
READER = "rollerdeck-reader"
MQTT = "rollerdeck-mqtt"
HUB = "rollerdeck-hub"
KIOSK = "rollerdeck-kiosk"
UNITS = tuple(f"{name}.service" for name in (DRIVER, PICO, REFEREE, READER, MQTT, HUB, KIOSK))
"""All that there are; ``units`` tells which of them are installed together."""
USERS = (
    "rollerdeck-driver",
    "rollerdeck",
    "rollerdeck-reader",
    "rollerdeck-mqtt",
    "rollerdeck-hub",
    "rollerdeck-kiosk",
)
"""The users of the launcher's end of the wire, and of the other services in their order."""

VOICE_DROP_IN = Path(f"/etc/systemd/system/{REFEREE}.service.d/voice.conf")
"""What lets the referee's service use the sound card; only while there is a voice."""
SCALE_DROP_IN = Path(f"/etc/systemd/system/{DRIVER}.service.d/scale.conf")
"""What lets the driver's service use an I2C bus; only while there is a scale."""

CONFIG = Path("/etc/rollerdeck/rollerdeck.toml")
"""The configuration that all of them read."""
SOCKET = Path("/run/rollerdeck/launcher.sock")
DRIVER_STATE = Path("/var/lib/rollerdeck-driver")
REFEREE_STATE = Path("/var/lib/rollerdeck")
READER_STATE = Path("/var/lib/rollerdeck-reader")
MQTT_STATE = Path("/var/lib/rollerdeck-mqtt")
HUB_STATE = Path("/var/lib/rollerdeck-hub")
KIOSK_STATE = Path("/var/lib/rollerdeck-kiosk")
STATES = (REFEREE_STATE, DRIVER_STATE, READER_STATE, MQTT_STATE, HUB_STATE, KIOSK_STATE)
"""The folders of all services, which go with the games."""
READER_UNIT = Path(f"/etc/systemd/system/{READER}.service")
MQTT_UNIT = Path(f"/etc/systemd/system/{MQTT}.service")
HUB_UNIT = Path(f"/etc/systemd/system/{HUB}.service")
MQTT_DROP_IN = Path(f"/etc/systemd/system/{MQTT}.service.d/commands.conf")
"""What lets the publisher's service reach the launcher; only while commands are allowed."""
CAMERA_DROP_IN = Path(f"/etc/systemd/system/{READER}.service.d/camera.conf")
"""What lets the reader's service use a camera; only while it has one."""
PAIRING = READER_STATE / paths.READER
"""What the reader's service knows its referee by."""
JOURNAL = REFEREE_STATE / "journal.sqlite3"
CALIBRATION = DRIVER_STATE / "calibration.json"
"""What the driver reads when it starts."""
PICO_CALIBRATION = REFEREE_STATE / "calibration-pico.json"
"""What the referee reads for a launcher on a Pico."""


def launcher_end(on_pico: bool) -> str:
    """The service at the launcher's end of the wire: on this Pi's pins, or at a Pico's line."""
    return PICO if on_pico else DRIVER


def units(
    on_pico: bool,
    with_kiosk: bool = False,
    with_reader: bool = False,
    with_mqtt: bool = False,
    with_hub: bool = False,
) -> tuple[str, ...]:
    """The units of a table that are installed together, in the order in which they start."""
    services = {
        launcher_end(on_pico): True,
        REFEREE: True,
        READER: with_reader,
        MQTT: with_mqtt,
        HUB: with_hub,
        KIOSK: with_kiosk,
    }
    return tuple(f"{name}.service" for name, wanted in services.items() if wanted)


def is_there(path: Path) -> bool:
    """Whether there is such a file. True also if this user may not look."""
    try:
        path.lstat()
    except PermissionError:
        return True
    except (OSError, ValueError):  # a name can hold any sign
        return False
    return True


def config_file(named: Path | None, exists: Callable[[Path], bool] = is_there) -> Path | None:
    """The configuration to read: the named one, or that of the services; None: this user's."""
    return named or (CONFIG if exists(CONFIG) else None)


def launcher_address(
    own: LauncherAddress, exists: Callable[[Path], bool] = is_there
) -> LauncherAddress:
    """Where the launcher is: at the services' driver while it runs, or where this user says."""
    return at_socket(SOCKET) if exists(SOCKET) else own


def pico_calibration_of(config: Path | None) -> Path:
    """The calibration of a Pico that a configuration describes: that of the services, or one's own.

    ``config``: its file; None: this user's.
    """
    return PICO_CALIBRATION if config == CONFIG else paths.pico_calibration_path()


def pairing_file(exists: Callable[[Path], bool] = is_there) -> Path:
    """The pairing of this machine's reader: that of its service if there is one, or this user's."""
    return PAIRING if exists(READER_UNIT) else paths.reader_path()


def mqtt_folder(exists: Callable[[Path], bool] = is_there) -> Path:
    """Where this machine's publisher keeps its files: its service if there is one, or this user."""
    return MQTT_STATE if exists(MQTT_UNIT) else paths.mqtt_path()


def hub_folder(exists: Callable[[Path], bool] = is_there) -> Path:
    """Where this machine's hub keeps its files: its service if there is one, or this user."""
    return HUB_STATE if exists(HUB_UNIT) else paths.hub_path()


def scale_calibration_of(address: LauncherAddress) -> Path:
    """The calibration of the scale under the launcher at this address."""
    return calibration_of(address).with_name(SCALE_CALIBRATION)


def calibration_of(address: LauncherAddress) -> Path:
    """The calibration that the driver at this address reads when it starts."""
    return CALIBRATION if address.socket == SOCKET else paths.calibration_path()
