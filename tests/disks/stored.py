"""Writes whatever has to outlast a power cut, as a process of its own, so that every sync is seen.

``python -m tests.disks.stored FOLDER MARKS``: after each write, ``stored PATH`` goes as a line to
the file MARKS. A PATH that is no file then must stay away, too.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from controller.base.paths import backups_of, link_of, pin_of
from controller.club.hub import copies, hub_file
from controller.club.password import keep_password
from controller.evenings.forgetting import draft_journal, draft_of, rewrite_copies
from controller.evenings.groups import Group, Person, id_of, write_groups
from controller.games import backups
from controller.games.start_up import open_journal
from controller.journal.durable import make_folder, sync, write_private
from controller.journal.journal import Journal
from controller.journal.schema import upgrade
from controller.readers.pairing import Pairing, store_pairing
from controller.seats import host
from hardware.calibration import write_file
from tests.worlds.bot_journal import BotJournal
from tests.worlds.evening import make_old


class Stored:
    """Marks each write as soon as it has returned."""

    def __init__(self, folder: Path, marks: Path) -> None:
        self._folder = folder
        self._marks = os.open(marks, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def folder(self, name: str) -> Path:
        """A folder that is on disk."""
        made = self._folder / name
        made.mkdir()
        sync(self._folder)
        return made

    def mark(self, *paths: Path) -> None:
        for path in paths:
            os.write(self._marks, f"stored {path.relative_to(self._folder)}\n".encode())


def small_files(stored: Stored) -> None:
    folder = stored.folder("small")
    for content in (b"old", b"new"):
        write_private(folder / "private", content)
        stored.mark(folder / "private")
        write_file(folder / "calibration", content)
        stored.mark(folder / "calibration")
    stored.mark(folder / "calibration.before")
    make_folder(folder / "one" / "two")
    file = folder / "one" / "two" / "empty"
    file.touch()
    sync(file.parent)
    stored.mark(file)
    store_pairing(folder / "reader" / "pairing", Pairing("http://localhost:8080", "cookie"))
    stored.mark(folder / "reader" / "pairing")
    keep_password(folder / "club" / "password", "table-1")
    stored.mark(folder / "club" / "password")


def admissions(stored: Stored) -> None:
    journal = stored.folder("seats") / "journal"
    host.set_pin(journal, "123456")
    stored.mark(pin_of(journal))
    host.remove_pin(journal)
    stored.mark(pin_of(journal))
    link = host.make_link(journal, lambda: 0.0, Random(1), "boot")
    stored.mark(link_of(journal))
    assert host.redeem_link(journal, link, lambda: 1.0, "boot")
    stored.mark(link_of(journal))


def journals(stored: Stored) -> None:
    folder = stored.folder("journals")
    new, old, damaged = (folder / name for name in ("new", "old", "damaged"))
    Journal.open(new)[0].close()
    stored.mark(new)
    for path in (old, damaged):
        games(path)
    make_old(old)
    sync(old)
    upgrade(old)
    stored.mark(old, backups_of(old) / "schema-1.sqlite3")
    with closing(sqlite3.connect(damaged)) as db, db:
        db.execute("DELETE FROM entry WHERE seq = 6")
    sync(damaged)
    open_journal(damaged, lambda _: None)[0].close()
    stored.mark(damaged, folder / "damaged.before-1")


def copies_of_games(stored: Stored) -> None:
    folder = stored.folder("copies")
    journal, copy = folder / "journal", folder / "copy"
    games(journal)
    backups.back_up(journal, copy)
    stored.mark(copy)
    backups.restore(copy, journal)
    stored.mark(journal, folder / "journal.before-1")


def a_hub(stored: Stored) -> None:
    folder = stored.folder("hub")
    file, copy = folder / "new" / "hub", folder / "copy"
    hub_file.open_file(file).close()
    stored.mark(file)
    copies.back_up(file, copy)
    stored.mark(copy)
    copies.restore(copy, file)
    stored.mark(file, file.parent / "hub.before-1")
    elsewhere = folder / "elsewhere" / "hub"
    copies.restore(copy, elsewhere)
    stored.mark(elsewhere)


async def names(stored: Stored) -> None:
    folder = stored.folder("names")
    journal = folder / "journal"
    played = games(journal)
    backups_of(journal).mkdir()
    copy = backups_of(journal) / "games-000001.sqlite3"
    backups.back_up(journal, copy)
    group = Group(id_of(played), "Family", tuple(map(Person, played)), {"edition": "attack"})
    write_groups(folder / "journal.groups.json", (group,))
    stored.mark(folder / "journal.groups.json")
    draft_journal(journal, group.id)
    opened, _ = Journal.open(journal)
    await opened.replace(draft_of(journal))
    stored.mark(journal)
    rewrite_copies(journal, group.id)
    stored.mark(copy)
    opened.close()


def games(path: Path) -> tuple[str, ...]:
    """Lay a journal of some games; who played."""
    played = BotJournal(Random(4), target=5)
    played.play(2)
    played.lay(path)
    sync(path)
    sync(path.parent)
    return tuple(played.entries[0].body["game"]["players"])


WRITES: tuple[Callable[[Stored], None], ...] = (
    small_files,
    admissions,
    journals,
    copies_of_games,
    a_hub,
    lambda stored: asyncio.run(names(stored)),
)


if __name__ == "__main__":
    stored = Stored(*map(Path, sys.argv[1:]))
    for write in WRITES:
        write(stored)
