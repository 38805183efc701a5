"""The services on a machine: their files are written, compared and removed.

Everything is below a ``root``, so that all of it can be tried in a folder.
"""

from __future__ import annotations

import shutil
import sqlite3
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
    HUB,
    MQTT_DROP_IN,
    SCALE_DROP_IN,
    STATES,
    UNITS,
    VOICE_DROP_IN,
    units,
)
from controller.games.backups import restore
from controller.journal.schema import copy_before_upgrade, is_newer
from controller.network import access_point
from controller.workshop.install.unit_files import AT_TIMES, TARGETS, File

LINK = "usr/local/bin/rollerdeck"
"""Where a shell finds the command of the services."""
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
    ours = {*access_point.TARGETS, *(TARGETS[name] for name in AT_TIMES)}
    return steps + _removals(root, ours - {file.target for file in files})


def installed_units(root: Path) -> tuple[str, ...]:
    """Those of the units whose files are there."""
    return tuple(unit for unit in UNITS if (root / TARGETS[unit]).is_file())


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
    steps = _removals(root, (*TARGETS.values(), *access_point.TARGETS))
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
