"""The services on a machine: which files they are, put there, compared, and taken away.

Everything is below a ``root``, so that all of it can be tried in a folder.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from controller.errors import WRONG_USAGE, Trouble

UNITS = ("rollerdeck-driver.service", "rollerdeck-referee.service")
USERS = ("rollerdeck-driver", "rollerdeck")
STATES = ("var/lib/rollerdeck", "var/lib/rollerdeck-driver")
"""The games, and what a bench measured."""
CONFIG = "etc/rollerdeck/rollerdeck.toml"

_USUAL_COMMAND = "/opt/rollerdeck/.venv/bin/rollerdeck"
_USUAL_PORT = "<port>8080</port>"
_HIDDEN = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")  # noqa: S108 - compared, not used
"""Folders that the units hide from their processes."""

_TARGETS = {
    "rollerdeck-driver.service": "etc/systemd/system/rollerdeck-driver.service",
    "rollerdeck-referee.service": "etc/systemd/system/rollerdeck-referee.service",
    "motor-off": "usr/local/libexec/rollerdeck/motor-off",
    "rollerdeck.sysusers": "etc/sysusers.d/rollerdeck.conf",
    "rollerdeck.tmpfiles": "etc/tmpfiles.d/rollerdeck.conf",
    "rollerdeck.rules": "etc/udev/rules.d/60-rollerdeck.rules",
    "rollerdeck.avahi.xml": "etc/avahi/services/rollerdeck.service",
}
_PROGRAMS = frozenset({"motor-off"})

AFTER_INSTALL = (
    ("systemd-sysusers", "rollerdeck.conf"),
    ("systemd-tmpfiles", "--create", "rollerdeck.conf"),
    ("udevadm", "control", "--reload"),
    ("systemctl", "daemon-reload"),
    ("systemctl", "enable", *UNITS),
)
BEFORE_UNINSTALL = (("systemctl", "disable", "--now", *UNITS),)
AFTER_UNINSTALL = (("systemctl", "daemon-reload"), ("udevadm", "control", "--reload"))


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do, in words and as a deed, which may raise ``OSError``."""

    words: str
    deed: Callable[[], object]


@dataclass(frozen=True, slots=True)
class File:
    """A file of the services, as it should be. ``target`` is below the root."""

    target: str
    content: bytes
    mode: int

    def state(self, root: Path) -> str:
        """``ok``, ``missing`` or ``other``."""
        there = root / self.target
        try:
            same = there.read_bytes() == self.content and there.stat().st_mode & 0o777 == self.mode
        except (FileNotFoundError, NotADirectoryError):
            return "missing"
        return "ok" if same else "other"

    def write(self, root: Path) -> None:
        """Put it there, all at once."""
        there = root / self.target
        there.parent.mkdir(parents=True, exist_ok=True)
        draft = there.with_name(f".{there.name}.new")
        draft.write_bytes(self.content)
        draft.chmod(self.mode)
        draft.replace(there)


def files(command: Path, port: int) -> list[File]:
    """Every file of the services, for a ``rollerdeck`` command at this place and the page's port.

    Raises ``Trouble`` (exit code 2) where the units could not start that command.
    """
    _startable(command)
    source = _source()
    made = []
    for name, target in _TARGETS.items():
        text = (source / name).read_text(encoding="utf-8")
        text = text.replace(_USUAL_COMMAND, str(command))
        text = text.replace(_USUAL_PORT, f"<port>{port}</port>")
        made.append(File(target, text.encode(), 0o755 if name in _PROGRAMS else 0o644))
    return made


def install(root: Path, wanted: Iterable[File]) -> list[Step]:
    """Write what is missing or another; nothing where all is as it should be."""
    stale = [file for file in wanted if file.state(root) != "ok"]
    return [Step(f"write {root / file.target}", partial(file.write, root)) for file in stale]


def uninstall(root: Path, delete_games: bool) -> list[Step]:
    """Remove the files, and the games only if asked to; the configuration is its owner's."""
    there = [root / name for name in _TARGETS.values() if (root / name).is_file()]
    steps = [Step(f"remove {file}", partial(_remove, file)) for file in there]
    folders = [root / name for name in STATES] if delete_games else []
    steps += [Step(f"delete {one}", partial(shutil.rmtree, one)) for one in folders if one.exists()]
    return steps


def _remove(file: Path) -> None:
    """Take a file away, and a folder of ours that is empty then."""
    file.unlink()
    if file.parent.name == "rollerdeck":
        with suppress(OSError):
            file.parent.rmdir()


def _source() -> Path:
    """Where the files come from: a checkout, or what a wheel brought along."""
    checkout = Path(__file__).parents[1] / "systemd"
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
