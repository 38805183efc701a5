"""What people read: catalogues by key, and how a key with values becomes a sentence.

Inside the house, a ruling, a refusal or a piece of advice is a key and values. Here they become
words for the command line and for programs; ``web/page/catalogue.js`` does the same in a browser.
"""

from controller.words.catalogue import (
    ENGLISH,
    NotCompiled,
    Values,
    languages,
    read_catalogue,
    say,
    word,
)
from hardware.launcher import Reason

__all__ = [
    "ENGLISH",
    "NotCompiled",
    "Values",
    "advice",
    "explain",
    "languages",
    "read_catalogue",
    "say",
    "word",
]


def explain(reason: Reason) -> str:
    """Why something at the launcher cannot be, in English, as a sentence."""
    return say(reason.key, reason.values)


def advice(fault: str) -> str:
    """What a fault means and what to do about it, in one English sentence; also docs/faults.md."""
    return say(f"advice.{fault}")
