"""Where this machine keeps sockets and games. systemd's word comes before the user's folders."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import platformdirs

NAME = "rollerdeck"


def runtime_dir() -> Path:
    """Folder for sockets, gone after a restart: ``RUNTIME_DIRECTORY``, else the user's own."""
    if folder := _systemd("RUNTIME_DIRECTORY"):
        return folder
    with warnings.catch_warnings():
        # that a session has no folder of its own, and /tmp serves, is nobody's worry here
        warnings.simplefilter("ignore")
        return platformdirs.user_runtime_path(NAME)


def state_dir() -> Path:
    """Folder for what must stay: ``STATE_DIRECTORY``, else the user's own."""
    return _systemd("STATE_DIRECTORY") or platformdirs.user_state_path(NAME)


def socket_path() -> Path:
    """Where a launcher on this machine listens, unless somebody says otherwise."""
    return runtime_dir() / "launcher.sock"


def journal_path() -> Path:
    """Where the games are written down, unless somebody says otherwise."""
    return state_dir() / "journal.sqlite3"


def backups_of(journal: Path) -> Path:
    """Folder of a journal's backups: beside it."""
    return journal.with_name(f"{journal.name}.backups")


def calibration_path() -> Path:
    """What a bench measured of the launcher on this machine's pins; it need not exist."""
    return state_dir() / "calibration.json"


def pico_calibration_path() -> Path:
    """The same of the launcher on a Pico, which is installed with it."""
    return state_dir() / "calibration-pico.json"


def config_path() -> Path:
    """The configuration that is read when none is named; it need not exist."""
    return platformdirs.user_config_path(NAME) / "rollerdeck.toml"


def _systemd(variable: str) -> Path | None:
    # a unit may name several folders, with colons between them: the first is the main one
    first = os.environ.get(variable, "").split(":")[0]
    return Path(first) if first else None
