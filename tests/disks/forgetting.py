"""A group is deleted with the names in its games, as a process of its own, so that all is seen.

``python -m tests.disks.forgetting JOURNAL MARKS``: two journals' worth of games are laid, with a
backup and a copy that was put aside; then ``stage forget`` is written to the file MARKS, and
``forgotten`` when the referee has answered.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from random import Random

from controller.base.paths import backups_of, groups_of
from controller.evenings.groups import Group, GroupStore, Person, id_of, write_groups
from controller.evenings.reckoning import all_figures
from controller.games.backups import back_up
from controller.journal.durable import sync
from controller.web.evenings.name_removal import forget_games, forget_here
from tests.worlds.bot_journal import BotJournal
from tests.worlds.evening import Evening

NAMES = ("Ann", "Bo", "Cy", "Dee", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
GROUP = Group(id_of(NAMES), "Family", tuple(map(Person, NAMES)), {"edition": "attack"})


async def delete(journal: Path, marks: Path) -> None:
    told = os.open(marks, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    played = BotJournal(Random(4), target=5)
    journal.parent.mkdir()
    for _ in range(2):
        played.play(2)
    played.lay(journal)
    write_groups(groups_of(journal), (GROUP,))
    backups_of(journal).mkdir()
    back_up(journal, backups_of(journal) / "games-000001.sqlite3")
    back_up(journal, journal.with_name(f"{journal.name}.before-1"))
    all_figures(journal)
    evening = Evening(journal.parent)
    evening.path = journal
    table = await evening.open()
    for path in (journal.parent.parent, journal.parent, *journal.parent.rglob("*")):
        sync(path)
    os.write(told, b"stage forget\n")
    kept = GroupStore(journal)
    await forget_games(table, kept, GROUP, forget_here)
    await kept.change(lambda groups: tuple(one for one in groups if one.id != GROUP.id))
    os.write(told, b"forgotten\n")
    await evening.close()


if __name__ == "__main__":
    asyncio.run(delete(*map(Path, sys.argv[1:])))
