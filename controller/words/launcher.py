"""What the launcher's own reasons and faults come to in English, for terminals and logs."""

from __future__ import annotations

from controller.words.catalogue import say
from hardware.launcher import Reason


def explain(reason: Reason) -> str:
    """Why something cannot be, as a sentence."""
    return say(reason.key, reason.values)


def advice(fault: str) -> str:
    """What a fault means and what to do about it, in one sentence. At length: docs/faults.md."""
    return say(f"advice.{fault}")
