"""The publishers that a hub has heard: two with the name of one table are told apart. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from controller.hub.store import KeptSource

TWICE_S = 60 * 60
"""Two publishers with one name were both heard within so long: they are two machines."""
MOST_SOURCES = 4
"""So many of a table are remembered, the newest: a program could make up one for each message."""
HEARD_S = 60
"""How often it is written down that a publisher is still there."""


class Sources:
    """The newest publishers of each table."""

    def __init__(self, known: Iterable[KeptSource] = ()) -> None:
        """``known``: those that were written down."""
        self._of: dict[str, dict[str, KeptSource]] = {}
        for one in known:
            self._of.setdefault(one.table, {})[one.source] = one
        for ones in self._of.values():
            for old in sorted(ones.values(), key=_last)[:-MOST_SOURCES]:
                del ones[old.source]

    def hear(self, table: str, source: str, now_s: int) -> KeptSource | None:
        """A publisher was heard. Returns what is to be written down; None: it was, lately."""
        ones = self._of.setdefault(table, {})
        known = ones.get(source)
        if known is not None and now_s - known.last_s < (1 if len(ones) > 1 else HEARD_S):
            return None
        if known is None and len(ones) >= MOST_SOURCES:
            del ones[min(ones.values(), key=_last).source]
        ones[source] = KeptSource(table, source, known.first_s if known else now_s, now_s)
        return ones[source]

    def drop(self, gone: Iterable[KeptSource]) -> None:
        """Forget some, unless they were heard again."""
        for one in gone:
            if self._of.get(one.table, {}).get(one.source) == one:
                del self._of[one.table][one.source]

    def twice(self, now_s: int) -> Mapping[str, tuple[str, ...]]:
        """The tables of which two machines tell, and the sources of each.

        They are two machines if an older one was heard after a newer one had come.
        """
        found = {}
        for table, ones in self._of.items():
            lately = [one for one in ones.values() if now_s - one.last_s <= TWICE_S]
            lately.sort(key=lambda one: one.first_s)  # of one second: as they were heard
            if any(older.last_s > newer.first_s for older, newer in combinations(lately, 2)):
                found[table] = tuple(sorted(ones))
        return found


def outdated(sources: Iterable[KeptSource], now_s: int) -> list[KeptSource]:
    """Those that need not be remembered: others of their table are newer, and they are too old."""
    of: dict[str, list[KeptSource]] = {}
    for one in sources:
        of.setdefault(one.table, []).append(one)
    found = []
    for ones in of.values():
        older = sorted(ones, key=_last, reverse=True)
        found += older[MOST_SOURCES:]
        found += [one for one in older[1:MOST_SOURCES] if now_s - one.last_s > TWICE_S]
    return found


def _last(one: KeptSource) -> tuple[int, int]:
    return one.last_s, one.first_s
