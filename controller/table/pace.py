"""How often something may be done: some at once, and then one in a time."""

from __future__ import annotations

from collections.abc import Callable


class Pace:
    """Allows so many at once; each is allowed again after a time."""

    def __init__(self, clock: Callable[[], float], at_once: int, every_s: float) -> None:
        """``clock``: seconds, monotonic."""
        self._clock = clock
        self._most_s = at_once * every_s
        self._every_s = every_s
        self._free_at_s = float("-inf")
        """When all of them are allowed again."""

    @property
    def wait_s(self) -> float:
        """How long to wait until the next one is allowed; 0: not at all."""
        return max(0.0, self._free_at_s + self._every_s - self._most_s - self._clock())

    def done(self) -> None:
        """One was done."""
        self._free_at_s = max(self._free_at_s, self._clock()) + self._every_s
