"""What a card does, clause by clause, for people who ask."""

from __future__ import annotations

from msgspec import Struct

from rules.clauses import CLAUSES
from rules.edition import Kind


class Saying(Struct, frozen=True):
    """When it is so (``played``, ``first`` card up, ``also``), the clause, and its sentence."""

    when: str
    clause: str
    text: str


def explain(kind: Kind) -> tuple[Saying, ...]:
    """Everything that the rulebook says about a kind of card."""
    said = [("played", kind.play.clause)]
    if kind.first.clause != kind.play.clause:
        said.append(("first", kind.first.clause))
    said += (("also", clause) for clause in kind.also)
    return tuple(Saying(when, clause, CLAUSES[clause]) for when, clause in said)
