"""The limits, judged from what the motor got, without asking the code that keeps them."""

from __future__ import annotations

from hardware.portable.settings import Settings


class MotorLog:
    """Takes the motor's duty, whenever it may have changed."""

    def __init__(self, settings: Settings) -> None:
        self._set = settings
        self._pct = 0
        self._since_us = 0
        self._off_us = -settings.cooldown_us
        self._turned = 0
        self._used_us = 0
        self.longest_on_us = 0
        """On-time between two rests of the cooldown's length."""
        self.broken: list[str] = []
        """What was not kept: duty, dead time. Judging on-time needs to know who is how late."""

    def note(self, now_us: int, pct: int) -> None:
        """From this moment on the motor gets that duty."""
        if pct == self._pct:
            return
        if abs(pct) > self._set.max_duty_pct:
            self.broken.append(f"duty {pct} at {now_us}")
        if self._pct:
            self._used_us += now_us - self._since_us
            self.longest_on_us = max(self.longest_on_us, self._used_us)
            self._off_us, self._turned = now_us, self._pct
        if pct:
            rest_us = now_us - self._off_us
            if rest_us >= self._set.cooldown_us:
                self._used_us = 0
            if pct * self._turned < 0 and rest_us < self._set.reverse_dead_us:
                self.broken.append(f"reversed after {rest_us} µs at {now_us}")
        self._pct, self._since_us = pct, now_us
