"""The one exception of this package."""

from __future__ import annotations


class PinTrouble(Exception):
    """The pins cannot be used; the message is a sentence for people: what happened, what to do."""
