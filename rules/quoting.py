"""What somebody said, made fit to be repeated: short, on one line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import get_close_matches

MOST = 60
"""How much of somebody's text is repeated, in characters."""
FEW = 12
"""Up to that many names are listed in full."""
ALIKE = 0.6
"""How similar two words have to be for one to stand for the other, from 0 to 1."""


def likely(word: str, words: Iterable[str]) -> list[str]:
    """What an unknown word may have meant: the one that is like it, else all where they are few."""
    words = list(words)
    close = get_close_matches(word[:MOST], words, 1, ALIKE)
    if close or len(words) <= FEW:
        return close or words
    return get_close_matches(word[:MOST], words, 1, 0)


def nearest(word: object, words: Iterable[str]) -> list[str]:
    """The one of these words that is like an unknown one; none: no word is, or it is no text."""
    return get_close_matches(word[:MOST], list(words), 1, ALIKE) if isinstance(word, str) else []


def shortened(text: str, limit: int = MOST) -> str:
    """The text on one line, without what would move a terminal's cursor, and cut where long."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: limit + 1])
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def shown(value: object) -> str:
    """A value out of somebody's JSON, short enough to be repeated."""
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list):
        return "[…]"
    if isinstance(value, int) and abs(value) > 10**40:  # more digits than Python likes to print
        return f"{'-' if value < 0 else ''}999…"
    if isinstance(value, str):
        value = value[: MOST + 1]
    return shortened(json.dumps(value, ensure_ascii=False))
