"""Rate limits: so many at once, and then one in a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import ceil

from controller.base.errors import Refused


class RateLimit:
    """Allows ``at_once``; then each is allowed again after ``every_s``."""

    def __init__(self, clock: Callable[[], float], at_once: int, every_s: float) -> None:
        """``clock``: seconds, monotonic."""
        self._clock = clock
        self._burst_s = at_once * every_s
        self._every_s = every_s
        self._free_at_s = float("-inf")
        """When all of them are allowed again."""

    @property
    def wait_s(self) -> float:
        """Seconds to wait until the next one is allowed; 0: none."""
        return max(0.0, self._free_at_s + self._every_s - self._burst_s - self._clock())

    def count(self) -> None:
        """Count one."""
        self._free_at_s = max(self._free_at_s, self._clock()) + self._every_s

    @property
    def is_idle(self) -> bool:
        """Whether all of them are allowed again, as at first."""
        return self._free_at_s <= self._clock()


class RateLimits:
    """A limit for each address, so that one that asks without end holds up nobody else."""

    def __init__(self, clock: Callable[[], float], at_once: int, every_s: float) -> None:
        """Allow each so much; see ``RateLimit``. With 0 as ``every_s``: as much as it likes."""
        self._limits: defaultdict[str, RateLimit] = defaultdict(
            lambda: RateLimit(clock, at_once, every_s)
        )

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._limits)

    def refuse(self, address: str | None) -> None:
        """Raise ``Refused`` if an address has to wait. None: this program itself never has to."""
        limit = None if address is None else self._limits.get(address)
        if limit is not None and (wait_s := limit.wait_s) > 0:
            raise Refused("too_soon", "refusal.too_fast", {"n": ceil(wait_s)})

    def count(self, address: str | None) -> None:
        """Count one for an address. Addresses without a limit now are forgotten."""
        for idle in [other for other, limit in self._limits.items() if limit.is_idle]:
            del self._limits[idle]
        if address is not None:
            self._limits[address].count()


def unlimited() -> RateLimit:
    """A limit that allows everything."""
    return RateLimit(lambda: 0.0, 1, 0.0)


def unlimited_each() -> RateLimits:
    """Limits that allow everything."""
    return RateLimits(lambda: 0.0, 1, 0.0)
