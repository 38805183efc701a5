"""A journal of thousands of games, as a house has after years. Also a program::

python -m tests.worlds.many_games FILE [GAMES [COMMANDS]]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from controller.journal.entry import Entry, row_of
from controller.journal.schema import lay
from tests.worlds.bot_journal import IDENTITY, BotJournal

PLAYED = 200
"""So many different games of one round are played; the journal repeats them."""
GAP_S = 900
"""Between two games."""


def many_games(games: int, most_commands: int | None = None, seed: int = 1) -> Iterator[Entry]:
    """The entries of so many games.

    ``most_commands``: leave each game after so many; None: play it to its end.
    """
    played = BotJournal(Random(seed), target=1)
    for _ in range(min(PLAYED, games)):
        played.play(played.random.randrange(2, 7))
    templates: list[list[Entry]] = []
    for entry in played.entries:
        if entry.kind == "game":
            templates.append([])
        templates[-1].append(entry)
    seq, wall_s = 0, played.entries[0].wall_s
    for nth in range(games):
        template = templates[nth % len(templates)]
        began_s = template[0].wall_s
        for entry in template[: None if most_commands is None else most_commands + 1]:
            seq += 1
            at_s = wall_s + entry.wall_s - began_s
            yield msgspec.structs.replace(entry, seq=seq, game=nth + 1, wall_s=at_s)
        wall_s += template[-1].wall_s - began_s + GAP_S


def lay_many_games(path: Path, games: int, most_commands: int | None = None) -> None:
    """Write such a journal, in place of what is there."""
    lay(path, map(row_of, many_games(games, most_commands)), IDENTITY)


if __name__ == "__main__":
    lay_many_games(Path(sys.argv[1]), *map(int, sys.argv[2:] or ["10000"]))
