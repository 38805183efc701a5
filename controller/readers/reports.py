"""What a reader reports: cards that it saw, and how well it sees."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field

from controller.base.errors import Trouble

MOST_NUMBER = 249
"""The highest number of a card: there are 250 markers."""

Figure = str | int | float


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A physical card was seen on top of the pile."""

    number: int | None
    """Which card of its deck, from 0 to ``MOST_NUMBER``; None: the reader cannot read it."""
    deck: str | None
    """The ID of its deck; None: the reader cannot tell."""
    at_s: float
    """When it was seen, by the clock of ``RefereeClient``: seconds, monotonic."""
    evidence: Mapping[str, Figure]
    """``kind`` (``scanner``, ``camera`` or ``simulated``), and what else the reader measured."""


@dataclass(frozen=True, slots=True)
class Health:
    """How well a reader sees. It is valid until the next one."""

    key: str
    """A message ID of the catalogue, such as ``reader.ok`` or ``reader.lost``."""
    values: Mapping[str, Figure] = field(default_factory=dict)


class SourceInterrupted(Trouble):
    """A source that can be read only once was cut off before its end.

    Nobody may begin it anew: its cards would be reported a second time.
    """


Source = AsyncIterator[SeenCard | Health]
"""A scanner or a camera. It ends only if it can never report anything again."""
