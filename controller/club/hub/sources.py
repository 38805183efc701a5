"""The publishers that a hub has heard: two with the name of one table are told apart. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from controller.club.hub.result_store import StoredPublisher

TWICE_S = 60 * 60
"""Two publishers with one name were both heard within so long: they are two machines."""
MOST_SOURCES = 4
"""So many of a table are remembered, the newest: a program could make up one for each message."""
HEARD_S = 60
"""How often it is written down that a publisher is still there."""


class Sources:
    """The newest publishers of each table."""

    def __init__(self, stored: Iterable[StoredPublisher] = ()) -> None:
        """``stored``: those that were written down."""
        self._of: dict[str, dict[str, StoredPublisher]] = {}
        for publisher in stored:
            self._of.setdefault(publisher.table, {})[publisher.source] = publisher
        for publishers in self._of.values():
            for old in sorted(publishers.values(), key=_last)[:-MOST_SOURCES]:
                del publishers[old.source]

    def hear(self, table: str, source: str, now_s: int) -> StoredPublisher | None:
        """A publisher was heard. Returns what is to be written down; None: it was, lately."""
        publishers = self._of.setdefault(table, {})
        before = publishers.get(source)
        if before is not None and now_s - before.last_s < (1 if len(publishers) > 1 else HEARD_S):
            return None
        if before is None and len(publishers) >= MOST_SOURCES:
            del publishers[min(publishers.values(), key=_last).source]
        publishers[source] = StoredPublisher(
            table, source, before.first_s if before else now_s, now_s
        )
        return publishers[source]

    def drop(self, publishers: Iterable[StoredPublisher]) -> None:
        """Forget some, unless they were heard again."""
        for publisher in publishers:
            if self._of.get(publisher.table, {}).get(publisher.source) == publisher:
                del self._of[publisher.table][publisher.source]

    def twice(self, now_s: int) -> Mapping[str, tuple[str, ...]]:
        """The tables of which two machines tell, and the sources of each.

        They are two machines if an older one was heard after a newer one had come.
        """
        shared = {}
        for table, publishers in self._of.items():
            lately = [heard for heard in publishers.values() if now_s - heard.last_s <= TWICE_S]
            lately.sort(key=lambda heard: heard.first_s)  # of one second: as they were heard
            if any(older.last_s > newer.first_s for older, newer in combinations(lately, 2)):
                shared[table] = tuple(sorted(publishers))
        return shared


def outdated(publishers: Iterable[StoredPublisher], now_s: int) -> list[StoredPublisher]:
    """Those that need not be remembered: others of their table are newer, and they are too old."""
    by_table: dict[str, list[StoredPublisher]] = {}
    for publisher in publishers:
        by_table.setdefault(publisher.table, []).append(publisher)
    old = []
    for of_table in by_table.values():
        newest_first = sorted(of_table, key=_last, reverse=True)
        old += newest_first[MOST_SOURCES:]
        rest = newest_first[1:MOST_SOURCES]
        old += [publisher for publisher in rest if now_s - publisher.last_s > TWICE_S]
    return old


def _last(publisher: StoredPublisher) -> tuple[int, int]:
    return publisher.last_s, publisher.first_s
