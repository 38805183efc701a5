"""What waits to be said, and when what is being said has to stop. Pure: times are passed in.

All that waits is said in one go as soon as the voice is free, in the order of events. Nothing is
begun later than ``LATEST_S`` after its event: before that, what is being said is cut short. What is
no longer true is dropped, or cut short if it is being said and nothing else would be lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LATEST_S = 1.5
"""Nothing is begun later than this after its event."""
MARGIN_S = 0.25
"""So much earlier is room made for it: a program has to end, and another has to start."""
LEAD_S = 0.5
CHARS_A_SECOND = 8.0
"""How long a text takes at the most: programs for speech are quicker than this."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence in words, and the moment of its event (seconds of any clock)."""

    at_s: float
    text: str
    topic: str = ""
    """See ``Utterance.topic``."""


@dataclass(frozen=True, slots=True)
class _Spoken:
    line: Line
    ends_s: float
    """When it certainly has been heard."""
    overtaken: bool = False


class Queue:
    """Lines that wait, and those that are being said."""

    def __init__(self) -> None:
        """An empty queue of a silent voice."""
        self._waiting: list[Line] = []
        self._speaking: list[_Spoken] = []
        self._is_repeating = False

    def add(self, lines: Iterable[Line], ended: frozenset[str], now_s: float) -> None:
        """Take in new lines. ``ended``: topics whose older lines are no longer true."""
        self._waiting = [
            line
            for line in self._waiting
            if line.topic not in ended and now_s - line.at_s <= LATEST_S
        ]
        self._waiting += lines
        self._speaking = [
            _Spoken(spoken.line, spoken.ends_s, spoken.overtaken or spoken.line.topic in ended)
            for spoken in self._speaking
        ]

    def repeat(self, lines: Iterable[Line]) -> None:
        """Say these instead of all that waits or is being said."""
        self._waiting = list(lines)
        self._is_repeating = bool(self._speaking)

    def take(self, now_s: float) -> tuple[Line, ...]:
        """What the voice, which is free, says now. What is late is dropped."""
        lines = tuple(line for line in self._waiting if now_s - line.at_s <= LATEST_S)
        self._waiting = []
        self._speaking = []
        ends_s = now_s + LEAD_S
        for line in lines:
            ends_s += len(line.text) / CHARS_A_SECOND
            self._speaking.append(_Spoken(line, ends_s))
        return lines

    def free(self) -> None:
        """The voice has ended, or was cut short."""
        self._speaking = []
        self._is_repeating = False

    def cut_at_s(self) -> float | None:
        """When what is being said has to stop; None: nothing is in its way."""
        if not self._speaking:
            return None
        if self._is_repeating:
            return float("-inf")
        times = [line.at_s + LATEST_S - MARGIN_S for line in self._waiting]
        if any(spoken.overtaken for spoken in self._speaking):
            worth = [spoken.ends_s for spoken in self._speaking if not spoken.overtaken]
            times.append(max(worth, default=float("-inf")))
        return min(times, default=None)
