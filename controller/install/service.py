"""The services on a machine: their files are written, compared and removed.

Everything is below a ``root``, so that all of it can be tried in a folder.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path

from controller.base.config import Config
from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.base.services import (
    CAMERA_DROP_IN,
    CONFIG,
    DRIVER,
    HUB,
    KIOSK,
    MQTT,
    MQTT_DROP_IN,
    PICO,
    READER,
    REFEREE,
    SCALE_DROP_IN,
    STATES,
    UNITS,
    VOICE_DROP_IN,
    units,
)
from controller.games.backup import restore
from controller.install import kiosk
from controller.install.pico_line import refuse_other_line, rules_for
from controller.journal.schema import copy_before_upgrade, is_newer
from controller.network import access_point

LINK = "usr/local/bin/rollerdeck"
"""Where a shell finds the command of the services."""

_USUAL_COMMAND = "/opt/rollerdeck/.venv/bin/rollerdeck"
_USUAL_PORT = "<port>8080</port>"
_HIDDEN = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")  # noqa: S108 - compared, not used
"""Folders that the units hide from their processes."""

_TARGETS = {
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
_OF_KIOSK = frozenset(name for name in _TARGETS if name.startswith(KIOSK))
_OF_READER = frozenset(name for name in _TARGETS if name.startswith(READER))
_OF_MQTT = frozenset(name for name in _TARGETS if name.startswith(MQTT))
_OF_HUB = frozenset(name for name in _TARGETS if name.startswith(HUB))
_OF_TABLE = frozenset({f"{REFEREE}.service", "rollerdeck.rules", "rollerdeck.avahi.xml"})
"""Not on a machine that is only a hub."""
_OF_COMMANDS = frozenset({"rollerdeck-mqtt-commands.conf"})
_OF_CAMERA = frozenset({"rollerdeck-reader-camera.conf"})
_OF_VOICE = frozenset({"rollerdeck-voice.conf"})
_OF_SCALE = frozenset({"rollerdeck-scale.conf"})
_OURS = frozenset(
    {
        *("rollerdeck", "sysusers.d", "sysctl.d"),
        *(
            path.parent.name
            for path in (VOICE_DROP_IN, SCALE_DROP_IN, CAMERA_DROP_IN, MQTT_DROP_IN)
        ),
    }
)

BEFORE_ENABLING = (
    ("systemd-sysusers", "rollerdeck.conf"),
    ("systemd-tmpfiles", "--create", "rollerdeck.conf"),
    ("udevadm", "control", "--reload"),
    ("systemctl", "daemon-reload"),
)
USERS_OF_READER = ("systemd-sysusers", "rollerdeck-reader.conf")
USERS_OF_MQTT = ("systemd-sysusers", "rollerdeck-mqtt.conf")
USERS_OF_HUB = ("systemd-sysusers", "rollerdeck-hub.conf")
USERS_OF_KIOSK = ("systemd-sysusers", "rollerdeck-kiosk.conf")
INPUTS_AGAIN = ("udevadm", "trigger", "--subsystem-match=input", "--action=change")
"""Input devices that are plugged in already get what the kiosk's rules say of them."""
PICO_AGAIN = ("udevadm", "trigger", "--subsystem-match=tty", "--action=change")
"""A Pico that is plugged in already gets the mode that the new rules give it."""
SYSCTL = ("systemctl", "restart", "systemd-sysctl.service")
AFTER_UNINSTALL = (("systemctl", "daemon-reload"), ("udevadm", "control", "--reload"))


@dataclass(frozen=True, slots=True)
class Step:
    """A step: what it does in words, and a function that does it and may raise ``OSError``."""

    words: str
    deed: Callable[[], object]


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

    ``view``: what the kiosk shows (see ``kiosk.VIEWS``); None: there is none.

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
        refuse_other_line(config.serial)
    elif config.launcher_address.socket is None:
        raise Trouble(
            f"The services use a launcher on this machine, and {config.launcher.key} is "
            f"{config.launcher_address}: leave it out, or run `rollerdeck play` without them.",
            WRONG_USAGE,
        )
    unused = _unused(config, view)
    made = [
        File(target, _text(name, command, config, view).encode(), _MODES.get(name, 0o644))
        for name, target in _TARGETS.items()
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
        return rules_for(config.serial, text)
    if view and _TARGETS[name] == kiosk.UNIT:
        return kiosk.shown(text, config.referee.port, view)
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


def below(root: Path, path: Path) -> Path:
    """An absolute path below a folder that stands for a machine's root."""
    return root / path.relative_to("/")


def install(root: Path, wanted: Iterable[File]) -> list[Step]:
    """Steps that write what is missing or different, if anything is.

    Files that are of no use any more are removed: those of an access point, a kiosk, a voice, a
    reader, a publisher or a hub; those of a launcher on pins where it is on a Pico, or the other
    way round; and those of a table on a machine that is only a hub.
    """
    files = list(wanted)
    stale = [file for file in files if file.state(root) != "ok"]
    steps = [Step(f"write {root / file.target}", partial(file.write, root)) for file in stale]
    at_times = _ON_PINS | _ON_PICO | _OF_KIOSK | _OF_VOICE | _OF_SCALE
    at_times |= _OF_READER | _OF_MQTT | _OF_HUB | _OF_TABLE
    ours = {*access_point.TARGETS, *(_TARGETS[name] for name in at_times)}
    return steps + _removals(root, ours - {file.target for file in files})


def installed_units(root: Path) -> tuple[str, ...]:
    """Those of the units whose files are there."""
    return tuple(unit for unit in UNITS if (root / _TARGETS[unit]).is_file())


def wanted_units(config: Config, view: str | None) -> tuple[str, ...]:
    """The units that a configuration asks for, and a kiosk if there is a view."""
    if config.hub.only:
        return (f"{HUB}.service",)
    on_pico, with_reader = bool(config.serial), config.readers.runs_here
    with_others = bool(config.mqtt.host), bool(config.hub.host)
    return units(on_pico, view is not None, with_reader, *with_others)


def needless_units(root: Path, config: Config, view: str | None) -> tuple[str, ...]:
    """Units that are installed and not wanted: for another launcher, a kiosk and so on."""
    wanted = wanted_units(config, view)
    return tuple(unit for unit in installed_units(root) if unit not in wanted)


def link(root: Path, command: Path) -> list[Step]:
    """Make a link by which a shell finds the command. Another file of that name stays."""
    path = root / LINK
    if path.is_symlink() and path.readlink() == command:
        return []
    if path.exists() and not path.is_symlink():
        return []
    return [Step(f"link {path} to {command}", partial(_link, path, command))]


def take_back(journal: Path) -> list[Step]:
    """Restore games that a newer Rollerdeck has upgraded to the copy from before; else do nothing.

    Raises ``Trouble`` if there is no such copy or this user may not read it.
    """
    try:
        if not journal.exists() or not is_newer(journal):
            return []
        copy = copy_before_upgrade(journal)
    except PermissionError:
        raise Trouble(
            f"{journal} may not be read: do it as root, with sudo.", WRONG_USAGE
        ) from None
    except sqlite3.Error:
        return []  # the referee will say what is wrong with it
    if copy is None:
        raise Trouble(
            f"The games in {journal} were written by a newer Rollerdeck, and how they were before "
            "it is not kept: install that one.",
            NOT_SO,
        )
    words = (
        f"put the games back as they were before the upgrade, out of {copy}, because a newer "
        f"Rollerdeck wrote {journal}; what it wrote is kept beside it"
    )
    return [Step(words, partial(restore, copy, journal))]


def uninstall(root: Path, delete_games: bool) -> list[Step]:
    """Remove the files, and the games only if asked to. The configuration stays."""
    steps = _removals(root, (*_TARGETS.values(), *access_point.TARGETS))
    if (root / LINK).is_symlink():
        steps.append(Step(f"remove {root / LINK}", (root / LINK).unlink))
    folders = [below(root, folder) for folder in STATES] if delete_games else []
    steps += [
        Step(f"delete {folder}", partial(shutil.rmtree, folder))
        for folder in folders
        if folder.exists()
    ]
    config = below(root, CONFIG).parent
    if config.is_dir() and not any(config.iterdir()):
        steps.append(Step(f"remove {config}", config.rmdir))
    return steps


def _link(path: Path, command: Path) -> None:
    """Make a link, or replace it atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    draft.symlink_to(command)
    draft.replace(path)


def _removals(root: Path, targets: Iterable[str]) -> list[Step]:
    installed = [root / name for name in targets if (root / name).is_file()]
    return [Step(f"remove {file}", partial(_remove, file)) for file in sorted(installed)]


def _remove(file: Path) -> None:
    """Remove a file, and the folders of ours that are empty then."""
    file.unlink()
    with suppress(OSError):
        for folder in takewhile(lambda parent: parent.name in _OURS, file.parents):
            folder.rmdir()


def source() -> Path:
    """Where the files come from: a checkout or an installed wheel."""
    checkout = Path(__file__).parents[2] / "systemd"
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
