"""The files of the services as a machine needs them: units, rules, and what a kiosk shows.

A Pico's serial line and the kiosk's view change the text of some.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from controller.base.config import Config
from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.services import (
    CAMERA_DROP_IN,
    DRIVER,
    HUB,
    KIOSK,
    MQTT,
    MQTT_DROP_IN,
    PICO,
    READER,
    REFEREE,
    SCALE_DROP_IN,
    UNITS,
    VOICE_DROP_IN,
)
from controller.network import access_point
from firmware_bridge.serial_line import BOARDS, usb_ids

KIOSK_VIEWS = {"table": "", "tv": "#tv"}
"""What the kiosk can show, and how that is called in the page's address."""

_KIOSK_UNIT = f"etc/systemd/system/{KIOSK}.service"
"""Below a machine's root."""

_KIOSK_PROGRAMS = {
    "cage": ("usr/bin/cage",),
    "chromium": ("usr/bin/chromium",),
    "seatd": ("usr/sbin/seatd", "usr/bin/seatd"),
    # Debian 12's cage does not start without it, and does not depend on it
    "xwayland": ("usr/bin/Xwayland",),
}
"""The packages that a kiosk needs, and where the program of each is."""

_USUAL_PAGE = "http://localhost:8080/"

_OVER_USB = re.compile(
    r"/dev/(ttyACM[0-9]+|rollerdeck-pico|serial/by-(id|path)/[\w:.+-]+)", re.ASCII
)

_IDS = re.compile(r'(ATTRS{idVendor}==)"\w+", (ATTRS{idProduct}==)"[\w|]+"')

_USUAL_COMMAND = "/opt/rollerdeck/.venv/bin/rollerdeck"

_USUAL_PORT = "<port>8080</port>"

_HIDDEN = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")  # noqa: S108 - compared, not used
"""Folders that the units hide from their processes."""

TARGETS = {
    **{unit: f"etc/systemd/system/{unit}" for unit in UNITS},
    "motor-off": "usr/local/lib/rollerdeck/motor-off",
    "rollerdeck.sysusers": "etc/sysusers.d/rollerdeck.conf",
    "rollerdeck.tmpfiles": "etc/tmpfiles.d/rollerdeck.conf",
    "rollerdeck.rules": "etc/udev/rules.d/60-rollerdeck.rules",
    "rollerdeck.avahi.xml": "etc/avahi/services/rollerdeck.service",
    "rollerdeck-voice.conf": str(VOICE_DROP_IN.relative_to("/")),
    "rollerdeck-scale.conf": str(SCALE_DROP_IN.relative_to("/")),
    "rollerdeck-reader-camera.conf": str(CAMERA_DROP_IN.relative_to("/")),
    "rollerdeck-reader.sysusers": "etc/sysusers.d/rollerdeck-reader.conf",
    "rollerdeck-mqtt-commands.conf": str(MQTT_DROP_IN.relative_to("/")),
    "rollerdeck-mqtt.sysusers": "etc/sysusers.d/rollerdeck-mqtt.conf",
    "rollerdeck-hub.sysusers": "etc/sysusers.d/rollerdeck-hub.conf",
    "rollerdeck-kiosk.sysusers": "etc/sysusers.d/rollerdeck-kiosk.conf",
    "rollerdeck-kiosk.rules": "etc/udev/rules.d/60-rollerdeck-kiosk.rules",
}

_MODES = {"motor-off": 0o755}

_ON_PINS = frozenset({f"{DRIVER}.service", "motor-off"})

_ON_PICO = frozenset({f"{PICO}.service"})

_OF_KIOSK = frozenset(name for name in TARGETS if name.startswith(KIOSK))

_OF_READER = frozenset(name for name in TARGETS if name.startswith(READER))

_OF_MQTT = frozenset(name for name in TARGETS if name.startswith(MQTT))

_OF_HUB = frozenset(name for name in TARGETS if name.startswith(HUB))

_OF_TABLE = frozenset({f"{REFEREE}.service", "rollerdeck.rules", "rollerdeck.avahi.xml"})
"""Not on a machine that is only a hub."""

_OF_COMMANDS = frozenset({"rollerdeck-mqtt-commands.conf"})

_OF_CAMERA = frozenset({"rollerdeck-reader-camera.conf"})

_OF_VOICE = frozenset({"rollerdeck-voice.conf"})

_OF_SCALE = frozenset({"rollerdeck-scale.conf"})

AT_TIMES = frozenset().union(
    *(_ON_PINS, _ON_PICO, _OF_KIOSK, _OF_VOICE, _OF_SCALE, _OF_READER, _OF_MQTT, _OF_HUB, _OF_TABLE)
)
"""Files of what only some machines have."""


def _kiosk_unit(unit: str, port: int, view: str) -> str:
    """The text of the unit that shows ``view`` of the page at ``port``."""
    return unit.replace(_USUAL_PAGE, f"http://localhost:{port}/{KIOSK_VIEWS[view]}")


def kiosk_view(root: Path) -> str | None:
    """What the kiosk shows that is installed; None: there is none."""
    try:
        unit = (root / _KIOSK_UNIT).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    return next((view for view, at in KIOSK_VIEWS.items() if at and f"/{at}\n" in unit), "table")


def require_kiosk_programs(root: Path) -> None:
    """Raise ``Trouble`` (exit code 2) with the packages that the kiosk lacks."""
    lacks = [
        package
        for package, places in _KIOSK_PROGRAMS.items()
        if not any((root / place).exists() for place in places)
    ]
    if lacks:
        raise Trouble(
            f"The kiosk needs programs that are not installed: run `sudo apt install "
            f"--no-install-recommends {' '.join(lacks)}`, and then this command again.",
            WRONG_USAGE,
        )


def _refuse_other_line(where: str) -> None:
    """Raise ``Trouble`` (exit code 2) if a launcher's line is no port of a Pico over USB."""
    if not usb_ids(where) and not _OVER_USB.fullmatch(where):
        raise Trouble(
            f"The service uses a Pico over USB only, and {where} is another port: write "
            "serial:auto, or serial: and its path in /dev/serial/by-id/, as launcher.address.",
            WRONG_USAGE,
        )


def _rules_for(where: str, usual: str) -> str:
    """Return udev's rules for a launcher's line; ``usual``: of known boards."""
    last = usual.splitlines(keepends=True)[-1]
    for vendor, product in usb_ids(where) - set(BOARDS):
        usual += _IDS.sub(rf'\g<1>"{vendor:04x}", \g<2>"{product:04x}"', last)
    return usual


@dataclass(frozen=True, slots=True)
class File:
    """A file of the services as it should be. ``target`` is below the root."""

    target: str
    content: bytes
    mode: int

    def state(self, root: Path) -> str:
        """``ok``, ``missing`` or ``other``."""
        path = root / self.target
        try:
            same = path.read_bytes() == self.content and path.stat().st_mode & 0o777 == self.mode
        except (FileNotFoundError, NotADirectoryError):
            return "missing"
        return "ok" if same else "other"

    def write(self, root: Path) -> None:
        """Write the file atomically."""
        path = root / self.target
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.new")
        draft.touch()
        draft.chmod(self.mode)  # before the file has any content
        draft.write_bytes(self.content)
        draft.replace(path)


def files(command: Path, config: Config, view: str | None = None) -> list[File]:
    """Every file of the services, for a ``rollerdeck`` command at this place and a configuration.

    ``view``: what the kiosk shows (see ``KIOSK_VIEWS``); None: there is none.

    Raises ``Trouble`` (exit code 2) if the units could not start that command, or if the page of
    an access point would be at a port where no phone asks.
    """
    _startable(command)
    port, point = config.referee.port, config.access_point
    if point.ssid and port != access_point.PORT:
        raise Trouble(
            f"An access point needs the page at port {access_point.PORT}, where phones ask: write "
            f"port = {access_point.PORT} below [referee].",
            WRONG_USAGE,
        )
    if config.serial:
        _refuse_other_line(config.serial)
    elif config.launcher_address.socket is None:
        raise Trouble(
            f"The services use a launcher on this machine, and {config.launcher.key} is "
            f"{config.launcher_address}: leave it out, or run `rollerdeck play` without them.",
            WRONG_USAGE,
        )
    unused = _unused(config, view)
    made = [
        File(target, _text(name, command, config, view).encode(), _MODES.get(name, 0o644))
        for name, target in TARGETS.items()
        if name not in unused
    ]
    made += [File(at, text.encode(), mode) for at, text, mode in access_point.files(point)]
    return made


def _text(name: str, command: Path, config: Config, view: str | None) -> str:
    """A file as this machine needs it."""
    text = (source() / name).read_text(encoding="utf-8")
    text = text.replace(_USUAL_COMMAND, str(command))
    text = text.replace(_USUAL_PORT, f"<port>{config.referee.port}</port>")
    if name == "rollerdeck.rules" and config.serial:
        return _rules_for(config.serial, text)
    if view and TARGETS[name] == _KIOSK_UNIT:
        return _kiosk_unit(text, config.referee.port, view)
    return text


def _unused(config: Config, view: str | None) -> frozenset[str]:
    """Files of what this machine does not have, or is not asked to do."""
    on_pico = bool(config.serial)
    of_a_table = {
        _OF_TABLE: True,
        _ON_PINS: not on_pico,
        _ON_PICO: on_pico,
        _OF_KIOSK: bool(view),
        _OF_VOICE: config.referee.speaks,
        _OF_SCALE: config.scale.chip != "none" and not on_pico,
        _OF_READER: config.readers.runs_here,
        _OF_CAMERA: bool(config.readers.camera),
        _OF_MQTT: bool(config.mqtt.host),
        _OF_COMMANDS: bool(config.mqtt.commands),
    }
    unused = [files for files, used in of_a_table.items() if config.hub.only or not used]
    return frozenset().union(*unused, () if config.hub.host else _OF_HUB)


def source() -> Path:
    """Where the files come from: a checkout or an installed wheel."""
    checkout = Path(__file__).parents[3] / "systemd"
    return checkout if checkout.is_dir() else Path(sys.prefix) / "share" / "rollerdeck" / "systemd"


def _startable(command: Path) -> None:
    if not command.is_absolute() or any(sign in " \t\n%\"'\\$" for sign in str(command)):
        raise Trouble(
            f"{command} cannot stand in a unit: name a full path without spaces and signs.",
            WRONG_USAGE,
        )
    for hidden in _HIDDEN:
        if Path(os.path.normpath(command)).is_relative_to(hidden):
            raise Trouble(
                f"{command} is below {hidden}, which services do not see: "
                "install Rollerdeck in /opt/rollerdeck, and use the command there.",
                WRONG_USAGE,
            )
