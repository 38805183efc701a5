"""How long the button has to rest before the next press counts.

A finger that is still busy with one hit must not press the next one, which is somebody else's.
Pure; `arming.py` passes the time in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from controller.table.hit import DueHit
from hardware.launcher import ButtonInUse, LauncherEvent, LinkChanged, Pressed
from rules.position import Owed

LOOK_AGAIN_S = 0.1
"""Somebody leans on the button: ask again after this time whether it is free."""

Entries = tuple[Owed, ...]
"""The presses that are due, as a position lists them."""


@dataclass(frozen=True, slots=True)
class Breath:
    """What is known of the button. Moments are seconds of the clock that the caller reads."""

    length_s: float
    """How long the button has to rest; 0: a press always counts."""
    since_s: float = -inf
    """When the last hit ended or the button was pressed last, whichever was later."""
    presses: int = 0
    """How often the button has been pressed since the launcher started, as far as is known."""
    begun: Owed | None = None
    """What is left of the entry of ``owed`` that the last hit was for; None: nothing."""
    held_until_s: float = -inf
    """The button was down; it is not worth asking again before this moment."""

    def heard(self, event: LauncherEvent, now_s: float) -> Breath:
        """Take in what the launcher says."""
        match event:
            case Pressed(presses=presses):
                return replace(self, since_s=now_s, presses=presses)
            case LinkChanged(restarted=True):
                return replace(self, presses=0)
        return self

    def touched(self, now_s: float) -> Breath:
        """Somebody wanted to press, or a hit has ended."""
        return replace(self, since_s=now_s)

    def found(self, button: ButtonInUse, now_s: float) -> Breath:
        """The launcher was not armed because of its button."""
        if button.presses != self.presses:  # nobody knows when that was
            return replace(self, since_s=now_s, presses=button.presses)
        return replace(self, held_until_s=now_s + LOOK_AGAIN_S)

    def counted(self, before: Entries, after: Entries) -> Breath:
        """A hit was counted. An entry that is not done yet is still the first, before the same."""
        same = bool(after) and len(after) == len(before)
        return replace(self, begun=after[0] if same else None)

    def due(self, owed: Entries) -> Breath:
        """A hit is due with these entries: another entry ends the one that was begun."""
        return self if owed[:1] == (self.begun,) else replace(self, begun=None)

    def applies_to(self, hit: DueHit) -> bool:
        """Whether the button has to rest before this hit, the one that is due."""
        return self.length_s > 0 and not hit.pressed and self.begun is None

    def left_s(self, now_s: float) -> float:
        """How long it is until the button may be armed; 0 or less: it may be now."""
        return max(self.since_s + self.length_s, self.held_until_s) - now_s
