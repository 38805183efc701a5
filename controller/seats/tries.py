"""Counts wrong guesses, so that nobody can go on guessing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import ceil

from controller.base.errors import Refused


class Tries:
    """The wrong guesses of the last while. Who guesses too often has to wait.

    No guess is forgotten before its time: from ``most_together`` on, everybody has to wait.
    """

    def __init__(
        self, clock: Callable[[], float], most: int, most_together: int, within_s: float
    ) -> None:
        """``most`` wrong guesses of an address ``within_s``, and ``most_together`` of all.

        ``clock``: seconds, monotonic.
        """
        self._clock = clock
        self._most = most
        self._most_together = most_together
        self._within_s = within_s
        self._wrong: deque[tuple[float, str | None]] = deque()

    def refuse(self, address: str | None, *, trusted: bool = False) -> None:
        """Raise ``Refused`` if whoever is at this address has to wait, however right they are.

        ``trusted``: what others guess is no reason.
        """
        self._forget()
        own = [at_s for at_s, where in self._wrong if where == address]
        if len(own) >= self._most:
            raise Refused("too_soon", "refusal.guessed_too_often", {"n": self._wait_s(own[0])})
        if len(self._wrong) >= self._most_together and not trusted:
            wait_s = self._wait_s(self._wrong[0][0])
            raise Refused("too_soon", "refusal.guessed_by_many", {"n": wait_s})

    def wrong(self, address: str | None) -> None:
        """Somebody guessed wrong, after ``refuse``: so no address has more than ``most``."""
        self._wrong.append((self._clock(), address))

    def right(self, address: str | None) -> None:
        """The last guess from there was right: it does not count."""
        last = max((nth for nth, one in enumerate(self._wrong) if one[1] == address), default=None)
        if last is not None:
            del self._wrong[last]

    @property
    def together(self) -> int:
        """How many wrong guesses there were of all addresses within the time."""
        self._forget()
        return len(self._wrong)

    def _wait_s(self, at_s: float) -> int:
        """Whole seconds until a guess of that moment is forgotten."""
        return max(1, ceil(at_s + self._within_s - self._clock()))

    def _forget(self) -> None:
        before_s = self._clock() - self._within_s
        while self._wrong and self._wrong[0][0] <= before_s:
            self._wrong.popleft()
