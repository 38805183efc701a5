"""Small helpers for sentences."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


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
    close = get_close_matches(word, known, 1, 0.6)
    if close:
        return f': did you mean "{close[0]}"?'
    return f"; there is {listed(known)}." if len(known) <= 12 and known else "."
