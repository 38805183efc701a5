"""What is wrong in the hall, as long as it is shown. Pure."""

from __future__ import annotations

from collections.abc import Callable

from controller.hub.standings import Record
from controller.hub.table_messages import NO_SENSE, OTHER_VERSION

SAID_S = 15 * 60
"""For how long it is shown that a table sent something that nobody understands."""
SHOWN = 5
"""So many sentences are shown: nobody reads more on a screen in the hall."""
OPEN_BROKER, LOST_BROKER = "hall.open_broker", "hall.lost_broker"
FULL, TWICE = "hall.full", "hall.twice"
_FIRST = (LOST_BROKER, FULL, OPEN_BROKER, TWICE, OTHER_VERSION, NO_SENSE)
"""What is wrong with everything comes before what is wrong with one table."""


class Complaints:
    """Sentences, each by its key and table."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock`` tells seconds since 1970."""
        self._clock = clock
        self._until: dict[tuple[str, str], float] = {}

    def add(self, key: str, table: str = "", for_s: float = SAID_S) -> bool:
        """Something is wrong. Returns whether it was not known."""
        now = self._clock()
        new = self._until.get((key, table), now) <= now
        self._until[key, table] = now + for_s
        return new

    def end(self, key: str) -> bool:
        """It is not wrong any more. Returns whether it was."""
        return self._until.pop((key, ""), None) is not None

    def shown(self) -> list[Record]:
        """The most important ones."""
        now = self._clock()
        self._until = {complaint: until for complaint, until in self._until.items() if until > now}
        first = sorted(
            self._until, key=lambda complaint: (_FIRST.index(complaint[0]), complaint[1])
        )
        return [Record(key, {"table": table}) for key, table in first[:SHOWN]]
