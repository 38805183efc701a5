"""The groups of a journal in a file of their own beside it: no entry of the journal has them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec

from controller.base.errors import Refused
from controller.base.outside import decode
from controller.base.paths import groups_of
from controller.evenings.groups import VERSION, AllGroups, Group
from controller.journal.durable import write_private

Change = Callable[[tuple[Group, ...]], tuple[Group, ...]]


class GroupStore:
    """Reads the groups when they are first asked for, and writes the file after each change."""

    def __init__(self, journal: Path) -> None:
        """The groups of this journal."""
        self.path = groups_of(journal)
        self._groups: tuple[Group, ...] | None = None
        self._lock = asyncio.Lock()

    def all(self) -> tuple[Group, ...]:
        """Every group; the one that played or was saved last comes first. Raises ``Refused``."""
        if self._groups is None:
            self._groups = read_groups(self.path)
        return self._groups

    def find(self, wanted: str) -> Group:
        """The group with this ID. Raises ``Refused``."""
        for group in self.all():
            if group.id == wanted:
                return group
        raise Refused("no_such_group", "refusal.no_such_group")

    async def change(self, change: Change) -> None:
        """Replace the groups by what ``change`` makes of them; on disk when this returns.

        Raises ``Refused``, also what ``change`` raises; then nothing has changed.
        """
        async with self._lock:
            after = change(self.all())
            if after != self._groups:
                await asyncio.to_thread(write_groups, self.path, after)
                self._groups = after


def read_groups(path: Path) -> tuple[Group, ...]:
    """The groups in a file; none if there is no file. Raises ``Refused`` and changes nothing."""
    try:
        stored = msgspec.convert(decode(path.read_bytes()), AllGroups)
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError):
        stored = None
    if stored is None or stored.version != VERSION:
        raise Refused("groups_unreadable", "refusal.groups_unreadable", {"file": path.name})
    return stored.groups


def write_groups(path: Path, groups: tuple[Group, ...]) -> None:
    """Replace the file. A power cut leaves the old one or the new one. Raises ``Refused``."""
    try:
        write_private(path, msgspec.json.encode(AllGroups(VERSION, groups)))
    except OSError as error:
        values = {"error": error.strerror or type(error).__name__}
        raise Refused("not_saved", "refusal.group_not_saved", values) from None
