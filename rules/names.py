"""Names of players: which ones people can see, and which ones they cannot tell apart."""

from __future__ import annotations

import re
from unicodedata import normalize

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""What Unicode calls default ignorable: it does not show, or changes only how others look."""

EMPTY = " \u2800"
"""What takes room and is empty: a blank, and Braille without a dot, which Unicode calls a sign."""


def same(name: str) -> str:
    """What is the same text for two names exactly where they are one name (COM-1)."""
    return name if name.isascii() else normalize("NFKC", INVISIBLE.sub("", name))


def shows(name: str) -> bool:
    """Whether there is anything to see of a name (COM-1)."""
    return same(name).strip(EMPTY) != ""
