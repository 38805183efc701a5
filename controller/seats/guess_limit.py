"""Limits wrong guesses of PINs and codes, per address and in all."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import ceil

from controller.base.errors import Refused


class GuessLimit:
    """The wrong guesses within a time. Who guesses too often has to wait.

    No guess is forgotten before its time: from ``max_total`` on, everybody has to wait.
    """

    def __init__(
        self, clock: Callable[[], float], max_per_address: int, max_total: int, within_s: float
    ) -> None:
        """Allow ``max_per_address`` wrong guesses of an address ``within_s``, ``max_total`` of all.

        ``clock``: seconds, monotonic.
        """
        self._clock = clock
        self._max_per_address = max_per_address
        self._max_total = max_total
        self._within_s = within_s
        self._guesses: deque[tuple[float, str | None]] = deque()

    def refuse(self, address: str | None, *, trusted: bool = False) -> None:
        """Raise ``Refused`` if whoever is at this address has to wait, even with a right guess.

        ``trusted``: wrong guesses of other addresses do not count.
        """
        self._forget_old()
        own = [at_s for at_s, source in self._guesses if source == address]
        if len(own) >= self._max_per_address:
            raise Refused("too_soon", "refusal.guessed_too_often", {"n": self._wait_s(own[0])})
        if len(self._guesses) >= self._max_total and not trusted:
            wait_s = self._wait_s(self._guesses[0][0])
            raise Refused("too_soon", "refusal.guessed_by_many", {"n": wait_s})

    def count_wrong(self, address: str | None) -> None:
        """Count a wrong guess. Call ``refuse`` before: so no address has more than its limit."""
        self._guesses.append((self._clock(), address))

    def discard_last(self, address: str | None) -> None:
        """Do not count the last guess of an address: it was right."""
        last = max(
            (at for at, guess in enumerate(self._guesses) if guess[1] == address), default=None
        )
        if last is not None:
            del self._guesses[last]

    @property
    def total(self) -> int:
        """How many wrong guesses of all addresses count now."""
        self._forget_old()
        return len(self._guesses)

    def _wait_s(self, at_s: float) -> int:
        """Whole seconds, at least 1, until a guess of that moment is forgotten."""
        return max(1, ceil(at_s + self._within_s - self._clock()))

    def _forget_old(self) -> None:
        before_s = self._clock() - self._within_s
        while self._guesses and self._guesses[0][0] <= before_s:
            self._guesses.popleft()
