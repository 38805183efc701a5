"""Why a scenario failed, in words."""

from __future__ import annotations

from controller.words import say
from rules.scenario import Failure


def in_words(failure: Failure) -> str:
    """What is wrong with a line and, where the referee refused it, why."""
    sentence = say(failure.key, failure.values)
    refusal = failure.refusal
    return sentence if refusal is None else f"{sentence} {say(refusal.key, refusal.values)}"
