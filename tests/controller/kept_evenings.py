"""Keeps what read evenings have shown in a file, so that a long count can be made in parts.

Each game is one line. Only lines of these very rules, of this judge and of these people count: a
line carries a sum of all source files that decide about its figures.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.controller.read_evening import Round, Tally

ROOT = Path(__file__).parents[2]
DECIDE = ("rules/**/*.py", "controller/sightings/*.py", "tests/controller/read_evening.py")


class KeptEvenings:
    """The games that were played so far."""

    def __init__(self, path: Path, sources: str = "") -> None:
        """``sources``: which rules, judge and people they are; usually these."""
        self._path = path
        self._sources = sources or sum_of_sources()
        self._known: dict[str, Tally] = {}
        for line in path.read_text().splitlines() if path.exists() else []:
            try:
                read = json.loads(line)
            except ValueError:
                continue  # the run was ended while it wrote this line
            if read["sources"] == self._sources:
                self._known[read["game"]] = _tally(read)

    async def played(self, game: str, play: Callable[[], Awaitable[Tally]]) -> Tally:
        """What a game took: read from the file, or played now and written into it."""
        if game not in self._known:
            self._known[game] = tally = await play()
            line = {"game": game, "sources": self._sources, **_plain(tally)}
            with self._path.open("a") as file:
                # a line that was cut off ends here
                file.write("\n" + json.dumps(line) + "\n")
        return self._known[game]


@lru_cache(maxsize=1)
def sum_of_sources() -> str:
    """A sum of the source files that decide about the figures."""
    total = hashlib.sha256()
    for pattern in DECIDE:
        for path in sorted(ROOT.glob(pattern)):
            total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def _plain(tally: Tally) -> dict[str, Any]:
    return vars(tally) | {"rounds": [vars(one) for one in tally.rounds]}


def _tally(read: dict[str, Any]) -> Tally:
    rounds = [Round(**one) for one in read["rounds"]]
    counts = (Counter(read[name]) for name in ("meanings", "asked", "commands"))
    return Tally(read["games"], rounds, *counts)
