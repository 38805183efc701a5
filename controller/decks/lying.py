"""Which numbered cards lie face up, as far as readers have seen them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from rules.position import Position

CardNumber = Annotated[int, Meta(ge=0, le=249)]
"""Of a card of a deck: there are 250 markers."""

Numbers = tuple[CardNumber | None, ...]
"""Of several cards. None: nobody has seen this one's number."""

APART = ("dealer", "count")
"""Stages in which cards are shown beside the pile: draws for the deal, and hands."""


class Lying(Struct, frozen=True, gc=False):
    """The numbers of the cards that lie face up."""

    pile: Numbers = ()
    """As long as the pile; empty if no number in it is known."""
    apart: frozenset[int] = frozenset()
    """Of cards beside the pile: drawn for the deal, or of hands that were counted."""

    @property
    def top(self) -> int | None:
        """The number of the top card; None: it is not known, or there is none."""
        return self.pile[-1] if self.pile else None

    @property
    def numbers(self) -> frozenset[int]:
        """All numbers that are known."""
        return self.apart.union(number for number in self.pile if number is not None)

    def after(self, before: Position, after: Position, seen: Numbers) -> Lying:
        """The numbers after a command; ``seen`` are those of the cards that it shows."""
        if self is NOTHING and not seen:
            return self
        same = after.pile is before.pile or after.pile == before.pile
        pile = self.pile if same else self._pile_after(before.pile, after.pile, seen)
        apart = self._apart_after(before, after, seen if same else ())
        return Lying(pile, apart) if apart or any(n is not None for n in pile) else NOTHING

    def _pile_after(self, old: Sequence[str], new: Sequence[str], seen: Numbers) -> Numbers:
        known = self.pile or (None,) * len(old)
        if new[: len(old)] == old:
            added = len(new) - len(old)
            laid = seen[-added:]
            return (*known, *(None,) * (added - len(laid)), *laid)
        if new and old[-len(new) :] == new:  # a reload leaves the top card
            return known[-len(new) :]
        return ()

    def _apart_after(self, before: Position, after: Position, seen: Numbers) -> frozenset[int]:
        if after.stage not in APART or (after.stage == "dealer" and not after.drawn):
            return frozenset()
        kept = self.apart if after.stage == before.stage else frozenset[int]()
        return kept.union(number for number in seen if number is not None)


NOTHING = Lying()
"""No number is known."""
