"""Small helpers for sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import get_close_matches

MOST = 60
"""How much of somebody's text a sentence repeats, in characters."""


def listed(words: Iterable[str], last: str = "and") -> str:
    """The words as people say them: "a, b and c"."""
    *head, tail = list(words)
    return f"{', '.join(head)} {last} {tail}" if head else tail


def counted(n: int, noun: str) -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """End of a sentence about an unknown word: what it may have meant, or what there is."""
    known = list(known)
    close = get_close_matches(word[:MOST], known, 1, 0.6)
    if close:
        return f': did you mean "{close[0]}"?'
    return f"; there is {listed(known)}." if len(known) <= 12 and known else "."


def shortened(text: str, most: int = MOST) -> str:
    """The text on one line, without what would move a terminal's cursor, and cut where long."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: most + 1])
    return text if len(text) <= most else f"{text[: most - 1]}…"


def shown(value: object) -> str:
    """A value out of somebody's JSON, short enough for a sentence."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**40:  # more digits than Python likes to print
        return "a huge number"
    if isinstance(value, str):
        value = value[: MOST + 1]
    return shortened(json.dumps(value, ensure_ascii=False))
