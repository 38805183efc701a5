"""Keeps what read evenings have shown in a file, so that a long count can be made in parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.controller.sightings.read_tally import Round, Tally
from tests.kept import Kept, sum_of

DECIDE = ("rules/**/*.py", "controller/sightings/*.py", "tests/controller/sightings/read_*.py")


class KeptEvenings:
    """The games that were played so far."""

    def __init__(self, path: Path, sources: str = "") -> None:
        """``sources``: which rules, judge and people they are; usually these."""
        self._kept = Kept(path, sources or sum_of_sources())
        self._known = {name: _tally(read) for name, read in self._kept.known.items()}

    async def played(self, game: str, play: Callable[[], Awaitable[Tally]]) -> Tally:
        """What a game took: read from the file, or played now and written into it."""
        if game not in self._known:
            self._known[game] = tally = await play()
            self._kept.add(game, _plain(tally))
        return self._known[game]


@lru_cache(maxsize=1)
def sum_of_sources() -> str:
    """A sum of the source files that decide about the figures."""
    return sum_of(*DECIDE)


def _plain(tally: Tally) -> dict[str, Any]:
    return vars(tally) | {"rounds": [vars(one) for one in tally.rounds]}


def _tally(read: dict[str, Any]) -> Tally:
    rounds = [Round(**one) for one in read["rounds"]]
    counts = (Counter(read[name]) for name in ("meanings", "asked", "commands"))
    return Tally(read["games"], rounds, *counts)
