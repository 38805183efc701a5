"""Keeps what people set on the page, in a file beside the journal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.base.errors import Refused
from controller.base.outside import decode
from controller.base.paths import settings_of
from controller.evenings.settings import StoredSettings, without
from controller.journal.durable import write_private

VERSION = 1
"""Of the file."""

Change = Callable[[StoredSettings], StoredSettings]


class SettingsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    rollerdeck_settings: int
    """The version of the format."""
    settings: StoredSettings


class SettingsStore:
    """Reads the file when it is first asked for, and writes it after each change."""

    def __init__(self, journal: Path) -> None:
        """What was set for the games of this journal."""
        self.path = settings_of(journal)
        self._stored: StoredSettings | None = None
        self._lock = asyncio.Lock()

    def read(self) -> StoredSettings:
        """What people have set. Raises ``Refused`` for a file that cannot be read."""
        if self._stored is None:
            self._stored = read_settings(self.path)
        return self._stored

    def read_or_nothing(self) -> StoredSettings:
        """What people have set; nothing if the file cannot be read. It stays as it is."""
        try:
            return self.read()
        except Refused:
            return StoredSettings()

    async def change(self, change: Change) -> None:
        """Replace what is stored by what ``change`` makes of it; on disk when this returns.

        Raises ``Refused``, also what ``change`` raises; then nothing has changed.
        """
        async with self._lock:
            after = change(self.read())
            if after != self._stored:
                await asyncio.to_thread(write_settings, self.path, after)
                self._stored = after


def read_settings(path: Path) -> StoredSettings:
    """What a file says; nothing if there is none. Raises ``Refused`` and changes nothing."""
    try:
        stored = msgspec.convert(decode(path.read_bytes()), SettingsFile)
    except FileNotFoundError:
        return StoredSettings()
    except (OSError, msgspec.MsgspecError):
        stored = None
    if stored is None or stored.rollerdeck_settings != VERSION:
        raise Refused("settings_unreadable", "refusal.settings_unreadable", {"file": path.name})
    return stored.settings


def write_settings(path: Path, stored: StoredSettings) -> None:
    """Replace the file. A power cut leaves the old one or the new one. Raises ``Refused``."""
    content = msgspec.json.encode(SettingsFile(VERSION, stored))
    try:
        write_private(path, msgspec.json.format(content, indent=1))
    except OSError as error:
        values = {"error": error.strerror or type(error).__name__}
        raise Refused("not_saved", "refusal.settings_not_saved", values) from None


def forget_group(path: Path, group: str) -> None:
    """Take out of a file what a group has set; a file nobody can read stays. Raises ``Refused``."""
    try:
        before = read_settings(path)
    except Refused:
        return
    after = without(before, group)
    if after != before:
        write_settings(path, after)
