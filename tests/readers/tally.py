"""Keeps what sittings have shown in a file, so that a long count can be made in parts.

Each sitting is one line. Only lines of this very reader and of these very piles count: a line
carries a sum of all source files that decide about its figures.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.readers.measure import Measured
from tests.readers.rendering.judging import Verdict

ROOT = Path(__file__).parents[2]
DECIDE = ("controller/readers/camera/*.py", "tests/readers/rendering/*", "tests/readers/measure.py")


class Tally:
    """The sittings that were watched so far."""

    def __init__(self, path: Path | None, sources: str = "") -> None:
        """``path``: None keeps nothing. ``sources``: which reader it is; usually this one."""
        self._path = path
        self._sources = sources or sum_of_sources()
        self._known: dict[str, Measured] = {}
        lines = path.read_text().splitlines() if path is not None and path.exists() else []
        for line in lines:
            try:
                read = json.loads(line)
            except ValueError:
                continue  # the run was ended while it wrote this line
            if read["sources"] == self._sources:
                self._known[read["sitting"]] = _measured(read)

    def watched(self, seed: int, plays: int, watch: Callable[[int, int], Measured]) -> Measured:
        """What a sitting shows: read from the file, or watched now and written into it."""
        sitting = f"{seed} {plays}"
        if sitting not in self._known:
            self._known[sitting] = measured = watch(seed, plays)
            if self._path is not None:
                line = {"sitting": sitting, "sources": self._sources, **_plain(measured)}
                with self._path.open("a") as file:
                    # a line that was cut off ends here
                    file.write("\n" + json.dumps(line) + "\n")
        return self._known[sitting]


@lru_cache(maxsize=1)
def sum_of_sources() -> str:
    """A sum of the source files that decide about the figures."""
    total = hashlib.sha256()
    for pattern in DECIDE:
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file():
                total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def _plain(measured: Measured) -> dict[str, Any]:
    verdict = vars(measured.verdict) | {
        "by_condition": [[*key, many] for key, many in measured.verdict.by_condition.items()]
    }
    return vars(measured) | {"verdict": verdict}


def _measured(read: dict[str, Any]) -> Measured:
    given = dict(read["verdict"])
    given["wrong"] = Counter(given["wrong"])
    given["by_condition"] = Counter({(why, was): many for why, was, many in given["by_condition"]})
    return Measured(
        Verdict(**given), read["frames"], read["cpu_s"], Counter(read["unread"]), read["notes"]
    )
