"""The one exception of this package."""

from __future__ import annotations


class PinTrouble(Exception):
    """The pins cannot be used. The message says to people what happened and what to do."""
