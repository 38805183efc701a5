"""A scale that says what a test lets it say."""

from __future__ import annotations

from collections import deque

from firmware_bridge.simulated_board import SimulatedBoard

Word = tuple[int, int, int, int, int, int, int, int, int]


class SpokenScale:
    """A ``firmware_bridge.device.Scale``."""

    def __init__(self) -> None:
        self.tared = self.asked = self.forgot = 0
        self.readings, self.counts, self.trouble = 2451, -81264, ""
        self._words: deque[Word] = deque()

    def say(self, *word: int) -> None:
        """The members of ``Scale.take``."""
        first, last, left, left_low, left_high, inside, inside_low, inside_high, ticks = word
        self._words.append(
            (first, last, left, left_low, left_high, inside, inside_low, inside_high, ticks)
        )

    def take(self) -> Word | None:
        return self._words.popleft() if self._words else None

    def forget(self) -> None:
        self.forgot += 1

    def tare(self) -> None:
        self.tared += 1

    def weigh(self) -> None:
        self.asked += 1


def on_a_scale(board: SimulatedBoard) -> SpokenScale:
    """Put a simulated launcher on one."""
    board.scale = scale = SpokenScale()
    board.capabilities["scale"] = True
    return scale
