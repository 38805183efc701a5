"""Keeps the log readable and the disk free when the same thing happens again and again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

MOST = 60
PERIOD_S = 60.0
"""Of one kind, at most ``MOST`` lines are logged in this time. A game logs less than 20."""


@dataclass(slots=True)
class _Kind:
    """What was logged of one kind since a moment."""

    since_s: float
    logged: int = 0
    left_out: int = 0


class RateFilter(logging.Filter):
    """Leaves out lines of a kind of which there were too many; the next one says how many.

    A line's kind is its event. What a library logs is of one kind for each library.
    """

    def __init__(
        self, clock: Callable[[], float], limit: int = MOST, period_s: float = PERIOD_S
    ) -> None:
        """``clock``: seconds, monotonic."""
        super().__init__()
        self._clock = clock
        self._limit = limit
        self._period_s = period_s
        self._kinds: dict[str, _Kind] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is logged."""
        now_s = self._clock()
        name = getattr(record, "event", "") or record.name
        kind = self._kinds.setdefault(name, _Kind(now_s))
        left_out = 0
        if now_s - kind.since_s >= self._period_s:
            left_out = kind.left_out
            kind = self._kinds[name] = _Kind(now_s)
        if kind.logged == self._limit:
            kind.left_out += 1
            return False
        kind.logged += 1
        if left_out:
            record.msg = f"{record.getMessage()} ({left_out} more of these were left out before.)"
            record.args = None
        return True
