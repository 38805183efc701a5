"""Where this machine keeps sockets and games: systemd's folders if set, else the user's."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import platformdirs

NAME = "rollerdeck"
READER = "reader.json"
MQTT_PASSWORD, MQTT_PUBLISHED = "mqtt-password", "mqtt-published.json"
HUB_PASSWORD, HUB_FILE = "hub-password", "hub.sqlite3"


def runtime_dir() -> Path:
    """Folder for sockets, gone after a restart: ``RUNTIME_DIRECTORY``, else the user's own."""
    if folder := _systemd("RUNTIME_DIRECTORY"):
        return folder
    with warnings.catch_warnings():
        # it warns if a session has no folder of its own and /tmp is used, which is fine here
        warnings.simplefilter("ignore")
        return platformdirs.user_runtime_path(NAME)


def unusable_runtime_dir() -> str:
    """Say that the user's own folder for sockets is not used; empty: it is, or none is set.

    platformdirs follows the XDG Base Directory Specification: the folder belongs to the user alone.
    """
    own = os.environ.get("XDG_RUNTIME_DIR", "")
    if not own or runtime_dir() == Path(own) / NAME or _systemd("RUNTIME_DIRECTORY"):
        return ""
    return (
        f"The folder {own} (XDG_RUNTIME_DIR) cannot be used, so sockets are in {runtime_dir()}: "
        "name a folder that is there, belongs to you, and has the mode 0700."
    )


def state_dir() -> Path:
    """Folder for files that must be kept: ``STATE_DIRECTORY``, else the user's own."""
    return _systemd("STATE_DIRECTORY") or platformdirs.user_state_path(NAME)


def socket_path() -> Path:
    """Default socket of a launcher on this machine."""
    return runtime_dir() / "launcher.sock"


def journal_path() -> Path:
    """Default file of the games."""
    return state_dir() / "journal.sqlite3"


def backups_of(journal: Path) -> Path:
    """Folder of a journal's backups, beside the journal."""
    return journal.with_name(f"{journal.name}.backups")


def pin_of(journal: Path) -> Path:
    """File with the hash of the host's PIN, beside the journal; it may be missing."""
    return journal.with_name(f"{journal.name}.pin")


def link_of(journal: Path) -> Path:
    """File with the hash of a host's link, beside the journal; it may be missing."""
    return journal.with_name(f"{journal.name}.link")


def groups_of(journal: Path) -> Path:
    """File with the groups of people who play, beside the journal."""
    return journal.with_name(f"{journal.name}.groups.json")


def settings_of(journal: Path) -> Path:
    """File with what people have set on the page, beside the journal; it may be missing."""
    return journal.with_name(f"{journal.name}.settings.json")


def wire_of(journal: Path) -> Path:
    """File with the newest events of the launcher, beside the journal; it may be missing."""
    return journal.with_name(f"{journal.name}.wire.jsonl")


def decks_of(journal: Path) -> Path:
    """File that says which number is which card of a deck, beside the journal."""
    return journal.with_name(f"{journal.name}.decks.json")


def boxes_of(journal: Path) -> Path:
    """Folder with the boxes that a house describes itself, beside the journal; may be missing."""
    return journal.with_name("editions")


def index_of(journal: Path) -> Path:
    """File with an index of past games, beside the journal. It can be deleted at any time."""
    return journal.with_name(f"{journal.name}.index.sqlite3")


def reader_path() -> Path:
    """File with the pairing of the reader on this machine; it may be missing."""
    return state_dir() / READER


def mqtt_path() -> Path:
    """Folder of what the publisher on this machine keeps: ``MQTT_PASSWORD``, ``MQTT_PUBLISHED``."""
    return state_dir()


def hub_path() -> Path:
    """Folder of what the hub on this machine keeps: ``HUB_PASSWORD``, ``HUB_FILE``."""
    return state_dir()


def calibration_path() -> Path:
    """Calibration of the launcher on this machine's pins; the file may be missing."""
    return state_dir() / "calibration.json"


def pico_calibration_path() -> Path:
    """Calibration of the launcher on a Pico, which is installed on it; the file may be missing."""
    return state_dir() / "calibration-pico.json"


def config_path() -> Path:
    """Default configuration file, which may be missing."""
    return platformdirs.user_config_path(NAME) / "rollerdeck.toml"


def _systemd(variable: str) -> Path | None:
    # a unit may name several folders, separated by colons: the first is the main one
    first = os.environ.get(variable, "").split(":")[0]
    return Path(first) if first else None
