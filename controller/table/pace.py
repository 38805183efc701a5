"""How often something may be done: some at once, and then one in a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import ceil

from controller.base.errors import Refused


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

    @property
    def rested(self) -> bool:
        """Whether all of them are allowed again, as at first."""
        return self._free_at_s <= self._clock()


class Paces:
    """A pace for each address, so that one that asks without end holds up nobody else."""

    def __init__(self, clock: Callable[[], float], at_once: int, every_s: float) -> None:
        """Each may do so much; see ``Pace``. With 0 as ``every_s``: as much as it likes."""
        self._paces: defaultdict[str, Pace] = defaultdict(lambda: Pace(clock, at_once, every_s))

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._paces)

    def refuse(self, address: str | None) -> None:
        """Raise ``Refused`` if whoever is there has to wait. None: it is this program itself."""
        pace = None if address is None else self._paces.get(address)
        if pace is not None and (wait_s := pace.wait_s) > 0:
            raise Refused("too_soon", "refusal.too_fast", {"n": ceil(wait_s)})

    def done(self, address: str | None) -> None:
        """It was done once more from there. Addresses that have rested since are forgotten."""
        for other in [one for one, pace in self._paces.items() if pace.rested]:
            del self._paces[other]
        if address is not None:
            self._paces[address].done()


def any_pace() -> Pace:
    """It is always allowed again at once."""
    return Pace(lambda: 0.0, 1, 0.0)


def any_paces() -> Paces:
    """Nobody ever has to wait."""
    return Paces(lambda: 0.0, 1, 0.0)
