"""The people around a machine: what befalls a hit, what they do about it, what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hardware.mechanism.rig import Rig
from hardware.portable import faults

DECK = 112
FEW = 24
"""With fewer cards than that in the hopper, people refill it."""
REST_US = 2_100_000
"""From one hit to the next: longer than the motor has to cool."""


class People:
    """They reach in, clear what is stuck, and count the cards that they got."""

    def __init__(self, rig: Rig, mishaps: Mapping[str, float], random: Random) -> None:
        """``mishaps``: by the rig's name of a fault, the chance that it befalls a hit."""
        self._rig = rig
        self._mishaps = mishaps
        self._random = random
        self._back_in = 0

    @property
    def cards_that_came(self) -> int:
        """All in all; one that sticks out and was counted is one."""
        sticks_out = self._rig.core.mouth_counted and self._rig.card_in_mouth
        return self._rig.cards_left + self._back_in + sticks_out

    def mishaps(self, count: int) -> list[tuple[int, str, bool]]:
        """Return what befalls a hit of so many cards: when, what, and on or off; the first last."""
        random, plan = self._random, list[tuple[int, str, bool]]()
        for name, chance in self._mishaps.items():
            if random.random() < chance:
                on_us = self._rig.now_us + random.randint(-100_000, 150_000 * count)
                off_us = on_us + random.randint(100_000, 2_000_000)
                plan.append((max(on_us, self._rig.now_us), name, True))
                if name != "jam":  # whoever clears it takes it out
                    plan.append((off_us, name, False))
        plan.sort(reverse=True)
        return plan

    def refill(self) -> None:
        """Put the cards back that they have, where few are left."""
        if self._rig.cards_in_hopper < FEW:
            self._rig.load(DECK - FEW)

    def clear(self, befell: set[str]) -> None:
        """Do what people do when the launcher says that something is wrong."""
        rig = self._rig
        jammed = rig.core.faults & faults.JAM
        if "jam" in befell or (jammed and rig.card_in_mouth):
            self._back_in += rig.core.mouth_counted and rig.card_in_mouth
            rig.set_fault("jam", False)
            if rig.card_in_mouth and not rig.core.mouth_counted:
                self._put_back()  # not wedged, but not to be moved by the roller either
        elif rig.card_in_mouth and not rig.core.mouth_counted:
            self._put_back()
        for name in befell - {"jam"}:
            rig.set_fault(name, False)
        self.refill()
        rig.advance(rig.now_us + REST_US)
        rig.core.clear_faults(rig.ticks_us)
        rig.settle()

    def _put_back(self) -> None:
        self._rig.pull()
        self._back_in -= 1
        self._rig.load(1)
