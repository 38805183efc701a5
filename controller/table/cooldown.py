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

BUTTON_RETRY_S = 0.1
"""While the button is down, the launcher is asked again after this time."""

OwedPresses = tuple[Owed, ...]
"""The presses that are due, as a position lists them."""


@dataclass(frozen=True, slots=True)
class ButtonCooldown:
    """The rest of the button before the next hit. Times: seconds of the caller's clock."""

    length_s: float
    """How long the button has to rest; 0: a press always counts."""
    since_s: float = -inf
    """When the last hit ended or the button was pressed last, whichever was later."""
    presses: int = 0
    """How often the button has been pressed since the launcher started, as far as is known."""
    unfinished: Owed | None = None
    """What is left of the entry of ``owed`` that the last hit was for; None: nothing."""
    held_until_s: float = -inf
    """The button was down; it is not worth asking again before this moment."""

    def handle(self, event: LauncherEvent, now_s: float) -> ButtonCooldown:
        """The cooldown after an event of the launcher."""
        match event:
            case Pressed(presses=presses):
                return replace(self, since_s=now_s, presses=presses)
            case LinkChanged(restarted=True):
                return replace(self, presses=0)
        return self

    def restart(self, now_s: float) -> ButtonCooldown:
        """The cooldown from now on: somebody wanted to press, or a hit has ended."""
        return replace(self, since_s=now_s)

    def in_use(self, button: ButtonInUse, now_s: float) -> ButtonCooldown:
        """The cooldown after the launcher was not armed because of its button."""
        if button.presses != self.presses:  # nobody knows when that was
            return replace(self, since_s=now_s, presses=button.presses)
        return replace(self, held_until_s=now_s + BUTTON_RETRY_S)

    def after_count(self, owed_before: OwedPresses, owed_after: OwedPresses) -> ButtonCooldown:
        """The cooldown after a count that changed the presses that are owed.

        An entry that is not done yet is still the first, before the same ones.
        """
        same = bool(owed_after) and len(owed_after) == len(owed_before)
        return replace(self, unfinished=owed_after[0] if same else None)

    def for_owed(self, owed: OwedPresses) -> ButtonCooldown:
        """The cooldown before a hit of ``owed``: another first entry ends the unfinished one."""
        return self if owed[:1] == (self.unfinished,) else replace(self, unfinished=None)

    def applies_to(self, hit: DueHit) -> bool:
        """Whether the button has to rest before this hit, the one that is due."""
        return self.length_s > 0 and not hit.pressed and self.unfinished is None

    def remaining_s(self, now_s: float) -> float:
        """Seconds until the button may be armed; 0 or less: it may be now."""
        return max(self.since_s + self.length_s, self.held_until_s) - now_s
