"""Keeps what sittings have shown in a file, so that a long count can be made in parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.kept import Kept, sum_of
from tests.readers.measure import Measured
from tests.readers.rendering.judging import Verdict

DECIDE = (
    "controller/readers/camera/*.py",
    "controller/readers/camera/deciding/*.py",
    "tests/readers/rendering/*",
    "tests/readers/measure.py",
)


class Tally:
    """The sittings that were watched so far."""

    def __init__(self, path: Path | None, sources: str = "") -> None:
        """``path``: None keeps nothing. ``sources``: which reader it is; usually this one."""
        self._kept = Kept(path, sources or sum_of_sources())
        self._known = {name: _measured(read) for name, read in self._kept.known.items()}

    def watched(self, seed: int, plays: int, watch: Callable[[int, int], Measured]) -> Measured:
        """What a sitting shows: read from the file, or watched now and written into it."""
        sitting = f"{seed} {plays}"
        if sitting not in self._known:
            self._known[sitting] = measured = watch(seed, plays)
            self._kept.add(sitting, _plain(measured))
        return self._known[sitting]


@lru_cache(maxsize=1)
def sum_of_sources() -> str:
    """A sum of the source files that decide about the figures."""
    return sum_of(*DECIDE)


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
