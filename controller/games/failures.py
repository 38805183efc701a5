"""Why a scenario failed, in words."""

from __future__ import annotations

from controller.words import say
from rules.scenario import Failure


def in_words(failure: Failure) -> str:
    """What is wrong with a line and, where the referee refused it, why."""
    said = say(failure.key, failure.values)
    refusal = failure.refusal
    return said if refusal is None else f"{said} {say(refusal.key, refusal.values)}"
