"""What a card does, clause by clause, for people who ask."""

from __future__ import annotations

from msgspec import Struct

from rules.edition import Kind


class Saying(Struct, frozen=True):
    """A clause about a kind of card."""

    when: str
    """To what it applies: ``played``, ``first`` (turned up first) or ``also`` (further facts)."""
    clause: str
    """Its ID; the catalogue has its text, ``clause.<ID>``."""


def explain(kind: Kind) -> tuple[Saying, ...]:
    """Everything that the rulebook says about a kind of card."""
    sayings = [Saying("played", kind.play.clause)]
    if kind.first.clause != kind.play.clause:
        sayings.append(Saying("first", kind.first.clause))
    return (*sayings, *(Saying("also", clause) for clause in kind.also))
